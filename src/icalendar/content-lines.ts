// iCalendar text as lines of `NAME;PARAMETER=value:value`, folded lines joined.

export interface ContentLine {
  /** In upper case. */
  name: string;
  /** As written: `;TZID=Europe/Berlin;VALUE=DATE-TIME`. Few are ever asked for. */
  parameters: string;
  value: string;
}

const LONGEST_NAME = 64;
const BYTE_ORDER_MARK = '\uFEFF';
/** Times hold no colon. Names of time zones may, and not everybody quotes them: `TZID=tzone://Microsoft/Custom:20260105T090000`. */
const COLON_IS_THE_LAST = new Set(['DTSTART', 'DTEND', 'RECURRENCE-ID', 'RDATE', 'EXDATE', 'FREEBUSY']);

/** The lines with a name that is wanted. What is no content line is passed over. */
export function* contentLines(text: string, isWanted: (name: string) => boolean): Generator<ContentLine> {
  for (const line of unfolded(text)) {
    const nameLength = line.slice(0, LONGEST_NAME).search(/[;:]/);
    if (nameLength === -1) continue;
    const name = line.slice(0, nameLength).trim().toUpperCase();
    if (!isWanted(name)) continue;
    const colon = COLON_IS_THE_LAST.has(name)
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
