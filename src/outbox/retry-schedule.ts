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
