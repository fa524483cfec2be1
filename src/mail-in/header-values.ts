// What headers say: people, and ids of messages. Each bounded: a header can have 64 KiB.
import type { addressParser, decodeWords } from 'postal-mime';
import { isEmail } from '../text/emails.ts';
import { onOneLine } from '../text/plain-text.ts';
import type { Address } from './mail.ts';

/** Of all fields of a name together: enough for more people than the service takes anywhere. */
const MAX_ADDRESS_LENGTH = 16 * 1024;
/** Groups can stand in groups, as far as postal-mime is concerned, and then it takes long. */
const MAX_GROUPS = 20;
const MAX_WORDS_FIELD = 8 * 1024;
const MAX_ADDRESSES = 200;
const MAX_IDS = 100;
const MAX_ID_LENGTH = 998;
const NAME_LENGTH = 200;

/** Whoever stands there with an address to write to. */
export const addressesIn = (fields: string[], parse: typeof addressParser) =>
  mailboxesIn(fields, parse).filter(({ address }) => isEmail(address));

/** Of several, also those with an address that nobody could have: then it is not clear who has written it. */
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

/** With encoded words read. */
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
