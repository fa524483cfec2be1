// Turns what goes wrong on the way to the service into answers for the client: one sentence each, never with the key in it.
import { INTERNAL_ERROR } from '@modelcontextprotocol/client';
import { onOneLine } from '../../text/plain-text.ts';

export interface Refusal {
  code: number;
  message: string;
  data?: unknown;
}

/** The service, or a proxy in front of it, answered with an error. */
export class ServiceRefused extends Error {
  override readonly name = 'ServiceRefused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }

  static async by(response: Response): Promise<ServiceRefused> {
    const { status, headers } = response;
    const body = parsed(await response.text());
    const inProtocol = protocolError(body);
    if (inProtocol) return new ServiceRefused(inProtocol);
    const seconds = Number(headers.get('retry-after')) || undefined;
    const sentences = [
      status < 500 ? 'The service refused' : 'The service failed',
      `: ${saidIn(body) ?? `it answered with the status ${status}`}`,
      status === 401 ? '. ROTA_KEY must be an API key of the workspace' : '',
      seconds === undefined ? '' : `. Call again in ${seconds} seconds`,
    ];
    return new ServiceRefused({
      code: INTERNAL_ERROR,
      message: sentences.join(''),
      data: { status, ...(seconds !== undefined && { retry_after_seconds: seconds }) },
    });
  }
}

/** Takes anything that the transport's `send` rejects with. */
export function refusalFor(error: unknown): Refusal {
  if (error instanceof ServiceRefused) return error.refusal;
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  // The message of `fetch` only says that it failed. The reason is in `cause`.
  const reason = cause?.message || cause?.code || message || String(error);
  return { code: INTERNAL_ERROR, message: `No answer from the service: ${onOneLine(reason)}` };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Protocol errors have an HTTP status, too. */
function protocolError(body: unknown): Refusal | undefined {
  const { jsonrpc, error } = (body ?? {}) as { jsonrpc?: unknown; error?: Partial<Refusal> };
  if (jsonrpc !== '2.0' || typeof error?.code !== 'number' || typeof error.message !== 'string') return;
  return error as Refusal;
}

/** The message of one of Rota's errors. A proxy's error page is not passed on. */
function saidIn(body: unknown): string | undefined {
  const { error } = (body ?? {}) as { error?: string | { message?: unknown } };
  const message = typeof error === 'object' ? error?.message : error;
  return typeof message === 'string' ? onOneLine(message) : undefined;
}
