import type { Context } from '../../context.ts';
import { csvLine } from '../../csv.ts';
import { invalidRequest } from '../../errors.ts';
import { findTeam } from '../memberships/operations.ts';
import { type ListedTurn, listTurns } from './operations.ts';
import { hasMoreTurns, type TurnFilter } from './queries.ts';

/** More than a team takes in a year at ten an hour; beyond that, one asks for a part of the time. */
export const MOST_LINES = 100_000;
/** As many as are in memory at once. */
const PAGE = 500;

const columns = [
  'id',
  'number',
  'created_at',
  'workspace_membership_id',
  'email',
  'name',
  'reason',
  'meeting_request_id',
  'team_id',
  'team_membership_id',
  'returned_at',
] as const satisfies (keyof ListedTurn)[];

export const HEADER = csvLine(columns);

/** Every turn that the filter finds, newest first; `cursor` is the last one that has arrived, where an earlier call broke. */
export async function turnsAsCsv(
  context: Context,
  teamId: string,
  filter: TurnFilter,
  cursor: string | undefined,
  most = MOST_LINES,
): Promise<AsyncIterable<string>> {
  const { database, caller } = context;
  const team = await findTeam(context, database, teamId);
  const range = { count: most, cursor };
  if (await hasMoreTurns(database, caller.workspaceId, team.id, filter, range)) {
    const count = most.toLocaleString('en');
    throw invalidRequest(`These are more than ${count} turns: ask for a part of them with from and to`);
  }
  return linesOf(context, team.id, filter, cursor);
}

async function* linesOf(context: Context, teamId: string, filter: TurnFilter, after: string | undefined) {
  yield HEADER;
  for (let cursor = after; ; ) {
    const { data, meta } = await listTurns(context, teamId, filter, { limit: PAGE, cursor });
    if (data.length > 0) yield data.map((turn) => csvLine(columns.map((name) => turn[name]))).join('');
    if (meta.next_cursor === null) return;
    cursor = meta.next_cursor;
  }
}
