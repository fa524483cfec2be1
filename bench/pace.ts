import { setTimeout as sleep } from 'node:timers/promises';
import { now } from './clock.ts';

/** The payload's id, and the time just before the call. */
export type Calls = [id: string, at: number][];

/**
 * Calls `make` at this rate without waiting for its result, as independent callers do. It returns the id of the event.
 * Makes up for missed calls, so that their number is right.
 */
export async function pace(
  perSecond: number,
  seconds: number,
  make: (number: number) => Promise<string>,
): Promise<Calls> {
  const calls: Promise<[string, number]>[] = [];
  const start = now();
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const due = start + (number * 1000) / perSecond;
    const early = due - now();
    if (early > 0) await sleep(early);
    const at = now();
    calls.push(make(number).then((id) => [id, at]));
  }
  return Promise.all(calls);
}
