// A server with scripted answers, for what a real Rota can't be made to do: to fail this often, to be silent, to sit behind a proxy that
// answers in its place.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Scripted {
  status: number;
  headers?: Record<string, string>;
  /** A string is sent unchanged, anything else as JSON. */
  body?: unknown;
}

export interface Asked {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export class ScriptedServer implements AsyncDisposable {
  readonly url: string;
  readonly asked: Asked[] = [];
  readonly #server: Server;

  private constructor(server: Server, answers: (Scripted | 'silence')[]) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', async (request, response) => {
      let text = '';
      for await (const chunk of request.setEncoding('utf8')) text += chunk;
      const { method = '', url = '', headers } = request;
      this.asked.push({ method, path: url, headers, body: text });
      server.emit('asked');
      // The last answer is repeated.
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) as Scripted | 'silence';
      if (answer === 'silence') return;
      const { status, body } = answer;
      const isText = typeof body === 'string';
      response.writeHead(status, {
        'content-type': isText ? 'text/html' : 'application/json',
        'x-request-id': `req_${this.asked.length}`,
        ...answer.headers,
      });
      response.end(body === undefined || isText ? body : JSON.stringify(body));
    });
  }

  /** Each request gets the next answer; the last one is repeated. */
  static async start(...answers: (Scripted | 'silence')[]): Promise<ScriptedServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ScriptedServer(server, answers);
  }

  /** Waits for the next request. */
  async next(): Promise<void> {
    await once(this.#server, 'asked');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()));
  }
}
