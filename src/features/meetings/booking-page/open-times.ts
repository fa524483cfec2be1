import { invalidRequest } from '../../../errors.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import { formatTimestamp, isWritable, MINUTE_MS, parseTimestamp } from '../../../time/timestamps.ts';
import { timeOf } from '../../calendar/bookings/rules.ts';
import { whyNotFree } from '../../calendar/slots/one-time.ts';
import { offerRange } from '../../calendar/slots/operations.ts';
import { clearAttention } from '../requests/lifecycle/attention.ts';
import { bookWithin, usualMinutes } from '../requests/lifecycle/times.ts';
import type { Respondent } from '../requests/rules.ts';
import { keepAnswer } from '../scheduling/answers.ts';
import { usableOptions } from '../scheduling/follow-ups.ts';
import { offerTimes, timesFor } from '../scheduling/offers.ts';
import { keepTimezone } from '../scheduling/remarks.ts';
import { offered } from '../scheduling/rules.ts';
import type { Search } from '../scheduling/search.ts';
import { askForTimes } from '../scheduling/settle.ts';

// Times when the hosts are free, whether they were offered or not.

/** Reads start times as ISO 8601 or milliseconds since 1970. Returns each once, in order. */
export function parseStarts(given: readonly string[] | undefined): number[] {
  const starts = (given ?? []).map((text) => {
    const start = /^\d{1,15}$/.test(text) ? Number(text) : parseTimestamp(text);
    if (start === undefined || !isWritable(start) || start % MINUTE_MS !== 0) {
      throw invalidRequest('starts_at must be a time at a whole minute');
    }
    return start;
  });
  return [...new Set(starts)].sort((one, other) => one - other);
}

export const timeAt = ({ locked, settings }: Search, start: number): MeetingTime =>
  timeOf(start, usualMinutes(locked.request, settings));

/** Whether all hosts are free, within the range in which Rota looks for times at all. */
export async function areFree(
  { context, tx, settings, subject }: Search,
  times: readonly MeetingTime[],
): Promise<boolean> {
  const range = offerRange(settings, subject, context.clock.now());
  for (const time of times) {
    if (time.starts_at < range.from || time.ends_at > range.to) return false;
    if ((await whyNotFree(context, tx, subject, time)).length > 0) return false;
  }
  return true;
}

/** Books a free time for the only participant. */
export async function bookFreeTime(
  search: Search,
  participant: Respondent,
  starts: readonly number[],
  timezone: string | undefined,
): Promise<'booked' | 'taken' | 'refused'> {
  const { context, tx, locked } = search;
  const [start] = starts as [number];
  if (starts.length > 1) return 'refused';
  const time = timeAt(search, start);
  if (!(await areFree(search, [time]))) {
    await replaceTaken(search);
    return 'taken';
  }
  const answer = { response: 'chosen', comment: null, wishes: null } as const;
  await keepAnswer(search, participant, answer, {
    starts_at: [null, [formatTimestamp(start)]],
    ...(await keepTimezone(search, participant, timezone)),
  });
  await bookWithin(context, tx, locked, time, [participant.place]);
  return 'booked';
}

/** Gives a participant who came too late something to choose from: offers other times if none of those offered is still free. */
async function replaceTaken(search: Search): Promise<void> {
  const { context, tx, locked, options } = search;
  const { request } = locked;
  if (offered(options).length === 0 || (await usableOptions(search)).length > 0) return;
  const times = await timesFor(search, request.round);
  if (times.length === 0) {
    await askForTimes(search);
    return;
  }
  const cleared = { ...locked, request: await clearAttention(context, tx, request) };
  const offer = { reason: 'taken', round: request.round, times, introduction: null } as const;
  await offerTimes({ ...search, locked: cleared }, offer);
}
