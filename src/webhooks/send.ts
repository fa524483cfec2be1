import { type AgentOptions, createAgents } from '../network/agents.ts';
import { exchange, startDeadline } from '../network/exchange.ts';
import { inWords } from '../network/failures.ts';

/** How much of a body is read, and how much of that is kept. */
const MAX_BODY_BYTES = 64 * 1024;
const KEPT_BYTES = 4 * 1024;
/** With headers and framing. Twice the limit of a body, so that only a response that is mostly something else reaches it. */
const MAX_RESPONSE_BYTES = 2 * MAX_BODY_BYTES;

export interface Post {
  workspaceId: string;
  url: string;
  /** Alternates names and values. */
  headers: string[];
  body: string;
}

/** With an error, the attempt has failed, even if the code is 200. */
export interface WebhookResponse {
  response_code: number | null;
  response_body: string | null;
  error: string | null;
}

/** Makes POST requests on kept connections. Follows no redirect. */
export function createSender(options: Omit<AgentOptions, 'maxResponseBytes'>) {
  const { timeoutMs, clock } = options;
  const agents = createAgents({ ...options, maxResponseBytes: MAX_RESPONSE_BYTES });

  async function send({ workspaceId, url, headers, body }: Post): Promise<WebhookResponse> {
    const { origin, pathname, search } = new URL(url);
    const response = await exchange(
      agents.agentOf(workspaceId),
      { origin, path: pathname + search, method: 'POST', headers, body },
      {
        clock,
        deadline: startDeadline(clock, timeoutMs),
        readBytes: MAX_BODY_BYTES,
        keptBytes: KEPT_BYTES,
      },
    );
    if (response.error) {
      return {
        response_code: response.status,
        response_body: null,
        error: inWords(response.error, 'sent'),
      };
    }
    return {
      response_code: response.status,
      response_body: startOf(response.body),
      error: isRedirect(response.status ?? 0) ? 'redirects are not followed' : null,
    };
  }

  return { send, close: agents.close };
}

const isRedirect = (status: number) => status >= 300 && status < 400;

/** As text that both databases can store. */
function startOf(body: Buffer[]): string {
  if (body.length === 0) return '';
  const kept = Buffer.concat(body).subarray(0, KEPT_BYTES);
  // Decoded as the start of a stream: drops a character that is cut off at the end.
  return new TextDecoder().decode(kept, { stream: true }).replaceAll('\0', '\ufffd');
}
