// Endpoints with the recent failures of their deliveries, and whether anything is being sent again.
import type { Context } from '../../../context.ts';
import { type Page, type PageRequest, takePage } from '../../../pagination.ts';
import type { Reader } from '../../../storage/database.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { type RetryingEndpoint, selectRetryingEndpoints } from '../../../webhooks/retrying-queries.ts';
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
  const [rows, retrying] = await Promise.all([
    selectEndpoints(database, caller.workspaceId, page),
    retryingById(database, caller.workspaceId),
  ]);
  return takePage(rows, page, (row) => presentWatched(row, now, retrying.get(row.id)));
}

export async function getWatchedEndpoint(context: Context, id: string): Promise<WatchedEndpoint> {
  const { database, caller, clock } = context;
  const row = await findEndpoint(context, database, id);
  const retrying = await retryingById(database, caller.workspaceId, id);
  return presentWatched(row, clock.now(), retrying.get(id));
}

async function retryingById(reader: Reader, workspaceId: string, id?: string) {
  const rows = await selectRetryingEndpoints(reader, workspaceId, id);
  return new Map(rows.map((row) => [row.endpoint_id, row]));
}

/**
 * Endpoints that the service has disabled, that had a delivery fail for good within a day, whose backlog is full, or that a
 * delivery is being sent to again. Not those that somebody disabled on purpose.
 */
export async function listFailingEndpoints(
  { database, caller, clock }: Context,
  { limit }: { limit: number },
): Promise<WatchedEndpoint[]> {
  const now = clock.now();
  const retrying = await retryingById(database, caller.workspaceId);
  const rows = await selectTroubledEndpoints(database, caller.workspaceId, [...retrying.keys()]);
  return rows
    .filter(({ disabled_reason }) => disabled_reason !== MANUAL)
    .map((row) => presentWatched(row, now, retrying.get(row.id)))
    .filter(
      ({ enabled, failures, backlog_full_at, retrying: again }) =>
        !enabled || failures > 0 || backlog_full_at !== null || again !== null,
    )
    .slice(0, limit);
}

function presentWatched(row: WatchedEndpointRow, now: number, retrying: RetryingEndpoint | undefined) {
  const failures = failuresInWindow(JSON.parse(row.failures), [], now);
  const { former_secret_until: until } = row;
  return {
    ...presentEndpoint(row),
    /** Deliveries that failed for good within a day; ten at most. */
    failures: failures.length,
    last_failed_at: formatTimestamp(failures.at(-1) ?? null),
    backlog_full_at: formatTimestamp(row.backlog_full_at),
    /** Null while no delivery is sent again, and while the endpoint is disabled: then all of them wait. */
    retrying: retrying ? presentRetrying(retrying) : null,
    /** Until when a former secret signs deliveries, too; null if none does. */
    former_secret_until: until !== null && until > now ? formatTimestamp(until) : null,
  };
}

function presentRetrying({ delivery_id, response_code, error, ...times }: RetryingEndpoint) {
  return {
    delivery_id,
    response_code,
    error,
    since: formatTimestamp(times.since),
    last_attempted_at: formatTimestamp(times.last_attempted_at),
    next_attempt_at: formatTimestamp(times.next_attempt_at),
  };
}

export type FailingEndpoint = Awaited<ReturnType<typeof listFailingEndpoints>>[number];

/** The URLs of these endpoints, without those that are deleted. */
export function nameEndpoints({ database, caller }: Context, ids: string[]) {
  return selectEndpointUrls(database, caller.workspaceId, ids);
}
