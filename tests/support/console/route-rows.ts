// The permission in docs/use/console.md that each page and form of the console needs, and what to type into each form.
import { localTime } from '../../../src/console/fields.ts';
import type { Permission } from '../../../src/console/permissions.ts';
import { DAY_MS, HOUR_MS } from '../../../src/time/timestamps.ts';
import { REQUESTS } from '../makers/meeting-requests.ts';
import { png } from '../makers/pictures.ts';
import { connectCalendar, seenInCalendar, writeEvent } from '../makers/receiving-calendars.ts';
import { showRequest } from '../makers/scheduling.ts';
import { MEMBERS, type Member, makeMember, TEAMS } from '../makers/team-members.ts';
import type { Things } from '../makers/things.ts';
import { eventually } from '../makers/webhooks.ts';
import { untilIdle } from '../server/idle.ts';
import { dataOf, type Node } from '../server/rota.ts';
import type { PageForm } from './page-forms.ts';
import { makeTeamOf } from './roles.ts';
import { signedIn } from './signed-in.ts';

/** What the permission is about. Left out if that is the whole workspace. */
export type About = 'member' | 'team' | 'membership' | 'request' | 'meetingType';

type Fields = PageForm['fields'];

export interface Row {
  may: Permission;
  of?: About;
  /** The query that the page needs. */
  query?: string;
  /** Fields to fill in; the rest is sent as the page has it. */
  fill?: (node: Node, things: Things, choices: PageForm['choices']) => Fields | Promise<Fields>;
  /** Brings about the state in which the sender sees the form. */
  prepare?: (node: Node, things: Things, sender: Member) => Promise<unknown>;
}

let people = 0;
const newEmail = () => `typed-${++people}@example.com`;

/** Of every workspace, because admins of others send the form, too. */
const skippedCompany = ({ services: { database } }: Node) =>
  database.change(
    `insert into skipped_first_steps (workspace_id, step, skipped_at) select id, 'company', 0 from workspaces where true
     on conflict (workspace_id, step) do nothing`,
    [],
  );
/** The page offers no test without one. */
const withMailServer = async ({ services: { config } }: Node) =>
  Object.assign(config, { smtpUrl: 'smtp://127.0.0.1:1' });

const own = (may: Permission, of: About): Row => ({ may, of });
const manages: Row = { may: 'manage_members', of: 'member' };
const availability = own('edit_availability', 'member');
const calendars = own('edit_calendars', 'member');
const settings: Row = { may: 'edit_settings' };
const seats: Row = { may: 'manage_seats' };
const uses: Row = { may: 'use_console' };

const berlin = () => ({ timezone: 'Europe/Berlin' });
const deactivated = async (node: Node, { member }: Things) =>
  dataOf(await node.post(`${MEMBERS}/${member}/deactivate`));
const seated = async (node: Node, { member }: Things) =>
  dataOf(await node.post(`/api/v1/seats/${member}/assign`));

const requests = own('change_request', 'request');
const queue = own('see_team', 'team');
const team = own('edit_team', 'team');
const place = own('pause_in_team', 'membership');
const types: Row = { may: 'edit_meeting_types', of: 'meetingType' };
/** Somebody who manages a team can make meeting types. */
const managing = async (node: Node, _: Things, sender: Member) => {
  if (sender.role !== 'admin') await makeTeamOf(node, [sender]);
};
const hooks: Row = { may: 'manage_webhooks' };
const keys: Row = { may: 'manage_keys' };

const ofRequest = ({ meetingRequest }: Things) => `${REQUESTS}/${meetingRequest}`;
const someday = (node: Node) => ({
  starts_at: localTime(node.clock.now() + 10 * DAY_MS, 'UTC'),
  force: 'on',
});
const booked = async (node: Node, things: Things) => {
  const starts_at = new Date(node.clock.now() + 5 * DAY_MS).toISOString();
  dataOf(await node.post(`${ofRequest(things)}/book`, { starts_at, force: true }));
};
const begun = async (node: Node, things: Things) => {
  const starts_at = new Date(node.clock.now() - DAY_MS).toISOString();
  dataOf(await node.post(`${ofRequest(things)}/book`, { starts_at, force: true }));
};
const offered = (node: Node) => untilIdle(node);
/** As after a mail in which an outsider copied somebody in. */
const suggested = ({ services: { database } }: Node, { meetingRequest = '' }: Things) =>
  database.change(
    `insert into suggested_participants (workspace_id, request_id, place, email, email_folded)
     select workspace_id, id, 0, 'alan@example.net', 'alan@example.net' from meeting_requests where id = $1`,
    [meetingRequest],
  );
let moves = 0;
/** As after somebody moved the meeting in their calendar, to a time at which nothing else is. */
const movedInCalendar = async (node: Node, things: Things) => {
  await booked(node, things);
  const request = await showRequest(node, things.meetingRequest as string);
  const [member] = dataOf<[Member]>(await node.get(`${MEMBERS}?email=${request.organizer_email}`));
  const calendar = await connectCalendar(node, member, 'google', { receives: false });
  await writeEvent(node, calendar, request);
  moves += 1;
  const shift = 30 * DAY_MS + moves * HOUR_MS;
  const [start, end] = [request.starts_at, request.ends_at].map((at) => Date.parse(at as string) + shift);
  await seenInCalendar(node, calendar, request, { start: start as number, end: end as number });
};
const marked = (_: Node, _things: Things, { starts_at = [] }: PageForm['choices']) => ({
  starts_at: starts_at.slice(0, 1),
});
const endpoint = { url: 'http://127.0.0.1:1/hook', events: ['member.deactivated'] };
const ofEndpoint = (things: Things) => `/api/v1/webhook_endpoints/${things.endpoint}`;

/** Fails the delivery after its first attempt, as if that had been the last. */
const failed = ({ services: { database } }: Node, { delivery = '' }: Things) =>
  eventually(async () => {
    const changed = await database.change(
      `update webhook_deliveries set status = 'failed', due_at = null where id = $1 and attempts > 0 and claim_id is null
       returning id`,
      [delivery],
    );
    return changed.length > 0;
  });

/** The delivery waits for its next attempt. */
const waiting = ({ services: { clock, database } }: Node, { delivery = '' }: Things) =>
  eventually(async () => {
    const changed = await database.change(
      `update webhook_deliveries set status = 'pending', attempts = 1, due_at = $2 where id = $1 and attempts > 0 and claim_id is null
       returning id`,
      [delivery, clock.now() + DAY_MS],
    );
    return changed.length > 0;
  });

export const rows: Record<string, Row> = {
  'GET /console': uses,
  'GET /console/search': uses,
  'GET /console/first-steps': settings,
  'POST /console/first-steps/skip': { ...settings, fill: () => ({ step: 'booking_link' }) },
  'POST /console/first-steps/restore': {
    ...settings,
    fill: () => ({ step: 'company' }),
    prepare: skippedCompany,
  },
  'POST /console/first-steps/time-zone': { ...settings, fill: berlin },
  'POST /console/first-steps/test-mail': { ...settings, prepare: withMailServer },
  'GET /console/welcome': uses,
  'POST /console/welcome': { ...uses, fill: () => ({ name: 'Somebody New', ...berlin() }) },
  'GET /console/welcome/hours': uses,
  'POST /console/welcome/hours': uses,
  'GET /console/welcome/calendar': uses,
  'POST /console/welcome/calendar': { ...uses, fill: () => ({ type: 'pushed' }) },
  'GET /console/welcome/finished': uses,
  'GET /console/requests': uses,
  'GET /console/requests/new': { may: 'make_request' },
  'POST /console/requests': {
    may: 'make_request',
    fill: () => ({ participants: 'guest@example.org', organizer_email: 'owner@example.com', team_id: '' }),
  },
  'GET /console/requests/:id': own('see_request', 'request'),
  'GET /console/requests/:id/times': own('see_request', 'request'),
  'GET /console/requests/:id/answer': { ...requests, query: '?participant=guest@example.org' },
  'GET /console/requests/:id/cancel': requests,
  'GET /console/requests/:id/place': requests,
  'POST /console/requests/:id/place': {
    ...requests,
    prepare: booked,
    fill: () => ({ 'location.kind': 'in_person', 'location.address': '12 Analytical Street, London' }),
  },
  'GET /console/requests/:id/messages/:message_id': own('see_request', 'request'),
  'GET /console/requests/:id/messages/:message_id/html': own('see_request', 'request'),
  'POST /console/requests/:id/pause': requests,
  'POST /console/requests/:id/resume': {
    ...requests,
    prepare: async (node, things) => dataOf(await node.post(`${ofRequest(things)}/pause`)),
  },
  'POST /console/requests/:id/offer': requests,
  'POST /console/requests/:id/follow-up': { ...requests, prepare: offered },
  'POST /console/requests/:id/book': { ...requests, fill: someday },
  'POST /console/requests/:id/reschedule': { ...requests, prepare: booked, fill: someday },
  'POST /console/requests/:id/follow-calendar': { ...requests, prepare: movedInCalendar },
  'POST /console/requests/:id/put-back': { ...requests, prepare: movedInCalendar },
  'POST /console/requests/:id/reopen': { ...requests, prepare: booked },
  'POST /console/requests/:id/organizer': {
    ...requests,
    fill: async (node) => ({ organizer_email: (await makeMember(node)).email }),
  },
  'POST /console/requests/:id/cancel': requests,
  'POST /console/requests/:id/no-show': { ...requests, prepare: begun },
  'POST /console/requests/:id/participants': { ...requests, prepare: suggested },
  'POST /console/requests/:id/answer': {
    ...requests,
    prepare: offered,
    fill: (_, _things, { option_ids = [] }) => ({ option_ids: option_ids.slice(0, 1) }),
  },
  'POST /console/requests/:id/times/offer': { ...requests, fill: marked },
  'POST /console/requests/:id/times/book': { ...requests, fill: marked },
  'POST /console/requests/:id/times/move': { ...requests, prepare: booked, fill: marked },
  'GET /console/meeting-types': { may: 'see_meeting_types' },
  'GET /console/meeting-types/new': { ...types, prepare: managing },
  'POST /console/meeting-types/new': {
    ...types,
    prepare: managing,
    fill: () => ({ name: 'Typed', host_email: 'owner@example.com' }),
  },
  'GET /console/meeting-types/:id': { may: 'see_meeting_types' },
  'GET /console/meeting-types/:id/edit': types,
  'POST /console/meeting-types/:id/edit': types,
  'POST /console/meeting-types/:id/activate': {
    ...types,
    prepare: async (node, { meetingType }) =>
      dataOf(await node.patch(`/api/v1/meeting_types/${meetingType}`, { active: false })),
  },
  'POST /console/meeting-types/:id/deactivate': types,
  'POST /console/meeting-types/:id/delete': types,
  'GET /console/teams': uses,
  'GET /console/teams/new': { may: 'manage_teams' },
  'POST /console/teams/new': { may: 'manage_teams', fill: () => ({ name: 'Typed' }) },
  'GET /console/teams/:id': queue,
  'GET /console/teams/:id/turns': queue,
  'GET /console/teams/:id/turns/:turn_id': queue,
  'GET /console/teams/:id/settings': team,
  'POST /console/teams/:id/settings': team,
  'POST /console/teams/:id/deactivate': { may: 'manage_teams', of: 'team' },
  'POST /console/teams/:id/reactivate': {
    may: 'manage_teams',
    of: 'team',
    prepare: async (node, things) => dataOf(await node.post(`${TEAMS}/${things.team}/deactivate`)),
  },
  'GET /console/teams/:id/members': team,
  'POST /console/teams/:id/members': {
    ...team,
    fill: async (node) => ({ email: (await makeMember(node)).email }),
  },
  'POST /console/teams/:id/members/:membership_id/role': { ...team, fill: () => ({ role: 'manager' }) },
  'POST /console/teams/:id/members/:membership_id/remove': team,
  'GET /console/teams/:id/members/:membership_id/pause': place,
  'POST /console/teams/:id/members/:membership_id/pause': place,
  'POST /console/teams/:id/members/:membership_id/unpause': {
    ...place,
    prepare: async (node, { team: id, membership }) =>
      dataOf(await node.post(`${TEAMS}/${id}/members/${membership}/pause`, {})),
  },
  'GET /console/teams/:id/booking-links': queue,
  'POST /console/teams/:id/booking-links': team,
  'GET /console/teams/:id/booking-links/:link_id': queue,
  'GET /console/teams/:id/booking-links/:link_id/qr.svg': queue,
  'GET /console/teams/:id/booking-links/:link_id/edit': team,
  'POST /console/teams/:id/booking-links/:link_id/edit': team,
  'POST /console/teams/:id/booking-links/:link_id/delete': team,
  'GET /console/members': { may: 'manage_members' },
  'GET /console/members/new': { may: 'manage_members' },
  'POST /console/members/new': { may: 'manage_members', fill: () => ({ email: newEmail() }) },
  'GET /console/members/:id': own('see_member', 'member'),
  'POST /console/members/:id/profile': own('edit_profile', 'member'),
  'GET /console/members/:id/time-zone': own('edit_profile', 'member'),
  'POST /console/members/:id/time-zone': { ...own('edit_profile', 'member'), fill: berlin },
  'POST /console/members/:id/access': manages,
  'GET /console/members/:id/sessions': manages,
  'POST /console/members/:id/sessions/end': {
    ...manages,
    prepare: async (node, { member }) => signedIn(node, dataOf(await node.get(`${MEMBERS}/${member}`))),
  },
  'GET /console/members/:id/deactivate': manages,
  'POST /console/members/:id/deactivate': manages,
  'GET /console/members/several': { may: 'manage_members' },
  'POST /console/members/several': {
    may: 'manage_members',
    fill: () => {
      const email = newEmail();
      return { people: email, expected: email };
    },
  },
  'POST /console/members/:id/invite': manages,
  'POST /console/members/:id/reactivate': { ...manages, prepare: deactivated },
  'GET /console/members/:id/availability': availability,
  'GET /console/members/:id/availability/time-zone': availability,
  'POST /console/members/:id/availability/time-zone': { ...availability, fill: berlin },
  'POST /console/members/:id/availability/hours': availability,
  'POST /console/members/:id/availability/days': { ...availability, fill: () => ({ date: '2026-12-24' }) },
  'POST /console/members/:id/availability/limits': availability,
  'GET /console/members/:id/calendars': calendars,
  'POST /console/members/:id/calendars': {
    ...calendars,
    fill: () => ({ type: 'ics', url: 'http://127.0.0.1:1/basic.ics' }),
  },
  'GET /console/members/:id/calendars/:calendar_id': calendars,
  'POST /console/members/:id/calendars/:calendar_id': calendars,
  'POST /console/members/:id/calendars/:calendar_id/sync': calendars,
  'POST /console/members/:id/calendars/:calendar_id/remove': calendars,
  'POST /console/members/:id/calendars/connect': { ...calendars, fill: () => ({ provider: 'google' }) },
  'POST /console/members/:id/calendars/accounts/:connection_id': calendars,
  'GET /console/members/:id/calendars/accounts/:connection_id/disconnect': calendars,
  'POST /console/members/:id/calendars/accounts/:connection_id/disconnect': calendars,
  'GET /console/webhooks': hooks,
  'GET /console/webhooks/new': hooks,
  'POST /console/webhooks/new': { ...hooks, fill: () => endpoint },
  'GET /console/webhooks/:id': hooks,
  'GET /console/webhooks/:id/settings': hooks,
  'POST /console/webhooks/:id/settings': hooks,
  'POST /console/webhooks/:id/rotate-secret': hooks,
  'POST /console/webhooks/:id/enable': {
    ...hooks,
    prepare: async (node, things) => dataOf(await node.patch(ofEndpoint(things), { enabled: false })),
  },
  'POST /console/webhooks/:id/disable': hooks,
  'POST /console/webhooks/:id/test': hooks,
  'POST /console/webhooks/:id/recover': {
    ...hooks,
    fill: (node) => ({ since: localTime(node.clock.now() - DAY_MS, 'UTC') }),
  },
  'POST /console/webhooks/:id/delete': hooks,
  'GET /console/webhooks/:endpoint_id/deliveries/:id': hooks,
  'POST /console/webhooks/:endpoint_id/deliveries/:id/retry': { ...hooks, prepare: failed },
  'POST /console/webhooks/:endpoint_id/deliveries/:id/retry-now': { ...hooks, prepare: waiting },
  'GET /console/messages': { may: 'read_messages' },
  'GET /console/messages/mail-server': { may: 'read_messages' },
  'GET /console/messages/:id': { may: 'read_messages' },
  'GET /console/messages/:id/html': { may: 'read_messages' },
  'POST /console/messages/:id/resend': { may: 'read_messages' },
  'GET /console/seats': seats,
  'GET /console/seats/assign': seats,
  'POST /console/seats': {
    ...seats,
    async fill(node) {
      const email = newEmail();
      dataOf(await node.post(MEMBERS, { email }));
      return { email };
    },
  },
  'POST /console/seats/assign': {
    ...seats,
    fill: async (node) => ({
      membership_ids: [dataOf<{ id: string }>(await node.post(MEMBERS, { email: newEmail() })).id],
    }),
  },
  'POST /console/seats/:id/remove': { ...seats, prepare: seated },
  'POST /console/seats/entitlements/:id/capacity': { ...seats, fill: () => ({ capacity: '500' }) },
  'GET /console/api-keys': keys,
  'GET /console/api-keys/new': keys,
  'POST /console/api-keys/new': { ...keys, fill: () => ({ name: 'Typed', scopes: ['teams.read'] }) },
  'POST /console/api-keys/:id/revoke': keys,
  'POST /console/api-keys/:id/reroll': keys,
  'GET /console/audit-log': { may: 'read_audit_log' },
  'GET /console/settings': settings,
  'GET /console/settings/time-zone': settings,
  'GET /console/settings/branding': settings,
  'POST /console/settings/branding': settings,
  'POST /console/settings/branding/preview': settings,
  'POST /console/settings/branding/logo': {
    ...settings,
    fill: () => ({ logo: Buffer.from(png()).toString('base64') }),
  },
  'POST /console/settings/branding/logo/remove': {
    ...settings,
    prepare: async (node) => {
      const headers = { 'content-type': 'image/png' };
      const rawBody = Buffer.from(png());
      dataOf(await node.call('PUT', '/api/v1/workspace/branding/logo', { rawBody, headers }));
    },
  },
  'GET /console/settings/branding/sample-page': settings,
  'GET /console/settings/branding/sample-mail': settings,
  'GET /console/settings/embedding': settings,
  'POST /console/settings/embedding': {
    ...settings,
    fill: () => ({ embed_origins: 'https://www.acme.example\nhttps://acme.example' }),
  },
  'POST /console/settings/workspace': settings,
  'POST /console/settings/time-zone': { ...settings, fill: berlin },
  'POST /console/settings/scheduling': settings,
  'GET /console/profile': uses,
  'GET /console/profile/sessions': uses,
  'POST /console/profile/sessions/end': {
    ...uses,
    prepare: (node, _, sender) => signedIn(node, sender),
  },
  'POST /console/profile/sessions/:session_id/end': uses,
};
