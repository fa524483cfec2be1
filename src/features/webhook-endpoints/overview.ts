import type { Context } from '../../context.ts';
import { formatTimestamp } from '../../timestamps.ts';
import { presentEndpoint } from './operations.ts';
import { selectTroubledEndpoints } from './queries.ts';
import { failuresInWindow, MANUAL } from './rules.ts';

/**
 * Endpoints that the service has disabled, that had a delivery that failed for good within a day, or whose backlog is full. Not
 * those that somebody has disabled: that was meant.
 */
export async function listFailingEndpoints(
  { database, caller, clock }: Context,
  { limit }: { limit: number },
) {
  const now = clock.now();
  const rows = await selectTroubledEndpoints(database, caller.workspaceId);
  return rows
    .filter(({ disabled_reason }) => disabled_reason !== MANUAL)
    .map((row) => {
      const failures = failuresInWindow(JSON.parse(row.failures), [], now);
      return {
        ...presentEndpoint(row),
        /** Deliveries that failed for good within a day; ten at most. */
        failures: failures.length,
        last_failed_at: formatTimestamp(failures.at(-1) ?? null),
        backlog_full_at: formatTimestamp(row.backlog_full_at),
      };
    })
    .filter(({ enabled, failures, backlog_full_at }) => !enabled || failures > 0 || backlog_full_at !== null)
    .slice(0, limit);
}

export type FailingEndpoint = Awaited<ReturnType<typeof listFailingEndpoints>>[number];
