import { inWords } from '../network/failures.ts';
import { MINUTE_MS, SECOND_MS } from '../time/timestamps.ts';
import type { Relay } from './relay.ts';
import { type SessionFailed, type SmtpError, STAGE_MS, type Stage } from './session.ts';

const MAX_REPLY = 300;
/** The server wants a login first. That is about us, whichever command it responds to. */
const LOGIN_REQUIRED = 530;

/** The server ends the session, whichever command it responds to. */
const SHUTTING_DOWN = 421;

/** Whether the server rejected this message for good. If it rejects a session, that is about us, and may have passed tomorrow. */
export function isRefusal({ stage, reason }: SessionFailed): boolean {
  if (reason === 'late' || (stage !== 'envelope' && stage !== 'message')) return false;
  // The library refuses an address that can't be written in an envelope, such as one with a line break.
  if (reason.code === 'EENVELOPE' && reason.response === undefined) return true;
  const { code, responseCode = 0 } = reason;
  const isReply = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isReply && responseCode >= 500 && responseCode < 600 && responseCode !== LOGIN_REQUIRED;
}

/**
 * Whether the server was unavailable before it had judged the recipient: it is down, refuses the session or the login, or ends
 * the session. That says nothing about the message. A timeout doesn't count, because it may be the recipient's server that is
 * slow.
 */
export function isOfRelay({ stage, reason }: SessionFailed): boolean {
  if (isOurTrouble(stage)) return true;
  if (stage !== 'envelope' || reason === 'late') return false;
  if (reason.response === undefined) return reason.code !== 'EENVELOPE';
  const isAboutUs = reason.responseCode === SHUTTING_DOWN || reason.responseCode === LOGIN_REQUIRED;
  return isAboutUs || reason.command === 'MAIL FROM';
}

/** One bounded sentence for a failure, without credentials. */
export function createFailureWords(login: Relay['login']): (failure: SessionFailed) => string {
  const secrets = login ? secretsOf(login) : [];
  const withoutSecrets = (text: string) =>
    secrets.reduce((cleaned, secret) => cleaned.replaceAll(secret, '…'), text);

  return (failure) => {
    const { stage, reason } = failure;
    if (reason === 'late') return `the mail server took longer than ${inTime(stage)} for ${work[stage]}`;
    if (reason.response !== undefined) {
      const reply = printable(withoutSecrets(reason.response));
      const verb = isRefusal(failure) || isOurTrouble(stage) ? 'refused' : 'put off';
      return `the mail server ${verb} ${work[stage]}: ${reply}`;
    }
    if (stage === 'envelope' && reason.code === 'EENVELOPE') return 'the address is not valid';
    const why = inWords(withPlainCode(reason), 'sent');
    if (stage === 'message') return `${why}; the mail server may have taken the message`;
    return `no session with the mail server: ${why}`;
  };
}

const work: Record<Stage, string> = {
  connecting: 'the connection',
  greeting: 'the session',
  login: 'the login',
  envelope: 'the message',
  message: 'the message',
};

const isOurTrouble = (stage: Stage) => stage !== 'envelope' && stage !== 'message';

function inTime(stage: Stage): string {
  const ms = STAGE_MS[stage];
  return ms >= 2 * MINUTE_MS ? `${ms / MINUTE_MS} minutes` : `${ms / SECOND_MS} seconds`;
}

/** With the system's error code, which `inWords` knows. */
function withPlainCode(error: SmtpError): Error & { code?: string } {
  const code = error.originalCode ?? error.code;
  const isClosed = code === undefined || code === 'ECONNECTION' || error.message === 'closed';
  return Object.assign(new Error(error.message), { code: isClosed ? 'ECONNRESET' : code });
}

/** The credentials in every form in which a server could send them back. */
function secretsOf({ user, pass }: NonNullable<Relay['login']>): string[] {
  const inBase64 = (text: string) => Buffer.from(text).toString('base64');
  return [inBase64(`\0${user}\0${pass}`), inBase64(pass), inBase64(user), pass, user];
}

/** A reply as one line. */
function printable(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length > MAX_REPLY ? `${characters.slice(0, MAX_REPLY).join('')}…` : line;
}
