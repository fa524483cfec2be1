// Which permission of docs/console.md each page and form of the console asks for, and what has to be typed into a form.
import type { Permission } from '../../../src/console/permissions.ts';
import { MEMBERS, type Member } from '../makers/team-members.ts';
import type { Things } from '../makers/things.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { signedIn } from './signed-in.ts';

/** What the permission is about; left out for what concerns the whole workspace. */
export type About = 'member' | 'team' | 'membership' | 'request';

type Fields = Record<string, string | string[]>;

export interface Row {
  may: Permission;
  of?: About;
  /** What is typed into the form; the rest is sent as the page has it. */
  fill?: (node: Node, things: Things) => Fields | Promise<Fields>;
  /** What must have happened before the form is there, for whoever may send it. */
  prepare?: (node: Node, things: Things, sender: Member) => Promise<unknown>;
}

let people = 0;
const newEmail = () => `typed-${++people}@example.com`;

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

export const rows: Record<string, Row> = {
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
  'GET /console/settings': settings,
  'GET /console/settings/time-zone': settings,
  'POST /console/settings/workspace': settings,
  'POST /console/settings/time-zone': { ...settings, fill: berlin },
  'POST /console/settings/scheduling': settings,
  'GET /console/profile': uses,
  'GET /console/profile/sessions': uses,
  'POST /console/profile/sessions/end': {
    ...uses,
    prepare: (node, _, sender) => signedIn(node, sender, sender.workspace_id),
  },
  'POST /console/profile/sessions/:session_id/end': uses,
  'GET /console/style': uses,
};
