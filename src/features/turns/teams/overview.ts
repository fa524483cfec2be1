import type { Context } from '../../../context.ts';
import { type Page, type PageRequest, takePage } from '../../../pagination.ts';
import { nextAssigneesOf } from '../rotation/report.ts';
import { presentTeam } from './operations.ts';
import { selectTeams, selectTeamsById } from './queries.ts';

export type TeamOverview = Awaited<ReturnType<typeof listTeamsWithNext>>['data'][number];

/** Teams with their next assignees, newest first: active or deactivated ones, or those with these ids. */
export async function listTeamsWithNext(
  context: Context,
  wanted: { active: boolean } | { ids: string[] },
  page: PageRequest,
) {
  const { database, caller } = context;
  const rows =
    'ids' in wanted
      ? await selectTeamsById(database, caller.workspaceId, idsOnPage(wanted.ids, page))
      : await selectTeams(database, caller.workspaceId, { ...wanted, reached_by_slug: undefined }, page);
  const { data: teams, meta } = takePage(rows, page, (row) => row);
  const next = await nextAssigneesOf(context, database, teams);
  const data = teams.map((team) => {
    const { email, name } = next.get(team.id) ?? {};
    return {
      ...presentTeam(context, team, team.member_count),
      next_assignee: email === undefined ? null : { email, name: name ?? null },
    };
  });
  return { data, meta } satisfies Page<unknown>;
}

/** One more than fits on the page, as `takePage` expects. */
function idsOnPage(ids: string[], { cursor, limit }: PageRequest): string[] {
  const following = cursor === undefined ? ids : ids.filter((id) => id < cursor);
  return following
    .toSorted()
    .reverse()
    .slice(0, limit + 1);
}
