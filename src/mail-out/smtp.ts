import type { LookupFunction } from 'node:net';
import type { Clock } from '../time/clock.ts';
import { SECOND_MS } from '../time/timestamps.ts';
import type { MailResult } from './record.ts';
import type { Relay } from './relay.ts';
import { ATTEMPT_MS, type Mail, openSession, type Session, SessionFailed } from './session.ts';
import { createFailureWords, isOfRelay, isRefusal } from './smtp-failures.ts';

/** Many servers want a limit. */
const MESSAGES_PER_SESSION = 100;
const IDLE_MS = 30 * SECOND_MS;

export interface SmtpOptions {
  relay: Relay;
  /** What this service calls itself. */
  name: string;
  clock: Clock;
  lookup?: LookupFunction;
}

/** Sends messages to the mail server, and keeps sessions for the next message. */
export function createSmtp(options: SmtpOptions) {
  const { relay, clock } = options;
  const inWords = createFailureWords(relay.login);
  /** Idle sessions, the last used at the end. */
  let idle: { session: Session; cancelEnd: () => void }[] = [];

  function keep(session: Session): void {
    if (session.sent >= MESSAGES_PER_SESSION) {
      session.quit();
      return;
    }
    const cancelEnd = clock.after(IDLE_MS, () => {
      remove(session);
      session.quit();
    });
    idle.push({ session, cancelEnd });
  }

  function remove(session: Session): void {
    idle.find((kept) => kept.session === session)?.cancelEnd();
    idle = idle.filter((kept) => kept.session !== session);
  }

  function takeIdle(): Session | undefined {
    for (let last = idle.pop(); last; last = idle.pop()) {
      last.cancelEnd();
      if (last.session.isOpen) return last.session;
    }
    return undefined;
  }

  async function open(endsAt: number): Promise<Session> {
    const session = await openSession(options, endsAt);
    session.onEnd(() => remove(session));
    return session;
  }

  async function sendOn(session: Session, mail: Mail, endsAt: number): Promise<void> {
    await session.send(mail, endsAt);
    keep(session);
  }

  async function send(mail: Mail): Promise<MailResult> {
    const endsAt = clock.now() + ATTEMPT_MS;
    const kept = takeIdle();
    try {
      if (kept) await sendOn(kept, mail, endsAt).catch((error) => retryOnNewSession(error, mail, endsAt));
      else await sendOn(await open(endsAt), mail, endsAt);
      return { fate: 'sent', error: null };
    } catch (error) {
      if (!(error instanceof SessionFailed)) throw error;
      return { fate: fateOf(error), error: inWords(error) };
    }
  }

  /** Tries once more if the server has just ended a kept session. That says nothing about the message. */
  async function retryOnNewSession(error: unknown, mail: Mail, endsAt: number): Promise<void> {
    if (!(error instanceof SessionFailed) || !isSessionOver(error)) throw error;
    await sendOn(await open(endsAt), mail, endsAt);
  }

  return {
    send,
    close(): void {
      const sessions = idle.map(({ session }) => session);
      for (const session of sessions) {
        remove(session);
        session.quit();
      }
    },
  };
}

function fateOf(failure: SessionFailed): 'refused' | 'away' | 'trouble' {
  if (isRefusal(failure)) return 'refused';
  return isOfRelay(failure) ? 'away' : 'trouble';
}

/** Whether the session was closed, or about to be (421), before any of the message was sent. */
function isSessionOver({ stage, reason }: SessionFailed): boolean {
  if (stage !== 'envelope' || reason === 'late') return false;
  return reason.responseCode === undefined || reason.responseCode === 421;
}
