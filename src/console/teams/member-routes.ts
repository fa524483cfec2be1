import { notFound, validationError } from '../../errors.ts';
import { listMembers } from '../../features/people/members/operations.ts';
import {
  addMembership,
  type Membership,
  pauseMembership,
  removeMembership,
  unpauseMembership,
  updateMembership,
} from '../../features/turns/rotation/memberships.ts';
import { MembershipChange, NewMembership, Pause } from '../../features/turns/rotation/shapes.ts';
import { getTeam } from '../../features/turns/teams/operations.ts';
import { pageQuery } from '../../http/query.ts';
import type { Route } from '../../http/route.ts';
import { type Page, type PageRequest, takePage } from '../../pagination.ts';
import { check } from '../../shapes/check.ts';
import { mailboxesIn } from '../../text/mailbox-list.ts';
import { isChecked, text, timeOrNull } from '../fields.ts';
import { findOrAddPeople } from '../members/find-or-add.ts';
import { invitationOutcome } from '../members/invitation.ts';
import { form, page } from '../route.ts';
import type { Screen } from '../screen.ts';
import { membersPage } from './members-page.ts';
import { pausePage } from './pause-page.ts';
import { mayEditTeam, type ShownTeam, teamPath } from './team-frame.ts';

const teamIds = { id: { kind: 'team', what: 'Team' } } as const;
const path = { ...teamIds, membership_id: { kind: 'membership', what: 'Team membership' } } as const;
const ofTeam = ({ id }: { id: string }) => ({ team: id });
const ofPlace = ({ id, membership_id }: { id: string; membership_id: string }) => ({
  team: id,
  membership: membership_id,
});

/** How many addresses to suggest. */
const MAX_SUGGESTED = 100;

const members = page({
  url: '/console/teams/:id/members',
  summary: 'Members of a team',
  path: teamIds,
  query: pageQuery('membership'),
  may: 'edit_team',
  of: ofTeam,
  async show(screen, { path: { id }, query }) {
    const team = await getTeam(screen, id);
    return membersPage(screen, {
      team,
      mayEdit: true,
      members: pageOf(team.members, query),
      cursor: query.cursor,
      suggestions: await suggestionsFor(screen, team),
    });
  },
});

const pause = page({
  url: '/console/teams/:id/members/:membership_id/pause',
  summary: 'Pause a member',
  path,
  may: 'pause_in_team',
  of: ofPlace,
  async show(screen, { path: { id, membership_id } }) {
    const team = await getTeam(screen, id);
    const membership = team.members.find((member) => member.id === membership_id);
    if (!membership) throw notFound('Team membership');
    return pausePage(screen, { team, mayEdit: await mayEditTeam(screen, id), membership });
  },
});

const forms: Route[] = [
  form({
    url: '/console/teams/:id/members',
    summary: 'Add a member to a team',
    path: teamIds,
    may: 'edit_team',
    of: ofTeam,
    on: members,
    async send(screen, { path: { id }, fields }) {
      const [person, ...others] = mailboxesIn(text(fields, 'email'));
      if (!person || others.length > 0)
        throw validationError('email must be one address', {
          field: 'email',
          plain: person ? 'Add one person at a time.' : 'Enter an email address.',
        });
      const send_invitation = isChecked(fields, 'send_invitation');
      const { ids, invited } = await findOrAddPeople(screen, [person], { field: 'email', send_invitation });
      const [found] = ids;
      const { members: present } = await getTeam(screen, id);
      if (present.some((member) => member.workspace_membership_id === found)) {
        throw validationError('email is in the team already', {
          field: 'email',
          plain: `${person.name ?? person.email} is already in the team.`,
        });
      }
      const input = { workspace_membership_id: found, role: text(fields, 'role') };
      await addMembership(screen, id, check(NewMembership, input));
      return {
        to: `${teamPath(id)}/members`,
        done: 'team_member_added',
        also: invitationOutcome(screen, invited),
        ...(found && { with: found }),
      };
    },
  }),
  form({
    url: '/console/teams/:id/members/:membership_id/role',
    summary: "Change a member's role in a team",
    path,
    may: 'edit_team',
    of: ofTeam,
    on: members,
    async send(screen, { path: { id, membership_id }, fields }) {
      await updateMembership(
        screen,
        id,
        membership_id,
        check(MembershipChange, { role: text(fields, 'role') }),
      );
      return { ...(await afterChange(screen, id)), done: 'team_role_changed', with: membership_id };
    },
  }),
  form({
    url: '/console/teams/:id/members/:membership_id/remove',
    summary: 'Remove a member from a team',
    path,
    may: 'edit_team',
    of: ofTeam,
    on: members,
    async send(screen, { path: { id, membership_id } }) {
      await removeMembership(screen, id, membership_id);
      return { ...(await afterChange(screen, id)), done: 'team_member_removed' };
    },
  }),
  form({
    url: '/console/teams/:id/members/:membership_id/pause',
    summary: 'Pause a member',
    path,
    may: 'pause_in_team',
    of: ofPlace,
    on: pause,
    labels: { until: 'Another time' },
    async send(screen, { path: { id, membership_id }, fields }) {
      const until = timeOrNull(fields, 'until', screen.dates.timezone);
      await pauseMembership(screen, id, membership_id, check(Pause, { until }));
      return { to: teamPath(id), done: 'member_paused', with: membership_id };
    },
  }),
  form({
    url: '/console/teams/:id/members/:membership_id/unpause',
    summary: "End a member's pause",
    path,
    may: 'pause_in_team',
    of: ofPlace,
    on: pause,
    async send(screen, { path: { id, membership_id } }) {
      await unpauseMembership(screen, id, membership_id);
      return { to: teamPath(id), done: 'member_unpaused', with: membership_id };
    },
  }),
];

/** Managers who gave up their role or left the team may no longer see this page. */
async function afterChange(screen: Screen, id: string) {
  const { isAdmin, member } = screen;
  const { members: left } = await getTeam(screen, id);
  const own = left.find(({ workspace_membership_id }) => workspace_membership_id === member.id);
  const isLead = isAdmin || own?.role === 'manager';
  const to = isLead ? `${teamPath(id)}/members` : own ? teamPath(id) : '/console/teams';
  return { to };
}

/** Oldest first, so a page begins after its cursor. */
function pageOf(all: Membership[], asked: PageRequest): Page<Membership> {
  const { cursor, limit } = asked;
  const rest = cursor === undefined ? all : all.filter(({ id }) => id > cursor);
  return takePage(rest.slice(0, limit + 1), asked, (membership) => membership);
}

/** None for people who may not see the workspace's members. */
async function suggestionsFor(screen: Screen, team: ShownTeam) {
  if (!(await screen.may('manage_members'))) return [];
  const inTeam = new Set(team.members.map(({ workspace_membership_id }) => workspace_membership_id));
  const { data } = await listMembers(screen, {
    limit: MAX_SUGGESTED,
    cursor: undefined,
    email: undefined,
    role: undefined,
    include_deactivated: false,
  });
  return data.filter(({ id }) => !inTeam.has(id)).map(({ email }) => email);
}

export const memberRoutes: Route[] = [members.route, pause.route, ...forms];
