// Who may connect to send us mail. Silent connections never keep others out.
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Addressee } from '../mail-in/arrival.ts';
import { createNetworkCheck, networkOf } from '../text/networks.ts';
import type { Clock } from '../time/clock.ts';
import type { SmtpMetrics } from './metrics.ts';
import { madeRoom, type Refusal, tooManyConnections, tooSlow } from './replies.ts';

/** From one IPv4 address or IPv6 /64. For trusted networks, only the total limit applies. */
const MAX_PER_ADDRESS = 20;
const MAX_CONNECTIONS = 200;
/** Extra connections for trusted networks only, so that strangers can't keep them out. */
const RESERVE = 20;
/** A session without a mail ends after this time, even if it is active. */
const SESSION_MS = 5 * 60_000;
const DATA_MS = 2 * 60_000;
const LOG_EVERY_MS = 60_000;

export interface Connection {
  readonly id: string;
  readonly address: string;
  readonly isTrusted: boolean;
  /** After STARTTLS, the TLS socket. */
  socket: Socket;
  /** Recipients of the current mail, by the address that the client gave. */
  readonly recipients: Map<string, Addressee>;
  /** Recipients accepted with 250. LMTP replies to each, even if one was named twice. */
  accepted: number;
  /** Failed commands since the last mail. */
  failures: number;
  /** From DATA to its reply. */
  isReceiving: boolean;
  /** Sends the reason, and closes the connection. */
  end(reply: Refusal): void;
  /** Cancels the time limit of the current step. */
  cancelDeadline(): void;
}

export interface Connections {
  readonly size: number;
  /** Undefined if there is no room; the socket is then closed. */
  admit(socket: Socket, end: (connection: Connection, reply: Refusal) => void): Connection | undefined;
  find(id: string): Connection | undefined;
  /** Marks the connection as active. */
  touch(connection: Connection): void;
  startReceiving(connection: Connection): void;
  stopReceiving(connection: Connection): void;
  release(connection: Connection): void;
  /** Ends connections that aren't transferring a mail. */
  endIdle(reply: Refusal): void;
  destroyAll(): void;
}

interface Parts {
  clock: Clock;
  log: Logger;
  metrics: SmtpMetrics;
  trustedNetworks: readonly string[];
}

export function createConnections({ clock, log, metrics, trustedNetworks }: Parts): Connections {
  const isTrustedAddress = createNetworkCheck(trustedNetworks);
  /** Longest silent first. */
  const open = new Map<string, Connection>();
  const openOf = new Map<string, number>();
  let nextId = 1;
  let lastLogged = Number.NEGATIVE_INFINITY;

  function admit(socket: Socket, end: (connection: Connection, reply: Refusal) => void) {
    // A closed socket has no address. A dual-stack socket writes IPv4 addresses as IPv6.
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
    const isTrusted = isTrustedAddress(address);
    const network = networkOf(address);
    const hasShare = isTrusted || (openOf.get(network) ?? 0) < MAX_PER_ADDRESS;
    if (!address || !hasShare || !makeRoom(isTrusted)) return refuse(socket, network);
    const connection: Connection = {
      id: String(nextId++),
      address,
      isTrusted,
      socket,
      recipients: new Map(),
      accepted: 0,
      failures: 0,
      isReceiving: false,
      end: (reply) => end(connection, reply),
      cancelDeadline() {},
    };
    open.set(connection.id, connection);
    openOf.set(network, (openOf.get(network) ?? 0) + 1);
    startDeadline(connection, SESSION_MS);
    socket.once('close', () => release(connection));
    metrics.countConnection('accepted');
    return connection;
  }

  function makeRoom(isTrusted: boolean): boolean {
    if (open.size < MAX_CONNECTIONS + (isTrusted ? RESERVE : 0)) return true;
    const silent = open.values().find(({ isReceiving }) => !isReceiving);
    if (!silent) return false;
    metrics.countConnection('made_room');
    silent.end(madeRoom());
    release(silent);
    return true;
  }

  function refuse(socket: Socket, network: string): undefined {
    metrics.countConnection('refused');
    if (clock.now() >= lastLogged + LOG_EVERY_MS) {
      lastLogged = clock.now();
      log.warn({ client: network, open: open.size }, 'mail connection refused: too many are open');
    }
    const { responseCode, message } = tooManyConnections();
    socket.end(`${responseCode} ${message}\r\n`);
    socket.destroySoon();
  }

  function startDeadline(connection: Connection, withinMs: number): void {
    connection.cancelDeadline();
    connection.cancelDeadline = clock.after(withinMs, () => connection.end(tooSlow()));
  }

  function touch(connection: Connection): void {
    // Connections that were released stay released.
    if (open.delete(connection.id)) open.set(connection.id, connection);
  }

  function release(connection: Connection): void {
    if (!open.delete(connection.id)) return;
    connection.cancelDeadline();
    const network = networkOf(connection.address);
    const left = (openOf.get(network) ?? 1) - 1;
    if (left > 0) openOf.set(network, left);
    else openOf.delete(network);
  }

  return {
    get size() {
      return open.size;
    },
    admit,
    find: (id) => open.get(id),
    touch,
    startReceiving(connection) {
      connection.isReceiving = true;
      touch(connection);
      startDeadline(connection, DATA_MS);
    },
    stopReceiving(connection) {
      connection.isReceiving = false;
      if (!open.has(connection.id)) return;
      touch(connection);
      startDeadline(connection, SESSION_MS);
    },
    release,
    endIdle(reply) {
      for (const connection of [...open.values()]) if (!connection.isReceiving) connection.end(reply);
    },
    destroyAll() {
      for (const { socket } of [...open.values()]) socket.destroy();
    },
  };
}
