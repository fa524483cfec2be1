/** A booking as it is written to a calendar. */
export interface Entry {
  uid: string;
  starts_at: number;
  ends_at: number;
  title: string | null;
  participant_emails: string[];
  /** Grows with each change. */
  sequence: number;
  written_at: number;
}

const MAX_LINE_BYTES = 75;

/**
 * The booking as iCalendar text. Participants stand in the description: with an ATTENDEE, many servers would send invitations
 * of their own.
 */
export function entryText(entry: Entry): string {
  const { participant_emails: emails } = entry;
  const summary = entry.title ?? (emails.length > 0 ? `Meeting with ${emails[0]}` : 'Meeting');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Rota//Rota//EN',
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `DTSTAMP:${utc(entry.written_at)}`,
    `DTSTART:${utc(entry.starts_at)}`,
    `DTEND:${utc(entry.ends_at)}`,
    `SEQUENCE:${entry.sequence}`,
    `SUMMARY:${escaped(summary)}`,
    ...(emails.length > 0 ? [`DESCRIPTION:${escaped(emails.join('\n'))}`] : []),
    'TRANSP:OPAQUE',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** `20261124T090000Z` */
function utc(time: number): string {
  return `${new Date(time).toISOString().replace(/[-:]|\.\d+Z$/g, '')}Z`;
}

function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');
}

/** Lines go on after a line break and a space, never within a character. */
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
