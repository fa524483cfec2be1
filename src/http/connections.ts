import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { repeatingWorker } from '../worker.ts';
import { rawResponse } from './malformed-http.ts';
import type { Metrics } from './metrics.ts';
import { createNetworkCheck, networkOf } from './networks.ts';

/** How often it is checked whether unsent bytes have moved, */
const CHECK_EVERY_MS = 5_000;
/** and how many checks in a row may find them where they were: after 30 seconds the connection is closed. */
const MAX_STALLED_CHECKS = 6;
/**
 * Requests of one connection without a finished response. Node stops reading when responses are not read, but not before it has parsed what it had already read: 64 KiB, which is 1,700 small requests.
 */
const MAX_UNANSWERED = 50;
const LOG_EVERY_MS = 60_000;

const REFUSAL = 'There are too many connections from this address';

interface Connection {
  unanswered: number;
  /** Bytes sent at the last check, and how many checks in a row have found the same. */
  sent: number;
  stalledChecks: number;
}

export interface ConnectionOptions {
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  /** How many an address may have open; 0 for any number. */
  maxPerAddress: number;
  /** Networks of proxies, which may have any number: they bring the connections of many. */
  trustedProxies: readonly string[];
}

/** Keeps what one client can hold of the process within bounds, whatever it sends and however little it reads. */
export function createConnections(options: ConnectionOptions) {
  const { clock, log, metrics, maxPerAddress } = options;
  const isTrusted = createNetworkCheck(options.trustedProxies);
  /** Those that have sent a request: the others have nothing to read. */
  const active = new Map<Socket, Connection>();
  const openOf = new Map<string, number>();
  let lastLogged = Number.NEGATIVE_INFINITY;
  const checks = repeatingWorker('stalled connections', clock, CHECK_EVERY_MS, closeStalled);

  /** Closes connections whose reader has stopped reading. One that has nothing to be sent may be idle for any time. */
  async function closeStalled(): Promise<void> {
    for (const [socket, connection] of active) {
      const sent = bytesSent(socket);
      const isStalled = socket.writableLength > 0 && sent === connection.sent;
      connection.stalledChecks = isStalled ? connection.stalledChecks + 1 : 0;
      connection.sent = sent;
      if (connection.stalledChecks >= MAX_STALLED_CHECKS) close(socket, 'unread');
    }
  }

  function close(socket: Socket, reason: 'unread' | 'pipelined'): void {
    metrics.countClosedConnection(reason);
    socket.destroy();
  }

  /** Called for each request. False when its connection is closed, so that there is nobody to respond to. */
  function admit({ socket }: IncomingMessage, response: ServerResponse): boolean {
    if (socket.destroyed) return false;
    let connection = active.get(socket);
    if (!connection) {
      connection = { unanswered: 0, sent: 0, stalledChecks: 0 };
      active.set(socket, connection);
      socket.once('close', () => active.delete(socket));
    }
    const { unanswered } = connection;
    if (unanswered >= MAX_UNANSWERED) {
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
    if (maxPerAddress > 0) server.prependListener('connection', countAddress);
  }

  function countAddress(socket: Socket): void {
    const { remoteAddress } = socket;
    // One that is gone already has no address.
    if (remoteAddress === undefined || isTrusted(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    const open = openOf.get(network) ?? 0;
    if (open >= maxPerAddress) {
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
      log.warn({ client: network, limit: maxPerAddress }, 'too many connections from one address');
    }
    socket.on('error', () => {});
    socket.end(rawResponse('503 Service Unavailable', 'unavailable', REFUSAL, 'Retry-After: 1\r\n'));
    socket.destroySoon();
  }

  return { admit, limitAddresses, start: checks.start, stop: checks.stop };
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
