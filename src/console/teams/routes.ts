import { validationError } from '../../errors.ts';
import { MAX_PEOPLE } from '../../features/people/invitations/rules.ts';
import {
  createTeam,
  deactivateTeam,
  getTeam,
  reactivateTeam,
  updateTeam,
} from '../../features/turns/teams/operations.ts';
import { listTeamsWithNext } from '../../features/turns/teams/overview.ts';
import { NewTeam, TeamChange } from '../../features/turns/teams/shapes.ts';
import { choiceQuery, pageQuery } from '../../http/query.ts';
import type { Route } from '../../http/route.ts';
import { check } from '../../shapes/check.ts';
import { mailboxesIn } from '../../text/mailbox-list.ts';
import { isChecked, type SentFields, text } from '../fields.ts';
import { locationIn, locationLabels } from '../location-fields.ts';
import { findOrAddPeople } from '../members/find-or-add.ts';
import { invitationOutcome } from '../members/invitation.ts';
import { form, page } from '../route.ts';
import type { Screen } from '../screen.ts';
import { linkRoutes } from './link-routes.ts';
import { teamListPage } from './list-page.ts';
import { memberRoutes } from './member-routes.ts';
import { poolInput, reachInput } from './mode-fields.ts';
import { NEW_TEAM, newTeamPage } from './new-team-page.ts';
import { queueRoutes } from './queue-routes.ts';
import { settingsPage } from './settings-page.ts';
import { basicInput } from './team-fields.ts';
import { teamPath } from './team-frame.ts';

const path = { id: { kind: 'team', what: 'Team' } } as const;

const list = page({
  url: '/console/teams',
  summary: 'Teams',
  query: {
    ...pageQuery('team'),
    state: choiceQuery(['active', 'deactivated'], 'Which teams are listed; the active ones without it.'),
  },
  may: 'use_console',
  async show(screen, { query: { cursor, limit, state = 'active' } }) {
    const mayManage = await screen.may('manage_teams');
    const wanted = mayManage
      ? { active: state === 'active' }
      : { ids: (await screen.teams()).map(({ team_id }) => team_id) };
    const teams = await listTeamsWithNext(screen, wanted, { cursor, limit });
    return teamListPage({ teams, mayManage, state, cursor });
  },
});

const newTeam = page({
  url: NEW_TEAM,
  summary: 'New team',
  may: 'manage_teams',
  show: async (screen) => newTeamPage(screen),
});

const settings = page({
  url: '/console/teams/:id/settings',
  summary: 'Settings of a team',
  path,
  may: 'edit_team',
  of: ({ id }) => ({ team: id }),
  async show(screen, { path: { id } }) {
    const team = await getTeam(screen, id);
    return settingsPage(screen, { team, mayEdit: true, mayManage: await screen.may('manage_teams') });
  },
});

const forms: Route[] = [
  form({
    url: NEW_TEAM,
    summary: 'Make a team',
    may: 'manage_teams',
    on: newTeam,
    line: { name: 'teams' },
    async send(screen, { fields }) {
      const { ids: member_ids, invited } = await memberIdsIn(screen, fields);
      const input = { ...basicInput(fields), member_ids };
      const { id } = await createTeam(screen, check(NewTeam, input));
      return { to: teamPath(id), done: 'team_created', also: invitationOutcome(screen, invited) };
    },
  }),
  form({
    url: '/console/teams/:id/settings',
    summary: 'Change a team',
    path,
    may: 'edit_team',
    of: ({ id }) => ({ team: id }),
    on: settings,
    labels: locationLabels,
    async send(screen, { path: { id }, fields }) {
      const mayManage = await screen.may('manage_teams');
      const { mode } = await getTeam(screen, id);
      const input = {
        ...basicInput(fields),
        location: locationIn(fields),
        // The form of a team in another mode doesn't have them.
        ...(mode === 'pool' && poolInput(fields)),
        // A manager must not use this form to put their team into others' meetings.
        ...(mayManage && reachInput(fields)),
      };
      await updateTeam(screen, id, check(TeamChange, input));
      return { to: `${teamPath(id)}/settings`, done: 'team_saved' };
    },
  }),
  form({
    url: '/console/teams/:id/deactivate',
    summary: 'Deactivate a team',
    path,
    may: 'manage_teams',
    of: ({ id }) => ({ team: id }),
    on: settings,
    async send(screen, { path: { id } }) {
      await deactivateTeam(screen, id);
      return { to: `${teamPath(id)}/settings`, done: 'team_deactivated' };
    },
  }),
  form({
    url: '/console/teams/:id/reactivate',
    summary: 'Bring a deactivated team back',
    path,
    may: 'manage_teams',
    of: ({ id }) => ({ team: id }),
    on: settings,
    async send(screen, { path: { id } }) {
      await reactivateTeam(screen, id);
      return { to: `${teamPath(id)}/settings`, done: 'team_reactivated' };
    },
  }),
];

/** The ids of the members whose addresses were given. Who isn't a member yet becomes one. */
async function memberIdsIn(screen: Screen, fields: SentFields) {
  const people = mailboxesIn(text(fields, 'members'));
  if (people.length > MAX_PEOPLE) {
    throw validationError(`members must have at most ${MAX_PEOPLE} items`, {
      field: 'members',
      plain: `That’s ${people.length} people. A new team can have up to ${MAX_PEOPLE}: add the others later.`,
    });
  }
  const send_invitation = isChecked(fields, 'send_invitation');
  return findOrAddPeople(screen, people, { field: 'members', send_invitation });
}

export const teamRoutes: Route[] = [
  list.route,
  newTeam.route,
  ...queueRoutes,
  ...memberRoutes,
  ...linkRoutes,
  settings.route,
  ...forms,
];
