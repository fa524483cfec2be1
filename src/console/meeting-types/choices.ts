// Meeting types to choose from in other forms.
import { getMeetingType, listMeetingTypes } from '../../features/meetings/meeting-types/operations.ts';
import type { Screen } from '../screen.ts';
import type { ShownType } from './words.ts';

export interface TypeChoice {
  id: string;
  name: string;
  /** Null for a type of a member. */
  team_id: string | null;
}

/** A longer list would be no use to choose from. */
const FIRST_100 = { limit: 100, cursor: undefined };

/** The active types: all for admins, and for others those of their teams and their own. */
export async function typeChoices(screen: Screen): Promise<TypeChoice[]> {
  const own = async () => [
    { workspace_membership_id: screen.member.id },
    ...(await screen.teams()).map(({ team_id }) => ({ team_id })),
  ];
  const filters = screen.isAdmin ? [{}] : await own();
  const lists = await Promise.all(
    filters.map((filter) => listMeetingTypes(screen, { ...filter, active: true }, FIRST_100)),
  );
  return byName(lists.flatMap(({ data }) => data));
}

/** The active types of a team, and the one that is chosen. */
export async function typeChoicesOf(
  screen: Screen,
  team_id: string,
  chosen: string | null = null,
): Promise<TypeChoice[]> {
  const { data } = await listMeetingTypes(screen, { team_id, active: true }, FIRST_100);
  const isMissing = chosen !== null && !data.some(({ id }) => id === chosen);
  return byName(isMissing ? [...data, await getMeetingType(screen, chosen)] : data);
}

const byName = (types: ShownType[]): TypeChoice[] =>
  types
    .map(({ id, name, team_id }) => ({ id, name, team_id }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
