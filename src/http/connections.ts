import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { type Clock, repeat } from '../clock.ts';
import type { Metrics } from './metrics.ts';
import { createNetworkCheck, networkOf } from './networks.ts';

/** How often it is looked whether what waits to be sent has moved, */
const LOOK_EVERY_MS = 5_000;
/** and how many looks may find it where it was: after 30 seconds the connection is closed. */
const MOST_LOOKS = 6;
/**
 * How many requests of one connection may wait for the end of their answers. Node stops reading when answers are not taken,
 * but not before it has parsed what it had already read: 64 KiB, which is 1,700 small requests.
 */
const MOST_UNANSWERED = 50;
const LOG_EVERY_MS = 60_000;

const REFUSAL = 'There are too many connections from this address';

interface Connection {
  unanswered: number;
  /** What had been sent at the last look, and how many looks in a row have found the same. */
  sent: number;
  stalledLooks: number;
}

export interface ConnectionOptions {
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  /** How many an address may have open; 0 for any number. */
  mostPerAddress: number;
  /** Networks of proxies, which may have any number: they bring the connections of many. */
  trustedProxies: readonly string[];
}

/** Keeps what one client can hold of the process within bounds, whatever it sends and however little it reads. */
export function createConnections(options: ConnectionOptions) {
  const { clock, log, metrics, mostPerAddress } = options;
  const isTrusted = createNetworkCheck(options.trustedProxies);
  /** Those that have sent a request: the others have nothing to read. */
  const met = new Map<Socket, Connection>();
  const openOf = new Map<string, number>();
  let lastLogged = Number.NEGATIVE_INFINITY;
  const stop = repeat(clock, LOOK_EVERY_MS, look);

  /** Closes connections whose reader has stopped reading. One that has nothing to be sent may be idle for any time. */
  async function look(): Promise<void> {
    for (const [socket, connection] of met) {
      const sent = bytesSent(socket);
      const isStalled = socket.writableLength > 0 && sent === connection.sent;
      connection.stalledLooks = isStalled ? connection.stalledLooks + 1 : 0;
      connection.sent = sent;
      if (connection.stalledLooks >= MOST_LOOKS) close(socket, 'unread');
    }
  }

  function close(socket: Socket, reason: 'unread' | 'pipelined'): void {
    metrics.countClosedConnection(reason);
    socket.destroy();
  }

  /** To be told of each request. False when it is not to be answered, because its connection is closed. */
  function admit({ socket }: IncomingMessage, response: ServerResponse): boolean {
    if (socket.destroyed) return false;
    let connection = met.get(socket);
    if (!connection) {
      connection = { unanswered: 0, sent: 0, stalledLooks: 0 };
      met.set(socket, connection);
      socket.once('close', () => met.delete(socket));
    }
    const { unanswered } = connection;
    if (unanswered >= MOST_UNANSWERED) {
      close(socket, 'pipelined');
      return false;
    }
    connection.unanswered = unanswered + 1;
    response.once('close', () => {
      connection.unanswered -= 1;
    });
    return true;
  }

  function limitAddresses(server: Server): void {
    if (mostPerAddress > 0) server.prependListener('connection', countAddress);
  }

  function countAddress(socket: Socket): void {
    const { remoteAddress } = socket;
    // One that is gone already has no address.
    if (remoteAddress === undefined || isTrusted(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    const open = openOf.get(network) ?? 0;
    if (open >= mostPerAddress) {
      refuse(socket, network);
      return;
    }
    openOf.set(network, open + 1);
    socket.once('close', () => {
      const left = (openOf.get(network) ?? 1) - 1;
      if (left > 0) openOf.set(network, left);
      else openOf.delete(network);
    });
  }

  function refuse(socket: Socket, network: string): void {
    metrics.countClosedConnection('too_many');
    if (clock.now() >= lastLogged + LOG_EVERY_MS) {
      lastLogged = clock.now();
      log.warn({ client: network, limit: mostPerAddress }, 'too many connections from one address');
    }
    const body = JSON.stringify({ error: { type: 'unavailable', message: REFUSAL } });
    socket.on('error', () => {});
    socket.end(
      'HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json; charset=utf-8\r\n' +
        `Retry-After: 1\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
    socket.destroySoon();
  }

  return { admit, limitAddresses, stop };
}

/**
 * What the system has taken of all that was written. Node itself tells only of whole writes, and a page may be one of them;
 * what is left of it is in libuv's queue.
 */
function bytesSent(socket: Socket): number {
  const { _handle: handle } = socket as {
    _handle?: { writeQueueSize?: number; bytesWritten?: number } | null;
  };
  if (handle?.bytesWritten !== undefined && handle.writeQueueSize !== undefined) {
    return handle.bytesWritten - handle.writeQueueSize;
  }
  return socket.bytesWritten - socket.writableLength;
}
