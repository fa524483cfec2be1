// Endpoints with the recent failures of their deliveries.
import type { Context } from '../../../context.ts';
import { type Page, type PageRequest, takePage } from '../../../pagination.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { findEndpoint, presentEndpoint } from './operations.ts';
import {
  selectEndpoints,
  selectEndpointUrls,
  selectTroubledEndpoints,
  type WatchedEndpointRow,
} from './queries.ts';
import { failuresInWindow, MANUAL } from './rules.ts';

export type WatchedEndpoint = ReturnType<typeof presentWatched>;

export async function listWatchedEndpoints(
  { database, caller, clock }: Context,
  page: PageRequest,
): Promise<Page<WatchedEndpoint>> {
  const now = clock.now();
  const rows = await selectEndpoints(database, caller.workspaceId, page);
  return takePage(rows, page, (row) => presentWatched(row, now));
}

export async function getWatchedEndpoint(context: Context, id: string): Promise<WatchedEndpoint> {
  return presentWatched(await findEndpoint(context, context.database, id), context.clock.now());
}

/**
 * Endpoints that the service has disabled, that had a delivery fail for good within a day, or whose backlog is full. Not those that
 * somebody disabled on purpose.
 */
export async function listFailingEndpoints(
  { database, caller, clock }: Context,
  { limit }: { limit: number },
): Promise<WatchedEndpoint[]> {
  const now = clock.now();
  const rows = await selectTroubledEndpoints(database, caller.workspaceId);
  return rows
    .filter(({ disabled_reason }) => disabled_reason !== MANUAL)
    .map((row) => presentWatched(row, now))
    .filter(({ enabled, failures, backlog_full_at }) => !enabled || failures > 0 || backlog_full_at !== null)
    .slice(0, limit);
}

function presentWatched(row: WatchedEndpointRow, now: number) {
  const failures = failuresInWindow(JSON.parse(row.failures), [], now);
  const { former_secret_until: until } = row;
  return {
    ...presentEndpoint(row),
    /** Deliveries that failed for good within a day; ten at most. */
    failures: failures.length,
    last_failed_at: formatTimestamp(failures.at(-1) ?? null),
    backlog_full_at: formatTimestamp(row.backlog_full_at),
    /** Until when a former secret signs deliveries, too; null if none does. */
    former_secret_until: until !== null && until > now ? formatTimestamp(until) : null,
  };
}

export type FailingEndpoint = Awaited<ReturnType<typeof listFailingEndpoints>>[number];

/** The URLs of these endpoints, without those that are deleted. */
export function nameEndpoints({ database, caller }: Context, ids: string[]) {
  return selectEndpointUrls(database, caller.workspaceId, ids);
}
