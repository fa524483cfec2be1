// The raw header fields of a mail, without decoding. Takes linear time, whatever they contain.

/** For all fields together. Mail with more isn't read. */
export const MAX_HEADER_BYTES = 64 * 1024;

export interface HeaderField {
  /** In lower case. */
  name: string;
  /** One character per byte, still folded. */
  value: string;
  /** Where the field begins in the mail, and where the next one does. */
  start: number;
  end: number;
}

interface HeaderFields {
  fields: HeaderField[];
  /** False if the header is longer than `MAX_HEADER_BYTES`, and these are only the first fields. */
  isWhole: boolean;
}

const LF = 0x0a;
const CR = 0x0d;
/** A name and its colon. Anything else belongs to the field above it. */
const FIELD_START = /^([\x21-\x39\x3b-\x7e]{1,200})[ \t]*:/;

export function headerFieldsIn(raw: Uint8Array): HeaderFields {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, MAX_HEADER_BYTES));
  const fields: HeaderField[] = [];
  let at = 0;
  while (at < bytes.length && !isEmptyLine(bytes, at)) {
    const newline = bytes.indexOf(LF, at);
    const end = newline < 0 ? bytes.length : newline + 1;
    const line = bytes.toString('latin1', at, end);
    const [start, name] = FIELD_START.exec(line) ?? [];
    const above = fields.at(-1);
    if (start !== undefined && name !== undefined) {
      fields.push({ name: name.toLowerCase(), value: line.slice(start.length), start: at, end });
    } else if (above) {
      above.value += line;
      above.end = end;
    }
    at = end;
  }
  return { fields, isWhole: at < bytes.length || raw.length <= MAX_HEADER_BYTES };
}

/** What is kept of a mail after it was processed. Signatures of large providers make a header of 10 KB. */
const KEPT_HEADER_BYTES = 16 * 1024;

/** The first fields of the header, without the body. */
export function keptHeader(raw: Uint8Array): Uint8Array {
  const last = headerFieldsIn(raw).fields.findLast(({ end }) => end <= KEPT_HEADER_BYTES);
  return raw.subarray(0, last?.end ?? 0);
}

const isEmptyLine = (bytes: Uint8Array, at: number) =>
  bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] === LF);
