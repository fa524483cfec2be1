// Summarizes the header of a mail when it is stored: enough to show the mail and to recognize it if it comes again. The mail
// itself is read later (read.ts). The cost is bounded, whatever the bytes are.
import { createHash } from 'node:crypto';
import { onOneLine } from '../text/plain-text.ts';
import { allOf, type Fields, fieldsIn, firstOf } from './header-fields.ts';
import { addressesIn, messageIdsIn, sendersIn, wordsIn } from './header-values.ts';
import { type HeaderField, headerFieldsIn } from './headers.ts';
import type { Address } from './mail.ts';

const SUBJECT_LENGTH = 500;
/** Longer ones are slow to parse and don't occur. */
const FROM_LENGTH = 2_000;
/** Like mail programs, keeps the first id of a thread and the latest ones. */
const MAX_REFERENCES = 10;

/** Fields that servers add on the way: they differ between two copies of a mail that took different routes. */
const TRACE =
  /^(?:received|return-path|delivered-to|x-original-to|envelope-to|x-received|received-spf|authentication-results|arc-.*)$/;

/** A Message-ID that we can put in a header. */
const USUAL_ID = /^<[\x21-\x3b\x3d\x3f-\x7e]{3,250}>$/;

export interface HeaderSummary {
  /** With its angle brackets; null without a usable one. */
  message_id: string | null;
  /**
   * Identifies the mail: a digest of its Message-ID, its author and its body. The Message-ID alone isn't enough: anybody who
   * knows it could send another mail with it first, and the real one would be taken for a copy.
   */
  key: string;
  in_reply_to: string | null;
  references: string[];
  /** The first author; null without one. */
  from: Address | null;
  subject: string;
}

export async function summarizeHeader(raw: Uint8Array): Promise<HeaderSummary> {
  // Loaded with the first mail: most services read none.
  const { addressParser, decodeWords } = await import('postal-mime');
  const written = headerFieldsIn(raw).fields;
  const fields = unfolded(raw, written);
  const messageId = idsIn(fields, 'message-id')[0] ?? null;
  return {
    message_id: messageId,
    key: digestOf(raw, written, messageId === null ? isNotTrace : isLeftUnchanged),
    in_reply_to: idsIn(fields, 'in-reply-to')[0] ?? null,
    references: shortened(idsIn(fields, 'references')),
    from: sendersIn([firstOf(fields, 'from').slice(0, FROM_LENGTH)], addressParser)[0] ?? null,
    subject: onOneLine(wordsIn(firstOf(fields, 'subject'), decodeWords), SUBJECT_LENGTH),
  };
}

/** The addresses in these fields, in the order of their names. */
export async function addressesOf(raw: Uint8Array, names: string[]): Promise<string[]> {
  const { addressParser } = await import('postal-mime');
  const fields = headerOf(raw);
  return names
    .flatMap((name) => addressesIn(allOf(fields, name), addressParser))
    .map(({ address }) => address);
}

/** The envelope sender, from the `Return-Path` that the last server added: empty for a report, undefined without the field. */
export async function returnPathOf(raw: Uint8Array): Promise<string | undefined> {
  const { addressParser } = await import('postal-mime');
  const [path] = allOf(headerOf(raw), 'return-path');
  return path === undefined ? undefined : (addressesIn([path], addressParser)[0]?.address ?? '');
}

const headerOf = (raw: Uint8Array) => unfolded(raw, headerFieldsIn(raw).fields);

function unfolded(raw: Uint8Array, written: HeaderField[]): Fields {
  return fieldsIn(Buffer.from(raw.buffer, raw.byteOffset, written.at(-1)?.end ?? 0));
}

const idsIn = (fields: Fields, name: string) =>
  messageIdsIn(firstOf(fields, name)).filter((id) => USUAL_ID.test(id));

function shortened(ids: string[]): string[] {
  const [first, ...others] = ids;
  return first === undefined ? [] : [first, ...others.slice(1 - MAX_REFERENCES)];
}

const isNotTrace = (name: string) => !TRACE.test(name);
/** Fields that servers on the way don't change. */
const isLeftUnchanged = (name: string) => name === 'message-id' || name === 'from';

/** Ignores what depends on the program that hands a mail in: line endings, folding, and empty lines at the end. */
function digestOf(raw: Uint8Array, fields: HeaderField[], counts: (name: string) => boolean): string {
  const digest = createHash('sha256');
  const textOf = (start: number, end?: number) => Buffer.from(raw.subarray(start, end)).toString('latin1');
  for (const { name, start, end } of fields) {
    if (counts(name)) digest.update(textOf(start, end).replace(/\s+/g, ' '));
  }
  const body = textOf(fields.at(-1)?.end ?? 0).replace(/\r\n?/g, '\n');
  return `sha256:${digest.update(body.trimEnd()).digest('hex')}`;
}
