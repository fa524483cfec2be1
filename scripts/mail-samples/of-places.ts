// Messages about meetings that are somewhere.
import type { CalendarWay, Draft, Links, Meeting } from '../../src/mail-out/drafts.ts';
import { joinUrlOf, mapUrlOf, type Where } from '../../src/text/where.ts';
import { ada, at, demo, grace, toAda, toBooked } from './envelopes.ts';

const video: Where = {
  kind: 'video',
  product: null,
  status: 'ready',
  join_url: 'https://meet.example.org/k7m2q9x4c8v3n5b6h2r8',
};
const pending: Where = { kind: 'video', product: 'Google Meet', status: 'pending', join_url: null };
const inPerson: Where = { kind: 'address', address: '12 Analytical Street\nLondon EC1A 1BB' };
const hostCalls: Where = { kind: 'call', by: 'host', number: null };

const time = at('2026-11-18T08:30:00Z');
const about = (where: Where): Meeting => ({
  ...demo,
  description: 'Bring the figures of last year, and your questions.',
  where,
});
const links = (where: Where): Links => ({ join: joinUrlOf(where), map: mapUrlOf(where) });

function toGuest(where: Where, body: { kind: 'booked' | 'place_changed' }, ownNumber?: string): Draft {
  return {
    ...toBooked,
    links: { ...links(where), ...toBooked.links },
    ...body,
    meeting: about(where),
    time,
    participants: [grace],
    hosts: [ada],
    own_number: ownNumber ?? null,
  };
}

const toHost = (where: Where, body: { kind: 'booked' | 'place_changed'; calendar?: CalendarWay }): Draft => ({
  ...toAda,
  links: { ...links(where), ...toAda.links },
  ...body,
  meeting: about(where),
  time,
  participants: [
    {
      ...grace,
      phone_number: '+442079460018',
      answers: [
        { label: 'Which company are you from?', words: 'Hopper & Sons' },
        { label: 'People in your team', words: '12' },
        { label: 'What you’d like to see', words: 'Reporting, Permissions' },
      ],
    },
  ],
  hosts: [ada],
});

export const ofPlaces: Record<string, Draft> = {
  'booked-video': toGuest(video, { kind: 'booked' }),
  'booked-pending': toGuest(pending, { kind: 'booked' }),
  'booked-in-person': toGuest(inPerson, { kind: 'booked' }),
  'booked-call': toGuest(hostCalls, { kind: 'booked' }, '+442079460018'),
  'booked-call-somewhere': toGuest(hostCalls, { kind: 'booked' }),
  'booked-call-host': toHost(hostCalls, { kind: 'booked' }),
  'place-changed': toGuest(video, { kind: 'place_changed' }),
  'place-changed-host': toHost(inPerson, { kind: 'place_changed' }),
  'place-changed-host-written': toHost(video, { kind: 'place_changed', calendar: 'written' }),
  'place-changed-host-replaced': toHost(video, { kind: 'place_changed', calendar: 'replaced' }),
};
