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
  /** The version of the protocol that both sides agreed on in a handshake. Messages of later versions carry it themselves. */
  version?: string;
}

interface Asking {
  /** Aborted once nobody is waiting for the answer. */
  signal: AbortSignal;
  /** Receives the messages before the answer, such as progress. */
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
  // No effect if the answer has already arrived.
  const missAnswer = () => reject(new Error('the response ended without one'));
  signal.addEventListener('abort', () => reject(signal.reason));
  await transport.start();
  transport
    .send(request, { requestSignal: signal, onRequestStreamEnd: missAnswer })
    // The stream ends after the answer.
    .then(() => isStream || missAnswer(), reject);
  return promise;
}

/** Sends a message that gets no answer. */
export async function tell(service: Service, message: JSONRPCMessage): Promise<void> {
  const transport = transportTo(service, () => {});
  await transport.start();
  await transport.send(message);
}

/** A new transport for each message, so that a failure or an answer can be matched to it. They share connections. */
function transportTo(
  { url, headers, version }: Service,
  onResponse: (response: Response) => void,
): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(url, {
    requestInit: { headers },
    ...(version !== undefined && { protocolVersion: version }),
    async fetch(address, init) {
      // This would listen for messages the service sends unprompted. It never does.
      if (init?.method === 'GET') return new Response(null, { status: 405 });
      const response = await fetch(address, init);
      if (response.status >= 400) throw await ServiceRefused.by(response);
      onResponse(response);
      return response;
    },
  });
}
