import type { Progress } from '../../features/meeting-requests/progress.ts';
import type { Dates } from '../../html/dates.ts';
import { duration } from '../../html/dates.ts';
import type { Reader } from '../../html/reader.ts';
import type { ShownRequest } from './read.ts';
import { attentions, inWords } from './words.ts';

interface Known {
  request: ShownRequest;
  progress: Progress;
  /** After how many business days participants are asked again. */
  followUpDays: readonly number[];
  dates: Dates;
  now: number;
}

/** The state of a request in a sentence or two: what Rota waits for, and what it does next and when. */
export function stateOf(known: Known): string {
  const { request, dates, now } = known;
  const time = timeOf(request);
  switch (request.status) {
    case 'cancelled':
      return `Cancelled on ${momentOf(dates, request.cancelled_at)}.${time ? ` It would have been on ${dates.whole(time)}.` : ''}`;
    case 'paused':
      return `Paused since ${momentOf(dates, request.paused_at)}. Nothing is sent until somebody resumes it; answers are kept.`;
    case 'booked':
      if (!time) return 'Booked.';
      return time.ends_at <= now ? `It was on ${dates.whole(time)}.` : `Booked: ${dates.whole(time)}.`;
    case 'active':
      return `${time ? `Another time is looked for. Until it is found, ${dates.whole(time)} stays taken. ` : ''}${searchOf(known)}`;
  }
}

function searchOf({ request, progress, followUpDays, dates, now }: Known): string {
  if (request.attention)
    return `Rota has stopped: ${lowerFirst(attentions[request.attention.reason].sentence)}`;
  const { due_at, waiting, notify_participants } = progress;
  const isOffering = request.options.some(({ status }) => status === 'offered');
  if (!isOffering || (due_at !== null && due_at <= now))
    return 'Rota is at it: reload this page in a moment.';
  const [first] = waiting;
  if (!first) return 'Everybody has answered.';
  const names = inWords(
    waiting.map(({ name, email }) => name ?? email),
    3,
  );
  const waits = `Rota waits for the answer of ${names}.`;
  if (due_at === null) return waits;
  const at = momentAt(dates, due_at);
  const isLast = !notify_participants || first.follow_ups >= followUpDays.length;
  return isLast
    ? `${waits} Without one until ${at}, somebody here has to look at it.`
    : `${waits} Whoever has not answered is asked again on ${at}.`;
}

/** The time that the request has, if it has one. */
export function timeOf({ starts_at, ends_at }: Pick<ShownRequest, 'starts_at' | 'ends_at'>) {
  if (starts_at === null || ends_at === null) return undefined;
  return { starts_at: Date.parse(starts_at), ends_at: Date.parse(ends_at) };
}

export const momentAt = (dates: Dates, at: number): string => `${dates.day(at)}, ${dates.clock(at)}`;

export const momentOf = (dates: Dates, text: string | null): string =>
  text === null ? 'an unknown day' : momentAt(dates, Date.parse(text));

export const lengthOf = (minutes: number | null, usual: number, reader: Reader): string =>
  minutes === null ? `${duration(usual, reader)}, as is usual here` : duration(minutes, reader);

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
