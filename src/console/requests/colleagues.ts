import { listMembers } from '../../features/people/members/operations.ts';
import { listTeams } from '../../features/turns/teams/operations.ts';
import type { Screen } from '../screen.ts';
import type { TeamChoice } from './new.ts';

/** As many as a list of choices is of use with. */
const MOST = 100;

/** The addresses that are suggested where a member is named. Only admins see who else there is. */
export async function memberAddresses(screen: Screen): Promise<string[]> {
  if (!screen.isAdmin) return [];
  const filter = { email: undefined, role: undefined, include_deactivated: undefined };
  const { data } = await listMembers(screen, { ...filter, limit: MOST, cursor: undefined });
  return data.map(({ email }) => email).sort();
}

/** The active teams that can be chosen, by name: for admins all, for others those that they are in. */
export async function teamChoices(screen: Screen): Promise<TeamChoice[]> {
  if (!screen.isAdmin) {
    const own = await screen.teams();
    return own.map(({ team_id, name, mode }) => ({ id: team_id, name, mode }));
  }
  const { data } = await listTeams(
    screen,
    { active: true, email_address: undefined },
    { limit: MOST, cursor: undefined },
  );
  return data
    .map(({ id, name, mode }) => ({ id, name, mode }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
