import { createMinutesSchedule } from '../outbox/retry-schedule.ts';

const RETRY_MINUTES = [1, 5, 15, 60, 3 * 60, 6 * 60, 12 * 60, 24 * 60];

export const MAX_ATTEMPTS = RETRY_MINUTES.length + 1;

export const delayAfter = createMinutesSchedule(RETRY_MINUTES);
