import type { Context } from '../../context.ts';
import { validationError } from '../../errors.ts';
import { deactivateMember, reactivateMember } from '../../features/leaving/deactivation/operations.ts';
import { countLeft, readHandOver } from '../../features/leaving/deactivation/overview.ts';
import { Deactivation } from '../../features/leaving/deactivation/shapes.ts';
import { addMember, inviteMember } from '../../features/people/invitations/operations.ts';
import { getMember, listMembers, updateMember } from '../../features/people/members/operations.ts';
import { memberRoles } from '../../features/people/members/rules.ts';
import { MemberInput, MemberUpdate, path } from '../../features/people/members/shapes.ts';
import { endEverySession, listSessions } from '../../features/people/sessions/operations.ts';
import { booleanQuery, choiceQuery, pageQuery, textQuery } from '../../http/query.ts';
import type { Route } from '../../http/route.ts';
import { check } from '../../shapes/check.ts';
import { isChecked, text, textIfAny, textOrNull } from '../fields.ts';
import { form, page } from '../route.ts';
import { aboutIn, accessIn } from './about.ts';
import { availabilityRoutes } from './availability/routes.ts';
import { calendarRoutes } from './calendars/routes.ts';
import { deactivatePage } from './deactivate.ts';
import { memberPage, membersUrl, urlOf } from './frame.ts';
import { invitationOutcome } from './invitation.ts';
import { memberList } from './list.ts';
import { newMember } from './new.ts';
import { showProfile } from './profile.ts';
import { sessionsOf } from './sessions.ts';
import { severalRoutes } from './several.ts';
import { zoneQuestion } from './time-zone.ts';

const url = `${membersUrl}/:id`;
const of = ({ id }: { id: string }) => ({ member: id });
const managed = { path, of, may: 'manage_members' } as const;
const own = { path, of, may: 'edit_profile' } as const;

const listPage = page({
  url: membersUrl,
  summary: 'All members',
  may: 'manage_members',
  query: {
    ...pageQuery('member'),
    email: textQuery('Only the member with this address.'),
    role: choiceQuery(memberRoles, 'Only members with this role.'),
    include_deactivated: booleanQuery('`true` shows deactivated members, too.'),
  },
  async show(screen, { query }) {
    return memberList(screen, await listMembers(screen, query), query);
  },
});

const newPage = page({
  url: `${membersUrl}/new`,
  summary: 'Somebody new',
  may: 'manage_members',
  show: async (screen) => newMember(screen),
});

const profilePage = page({
  url,
  summary: 'A member',
  path,
  of,
  may: 'see_member',
  show: (screen, input) => showProfile(screen, input.path.id),
});

const zonePage = page({
  ...own,
  url: `${url}/time-zone`,
  summary: 'Choose the time zone of a member',
  async show(screen, input) {
    const member = await getMember(screen, input.path.id);
    const content = zoneQuestion(screen, {
      title: 'Time zone',
      lead: 'Pages and mails for this member show times in this zone.',
      action: `${urlOf(member)}/time-zone`,
      stored: member.timezone,
      otherwise: { timezone: screen.workspace.timezone, label: 'the zone of the workspace' },
      back: urlOf(member),
    });
    return memberPage(screen, member, 'Profile', content);
  },
});

const sessionsPage = page({
  ...managed,
  url: `${url}/sessions`,
  summary: 'Where a member is signed in',
  async show(screen, input) {
    const member = await getMember(screen, input.path.id);
    const sessions = await listSessions(screen, member.id);
    const endAll = `${urlOf(member)}/sessions/end`;
    return memberPage(screen, member, 'Sessions', sessionsOf(screen, sessions, { endAll }));
  },
});

/** A longer list would be tedious to choose from. */
const MAX_SUCCESSORS = 50;
const active = { email: undefined, role: undefined, include_deactivated: false, cursor: undefined };

const leavingPage = page({
  ...managed,
  url: `${url}/deactivate`,
  summary: 'Deactivate a member',
  async show(screen, input) {
    const member = await getMember(screen, input.path.id);
    const left = await countLeft(screen, member.id);
    const others = await listMembers(screen, { ...active, limit: MAX_SUCCESSORS });
    return deactivatePage(screen, { member, left, others });
  },
});

export const memberRoutes: Route[] = [
  listPage.route,
  newPage.route,
  ...severalRoutes,
  form({
    on: newPage,
    url: `${membersUrl}/new`,
    summary: 'Add a member',
    may: 'manage_members',
    line: { name: 'members' },
    async send(screen, { fields }) {
      const send_invitation = isChecked(fields, 'send_invitation');
      const input = check(MemberInput, { ...accessIn(fields), ...aboutIn(fields), send_invitation });
      return {
        to: urlOf(await addMember(screen, input)),
        done: 'member_added',
        also: invitationOutcome(screen, send_invitation ? 1 : 0),
      };
    },
  }),
  profilePage.route,
  form({
    ...own,
    on: profilePage,
    url: `${url}/profile`,
    summary: 'Change the profile of a member',
    async send(screen, input) {
      await updateMember(screen, input.path.id, check(MemberUpdate, aboutIn(input.fields)));
      return { to: urlOf(input.path), done: 'profile_saved' };
    },
  }),
  zonePage.route,
  form({
    ...own,
    on: zonePage,
    url: `${url}/time-zone`,
    summary: 'Change the time zone of a member',
    async send(screen, input) {
      const change = check(MemberUpdate, { timezone: textOrNull(input.fields, 'timezone') });
      await updateMember(screen, input.path.id, change);
      return { to: urlOf(input.path), done: 'member_zone_saved' };
    },
  }),
  form({
    ...managed,
    on: profilePage,
    url: `${url}/access`,
    summary: 'Change the address and the role of a member',
    async send(screen, input) {
      const change = check(MemberUpdate, accessIn(input.fields));
      if (change.role !== 'admin') await requireAnotherAdmin(screen, input.path.id, 'role');
      await updateMember(screen, input.path.id, change);
      return { to: urlOf(input.path), done: 'access_saved' };
    },
  }),
  form({
    ...managed,
    on: profilePage,
    url: `${url}/invite`,
    summary: 'Invite a member, or invite them again',
    async send(screen, input) {
      await inviteMember(screen, input.path.id);
      const isOnList = text(input.fields, 'back') === 'list';
      return {
        to: isOnList ? membersUrl : urlOf(input.path),
        done: invitationOutcome(screen, 1),
        with: input.path.id,
      };
    },
  }),
  sessionsPage.route,
  form({
    ...managed,
    on: sessionsPage,
    url: `${url}/sessions/end`,
    summary: 'Sign a member out everywhere',
    async send(screen, input) {
      await endEverySession(screen, input.path.id);
      return { to: `${urlOf(input.path)}/sessions`, done: 'member_signed_out' };
    },
  }),
  leavingPage.route,
  form({
    ...managed,
    on: leavingPage,
    url: `${url}/deactivate`,
    summary: 'Deactivate a member, and hand over their requests',
    async send(screen, { path: { id }, fields }) {
      const input = { transfer_to: textIfAny(fields, 'transfer_to'), force: isChecked(fields, 'force') };
      await requireAnotherAdmin(screen, id);
      await deactivateMember(screen, id, check(Deactivation, input));
      const isUnderWay = (await readHandOver(screen, id)) !== undefined;
      return { to: urlOf({ id }), done: isUnderWay ? 'member_leaving' : 'member_deactivated' };
    },
  }),
  form({
    ...managed,
    on: profilePage,
    url: `${url}/reactivate`,
    summary: 'Reactivate a member',
    line: { name: 'members' },
    async send(screen, input) {
      await reactivateMember(screen, input.path.id);
      return { to: urlOf(input.path), done: 'member_reactivated' };
    },
  }),
  ...availabilityRoutes,
  ...calendarRoutes,
];

const activeAdmins = {
  role: 'admin',
  email: undefined,
  include_deactivated: false,
  cursor: undefined,
} as const;

/**
 * Refuses to demote or deactivate the only active admin: nobody could sign in as an admin afterwards. The API allows it, because
 * anybody with a key can make another admin.
 */
async function requireAnotherAdmin(context: Context, memberId: string, field?: string): Promise<void> {
  const { data } = await listMembers(context, { ...activeAdmins, limit: 2 });
  if (data.length === 1 && data[0]?.id === memberId) {
    throw validationError('This is the only admin: make somebody else an admin first', {
      ...(field && { field }),
      plain: 'This is the only admin. Make somebody else an admin first.',
    });
  }
}
