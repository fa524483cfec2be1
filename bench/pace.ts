import { setTimeout as sleep } from 'node:timers/promises';
import { now } from './clock.ts';

/** When each event was asked for: the payload's id and the moment before the call. */
export type Calls = [id: string, at: number][];

/**
 * Calls `make` so many times a second, without waiting for its answer, as callers who do not know of each other do;
 * it answers the id of the event. A moment that was missed is made up for, so that the number is right.
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
