// Raw mail, read. Takes any bytes, never throws, and takes no longer than a walk over them: measured on 1 MiB made to be slow.
import { onOneLine } from '../plain-text.ts';
import { allOf, firstOf } from './header-fields.ts';
import { addressesIn, messageIdsIn, sendersIn, wordsIn } from './header-values.ts';
import type { Mail } from './mail.ts';
import { readTree } from './mime.ts';
import { hopIn } from './received.ts';
import { textOf } from './text.ts';

const SUBJECT_LENGTH = 500;

export async function readMail(raw: Uint8Array): Promise<Mail> {
  // Loaded with the first mail: most services read none.
  const { addressParser, decodeWords } = await import('postal-mime');
  const { root, excess } = readTree(raw);
  const all = (name: string) => allOf(root.fields, name);
  const first = (name: string) => firstOf(root.fields, name);
  const text = textOf(root);
  const written = Date.parse(first('date'));
  return {
    message_id: messageIdsIn(first('message-id'))[0] ?? null,
    in_reply_to: messageIdsIn(first('in-reply-to')),
    references: messageIdsIn(first('references')),
    from: sendersIn(all('from'), addressParser),
    to: addressesIn(all('to'), addressParser),
    cc: addressesIn(all('cc'), addressParser),
    subject: onOneLine(wordsIn(first('subject'), decodeWords), SUBJECT_LENGTH),
    text,
    reply: text,
    is_encrypted: false,
    written_at: Number.isFinite(written) ? written : null,
    received_from: all('received').map((line) => hopIn(line).client),
    nature: excess === null ? { nature: 'human' } : { nature: 'automatic', because: excess },
  };
}
