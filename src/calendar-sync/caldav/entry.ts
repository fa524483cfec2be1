import { calendarText, escaped, utc } from '../../icalendar/text.ts';
import { multiline } from '../../text/plain-text.ts';
import { summaryOf } from '../entries.ts';

/** A booking to write to a calendar. */
interface Entry {
  uid: string;
  starts_at: number;
  ends_at: number;
  title: string | null;
  participant_emails: string[];
  location: string | null;
  /** Grows with each change. */
  sequence: number;
  written_at: number;
}

/**
 * The booking as iCalendar text. Participants are listed in the description: with ATTENDEE, many servers would send their own
 * invitations.
 */
export function entryText(entry: Entry): string {
  const { participant_emails: emails } = entry;
  return calendarText([
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `DTSTAMP:${utc(entry.written_at)}`,
    `DTSTART:${utc(entry.starts_at)}`,
    `DTEND:${utc(entry.ends_at)}`,
    `SEQUENCE:${entry.sequence}`,
    `SUMMARY:${escaped(summaryOf(entry))}`,
    ...(emails.length > 0 ? [`DESCRIPTION:${escaped(emails.join('\n'))}`] : []),
    ...(entry.location ? [`LOCATION:${escaped(multiline(entry.location))}`] : []),
    'TRANSP:OPAQUE',
    'END:VEVENT',
  ]);
}
