// Who the organizer is, and which UID and number a meeting gets: docs/decisions/0025-invitations-come-from-rota.md.
import { onOneLine } from '../text/plain-text.ts';
import { calendarText, escaped, quoted, utc } from './text.ts';

export interface Attendee {
  name: string | null;
  address: string;
  /** True for hosts, and for whoever has chosen the time. The others are asked. */
  has_accepted: boolean;
}

/** A meeting as all attendees have it in their calendars. Times in milliseconds. */
export interface Invite {
  method: 'REQUEST' | 'CANCEL';
  /** With CANCEL: whether the meeting still takes place, without these attendees. */
  goes_on: boolean;
  /** Never changes for a meeting. */
  uid: string;
  /** Increases with each change. */
  sequence: number;
  starts_at: number;
  ends_at: number;
  stamped_at: number;
  summary: string;
  organizer: { name: string; address: string };
  attendees: Attendee[];
}

/** What everybody in the meeting gets (RFC 5546). `withDetails` adds what each of them gets besides. */
export function inviteText(invite: Invite): string {
  const { method, organizer } = invite;
  return calendarText([
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${escaped(invite.uid)}`,
    `SEQUENCE:${invite.sequence}`,
    `DTSTAMP:${utc(invite.stamped_at)}`,
    `DTSTART:${utc(invite.starts_at)}`,
    `DTEND:${utc(invite.ends_at)}`,
    `SUMMARY:${escaped(onOneLine(invite.summary))}`,
    ...statusLine(invite),
    'TRANSP:OPAQUE',
    `ORGANIZER;CN=${nameOf(organizer)}:${mailto(organizer.address)}`,
    ...invite.attendees.map(attendeeLine),
    'END:VEVENT',
  ]);
}

/** RFC 5546, 3.2.5: no status if only some attendees are uninvited. */
function statusLine({ method, goes_on }: Invite): string[] {
  if (method === 'REQUEST') return ['STATUS:CONFIRMED'];
  return goes_on ? [] : ['STATUS:CANCELLED'];
}

function attendeeLine({ has_accepted, ...person }: Attendee): string {
  const answer = has_accepted ? 'PARTSTAT=ACCEPTED;RSVP=FALSE' : 'PARTSTAT=NEEDS-ACTION;RSVP=TRUE';
  return `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;${answer};CN=${nameOf(person)}:${mailto(person.address)}`;
}

function nameOf({ name, address }: { name: string | null; address: string }): string {
  return quoted(onOneLine(name ?? '') || address);
}

/**
 * Programs compare addresses as text, so this encodes only the characters that would end the address in a URI. Letters outside
 * ASCII stay as they are.
 */
function mailto(address: string): string {
  return `mailto:${address.replace(/[%?#]/g, encodeURIComponent)}`;
}
