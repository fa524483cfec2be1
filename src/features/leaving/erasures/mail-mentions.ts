import type { Mentions } from '../../../text/mentions.ts';

/** Shorter ones can't hold an address. */
const BASE64_LINES = /(?:^[A-Za-z0-9+/]{8,}={0,2}\r?$\n?)+/gm;
const ENCODED_WORD = /=\?[^?\s]+\?b\?([A-Za-z0-9+/=]+)\?=/gi;
/** A forwarded mail is encoded, and what is in it too. */
const DEEPEST = 2;

/** Whether a mail as it came in mentions somebody: as it is, as quoted-printable, or as base64. */
export function isInMail(raw: Uint8Array, mentions: Mentions, depth = 0): boolean {
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('utf8');
  if (mentions.isIn(text) || mentions.isIn(unquoted(text))) return true;
  if (depth === DEEPEST) return false;
  const encoded = [
    ...[...text.matchAll(BASE64_LINES)].map(([lines]) => lines),
    ...[...text.matchAll(ENCODED_WORD)].map(([, word = '']) => word),
  ];
  return encoded.some((each) => isInMail(Buffer.from(each, 'base64'), mentions, depth + 1));
}

function unquoted(text: string): string {
  return text
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'));
}
