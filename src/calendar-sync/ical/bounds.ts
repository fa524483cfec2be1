/** Why a calendar can't be read, in a sentence for the member. It never holds anything of the calendar. */
export class Unreadable extends Error {}

export const MAX_BUSY_TIMES = 20_000;
/** Zones that are named as unknown: as many as anybody reads. Others are found when these are mended. */
export const MOST_ZONES = 3;
/** Mostly instances. A feed of 10,000 weekly events takes a third of it in 400 days. */
const MAX_STEPS = 5_000_000;

/** Counts the work on one calendar, so that none takes for ever. */
export interface Budget {
  spend(steps: number): void;
}

export function createBudget(): Budget {
  let left = MAX_STEPS;
  return {
    spend(steps) {
      left -= steps;
      if (left < 0) throw new Unreadable('the calendar has too many repeating events to be followed');
    },
  };
}
