import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../src/context.ts';
import { now } from './clock.ts';

const PAUSE_MS = 10;
const DEADLINE_MS = 120_000;

/** A request whose times are to be found by the time `$1`, or a message to be sent. */
export const REQUEST_OR_MESSAGE_DUE = `select 1 as found from meeting_request_schedules
   where due_at <= $1 or claim_id is not null
   union all select 1 from messages where due_at <= $1 or claim_id is not null limit 1`;

/** Waits until no request is left whose times are to be found, and no message to be sent. */
export function untilAtRest({ database, clock }: Pick<Services, 'database' | 'clock'>): Promise<void> {
  return whileDue(() => database.get(REQUEST_OR_MESSAGE_DUE, [clock.now()]), PAUSE_MS);
}

export async function whileDue(isAnyDue: () => Promise<unknown>, askEveryMs: number): Promise<void> {
  const deadline = now() + DEADLINE_MS;
  while (await isAnyDue()) {
    if (now() > deadline) throw new Error('Work of the background does not end');
    await sleep(askEveryMs);
  }
}
