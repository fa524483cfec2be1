import { once } from 'node:events';
import { connect, type LookupFunction, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { HoldsClaim } from '../outbox/channel.ts';
import { ClaimLost } from '../outbox/node.ts';
import type { Clock } from '../time/clock.ts';
import { SECOND_MS } from '../time/timestamps.ts';
import type { Relay } from './relay.ts';

/** The stages of a session, and how long each may take. */
export const STAGE_MS = {
  connecting: 15 * SECOND_MS,
  // The greeting, EHLO and TLS.
  greeting: 30 * SECOND_MS,
  login: 30 * SECOND_MS,
  // MAIL, RCPT and DATA. The server may ask another one about the recipient.
  envelope: 60 * SECOND_MS,
  // Long, because a server that we give up on here may still have accepted the message, and would get it twice.
  message: 120 * SECOND_MS,
};
/** For the whole attempt. */
export const ATTEMPT_MS = 180 * SECOND_MS;
/** For the library's own timeouts, which don't use our clock and must never fire first. */
const NEVER_MS = 10 * ATTEMPT_MS;
/** Of one reply. */
const MAX_REPLY_BYTES = 64 * 1024;

export type Stage = keyof typeof STAGE_MS;

export interface Mail {
  envelope: { from: string; to: string };
  raw: string;
  /** Asked before the content goes out. */
  holdsClaim: HoldsClaim;
}

/** An error of the library, with what the server said. */
export interface SmtpError extends Error {
  code?: string;
  originalCode?: string;
  response?: string;
  responseCode?: number;
  /** The command that it responded to. */
  command?: string;
}

export class SessionFailed extends Error {
  readonly stage: Stage;
  readonly reason: SmtpError | 'late';

  constructor(stage: Stage, reason: SmtpError | 'late') {
    super(`SMTP failed while ${stage}`, { cause: reason });
    this.stage = stage;
    this.reason = reason;
  }
}

interface SessionOptions {
  relay: Relay;
  /** What this service calls itself. */
  name: string;
  clock: Clock;
  lookup?: LookupFunction;
}

/** A connection to the mail server, logged in. */
export interface Session {
  /** How many messages the server has accepted. */
  readonly sent: number;
  readonly isOpen: boolean;
  /** Rejects with `ClaimLost` if another node has claimed the message by now: then the server got none of its content. */
  send(mail: Mail, endsAt: number): Promise<void>;
  onEnd(action: () => void): void;
  /** Says goodbye without waiting for a reply. */
  quit(): void;
}

/** Rejects with `SessionFailed` only. */
export async function openSession(options: SessionOptions, endsAt: number): Promise<Session> {
  const { relay, name, clock, lookup } = options;
  const { host, port, isSecure, requiresStartTls, login } = relay;
  const socket = connect({ host, port, ...(lookup && { lookup }) });
  /** Waits for one stage, and closes a session that fails. */
  async function during<Result>(stage: Stage, work: Promise<Result>): Promise<Result> {
    try {
      return await inTime(clock, Math.min(STAGE_MS[stage], endsAt - clock.now()), work);
    } catch (error) {
      socket.destroy();
      throw new SessionFailed(stage, error as SmtpError | 'late');
    }
  }

  await during('connecting', once(socket, 'connect'));
  const connection = new SMTPConnection({
    connection: socket,
    host,
    secure: isSecure,
    requireTLS: requiresStartTls,
    ignoreTLS: !requiresStartTls,
    name,
    connectionTimeout: NEVER_MS,
    greetingTimeout: NEVER_MS,
    socketTimeout: NEVER_MS,
    maxResponseSize: MAX_REPLY_BYTES,
  });
  // Callbacks report errors to their callers. Without a listener, an error would end the process.
  connection.on('error', () => {});
  await during('greeting', greeted(connection));
  if (login) await during('login', loggedIn(connection, login));
  return sessionOn(connection, socket, clock);
}

function greeted(connection: SMTPConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.once('error', reject);
    connection.once('end', () => reject(new Error('closed')));
    connection.connect((error) => (error ? reject(error) : resolve()));
  });
}

function loggedIn(connection: SMTPConnection, login: { user: string; pass: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.once('error', reject);
    connection.once('end', () => reject(new Error('closed')));
    connection.login(login, (error) => (error ? reject(error) : resolve()));
  });
}

function sessionOn(connection: SMTPConnection, socket: Socket, clock: Clock): Session {
  let sent = 0;
  return {
    get sent() {
      return sent;
    },
    get isOpen() {
      return !connection.destroyed && socket.writable;
    },
    async send({ envelope, raw, holdsClaim }, endsAt) {
      let stage: Stage = 'envelope';
      let cancel = () => {};
      const timeOut = (reject: (error: unknown) => void) => {
        cancel();
        cancel = clock.after(Math.min(STAGE_MS[stage], endsAt - clock.now()), () => reject('late'));
      };
      try {
        await new Promise<void>((resolve, reject) => {
          timeOut(reject);
          // The library reads this once the server wants the content, which begins the next stage.
          const content = new Readable({
            read() {
              stage = 'message';
              timeOut(reject);
              const sendContent = () => {
                this.push(raw);
                this.push(null);
              };
              const held = holdsClaim();
              if (held === true) sendContent();
              else held.then((isHeld) => (isHeld ? sendContent() : reject(new ClaimLost())), reject);
            },
          });
          connection.send({ from: envelope.from, to: [envelope.to] }, content, (error) =>
            error ? reject(error) : resolve(),
          );
        });
        sent += 1;
      } catch (error) {
        socket.destroy();
        if (error instanceof ClaimLost) throw error;
        throw new SessionFailed(stage, error as SmtpError | 'late');
      } finally {
        cancel();
      }
    },
    onEnd: (action) => void connection.once('end', action),
    quit() {
      connection.quit();
      connection.close();
    },
  };
}

async function inTime<Result>(clock: Clock, ms: number, work: Promise<Result>): Promise<Result> {
  let cancel = () => {};
  const late = new Promise<never>((_resolve, reject) => {
    cancel = clock.after(ms, () => reject('late'));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    cancel();
  }
}
