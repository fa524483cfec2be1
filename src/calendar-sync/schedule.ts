import { createMinutesSchedule, withJitter } from '../outbox/retry-schedule.ts';

const INTERVAL_MINUTES = 10;
/** After this many failures in a row. */
const RETRY_MINUTES = [10, 20, 30, 60, 120, 240, 360];

/** Until a calendar that could be read is read again, in milliseconds. */
export const nextSyncAfter = () => withJitter(INTERVAL_MINUTES);

export const delayAfter = createMinutesSchedule(RETRY_MINUTES);
