// How a calendar program reads an invite: with node-ical, which is independent of Rota.
import ical from 'node-ical';

export interface ReadInvite {
  method: string;
  uid: string;
  sequence: number;
  status: string | undefined;
  starts_at: number;
  ends_at: number;
  stamped_at: number;
  summary: string;
  description: string | undefined;
  organizer: { name: string; address: string };
  attendees: { name: string; address: string; role: string; partstat: string; rsvp: boolean }[];
}

interface Person {
  params: Record<string, string>;
  val: string;
}

const addressOf = ({ val }: Person) => decodeURIComponent(val.replace(/^mailto:/, ''));

export function readInvite(text: string): ReadInvite {
  const components = Object.values(ical.sync.parseICS(text));
  const events = components.filter((component) => component?.type === 'VEVENT');
  if (events.length !== 1) throw new Error(`${events.length} events instead of one`);
  const event = events[0] as unknown as Record<string, unknown> & { start: Date; end: Date; dtstamp: Date };
  const organizer = event.organizer as Person;
  const attendees = [event.attendee].flat() as Person[];
  return {
    method: String(event.method),
    uid: String(event.uid),
    sequence: Number(event.sequence),
    status: event.status as string | undefined,
    starts_at: event.start.getTime(),
    ends_at: event.end.getTime(),
    stamped_at: event.dtstamp.getTime(),
    summary: String(event.summary),
    description: event.description as string | undefined,
    organizer: { name: organizer.params.CN as string, address: addressOf(organizer) },
    attendees: attendees.map((attendee) => ({
      name: attendee.params.CN as string,
      address: addressOf(attendee),
      role: attendee.params.ROLE as string,
      partstat: attendee.params.PARTSTAT as string,
      rsvp: Boolean(attendee.params.RSVP),
    })),
  };
}

/** The text of a property by RFC 5545: unfolds lines, then unescapes the value. node-ical undoes escapes one kind after another. */
export function propertyIn(text: string, name: string): string | undefined {
  const lines = text.replace(/\r?\n /g, '').split(/\r?\n/);
  const value = lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1);
  return value?.replace(/\\(.)/g, (_, character) => (character === 'n' ? '\n' : character));
}
