import { once } from 'node:events';
import { connect, type LookupFunction, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { HoldsClaim } from '../outbox/channel.ts';
import { ClaimLost } from '../outbox/node.ts';
import type { Clock } from '../time/clock.ts';
import { SECOND_MS } from '../time/timestamps.ts';
import type { Relay } from './relay.ts';

/** What a session does at the moment, and how long that may take. */
export const STAGE_MS = {
  connecting: 15 * SECOND_MS,
  // The greeting, EHLO and TLS.
  greeting: 30 * SECOND_MS,
  login: 30 * SECOND_MS,
  // MAIL, RCPT and DATA. A server may ask another one about the recipient.
  envelope: 60 * SECOND_MS,
  // Long, because a server that is given up here may still have taken the message, and gets it once more.
  message: 120 * SECOND_MS,
};
/** For everything. */
export const ATTEMPT_MS = 180 * SECOND_MS;
/** The library's own limits, which follow no clock of ours, must not be first. */
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
  /** What it answered to. */
  command?: string;
}

/** A session has failed in this stage. */
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
  /** How many messages it has taken. */
  readonly sent: number;
  readonly isOpen: boolean;
  /** Rejects with `ClaimLost` if the message is another node's by now: the server has got nothing of it. */
  send(mail: Mail, endsAt: number): Promise<void>;
  onEnd(action: () => void): void;
  /** Says good-bye, and does not wait for an answer. */
  quit(): void;
}

/** Rejects with `SessionFailed` only. */
export async function openSession(options: SessionOptions, endsAt: number): Promise<Session> {
  const { relay, name, clock, lookup } = options;
  const { host, port, isSecure, requiresStartTls, login } = relay;
  const socket = connect({ host, port, ...(lookup && { lookup }) });
  /** Waits for one stage; a session that fails is of no use any more. */
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
  // What fails is told to whoever waits for it. Without a listener, it would end the process.
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
          // It is read once the server wants it, which begins the next stage.
          const content = new Readable({
            read() {
              stage = 'message';
              timeOut(reject);
              const hand = () => {
                this.push(raw);
                this.push(null);
              };
              const isOurs = holdsClaim();
              if (isOurs === true) hand();
              else isOurs.then((isStillOurs) => (isStillOurs ? hand() : reject(new ClaimLost())), reject);
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
