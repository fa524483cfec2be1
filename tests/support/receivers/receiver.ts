// A webhook receiver: a real HTTP server that keeps what it gets, and answers as a test wants.
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import {
  type AddressInfo,
  createServer as createRawServer,
  type Server as RawServer,
  type Socket,
} from 'node:net';
import type { Payload } from '../makers/events.ts';

const DEADLINE_MS = 30_000;

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** Unparsed. */
  body: string;
  payload: Payload;
  /** The value of X-Webhook-Id. */
  deliveryId: string;
}

/** A status, or a function that handles the response. `place` is the number of earlier requests. */
export type AnswerWith = number | ((response: ServerResponse, received: Received, place: number) => void);

export class Receiver implements AsyncDisposable {
  readonly url: string;
  /** In the order of arrival. */
  readonly received: Received[] = [];
  answer: AnswerWith;
  readonly #server: Server;
  readonly #changes = new EventEmitter().setMaxListeners(0);

  private constructor(server: Server, answer: AnswerWith) {
    this.#server = server;
    this.answer = answer;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    server.on('request', async (request, response) => {
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += chunk;
      const received = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body,
        payload: JSON.parse(body),
        deliveryId: String(request.headers['x-webhook-id']),
      };
      const place = this.received.push(received) - 1;
      if (typeof this.answer === 'number') response.writeHead(this.answer).end('noted');
      else this.answer(response, received, place);
      this.#changes.emit('change');
    });
  }

  static async start(answer: AnswerWith = 200): Promise<Receiver> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Receiver(server, answer);
  }

  /** Waits for this many requests, and returns them. */
  async atLeast(count: number): Promise<Received[]> {
    while (this.received.length < count) await this.#change(`${this.received.length} of ${count}`);
    return this.received;
  }

  /** Waits for the next request. If none comes, the test fails instead of the whole run. */
  async #change(state: string): Promise<void> {
    await once(this.#changes, 'change', { signal: AbortSignal.timeout(DEADLINE_MS) }).catch(() =>
      assert.fail(`nothing more has come, after ${state}`),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()));
  }
}

/** A server that sends whatever a test wants, as soon as the first byte of a request arrives. */
export class RawReceiver implements AsyncDisposable {
  readonly port: number;
  /** The number of connections so far. */
  connections = 0;
  readonly #server: RawServer;
  readonly #sockets = new Set<Socket>();

  private constructor(server: RawServer, speak: (socket: Socket) => void) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', (socket) => {
      this.connections += 1;
      this.#sockets.add(socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket)));
      socket.once('data', () => speak(socket));
    });
  }

  static async start(speak: (socket: Socket) => void, host = '127.0.0.1'): Promise<RawReceiver> {
    const server = createRawServer().listen(0, host);
    await once(server, 'listening');
    return new RawReceiver(server, speak);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()));
  }
}
