import type { Transaction } from '../../../storage/database.ts';
import type { Clock } from '../../../time/clock.ts';
import { addRequests, type RequestCount } from './counting-queries.ts';
import { endOfMonth, monthOf } from './rules.ts';

/**
 * Requests to the API, counted in memory until somebody writes them. What is not written when a process is killed is lost: whoever
 * writes does so at least every second.
 */
export function createRequestCounts(clock: Clock) {
  let counts = new Map<string, RequestCount>();
  let month = '';
  let monthEnd = 0;

  function add({ workspace_id, month: of, requests }: RequestCount): void {
    const key = `${workspace_id} ${of}`;
    const sum = (counts.get(key)?.requests ?? 0) + requests;
    counts.set(key, { workspace_id, month: of, requests: sum });
  }

  return {
    count(workspaceId: string): void {
      const now = clock.now();
      if (now >= monthEnd) {
        month = monthOf(now);
        monthEnd = endOfMonth(month);
      }
      add({ workspace_id: workspaceId, month, requests: 1 });
    },
    /** What was counted since the last time. */
    take(): RequestCount[] {
      const taken = [...counts.values()];
      counts = new Map();
      return taken;
    },
    /** What could not be written. */
    putBack: (taken: RequestCount[]) => taken.forEach(add),
    write: (tx: Transaction, taken: RequestCount[]) => addRequests(tx, taken),
  };
}

export type RequestCounts = ReturnType<typeof createRequestCounts>;
