import { MINUTE_MS } from '../time/timestamps.ts';

/** How long to wait after this many failed attempts, in milliseconds. */
export type RetrySchedule = (attempts: number) => number;

/**
 * Delays grow with the fourth power, from three seconds to forty minutes. Up to a tenth more, at random, keeps items that
 * failed together from coming back together. An operator's own delays are used as they are.
 */
export function createRetrySchedule(ownSeconds: number[] | undefined, random = Math.random): RetrySchedule {
  return (attempts) => {
    const own = ownSeconds?.[attempts - 1] ?? ownSeconds?.at(-1);
    const power = attempts ** 4;
    return Math.round((own ?? power + 2 + random() * 0.1 * power) * 1000);
  };
}

/** In milliseconds, with up to a tenth more, at random. */
export const withJitter = (minutes: number) => Math.round(minutes * MINUTE_MS * (1 + Math.random() * 0.1));

/** Delays by the number of failed attempts, with jitter; the last one holds for all that follow. */
export function createMinutesSchedule(minutes: number[]): RetrySchedule {
  return (attempts) => withJitter(minutes[attempts - 1] ?? (minutes.at(-1) as number));
}
