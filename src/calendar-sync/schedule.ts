import type { RetrySchedule } from '../outbox/retry-schedule.ts';
import { MINUTE_MS } from '../timestamps.ts';

const INTERVAL_MINUTES = 10;
/** After this many failures in a row; the last one holds for all that follow. */
const RETRY_MINUTES = [10, 20, 30, 60, 120, 240, 360];

/** Up to a tenth more, at random, keeps calendars that were synced together from coming back together. */
const withJitter = (minutes: number) => Math.round(minutes * MINUTE_MS * (1 + Math.random() * 0.1));

/** Until a calendar that could be read is read again, in milliseconds. */
export const nextSyncAfter = () => withJitter(INTERVAL_MINUTES);

export const delayAfter: RetrySchedule = (attempts) =>
  withJitter(RETRY_MINUTES[attempts - 1] ?? (RETRY_MINUTES.at(-1) as number));
