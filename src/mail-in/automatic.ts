// Recognizes mail written by a machine (RFC 3834) by its headers. Nobody waits for an answer to it.
import { OWN_MARK } from '../mail-out/message-ids.ts';
import { type Fields, firstOf } from './header-fields.ts';

const MAX_HOPS = 30;
const MACHINES =
  /^(?:mailer-daemon|mail-?daemon|postmaster|no-?_?reply|do-?not-?reply|nicht-?antworten|bounces?|notifications?)(?:[+.=-].*)?$/i;
/** Headers of mail that asks the sender to prove that they are a person. */
const CHALLENGE = [
  'x-boxbe-confirmation',
  'x-spamarrest-noauth',
  'x-tmda-fingerprint',
  'x-choicemail-registration-request',
];

/**
 * How to tell that a machine wrote it, as the end of a sentence; null if nothing says so. `sender` is the envelope's, if known.
 */
export function machineMark(
  fields: Fields,
  from: string | undefined,
  sender: string | undefined,
): string | null {
  const has = (name: string) => fields.some((field) => field.name === name);
  const word = (name: string) => /[\w-]+/.exec(firstOf(fields, name).toLowerCase())?.[0] ?? '';

  const submitted = word('auto-submitted');
  if (submitted !== '' && submitted !== 'no') return `says Auto-Submitted: ${submitted.slice(0, 40)}`;
  if (has(OWN_MARK.toLowerCase())) return 'is from a scheduling service like this one';
  if (['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-auto-reply', 'x-mail-autoreply'].some(has)) {
    return 'is marked as an automatic reply';
  }
  if (['bulk', 'list', 'junk', 'auto_reply'].includes(word('precedence'))) {
    return `says Precedence: ${word('precedence')}`;
  }
  if (has('list-id') || has('list-post') || has('list-unsubscribe')) return 'came through a mailing list';
  if (CHALLENGE.some(has)) return 'asks to confirm that a person has written';
  if (sender === '' || firstOf(fields, 'return-path').replace(/\s/g, '') === '<>') {
    return 'was sent without an address to return it to';
  }
  if (from !== undefined && MACHINES.test(from.slice(0, from.lastIndexOf('@')))) {
    return 'is from an address that nobody reads';
  }
  return null;
}

/** Whether it has passed so many servers that it must be going round in circles. */
export const isLooping = (fields: Fields) =>
  fields.filter(({ name }) => name === 'received').length > MAX_HOPS;
