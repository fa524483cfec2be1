// Invites as other programs read them.
import assert from 'node:assert/strict';
import { type InviteDetails, withDetails } from '../../src/icalendar/details.ts';
import { type Invite, inviteText } from '../../src/icalendar/invite.ts';
import { describe, test } from '../support/lanes.ts';
import { pythonReaders, readWith } from './readers/python.ts';

const plain: Invite = {
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

/** Names come back without quotation marks, carets and control characters. */
const hostileNames = {
  "'Q3'; Hopper, Grace: PhD=1": '"Q3"; Hopper, Grace: PhD=1',
  'Ünïcödé 日程 🗓️ עברית': 'Ünïcödé 日程 🗓️ עברית',
  'one two': 'one\r\ntwo',
  ' n  ': '^n^^',
};
const hostileTexts = ['a; b, c: "d"', 'Überprüfung 日程 🗓️ '.repeat(20).trim(), 'back\\slash'];

const samples: Invite[] = [
  plain,
  {
    ...plain,
    sequence: 7,
    starts_at: Date.parse('2027-10-31T00:59:00Z'),
    ends_at: Date.parse('2027-10-31T01:00:00Z'),
  },
  { ...plain, method: 'CANCEL', goes_on: false, sequence: 8 },
  { ...plain, method: 'CANCEL', goes_on: true, attendees: plain.attendees.slice(0, 1) },
  ...hostileTexts.map((summary) => ({ ...plain, summary })),
  ...Object.values(hostileNames).map((name) => ({
    ...plain,
    organizer: { ...plain.organizer, name },
    attendees: [{ name, address: "o'neil+x@example.org", has_accepted: false }],
  })),
];

/** Every other one says where it is, and names a link. */
function detailsAt(place: number): InviteDetails | null {
  if (place % 2 === 0) return null;
  const text = hostileTexts[place % hostileTexts.length] as string;
  return {
    description: `${text}\n\nEND:VEVENT`,
    location: place % 4 === 1 ? 'https://meet.example.org/a?b=c;d,e' : text,
    url: 'https://rota.example.com/m/01kbm8p1kwg8q4t7m2n6p0r1s000',
    // Readers who don't know the property take a comma in it for the end of an item.
    conference: { url: 'https://meet.example.org/a?b=c;d', label: text },
  };
}

const nameOf = (given: string) =>
  Object.entries(hostileNames).find(([, each]) => each === given)?.[0] ?? given;

describe('An invite', () => {
  for (const reader of pythonReaders) {
    test(`is read by Python’s ${reader} as what was meant`, async () => {
      const texts = samples.map((sample, place) => {
        const details = detailsAt(place);
        return details ? withDetails(inviteText(sample), details) : inviteText(sample);
      });
      const read = await readWith(reader, texts);
      const meant = samples.map(
        ({ method, uid, sequence, starts_at, ends_at, summary, organizer, attendees }, place) => ({
          method,
          uid,
          sequence,
          starts_at,
          ends_at,
          summary,
          description: detailsAt(place)?.description ?? null,
          location: detailsAt(place)?.location ?? null,
          url: detailsAt(place)?.url ?? null,
          conference: detailsAt(place)?.conference?.url ?? null,
          organizer: { ...organizer, name: nameOf(organizer.name) },
          attendees: attendees.map(({ name, address, has_accepted }) => ({
            name: nameOf(name ?? address),
            address,
            partstat: has_accepted ? 'ACCEPTED' : 'NEEDS-ACTION',
          })),
        }),
      );
      for (const [place, expected] of meant.entries()) assert.deepEqual(read[place], expected);
    });
  }
});
