import { MINUTE_MS } from '../../../time/timestamps.ts';

// When people are reminded of a booked meeting. Reminders are minutes before its start, in descending order.

/** A meeting that is booked or moved this shortly before a reminder doesn't get that one: its invitation has just come. */
const MARGIN_MS = 10 * MINUTE_MS;

/** The list that counts: the most specific one that is given. */
export const remindersFor = (workspace: number[], ...specific: (number[] | null)[]): number[] =>
  specific.find((each) => each !== null) ?? workspace;

/** Those of a meeting that is booked or moved now. */
export const remindersAhead = (reminders: number[], startsAt: number, now: number): number[] =>
  reminders.filter((minutes) => dueAt(minutes, startsAt) >= now + MARGIN_MS);

/** Those that aren't due yet. */
export const remindersLeft = (reminders: number[], startsAt: number, now: number): number[] =>
  reminders.filter((minutes) => dueAt(minutes, startsAt) > now);

/** When the next one is due; null if there is none. */
export function nextReminderAt([next]: number[], startsAt: number): number | null {
  return next === undefined ? null : dueAt(next, startsAt);
}

const dueAt = (minutes: number, startsAt: number) => startsAt - minutes * MINUTE_MS;
