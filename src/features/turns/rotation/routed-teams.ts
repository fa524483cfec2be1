import type { Context } from '../../../context.ts';
import { notFound, validationError } from '../../../errors.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { selectRoutedTeam, selectRoutedTeamForUpdate } from './queries.ts';
import type { RoutedTeam } from './rules.ts';

export async function findTeam({ caller }: Context, reader: Reader, id: string): Promise<RoutedTeam> {
  const team = await selectRoutedTeam(reader, caller.workspaceId, id);
  if (!team) throw notFound('Team');
  return team;
}

/**
 * Waits for the team's row and holds it: until the transaction ends, nobody else changes the members or takes a turn.
 * `explain` makes the error for a team that does not exist.
 */
export async function lockTeam(
  { caller }: Context,
  tx: Transaction,
  id: string,
  explain = () => notFound('Team'),
): Promise<RoutedTeam> {
  const team = await selectRoutedTeamForUpdate(tx, caller.workspaceId, id);
  if (!team) throw explain();
  return team;
}

export function requireActive(team: RoutedTeam): void {
  if (team.deactivated_at !== null) throw validationError('The team is deactivated');
}
