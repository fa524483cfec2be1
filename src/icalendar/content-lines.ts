// Splits iCalendar text into lines of `NAME;PARAMETER=value:value`, and joins folded ones.

export interface ContentLine {
  /** In upper case. */
  name: string;
  /** As written: `;TZID=Europe/Berlin;VALUE=DATE-TIME`. Not parsed, because few are ever needed. */
  parameters: string;
  value: string;
}

const LONGEST_NAME = 64;
const BYTE_ORDER_MARK = '\uFEFF';
/** Times have no colon, but zone names may, and not everybody quotes them: `TZID=tzone://Microsoft/Custom:20260105T090000`. */
const SPLIT_AT_LAST_COLON = new Set(['DTSTART', 'DTEND', 'RECURRENCE-ID', 'RDATE', 'EXDATE', 'FREEBUSY']);

/** Yields the lines whose names are wanted. Skips anything that isn't a content line. */
export function* contentLines(text: string, isWanted: (name: string) => boolean): Generator<ContentLine> {
  for (const line of unfolded(text)) {
    const nameLength = line.slice(0, LONGEST_NAME).search(/[;:]/);
    if (nameLength === -1) continue;
    const name = line.slice(0, nameLength).trim().toUpperCase();
    if (!isWanted(name)) continue;
    const colon = SPLIT_AT_LAST_COLON.has(name)
      ? line.lastIndexOf(':')
      : colonAfterParameters(line, nameLength);
    if (colon < nameLength) continue;
    yield { name, parameters: line.slice(nameLength, colon), value: line.slice(colon + 1).trim() };
  }
}

export function parameterOf({ parameters }: ContentLine, wanted: string): string | undefined {
  for (const [, name = '', quoted, plain] of parameters.matchAll(/;([^=;]*)=(?:"([^"]*)"|([^;]*))/g)) {
    if (name.toUpperCase() === wanted) return quoted ?? plain;
  }
  return undefined;
}

function* unfolded(text: string): Generator<string> {
  const newline = text.includes('\n') ? '\n' : '\r';
  let line = '';
  let at = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  while (at < text.length) {
    const found = text.indexOf(newline, at);
    const next = found === -1 ? text.length : found;
    const end = next > at && text[next - 1] === '\r' ? next - 1 : next;
    if (text[at] === ' ' || text[at] === '\t') {
      line += text.slice(at + 1, end);
    } else if (end > at) {
      if (line !== '') yield line;
      line = text.slice(at, end);
    }
    at = next + 1;
  }
  if (line !== '') yield line;
}

function colonAfterParameters(line: string, from: number): number {
  let isQuoted = false;
  for (let at = from; at < line.length; at++) {
    if (line[at] === '"') isQuoted = !isQuoted;
    else if (line[at] === ':' && !isQuoted) return at;
  }
  return -1;
}
