// The Message-IDs of messages of ours. Each has a part that only who got the message knows: ids of one moment follow each other, and
// whoever has one could guess the next.
import { randomBytes } from 'node:crypto';
import { isId } from '../ids.ts';

const SECRET_BYTES = 12;
/** Earlier versions wrote none. */
const FORM = /^<([^<>@\s.]+)(?:\.([\w-]{16}))?@([^<>@\s]+)>$/;

/**
 * Every message has this header. Two services that write to each other's teams would take each other for people without it: what
 * asks for a time has no other sign of a machine.
 */
export const OWN_MARK = 'X-Rota-Message';

/** With its angle brackets, as it stands in a header. */
export function newMessageId(id: string, mailDomain: string): string {
  return `<${id}.${randomBytes(SECRET_BYTES).toString('base64url')}@${mailDomain}>`;
}

/** The id of a message of ours from its Message-ID; undefined for one of somebody else. */
export function messageIdIn(header: string, mailDomain: string): string | undefined {
  const [, id = '', , domain] = FORM.exec(header) ?? [];
  const isOurs = domain?.toLowerCase() === mailDomain.toLowerCase() && isId('message', id);
  return isOurs ? id : undefined;
}

/** Whether one of these headers names the message in a way that nobody can guess. */
export function isProvenBy(messageId: string, headers: readonly string[]): boolean {
  const [, , secret] = FORM.exec(messageId) ?? [];
  return secret !== undefined && headers.includes(messageId);
}
