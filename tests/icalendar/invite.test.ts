// An invite as iCalendar text is read back as what was meant, whatever its names, addresses and texts.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withDetails } from '../../src/icalendar/details.ts';
import { type Invite, inviteText } from '../../src/icalendar/invite.ts';
import { multiline, onOneLine } from '../../src/text/plain-text.ts';
import { runs } from '../support/chance.ts';
import { describe, test } from '../support/lanes.ts';
import { propertyIn, readInvite } from '../support/receivers/calendar.ts';

const invite: Invite = {
  method: 'REQUEST',
  goes_on: true,
  uid: 'mr_01KJPWD6M0JVWT4QM01M0HHYVG@rota.localhost',
  sequence: 0,
  starts_at: Date.parse('2026-03-29T00:30:00Z'),
  ends_at: Date.parse('2026-03-29T01:15:00Z'),
  stamped_at: Date.parse('2026-03-02T09:00:00Z'),
  summary: 'Product demo',
  organizer: { name: 'Ada Lovelace', address: 'sales.acme@rota.localhost' },
  attendees: [
    { name: 'Ada Lovelace', address: 'ada@example.com', has_accepted: true },
    { name: null, address: 'grace@example.org', has_accepted: false },
  ],
};

describe.inBothLanes('An invite', () => {
  test('is one event in a calendar with its method', () => {
    assert.equal(
      inviteText(invite),
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Rota//Rota//EN',
        'METHOD:REQUEST',
        'BEGIN:VEVENT',
        'UID:mr_01KJPWD6M0JVWT4QM01M0HHYVG@rota.localhost',
        'SEQUENCE:0',
        'DTSTAMP:20260302T090000Z',
        'DTSTART:20260329T003000Z',
        'DTEND:20260329T011500Z',
        'SUMMARY:Product demo',
        'STATUS:CONFIRMED',
        'TRANSP:OPAQUE',
        'ORGANIZER;CN="Ada Lovelace":mailto:sales.acme@rota.localhost',
        'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALS',
        ' E;CN="Ada Lovelace":mailto:ada@example.com',
        'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=',
        ' TRUE;CN="grace@example.org":mailto:grace@example.org',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    );
  });

  test('that is cancelled says so, unless it goes on without some', () => {
    const statusOf = (text: string) => /^STATUS:(\w+)/m.exec(text)?.[1];
    assert.equal(statusOf(inviteText({ ...invite, method: 'CANCEL', goes_on: false })), 'CANCELLED');
    assert.equal(statusOf(inviteText({ ...invite, method: 'CANCEL', goes_on: true })), undefined);
  });

  test('has no line that a text has smuggled in, and none of more than 75 bytes', () => {
    const hostile =
      'X\r\nATTENDEE:mailto:mallory@example.net\nEND:VEVENT\u2028DTSTART:20300101T000000Z\u0085\0"; ^n \\n,';
    const shared = inviteText({
      ...invite,
      summary: hostile,
      organizer: { ...invite.organizer, name: hostile },
      attendees: [{ name: hostile, address: "o'neil+%41?#x@example.org", has_accepted: false }],
    });
    const details = {
      description: hostile,
      location: hostile,
      url: 'https://rota.example.com/m/1',
      conference: { url: 'https://meet.example.org/a?b=c;d', label: hostile },
    };
    const text = withDetails(shared, details);
    for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
    const names = text
      .replaceAll('\r\n ', '')
      .split('\r\n')
      .map((line) => line.split(/[;:]/)[0]);
    const count = (name: string) => names.filter((each) => each === name).length;
    assert.deepEqual(['ATTENDEE', 'DTSTART', 'END', 'ORGANIZER'].map(count), [1, 1, 2, 1]);
    assert.deepEqual(['DESCRIPTION', 'LOCATION', 'URL', 'CONFERENCE'].map(count), [1, 1, 1, 1]);
    assert.equal(withDetails(text, details), text, 'what it said before is replaced');
    const read = readInvite(text);
    assert.equal(read.attendees[0]?.address, "o'neil+%41?#x@example.org");
    assert.equal(read.attendees[0]?.role, 'REQ-PARTICIPANT', 'no name has ended its parameter');
  });

  const anyText = fc.string({ unit: 'binary', maxLength: 200 });
  const name = fc.option(
    anyText.filter((text) => text.length > 0),
    { nil: null },
  );
  const address = fc.integer({ min: 0, max: 999 }).map((number) => `o'neil+${number}%a@bücher.example`);

  test('is read by node-ical as what was meant, with any text', () => {
    const invites = fc.record({
      method: fc.constantFrom('REQUEST' as const, 'CANCEL' as const),
      goes_on: fc.boolean(),
      uid: fc.constant(invite.uid),
      sequence: fc.nat(),
      starts_at: fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1_000),
      minutes: fc.integer({ min: 1, max: 1_440 }),
      stamped_at: fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1_000),
      summary: anyText.filter((text) => onOneLine(text) !== ''),
      description: fc.option(anyText, { nil: null }),
      organizer: fc.record({ name: anyText.filter((text) => text.length > 0), address }),
      attendees: fc.array(fc.record({ name, address, has_accepted: fc.boolean() }), {
        minLength: 1,
        maxLength: 5,
      }),
    });
    fc.assert(
      fc.property(invites, ({ minutes, description, ...drawn }) => {
        const given: Invite = { ...drawn, ends_at: drawn.starts_at + minutes * 60_000 };
        const details = { description, location: description, url: null, conference: null };
        const text = withDetails(inviteText(given), details);
        for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
        const read = readInvite(text);
        assert.deepEqual(
          { ...read, summary: undefined, description: undefined, organizer: undefined, attendees: undefined },
          {
            method: given.method,
            uid: given.uid,
            sequence: given.sequence,
            status: given.method === 'REQUEST' ? 'CONFIRMED' : given.goes_on ? undefined : 'CANCELLED',
            starts_at: given.starts_at,
            ends_at: given.ends_at,
            stamped_at: given.stamped_at,
            summary: undefined,
            description: undefined,
            organizer: undefined,
            attendees: undefined,
          },
        );
        assert.equal(propertyIn(text, 'SUMMARY'), onOneLine(given.summary));
        if (!UNSURE.test(given.summary)) assert.equal(read.summary, onOneLine(given.summary));
        assert.equal(propertyIn(text, 'DESCRIPTION') ?? '', multiline(description ?? ''));
        assert.equal(propertyIn(text, 'LOCATION') ?? '', multiline(description ?? ''));
        assert.deepEqual(read.organizer, {
          name: asName(given.organizer.name) || given.organizer.address,
          address: given.organizer.address,
        });
        assert.deepEqual(
          read.attendees,
          given.attendees.map((attendee) => ({
            name: asName(attendee.name ?? '') || attendee.address,
            address: attendee.address,
            role: 'REQ-PARTICIPANT',
            partstat: attendee.has_accepted ? 'ACCEPTED' : 'NEEDS-ACTION',
            rsvp: !attendee.has_accepted,
          })),
        );
      }),
      runs(100),
    );
  });
});

/** node-ical takes an escaped backslash before these for the beginning of another escape. */
const UNSURE = /\\[nN,;]/;

/** Names have nothing that readers disagree about. */
const asName = (text: string) => onOneLine(text).replaceAll('"', "'").replaceAll('^', ' ');
