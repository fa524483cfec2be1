// What a client can take of a node: docs/decisions/0012-limits-on-calls-and-responses.md.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Services } from '../context.ts';
import { createNetworkCheck, networkOf } from '../text/networks.ts';
import { repeatingWorker } from '../workers/worker.ts';
import { rawResponse } from './malformed-http.ts';
import type { Metrics } from './metrics.ts';

const CHECK_EVERY_MS = 5_000;
/** A connection is closed after this many checks in a row without progress, which is 30 seconds. */
const MAX_STALLED_CHECKS = 6;
/**
 * The most requests of one connection that may lack a finished response. Node stops reading from a client that reads no
 * responses, but not before parsing what it has already received: 64 KiB, or 1,700 small requests.
 */
const MAX_UNANSWERED = 50;
const LOG_EVERY_MS = 60_000;

const REFUSAL = 'There are too many connections from this address';

interface Connection {
  unanswered: number;
  /** Bytes sent at the last check. */
  sent: number;
  stalledChecks: number;
}

export type Connections = ReturnType<typeof createConnections>;

/** Limits how much of the process one client can tie up, whatever it sends and however slowly it reads. */
export function createConnections({ clock, config }: Services, log: Logger, metrics: Metrics) {
  /** 0 means no limit. */
  const maxPerAddress = config.connectionsPerAddress;
  // Proxies have no limit: they carry many clients' connections.
  const isTrusted = createNetworkCheck(config.trustedProxies ?? []);
  /** Connections that have sent a request. The others have nothing to read. */
  const active = new Map<Socket, Connection>();
  const openOf = new Map<string, number>();
  let lastLogged = Number.NEGATIVE_INFINITY;
  const checks = repeatingWorker('stalled connections', clock, CHECK_EVERY_MS, closeStalled);

  /** Closes connections whose client has stopped reading. A connection without unsent bytes may stay idle. */
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

  /** Called for each request. False if its connection was closed. */
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
    // A closed socket has no address any more.
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
 * Bytes handed to the operating system. Node only counts whole writes, and a page of a list can be a single one. The
 * unsent part of it is in libuv's queue.
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
