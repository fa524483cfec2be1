// Who writes to whom, about which meeting, in the samples.
import type { MailBrand } from '../../src/mail-out/content.ts';
import type { CalendarChange, Cause, Envelope, Links, Mailbox, Meeting } from '../../src/mail-out/drafts.ts';
import { usualShades } from '../../src/mail-out/shades.ts';
import { localeOf } from '../../src/text/languages.ts';
import type { MeetingTime } from '../../src/time/intervals.ts';
import { MINUTE_MS } from '../../src/time/timestamps.ts';
export const ada: Mailbox = { name: 'Ada Lovelace', address: 'ada@example.com' };
export const grace: Mailbox = { name: 'Grace Hopper', address: 'grace@example.org' };
export const nameless: Mailbox = { name: null, address: 'visitor@example.net' };
export const alan: Mailbox = { name: 'Alan Turing', address: 'alan@example.net' };

/** When the messages are written. */
export const NOW = Date.parse('2026-11-16T09:30:00Z');

const page = 'https://rota.example.com/m/01kbm8p1kwg8q4t7m2n6p0r1s000';
const stop = 'https://rota.example.com/m/stop/01kbm8p1kwg8q4t7m2n6p0r1s000';

export const demo: Meeting = {
  title: 'Product demo',
  purpose: 'See whether it fits',
  description: 'They compare us with two others.\nAsk about the size of their team.',
  organizer: 'Ada Lovelace',
  organizer_title: 'Account Executive',
  duration_minutes: 30,
  where: null,
};
export const untold: Meeting = {
  ...demo,
  title: null,
  purpose: null,
  description: null,
  organizer_title: null,
  duration_minutes: 90,
};

export const introduction =
  'Ada has been with the company since its first customer. She knows the product like nobody else, and likes hard questions.';
export const signature = 'Best,\nThe Acme team';

const brand: MailBrand = {
  company: 'Acme Ltd',
  address: '12 Analytical Street, London',
  shows_rota: true,
  ...usualShades,
  logo: null,
};
const ofOffer: Links = { page, more_times: `${page}/times` };
const ofBooked: Links = {
  page,
  calendar: `${page}/invite.ics`,
  reschedule: `${page}/times`,
  cancel: `${page}?open=cancel#cancel`,
};
const request = 'https://rota.example.com/console/requests/mr_01KBM8P1KWG8Q4T7M2N6P0R1S0';

export const toGrace: Envelope = {
  meeting_request_id: null,
  place: 0,
  from: { name: 'Ada Lovelace (Acme Ltd)', address: 'sales@rota.example.com' },
  to: grace,
  reply_to: null,
  timezone: 'Europe/Berlin',
  locale: localeOf('en-GB'),
  brand,
  links: ofOffer,
  signature,
  invite: null,
};
export const toAda: Envelope = {
  ...toGrace,
  place: null,
  to: ada,
  timezone: 'Europe/London',
  links: { request },
  signature: null,
};
export const toBooked: Envelope = { ...toGrace, links: ofBooked };
export const toAttentive: Envelope = { ...toAda, links: { request, offer_times: `${request}/times` } };

/** Events that need a person's attention. */
export const causes = {
  unclear_reply: {
    by: grace,
    said: 'Tuesday would be fine, if we can do it by phone.\nMay I bring my colleague Ben?',
    proposed: null,
    mentioned: [at('2026-11-17T13:00:00Z')],
  },
  declined: { by: grace, said: 'I am ill, sorry.', proposed: null },
  opted_out: { by: grace, said: null, proposed: null },
  counter_proposal: { by: nameless, said: null, proposed: at('2026-11-19T15:00:00Z') },
} satisfies Record<string, Cause>;

/** What became of the event of a meeting in the calendars of hosts. */
export const inCalendars = {
  'moved-in-calendar': { owner: ada, time: at('2026-11-26T14:00:00Z'), booked: at('2026-11-25T10:00:00Z') },
  'deleted-in-calendar': { owner: ada, time: null, booked: at('2026-11-25T10:00:00Z') },
  'moved-in-calendar-of-another': {
    owner: { name: 'Ben Okri', address: 'ben@example.com' },
    time: at('2026-11-26T14:00:00Z'),
    booked: at('2026-11-25T10:00:00Z'),
  },
  'deleted-in-calendar-of-another': {
    owner: { name: 'Ben Okri', address: 'ben@example.com' },
    time: null,
    booked: at('2026-11-25T10:00:00Z'),
  },
} satisfies Record<string, CalendarChange>;

export function at(start: string, minutes = 30): MeetingTime {
  const starts_at = Date.parse(start);
  return { starts_at, ends_at: starts_at + minutes * MINUTE_MS };
}

export const offered = (minutes: number, ...starts: string[]) =>
  starts.map((start, place) => ({ ...at(start, minutes), url: `${page}?option=opt_${place + 1}` }));
export const threeTimes = offered(30, '2026-11-17T13:00:00Z', '2026-11-18T08:30:00Z', '2026-11-20T15:00:00Z');
export const offer = { meeting: demo, options: threeTimes, is_poll: false, stop_url: stop };
export const appointment = {
  meeting: demo,
  time: at('2026-11-18T08:30:00Z'),
  participants: [grace],
  hosts: [ada],
};

export const replyTo = ({ address }: Mailbox) => ({
  reply_to: address,
  links: { ...toAttentive.links, reply: `mailto:${address}?subject=Product%20demo` },
});

export const fileName = (text: string) => text.replaceAll('_', '-');
export const crowd = Array.from({ length: 14 }, (_, place) => ({
  name: place % 3 === 0 ? null : `Guest Number ${place + 1}`,
  address: `guest-${place + 1}@example.net`,
}));
