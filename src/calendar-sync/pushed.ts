import type { Context } from '../context.ts';
import { validationError } from '../errors.ts';
import { formatCount } from '../limits/limits.ts';
import type { Transaction } from '../storage/database.ts';
import type { Interval } from '../time/hosts.ts';
import { MAX_BUSY_TIMES, PAST_MS, readBusyTimes, withRangeReplaced, writeBusyTimes } from './busy-times.ts';
import { lockSync, updatePushed } from './state-queries.ts';

/** Replaces what a pushed calendar has in a range. The caller has locked the calendar. */
export async function pushBusyTimes(
  { caller, clock }: Context,
  tx: Transaction,
  { id, member_id }: { id: string; member_id: string },
  { range, busy }: { range: Interval; busy: Interval[] },
): Promise<void> {
  const calendar = { workspace_id: caller.workspaceId, id, member_id };
  // Two calls for different ranges must both see what the other has written.
  await lockSync(tx, caller.workspaceId, id);
  const now = clock.now();
  const known = await readBusyTimes(tx, calendar);
  const wanted = withRangeReplaced(known, range, busy).filter(({ end }) => end > now - PAST_MS);
  if (wanted.length > MAX_BUSY_TIMES) {
    throw validationError(
      `busy has too many: a calendar may have ${formatCount(MAX_BUSY_TIMES)} busy times that do not touch each other`,
    );
  }
  await writeBusyTimes(tx, calendar, wanted);
  await updatePushed(tx, caller.workspaceId, id, now);
}
