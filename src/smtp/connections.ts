// Who may hold a connection to hand mail in. One that says nothing never keeps others out.
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Addressee } from '../mail-in/arrival.ts';
import { createNetworkCheck, networkOf } from '../text/networks.ts';
import type { Clock } from '../time/clock.ts';
import type { SmtpMetrics } from './metrics.ts';
import { madeRoom, type Refusal, tooManyConnections, tooSlow } from './replies.ts';

/** Of one address, or of one /64 with IPv6. Trusted networks are only limited by what there is for all. */
const MAX_PER_ADDRESS = 20;
const MAX_CONNECTIONS = 200;
/** Only for trusted networks: strangers can't keep them out. */
const RESERVE = 20;
/** A session without a mail is over after this time, whatever it says. */
const SESSION_MS = 5 * 60_000;
const DATA_MS = 2 * 60_000;
const LOG_EVERY_MS = 60_000;

export interface Connection {
  readonly id: string;
  readonly address: string;
  readonly isTrusted: boolean;
  /** That of TLS, once it is used. */
  socket: Socket;
  /** Recipients of the mail that is being handed in, by their address as it was given. */
  readonly recipients: Map<string, Addressee>;
  /** Recipients that were answered with 250. LMTP has a reply for each, also for one that was named twice. */
  accepted: number;
  /** Commands that came to nothing since the last mail. */
  failures: number;
  /** From DATA to its reply. */
  isReceiving: boolean;
  /** Says why, and closes it. */
  end(reply: Refusal): void;
  /** Ends the time that it has for what it does. */
  cancelDeadline(): void;
}

export interface Connections {
  readonly size: number;
  /** Undefined if there is no room: the socket is closed. */
  admit(socket: Socket, end: (connection: Connection, reply: Refusal) => void): Connection | undefined;
  find(id: string): Connection | undefined;
  /** Marks it as one that does something. */
  touch(connection: Connection): void;
  startReceiving(connection: Connection): void;
  stopReceiving(connection: Connection): void;
  release(connection: Connection): void;
  /** Ends those that hand no mail in at the moment. */
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
  /** The one that was silent for longest is the first. */
  const open = new Map<string, Connection>();
  const openOf = new Map<string, number>();
  let nextId = 1;
  let lastLogged = Number.NEGATIVE_INFINITY;

  function admit(socket: Socket, end: (connection: Connection, reply: Refusal) => void) {
    // A socket that is closed already has no address. One that takes both kinds writes IPv4 as IPv6.
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
    expect(connection, SESSION_MS);
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
      log.warn({ client: network, open: open.size }, 'too many connections that hand mail in');
    }
    const { responseCode, message } = tooManyConnections();
    socket.end(`${responseCode} ${message}\r\n`);
    socket.destroySoon();
  }

  function expect(connection: Connection, withinMs: number): void {
    connection.cancelDeadline();
    connection.cancelDeadline = clock.after(withinMs, () => connection.end(tooSlow()));
  }

  function touch(connection: Connection): void {
    // Those that were released stay released.
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
      expect(connection, DATA_MS);
    },
    stopReceiving(connection) {
      connection.isReceiving = false;
      if (!open.has(connection.id)) return;
      touch(connection);
      expect(connection, SESSION_MS);
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
