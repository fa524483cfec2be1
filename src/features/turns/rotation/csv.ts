import type { Context } from '../../../context.ts';
import { invalidRequest } from '../../../errors.ts';
import { formatCount } from '../../../limits/limits.ts';
import { findTeam } from './routed-teams.ts';
import { hasMoreTurns, type TurnFilter } from './turn-queries.ts';
import { type ListedTurn, listTurns } from './turns.ts';

/** Spreadsheets take these for the start of a formula, including the full-width forms of East Asian scripts. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** More than a year of turns at ten an hour. */
export const MAX_LINES = 100_000;
/** How many lines are in memory at once. */
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

/** Every turn that matches the filter, newest first. `cursor` resumes a broken download after that turn. */
export async function turnsAsCsv(
  context: Context,
  teamId: string,
  filter: TurnFilter,
  cursor: string | undefined,
  maxLines = MAX_LINES,
): Promise<AsyncIterable<string>> {
  const { database, caller } = context;
  const team = await findTeam(context, database, teamId);
  const range = { count: maxLines, cursor };
  if (await hasMoreTurns(database, caller.workspaceId, team.id, filter, range)) {
    const count = formatCount(maxLines);
    throw invalidRequest(`There are more than ${count} turns: narrow them down with from and to`);
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

/** One line of RFC 4180. Null is an empty cell. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** Names and addresses are user input: a leading apostrophe keeps them from becoming formulas. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
