// The Message-IDs of our messages. Each has a part that only its recipients know. The id alone could be guessed, because ids made
// at the same moment follow each other.
import { randomBytes } from 'node:crypto';
import { isId } from '../ids.ts';

const SECRET_BYTES = 12;
/** The secret is optional, because earlier versions had none. */
const FORM = /^<([^<>@\s.]+)(?:\.([\w-]{16}))?@([^<>@\s]+)>$/;

/**
 * A header on every message. Without it, two services that write to each other's teams would take each other for people: a
 * message that offers times has no other sign of a machine.
 */
export const OWN_MARK = 'X-Rota-Message';

/** With its angle brackets, as in a header. */
export function newMessageId(id: string, mailDomain: string): string {
  return `<${id}.${randomBytes(SECRET_BYTES).toString('base64url')}@${mailDomain}>`;
}

/** The id of one of our messages, from its Message-ID; undefined if it isn't ours. */
export function messageIdIn(header: string, mailDomain: string): string | undefined {
  const [, id = '', , domain] = FORM.exec(header) ?? [];
  const isOurs = domain?.toLowerCase() === mailDomain.toLowerCase() && isId('message', id);
  return isOurs ? id : undefined;
}

/** Whether these headers include the Message-ID, and it has a secret that nobody can guess. */
export function isProvenBy(messageId: string, headers: readonly string[]): boolean {
  const [, , secret] = FORM.exec(messageId) ?? [];
  return secret !== undefined && headers.includes(messageId);
}
