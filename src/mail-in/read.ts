// Reads raw mail. Accepts any bytes, never throws, and takes no longer than a pass over them. Of mails of 1 MiB crafted to be
// slow (tests/mail-in/hostile-mails.ts), the slowest takes 30 ms of CPU; a typical mail takes a third of a millisecond.
import { onOneLine } from '../text/plain-text.ts';
import { allOf, firstOf } from './header-fields.ts';
import { addressesIn, messageIdsIn, sendersIn, wordsIn } from './header-values.ts';
import type { Mail } from './mail.ts';
import { readTree } from './mime.ts';
import { natureOf } from './nature.ts';
import { hopIn } from './received.ts';
import { replyIn } from './reply-text.ts';
import { insideSignature, isEncrypted, withoutArmour } from './signed.ts';
import { textOf } from './text.ts';

const SUBJECT_LENGTH = 500;

/** `sender` is the envelope's: if it is empty, a machine sent the mail. */
export async function readMail(raw: Uint8Array, sender?: string): Promise<Mail> {
  // Loaded with the first mail: most services read none.
  const { addressParser, decodeWords } = await import('postal-mime');
  const tree = readTree(raw);
  const root = insideSignature(tree.root);
  const all = (name: string) => allOf(root.fields, name);
  const first = (name: string) => firstOf(root.fields, name);

  const from = sendersIn(all('from'), addressParser);
  const subject = onOneLine(wordsIn(first('subject'), decodeWords), SUBJECT_LENGTH);
  const shown = withoutArmour(textOf(root));
  const is_encrypted = isEncrypted(root, shown);
  const text = is_encrypted ? '' : shown;
  const { text: reply, is_interleaved } = replyIn(text, from[0]?.name ?? null);
  const written = Date.parse(first('date').slice(0, 100));
  const written_at = Number.isFinite(written) ? written : null;
  return {
    message_id: messageIdsIn(first('message-id'))[0] ?? null,
    in_reply_to: messageIdsIn(first('in-reply-to')),
    references: messageIdsIn(first('references')),
    from,
    to: addressesIn(all('to'), addressParser),
    cc: addressesIn(all('cc'), addressParser),
    subject,
    text,
    reply,
    is_interleaved,
    is_encrypted,
    written_at,
    received_from: all('received').map((line) => hopIn(line).client),
    nature:
      tree.excess === null
        ? natureOf({ root, from, subject, text, reply, written_at, sender })
        : { nature: 'automatic', reason: tree.excess },
  };
}
