// Values in headers: people and message ids. All of them bounded, because a header can have 64 KiB.
import type { addressParser, decodeWords } from 'postal-mime';
import { isEmail } from '../text/emails.ts';
import { onOneLine } from '../text/plain-text.ts';
import type { Address } from './mail.ts';

/** For all fields of the same name together: more people than the service accepts anywhere. */
const MAX_ADDRESS_LENGTH = 16 * 1024;
/** postal-mime accepts groups within groups, and takes long to parse them. */
const MAX_GROUPS = 20;
const MAX_WORDS_FIELD = 8 * 1024;
const MAX_ADDRESSES = 200;
const MAX_IDS = 100;
const MAX_ID_LENGTH = 998;
const NAME_LENGTH = 200;

/** Everybody with a valid address. */
export const addressesIn = (fields: string[], parse: typeof addressParser) =>
  mailboxesIn(fields, parse).filter(({ address }) => isEmail(address));

/** If there are several, includes those with an invalid address: then it isn't clear who wrote the mail. */
export function sendersIn(fields: string[], parse: typeof addressParser): Address[] {
  const mailboxes = mailboxesIn(fields, parse);
  return mailboxes.length > 1 ? mailboxes : mailboxes.filter(({ address }) => isEmail(address));
}

function mailboxesIn(fields: string[], parse: typeof addressParser): Address[] {
  const found: Address[] = [];
  let left = MAX_ADDRESS_LENGTH;
  for (const field of fields) {
    const read = field.slice(0, left).split(':', MAX_GROUPS).join(':');
    left -= read.length;
    for (const { address = '', name } of parse(read, { flatten: true })) {
      const at = Math.max(address.lastIndexOf('@'), 0);
      const written = onOneLine(address.slice(0, at) + address.slice(at).toLowerCase());
      if (written !== '') found.push({ address: written, name: onOneLine(name, NAME_LENGTH) || null });
      if (found.length === MAX_ADDRESSES) return found;
    }
  }
  return found;
}

/** Decodes encoded words. */
export const wordsIn = (field: string, decode: typeof decodeWords) => decode(field.slice(0, MAX_WORDS_FIELD));

/** Each with its angle brackets. */
export function messageIdsIn(field: string): string[] {
  const found: string[] = [];
  for (const [id] of field.matchAll(/<[^<>\s\p{C}]+>/gu)) {
    if (id.length <= MAX_ID_LENGTH) found.push(id);
    if (found.length === MAX_IDS) break;
  }
  return found;
}
