import type { Context, Services } from '../../context.ts';
import { type Page, type PageRequest, takePage } from '../../pages.ts';
import { formatTimestamp } from '../../timestamps.ts';
import { selectUsageMonths, selectUsageOfAll, type UsageRow } from './queries.ts';
import { checkMonth, monthsOf } from './rules.ts';

export type MonthOfUsage = ReturnType<typeof presentUsage>;

/**
 * What the workspace has used, month by month, oldest first. Months in which nothing was counted are not in it. What was made
 * after `counted_until` is not counted yet: it is some minutes behind. Requests to the API are up to a second behind.
 */
export async function usageByMonth(
  { database, caller, clock }: Context,
  wanted: { from?: string | undefined; to?: string | undefined },
): Promise<MonthOfUsage[]> {
  const months = monthsOf(wanted, clock.now());
  return (await selectUsageMonths(database, caller.workspaceId, months)).map(presentUsage);
}

/** For operators: what every workspace has used in a month, newest workspace first. */
export async function usageOfMonth(
  { database }: Services,
  month: string,
  page: PageRequest,
): Promise<Page<MonthOfUsage & { workspace_id: string }>> {
  checkMonth('month', month);
  const rows = await selectUsageOfAll(database, month, page);
  return takePage(
    rows.map((row) => ({ ...row, id: row.workspace_id })),
    page,
    (row) => ({ workspace_id: row.workspace_id, ...presentUsage(row) }),
  );
}

function presentUsage({ workspace_id, counted_until, ...row }: UsageRow) {
  return { ...row, counted_until: formatTimestamp(counted_until) };
}
