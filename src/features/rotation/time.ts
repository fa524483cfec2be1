import type { Context } from '../../context.ts';
import type { Reader } from '../../storage/database.ts';
import { createTimeCheck, type TimeWish } from '../slots/operations.ts';
import { type Candidate, queueOf } from './rules.ts';

/** How many are asked at once, after the head of the queue, who usually has time. */
const ASKED_AT_ONCE = 25;

/**
 * Passes over those at the head of the queue who have no time for the meeting: they are `unavailable` for this turn, and keep
 * their place. If nobody in the queue has time, nobody is passed over.
 */
export async function passOverBusy(
  context: Context,
  reader: Reader,
  candidates: readonly Candidate[],
  wish: TimeWish,
): Promise<void> {
  // Asked again after the first one with time was deactivated meanwhile: perhaps nobody is left who has time.
  for (const candidate of candidates) {
    if (candidate.status === 'unavailable') candidate.status = 'available';
  }
  const whoHasTime = await createTimeCheck(context, reader, wish);
  const queue = queueOf(candidates);
  for (let asked = 0; asked < queue.length; ) {
    const group = queue.slice(asked, asked === 0 ? 1 : asked + ASKED_AT_ONCE);
    const free = await whoHasTime(group.map(({ member_id }) => member_id));
    const first = group.findIndex(({ member_id }) => free.has(member_id));
    if (first >= 0) {
      for (const candidate of queue.slice(0, asked + first)) candidate.status = 'unavailable';
      return;
    }
    asked += group.length;
  }
}
