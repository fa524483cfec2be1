import {
  isJSONRPCResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResponse,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { ServiceRefused } from './refusals.ts';

/** `/mcp` of a service. */
export interface Service {
  url: URL;
  headers: Record<string, string>;
  /** Of the protocol, once both have agreed on it in a handshake. Messages of later versions say it themselves. */
  version?: string;
}

export interface Asking {
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
  /** Gets what comes before the answer: progress. */
  onOther(message: JSONRPCMessage): void;
}

/** Sends a request, and resolves with the answer. */
export async function ask(
  service: Service,
  request: JSONRPCRequest,
  { signal, onOther }: Asking,
): Promise<JSONRPCResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<JSONRPCResponse>();
  let isStream = false;
  const transport = transportTo(service, ({ headers }) => {
    isStream = headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  });
  transport.onmessage = (message) => {
    if (!isJSONRPCResponse(message)) onOther(message);
    else if (message.id === request.id) resolve(message);
  };
  // Nothing happens if it has come before.
  const missAnswer = () => reject(new Error('the response ended without one'));
  signal.addEventListener('abort', () => reject(signal.reason));
  await transport.start();
  transport
    .send(request, { requestSignal: signal, onRequestStreamEnd: missAnswer })
    // A stream goes on after that.
    .then(() => isStream || missAnswer(), reject);
  return promise;
}

/** Sends what has no answer. */
export async function tell(service: Service, message: JSONRPCMessage): Promise<void> {
  const transport = transportTo(service, () => {});
  await transport.start();
  await transport.send(message);
}

/** One for each message: so it is known which message a failure or an answer belongs to. The connections below are shared. */
function transportTo(
  { url, headers, version }: Service,
  onResponse: (response: Response) => void,
): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(url, {
    requestInit: { headers },
    ...(version !== undefined && { protocolVersion: version }),
    async fetch(address, init) {
      // It would listen for what the service tells of its own accord, which is nothing.
      if (init?.method === 'GET') return new Response(null, { status: 405 });
      const response = await fetch(address, init);
      if (response.status >= 400) throw await ServiceRefused.by(response);
      onResponse(response);
      return response;
    },
  });
}
