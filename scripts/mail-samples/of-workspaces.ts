// Samples of messages to members that are about no meeting.
import type { Body, Draft, Envelope } from '../../src/mail-out/drafts.ts';
import { signInUrl } from '../../src/mail-out/links.ts';
import { DAY_MS, HOUR_MS } from '../../src/time/timestamps.ts';
import { ada, grace, nameless, signature, toAda } from './envelopes.ts';

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
export const ofWorkspaces: Record<string, Draft> = {
  'calendar-failing': {
    ...toAda,
    from: { name: 'Acme Ltd scheduling', address: 'acme@rota.example.com' },
    ...leadingTo('members/mem_01KBM8P1KWG8Q4T7M2N6P0R1S0/calendars'),
    kind: 'calendar_failing',
    calendar: 'Work',
    last_error: 'The server answered 401 Unauthorized.',
    failing_since: Date.parse('2026-11-16T09:30:00Z') - DAY_MS - HOUR_MS,
  } satisfies Envelope & Body,
  'calendar-disconnected': {
    ...toAda,
    from: { name: 'Acme Ltd scheduling', address: 'acme@rota.example.com' },
    ...leadingTo('members/mem_01KBM8P1KWG8Q4T7M2N6P0R1S0/calendars'),
    kind: 'calendar_disconnected',
    provider: 'Google',
    account: 'ada@example.com',
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
  'sign-in': signIn,
  'sign-in-nameless': { ...signIn, to: nameless, signature },
  invitation: { ...signIn, kind: 'invitation', inviter: grace.name },
  'invitation-nameless': { ...signIn, kind: 'invitation', inviter: null, to: nameless, signature },
  test: { ...toAdmin, kind: 'test' },
};
