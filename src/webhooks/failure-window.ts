import { DAY_MS } from '../timestamps.ts';

const WINDOW_MS = DAY_MS;
const TOO_MANY = 10;

/** The times of failures that still count once there are some more; never more than are needed to decide. */
export function failuresAfter(before: number[], added: number[], now: number): number[] {
  return [...before, ...added].filter((at) => at > now - WINDOW_MS).slice(-TOO_MANY);
}

export function isTooMany(failures: number[]): boolean {
  return failures.length >= TOO_MANY;
}
