// Messages of every kind, rendered from the templates. `npx node scripts/mail-samples.ts FOLDER` writes each as text and as HTML.
// `npm run generate` writes the texts to tests/mail-out/golden/.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compose } from '../src/mail-out/compose.ts';
import type { MailBrand } from '../src/mail-out/content.ts';
import {
  type Body,
  type Cause,
  type Draft,
  type Envelope,
  type Links,
  type Mailbox,
  type Meeting,
  offerReasons,
} from '../src/mail-out/drafts.ts';
import { toHtml } from '../src/mail-out/html.ts';
import { signInUrl } from '../src/mail-out/links.ts';
import { usualShades } from '../src/mail-out/shades.ts';
import { vocabularies } from '../src/mail-out/vocabularies.ts';
import { type Language, languages, localeOf } from '../src/text/languages.ts';
import type { MeetingTime } from '../src/time/intervals.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/time/timestamps.ts';

const ada: Mailbox = { name: 'Ada Lovelace', address: 'ada@example.com' };
const grace: Mailbox = { name: 'Grace Hopper', address: 'grace@example.org' };
const nameless: Mailbox = { name: null, address: 'visitor@example.net' };
const alan: Mailbox = { name: 'Alan Turing', address: 'alan@example.net' };

/** When the messages are written. */
export const NOW = Date.parse('2026-11-16T09:30:00Z');

const page = 'https://rota.example.com/m/01kbm8p1kwg8q4t7m2n6p0r1s000';
const stop = 'https://rota.example.com/m/stop/01kbm8p1kwg8q4t7m2n6p0r1s000';

const demo: Meeting = {
  title: 'Product demo',
  purpose: 'See whether it fits',
  description: 'They compare us with two others.\nAsk about the size of their team.',
  organizer: 'Ada Lovelace',
  organizer_title: 'Account Executive',
  duration_minutes: 30,
};
const untold: Meeting = {
  ...demo,
  title: null,
  purpose: null,
  description: null,
  organizer_title: null,
  duration_minutes: 90,
};

const introduction =
  'Ada has been with the company since its first customer. She knows the product like nobody else, and likes hard questions.';
const signature = 'Best,\nThe Acme team';

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

const toGrace: Envelope = {
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
const toAda: Envelope = {
  ...toGrace,
  place: null,
  to: ada,
  timezone: 'Europe/London',
  links: { request },
  signature: null,
};
const toBooked: Envelope = { ...toGrace, links: ofBooked };
const toAttentive: Envelope = { ...toAda, links: { request, offer_times: `${request}/times` } };

/** Events that need a person's attention. */
const causes = {
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

function at(start: string, minutes = 30): MeetingTime {
  const starts_at = Date.parse(start);
  return { starts_at, ends_at: starts_at + minutes * MINUTE_MS };
}

const offered = (minutes: number, ...starts: string[]) =>
  starts.map((start, place) => ({ ...at(start, minutes), url: `${page}?option=opt_${place + 1}` }));
const threeTimes = offered(30, '2026-11-17T13:00:00Z', '2026-11-18T08:30:00Z', '2026-11-20T15:00:00Z');
const offer = { meeting: demo, options: threeTimes, is_poll: false, stop_url: stop };
const appointment = {
  meeting: demo,
  time: at('2026-11-18T08:30:00Z'),
  participants: [grace],
  hosts: [ada],
};

const replyTo = ({ address }: Mailbox) => ({
  reply_to: address,
  links: { ...toAttentive.links, reply: `mailto:${address}?subject=Product%20demo` },
});

const fileName = (text: string) => text.replaceAll('_', '-');
const crowd = Array.from({ length: 14 }, (_, place) => ({
  name: place % 3 === 0 ? null : `Guest Number ${place + 1}`,
  address: `guest-${place + 1}@example.net`,
}));

const confirmation = {
  ...toGrace,
  place: null,
  to: nameless,
  from: { name: 'Acme Ltd', address: 'sales@rota.example.com' },
  kind: 'confirmation',
  team: 'Sales',
  duration_minutes: 30,
  time: at('2026-11-18T08:30:00Z'),
  links: { confirm: 'https://rota.example.com/b/confirm/01kbm7p1kwg8q4t7m2n6p0r1s000' },
} satisfies Omit<Extract<Draft, { kind: 'confirmation' }>, 'title'>;

const signIn = {
  ...toAda,
  from: { name: 'Acme Ltd scheduling', address: 'acme@rota.example.com' },
  kind: 'sign_in',
  workspace: 'Acme',
  email: ada.address,
  links: { sign_in: signInUrl('https://rota.example.com') },
} satisfies Draft;

const toAdmin = {
  ...toAda,
  from: { name: 'Acme Ltd scheduling', address: 'acme@rota.example.com' },
  workspace: 'Acme',
} as const;
const leadingTo = (path: string) => ({ links: { console: `https://rota.example.com/console/${path}` } });
const keysExpiring = {
  ...toAdmin,
  kind: 'keys_expiring',
  keys: [
    { name: 'CRM sync', key_prefix: 'sk_live_2b7e....', expires_at: Date.parse('2026-11-26T08:00:00Z') },
    { name: 'Website', key_prefix: 'sk_live_Qx91....', expires_at: Date.parse('2026-11-20T14:30:00Z') },
  ],
  ...leadingTo('api-keys'),
} satisfies Envelope & Body;
const seatsNearlyFull = {
  ...toAdmin,
  kind: 'seats_nearly_full',
  plan: 'pro',
  seat_capacity: 40,
  active_seats: 36,
  is_hard: true,
  ...leadingTo('seats'),
} satisfies Envelope & Body;
const outsidersLimited = {
  ...toAdmin,
  kind: 'outsiders_limited',
  limit: 500,
  of: 'workspace',
  ...leadingTo('messages?status=ignored'),
} as const satisfies Envelope & Body;

/** By file name. */
export const sampleDrafts: Record<string, Draft> = {
  options: { ...toGrace, kind: 'options', reason: 'new', introduction, ...offer },
  'options-poll-over-a-clock-change': {
    ...toGrace,
    timezone: 'America/New_York',
    kind: 'options',
    reason: 'new',
    introduction: null,
    ...offer,
    is_poll: true,
    options: offered(30, '2026-10-30T18:00:00Z', '2026-11-02T15:00:00Z'),
  },
  'options-single': {
    ...toGrace,
    kind: 'options',
    reason: 'new',
    introduction,
    ...offer,
    options: threeTimes.slice(0, 1),
  },
  'options-american': {
    ...toGrace,
    timezone: 'America/New_York',
    locale: localeOf('en-US'),
    kind: 'options',
    reason: 'new',
    introduction: null,
    ...offer,
  },
  'options-untold': {
    ...toGrace,
    to: nameless,
    timezone: 'UTC',
    signature: null,
    kind: 'options',
    reason: 'new',
    introduction: null,
    ...offer,
    meeting: untold,
    options: offered(90, '2026-11-17T13:00:00Z'),
  },
  'options-long-words': {
    ...toGrace,
    to: {
      name: 'Hatschi Halef Omar ben Hatschi Abul Abbas ibn Hatschi Dawuhd al Gossarah',
      address: grace.address,
    },
    timezone: 'America/Argentina/Buenos_Aires',
    kind: 'options',
    reason: 'new',
    introduction: `${introduction}\n\n${'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft '.repeat(3)}`,
    ...offer,
    meeting: {
      ...demo,
      title: 'פגישת היכרות – اجتماع تعارف',
      purpose: `${'x'.repeat(200)}\n\n👩🏽‍🚀 Line two`,
      organizer:
        'Adolph Blaine Charles David Earl Frederick Gerald Hubert Irvin John Kenneth Wolfeschlegelsteinhausenbergerdorff',
    },
  },
  ...Object.fromEntries(
    offerReasons
      .filter((reason) => reason !== 'new' && reason !== 'suggested')
      .map((reason) => [
        `options-${fileName(reason)}`,
        {
          ...toGrace,
          kind: 'options',
          reason,
          introduction: null,
          ...offer,
          standing: at('2026-11-17T13:00:00Z'),
        },
      ]),
  ),
  'options-suggested': {
    ...toGrace,
    kind: 'options',
    reason: 'suggested',
    suggester: alan.name,
    introduction: null,
    ...offer,
    is_poll: true,
  },
  'options-suggested-by-somebody': {
    ...toGrace,
    kind: 'options',
    reason: 'suggested',
    introduction: null,
    ...offer,
    is_poll: true,
  },
  'follow-up': { ...toGrace, kind: 'follow_up', ...offer },
  'follow-up-single': {
    ...toGrace,
    kind: 'follow_up',
    ...offer,
    meeting: untold,
    options: offered(90, '2026-11-17T13:00:00Z'),
  },
  'follow-up-without-times': { ...toGrace, kind: 'follow_up', ...offer, options: [] },
  'follow-up-poll': { ...toGrace, timezone: 'Asia/Kolkata', kind: 'follow_up', ...offer, is_poll: true },
  'assigned-turn': {
    ...toAda,
    kind: 'assigned',
    reason: 'turn',
    meeting: demo,
    participants: [grace],
    suggested: [],
  },
  'assigned-with-others-named': {
    ...toAda,
    kind: 'assigned',
    reason: 'team',
    meeting: demo,
    participants: [grace],
    suggested: [alan, { name: null, address: 'barbara@example.com' }],
  },
  'assigned-organizer-changed': {
    ...toAda,
    to: nameless,
    kind: 'assigned',
    reason: 'organizer_changed',
    meeting: untold,
    participants: crowd,
    suggested: [],
  },
  booked: { ...toBooked, kind: 'booked', ...appointment },
  'booked-host': { ...toAda, kind: 'booked', ...appointment },
  'booked-overnight': {
    ...toBooked,
    to: nameless,
    timezone: 'Asia/Tokyo',
    kind: 'booked',
    ...appointment,
    meeting: untold,
    time: at('2026-11-18T14:30:00Z', 90),
    participants: [nameless, grace, alan],
  },
  rescheduled: { ...toBooked, kind: 'rescheduled', ...appointment, old_time: at('2026-11-17T13:00:00Z') },
  'rescheduled-host': {
    ...toAda,
    kind: 'rescheduled',
    ...appointment,
    meeting: untold,
    time: at('2026-11-18T08:30:00Z', 90),
    old_time: at('2026-10-20T13:00:00Z', 90),
  },
  cancelled: {
    ...toBooked,
    links: { rebook: 'https://rota.example.com/b/01kbm6p1kwg8q4t7m2n6p0r1s000' },
    kind: 'cancelled',
    reason: 'cancelled',
    ...appointment,
  },
  'cancelled-before-a-time': {
    ...toBooked,
    kind: 'cancelled',
    reason: 'cancelled',
    ...appointment,
    time: null,
  },
  'cancelled-host': {
    ...toAda,
    kind: 'cancelled',
    reason: 'cancelled',
    ...appointment,
    meeting: untold,
  },
  'cancelled-by-participant': {
    ...toAda,
    kind: 'cancelled',
    reason: 'cancelled',
    ...appointment,
    canceller: grace,
    comment: 'I am ill, and will not be back this week.\n\nI am sorry!',
  },
  'cancelled-by-participant-before-a-time': {
    ...toAda,
    kind: 'cancelled',
    reason: 'cancelled',
    ...appointment,
    meeting: untold,
    time: null,
    canceller: nameless,
  },
  'cancelled-organizer-changed': {
    ...toAda,
    to: alan,
    kind: 'cancelled',
    reason: 'organizer_changed',
    ...appointment,
  },
  ...Object.fromEntries(
    (vocabularies.attention.choices.reason ?? []).map((reason) => [
      `attention-${fileName(reason)}`,
      { ...toAttentive, kind: 'attention', reason, meeting: demo, participants: [grace, alan] },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(causes).map(([reason, cause]) => [
      `attention-${fileName(reason)}-by-somebody`,
      {
        ...toAttentive,
        kind: 'attention',
        reason,
        meeting: demo,
        participants: [grace, alan],
        ...cause,
        ...replyTo(cause.by),
      },
    ]),
  ),
  'attention-unclear-reply-mentions-several': {
    ...toAttentive,
    kind: 'attention',
    reason: 'unclear_reply',
    meeting: demo,
    participants: [grace, alan],
    ...replyTo(grace),
    by: grace,
    said: 'Dinsdag past niet. Woensdag of vrijdag lukt wel.',
    proposed: null,
    mentioned: threeTimes,
  },
  'attention-unclear-reply-names-no-meeting': {
    ...toAttentive,
    ...replyTo(grace),
    kind: 'attention',
    reason: 'unclear_reply',
    meeting: demo,
    participants: [grace, alan],
    by: grace,
    said: 'Could we talk about prices, too?',
    proposed: null,
    unproven: true,
    may_be_new: true,
  },
  'attention-unclear-reply-with-others-offered': {
    ...toAttentive,
    kind: 'attention',
    reason: 'unclear_reply',
    meeting: demo,
    participants: [grace, alan],
    ...replyTo(grace),
    by: grace,
    said: 'None of these work. Is there a dial-in number?',
    proposed: null,
    others_offered: true,
  },
  'calendar-failing': {
    ...toAda,
    from: { name: 'Acme Ltd scheduling', address: 'acme@rota.example.com' },
    ...leadingTo('members/mem_01KBM8P1KWG8Q4T7M2N6P0R1S0/calendars'),
    kind: 'calendar_failing',
    calendar: 'Work',
    last_error: 'The server answered 401 Unauthorized.',
    failing_since: Date.parse('2026-11-16T09:30:00Z') - DAY_MS - HOUR_MS,
  } satisfies Envelope & Body,
  'endpoint-disabled': {
    ...toAdmin,
    kind: 'endpoint_disabled',
    endpoint: 'hooks.example.com',
    description: 'CRM',
    disabled_at: Date.parse('2026-11-19T02:30:05Z'),
    ...leadingTo('webhooks/whe_01KT4M0YC0PFSWV48XH1D2E3RA'),
  },
  'keys-expiring': { ...keysExpiring, keys: keysExpiring.keys.slice(0, 1) },
  'keys-expiring-several': keysExpiring,
  'seats-nearly-full': seatsNearlyFull,
  'seats-nearly-full-one-left': { ...seatsNearlyFull, seat_capacity: 10, active_seats: 9 },
  'seats-full': { ...seatsNearlyFull, active_seats: 40 },
  'seats-full-soft': { ...seatsNearlyFull, active_seats: 41, is_hard: false, to: nameless },
  'outsiders-limited': outsidersLimited,
  'outsiders-limited-network': { ...outsidersLimited, limit: 50, of: 'network', to: nameless },
  confirmation: { ...confirmation, title: demo.title },
  'confirmation-untitled': { ...confirmation, title: null, signature: null },
  'sign-in': signIn,
  'sign-in-nameless': { ...signIn, to: nameless, signature },
  invitation: { ...signIn, kind: 'invitation', inviter: grace.name },
  'invitation-nameless': { ...signIn, kind: 'invitation', inviter: null, to: nameless, signature },
  test: { ...toAdmin, kind: 'test' },
};

/** Samples that are also written in the other languages, as `booked.de`. */
export const inEachLanguage = [
  ...[
    'options',
    'options-single',
    'options-rescheduling',
    'options-taken',
    'options-poll-over-a-clock-change',
  ],
  ...['follow-up', 'booked', 'rescheduled', 'cancelled', 'confirmation'],
];

const inLanguage = (draft: Draft, language: Language): Draft => ({ ...draft, locale: localeOf(language) });

for (const language of languages.filter((one) => one !== 'en')) {
  for (const name of inEachLanguage)
    sampleDrafts[`${name}.${language}`] = inLanguage(sampleDraft(name), language);
}

export function sampleDraft(name: string): Draft {
  const draft = sampleDrafts[name];
  if (!draft) throw new Error(`There is no sample ${name}`);
  return draft;
}

/** A message in the form of tests/mail-out/golden/. */
export function renderSample(draft: Draft): string {
  const { subject, text, content } = compose(draft, NOW);
  return `Subject: ${subject}\nPreview: ${content.preview}\n\n${text}`;
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    console.error('Usage: npx node scripts/mail-samples.ts FOLDER');
    process.exit(2);
  }
  mkdirSync(folder, { recursive: true });
  for (const [name, draft] of Object.entries(sampleDrafts)) {
    const { subject, content } = compose(draft, NOW);
    writeFileSync(path.join(folder, `${name}.txt`), renderSample(draft));
    writeFileSync(path.join(folder, `${name}.html`), toHtml(subject, content));
  }
  console.log(`Wrote ${Object.keys(sampleDrafts).length} messages to ${folder}`);
}
