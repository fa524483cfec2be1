import { listMembers } from '../../features/people/members/operations.ts';
import { listTeams } from '../../features/turns/teams/operations.ts';
import type { Screen } from '../screen.ts';
import type { TeamChoice } from './new.ts';

/** A longer list would be no use to choose from. */
const MOST = 100;

/** Addresses to suggest in fields for a member. Only admins may see who else there is. */
export async function memberAddresses(screen: Screen): Promise<string[]> {
  if (!screen.isAdmin) return [];
  const filter = { email: undefined, role: undefined, include_deactivated: undefined };
  const { data } = await listMembers(screen, { ...filter, limit: MOST, cursor: undefined });
  return data.map(({ email }) => email).sort();
}

/** The active teams to choose from, by name: all for admins, their own for others. */
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
