// Writes lines, texts and times for iCalendar (RFC 5545).

const MAX_LINE_BYTES = 75;

/** One iCalendar object, with folded lines and line endings as the format requires. */
export function calendarText(lines: string[]): string {
  return foldedText([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Rota//Rota//EN',
    ...lines,
    'END:VCALENDAR',
  ]);
}

export const foldedText = (lines: string[]): string => lines.map((line) => `${folded(line)}\r\n`).join('');

/** The lines of what `calendarText` has made, whole again. */
export const calendarLines = (text: string): string[] =>
  text
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter((line) => line !== '');

/** `20261124T090000Z` */
export function utc(time: number): string {
  return `${new Date(time).toISOString().replace(/[-:]|\.\d+Z$/g, '')}Z`;
}

/** As the value of a property. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');
}

/**
 * As the value of a parameter. No way of writing a quotation mark is understood by every program, and some take a caret as the
 * start of one (RFC 6868).
 */
export function quoted(text: string): string {
  const plain = text
    .toWellFormed()
    .replaceAll('"', "'")
    .replaceAll('^', ' ')
    .replace(/\p{Cc}+/gu, ' ');
  return `"${plain}"`;
}

/** Folds a line with a line break and a space, never within a character. */
function folded(line: string): string {
  let text = '';
  let bytes = 0;
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (bytes + length > MAX_LINE_BYTES) {
      text += '\r\n ';
      bytes = 1;
    }
    text += character;
    bytes += length;
  }
  return text;
}
