// A real HTTP server on loopback that answers by a function, and fails in every way when a test wants it to.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AskedOf {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** Text and bytes are sent unchanged, anything else as JSON. */
  body?: unknown;
}

/**
 * What becomes of a request instead of the server's own answer. `silence` never answers, and nothing happens. `lost` does what was asked
 * and then closes the connection, `half` does it and sends half of the answer.
 */
export type Fault = Answer | 'silence' | 'lost' | 'half';

/** Undefined leaves the answer to the server. What takes its time makes the answer slow. */
export type FaultFor<Asked extends AskedOf> = (
  asked: Asked,
) => Fault | undefined | Promise<Fault | undefined>;

interface Parts<Asked extends AskedOf> {
  /** What the server knows of a request. */
  understand(asked: AskedOf): Asked;
  answer(asked: Asked): Answer;
}

export class AnsweringServer<Asked extends AskedOf> implements AsyncDisposable {
  readonly url: string;
  readonly asked: Asked[] = [];
  answerWith: FaultFor<Asked> | undefined;
  readonly #server: Server;

  private constructor(server: Server, { understand, answer }: Parts<Asked>) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', async (request, response) => {
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += chunk;
      const { method = '', headers } = request;
      const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
      const asked = understand({ method, path: pathname, query: searchParams, headers, body });
      this.asked.push(asked);
      const fault = await this.answerWith?.(asked);
      if (fault === 'silence') return;
      if (typeof fault === 'object') return send(response, fault);
      const own = answer(asked);
      if (fault === 'lost') response.destroy();
      else send(response, own, fault === 'half');
    });
  }

  static async start<Asked extends AskedOf>(parts: Parts<Asked>): Promise<AnsweringServer<Asked>> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new AnsweringServer(server, parts);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()));
  }
}

function send(response: ServerResponse, { status, headers, body }: Answer, half = false): void {
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  const bytes = Buffer.from(body === undefined ? '' : isText ? body : JSON.stringify(body));
  const type = body !== undefined && {
    'content-type': isText ? 'text/html; charset=utf-8' : 'application/json',
  };
  response.writeHead(status, { ...type, 'content-length': bytes.length, ...headers });
  if (!half) return void response.end(bytes);
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}
