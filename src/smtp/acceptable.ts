// Refuses malformed mail before it is stored.
import { MAX_HEADER_BYTES } from '../mail-in/headers.ts';

const LF = 0x0a;
const CR = 0x0d;
const DOT = 0x2e;

/** What is wrong with a mail, as a sentence; undefined if it can be stored. */
export function faultOf(raw: Buffer): string | undefined {
  if (raw.includes(0)) return 'The mail has a NUL in it';
  if (hasSmuggledEnd(raw)) return 'A line with nothing but a dot does not begin and end with CR LF';
  if (!hasShortHeader(raw)) return `The header has more than ${MAX_HEADER_BYTES} bytes`;
  return undefined;
}

/**
 * True if a less strict server could mistake something in the mail for its end, and the rest for commands: a lone dot between two line
 * ends, one of which isn't CR LF. Mail was smuggled that way in 2023 (CVE-2023-51764 and others). Here only CR LF dot CR LF ends a
 * mail; anything else that looks like an end is an attack.
 */
function hasSmuggledEnd(raw: Buffer): boolean {
  for (let at = 0; at < raw.length; at += 1) {
    if (raw[at] !== DOT || !endsLine(raw[at + 1]) || !(at === 0 || endsLine(raw[at - 1]))) continue;
    // A correctly escaped (doubled) dot has CR LF on both sides.
    if (!isLineEnd(raw, at + 1) || !(at === 0 || isLineEnd(raw, at - 2))) return true;
  }
  return false;
}

const endsLine = (byte: number | undefined) => byte === LF || byte === CR;
const isLineEnd = (raw: Buffer, at: number) => raw[at] === CR && raw[at + 1] === LF;

function hasShortHeader(raw: Buffer): boolean {
  if (raw.length <= MAX_HEADER_BYTES) return true;
  return /(?:^|\n)\r?\n/.test(raw.toString('latin1', 0, MAX_HEADER_BYTES));
}
