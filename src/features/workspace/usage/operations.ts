import type { Context, Services } from '../../../context.ts';
import { type Page, type PageRequest, takePage } from '../../../pagination.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { selectCountedUntil } from './counting-queries.ts';
import { selectUsageMonths, selectUsageOfAll, type UsageRow } from './queries.ts';
import { checkMonth, monthsOf } from './rules.ts';

export type MonthOfUsage = ReturnType<typeof presentUsage>;

/**
 * What the workspace has used, month by month, oldest first, without months in which nothing was counted. What was made after
 * `counted_until` is not counted yet: that is a few minutes behind. Requests to the API are up to a second behind.
 */
export async function usageByMonth(
  { database, caller, clock }: Context,
  period: { from?: string | undefined; to?: string | undefined },
): Promise<MonthOfUsage[]> {
  const months = monthsOf(period, clock.now());
  const countedUntil = await selectCountedUntil(database);
  const rows = await selectUsageMonths(database, caller.workspaceId, months);
  return rows.map((row) => presentUsage(row, countedUntil));
}

/** For operators: what every workspace has used in a month, newest workspace first. */
export async function usageOfMonth(
  { database }: Services,
  month: string,
  page: PageRequest,
): Promise<Page<MonthOfUsage & { workspace_id: string }>> {
  checkMonth('month', month);
  const countedUntil = await selectCountedUntil(database);
  const rows = await selectUsageOfAll(database, month, page);
  return takePage(
    rows.map((row) => ({ ...row, id: row.workspace_id })),
    page,
    ({ id, ...row }) => ({ workspace_id: id, ...presentUsage(row, countedUntil) }),
  );
}

function presentUsage({ workspace_id, ...row }: UsageRow, countedUntil: number | undefined) {
  return { ...row, counted_until: formatTimestamp(countedUntil ?? null) };
}
