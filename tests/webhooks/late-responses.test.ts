// A receiver has ten seconds for everything together, from the look-up to the last byte.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { assertLate } from '../support/receivers/first-attempts.ts';
import { RawReceiver } from '../support/receivers/receiver.ts';
import { figure } from '../support/server/metrics.ts';
import { onBothEngines } from '../support/server/rota.ts';

const OK = 'HTTP/1.1 200 OK\r\n';

type Respond = (socket: Socket) => void;

/** Sends more and more, until the other side closes. */
const sendOnAndOn = (beginning: string, more: string) => (socket: Socket) => {
  socket.write(beginning);
  const sending = setInterval(() => socket.write(more), 5);
  socket.once('close', () => clearInterval(sending));
};

const late: Record<string, [Respond, response_code: number | null]> = {
  'sends nothing': [() => {}, null],
  'sends half a status and nothing more': [(socket) => void socket.write('HTTP/1.1 20'), null],
  'sends half of its headers and nothing more': [(socket) => void socket.write(`${OK}X: y\r\n`), null],
  'sends half of its body and nothing more': [
    (socket) => void socket.write(`${OK}Content-Length: 9\r\n\r\nhalf`),
    200,
  ],
  'sends five interim responses and nothing more': [
    (socket) => void socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(5)),
    null,
  ],
  'sends its headers byte by byte for ever': [sendOnAndOn(`${OK}X: `, 'y'), null],
  'sends its body byte by byte for ever': [sendOnAndOn(`${OK}\r\n`, 'y'), 200],
  'refuses byte by byte for ever': [sendOnAndOn('HTTP/1.1 500 No\r\n\r\n', 'y'), 500],
};

/** A listening port that accepts no connection, and whose queue is full. */
async function listenWithoutAccepting(): Promise<AsyncDisposable & { port: number }> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       // Blocks the thread: the port stays open, and nothing is accepted.
       setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
     });`,
    { eval: true },
  );
  const [port] = (await once(worker, 'message')) as [number];
  const queue = Array.from({ length: 2 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  await Promise.all(queue.map((socket) => once(socket, 'connect')));
  return {
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of queue) socket.destroy();
      await worker.terminate();
    },
  };
}

/** A name whose DNS servers do not respond. */
const SILENT = 'silent.example';
const outside = { resolve: () => new Promise<never>(() => {}) };

onBothEngines(
  'late responses of receivers',
  (node) => {
    /** For attempts that reach no receiver: the metric says that one is in flight. */
    const isBeingSent = () => eventually(async () => (await figure(node(), 'rota_webhook_in_flight')) === 1);

    for (const [what, [respond, responseCode]] of Object.entries(late)) {
      test(`a receiver that ${what} has ten seconds`, async () => {
        const reached = Promise.withResolvers<Socket>();
        await using receiver = await RawReceiver.start((socket) => {
          respond(socket);
          reached.resolve(socket);
        });
        await assertLate(node(), receiver.url, responseCode, () => reached.promise);
        const socket = await reached.promise;
        if (!socket.closed) await once(socket, 'close');
      });
    }

    test('a receiver that is silent in the TLS handshake has ten seconds', async () => {
      const reached = Promise.withResolvers<Socket>();
      await using receiver = await RawReceiver.start(reached.resolve);
      await assertLate(node(), receiver.url.replace('http:', 'https:'), null, () => reached.promise);
    });

    test('a receiver that accepts no connection has ten seconds', async () => {
      await using receiver = await listenWithoutAccepting();
      await assertLate(node(), `http://127.0.0.1:${receiver.port}/hook`, null, isBeingSent);
    });

    test('a name that is being looked up has ten seconds', async () => {
      await assertLate(node(), `http://${SILENT}/hook`, null, isBeingSent);
    });
  },
  { outside },
);
