import { type TransitionName, transitions } from '../../features/meetings/requests/rules.ts';
import type { Progress } from '../../features/meetings/scheduling/progress.ts';
import type { Dates } from '../../html/dates.ts';
import { momentInWords, plainName, soonInWords } from '../words.ts';
import { inWords, type ShownRequest } from './words.ts';

interface Known {
  request: ShownRequest;
  progress: Progress;
  /** Business days until each follow-up. */
  followUpDays: readonly number[];
  dates: Dates;
  now: number;
}

/** The state of a request in a sentence or two: what it is waiting for, and what happens next. */
export function stateOf(known: Known): string {
  const { request, dates, now } = known;
  const time = timeOf(request);
  const since = (at: string | null) => momentInWords(known, Date.parse(at ?? request.updated_at));
  switch (request.status) {
    case 'cancelled':
      return `Cancelled on ${since(request.cancelled_at)}.${time ? ` It would have been on ${dates.whole(time)}.` : ''}`;
    case 'paused':
      return `Paused since ${since(request.paused_at)}. Nothing is sent until somebody resumes it. Answers that arrive are kept.`;
    case 'booked':
      if (!time) return 'Booked.';
      if (time.ends_at <= now) return `It was on ${dates.whole(time)}.`;
      return `Booked for ${dates.whole(time)}.${reminderOf(known)}`;
    case 'active':
      return `${time ? `Looking for another time. Until there is one, ${dates.whole(time)} stays booked. ` : ''}${searchOf(known)}`;
  }
}

function reminderOf({ progress: { reminder_at, notify_participants }, ...known }: Known): string {
  if (reminder_at === null || !notify_participants) return '';
  return ` Reminder goes out ${soonInWords(known, reminder_at)}.`;
}

function searchOf(known: Known): string {
  const { request, progress, followUpDays, now } = known;
  if (request.attention) return 'Nothing more is sent until one of you steps in.';
  const { due_at, waiting, notify_participants } = progress;
  const isOffering = request.options.some(({ status }) => status === 'offered');
  const isDue = due_at !== null && due_at <= now;
  if (!isOffering || isDue) return 'Finding times. This page updates in a moment.';
  const [first] = waiting;
  if (!first) return 'Everybody has answered.';
  const waits = `Waiting for ${inWords(waiting.map(plainName), 3)}.`;
  if (due_at === null) return waits;
  const at = soonInWords(known, due_at);
  const isLast = !notify_participants || first.follow_ups >= followUpDays.length;
  return isLast
    ? `${waits} It needs your attention ${at} if there’s no answer by then.`
    : `${waits} Reminder goes out ${at}.`;
}

export const mayDo = ({ status }: Pick<ShownRequest, 'status'>, name: TransitionName): boolean =>
  (transitions[name].from as readonly string[]).includes(status);

/** The request's time, if it has one. */
export function timeOf({ starts_at, ends_at }: Pick<ShownRequest, 'starts_at' | 'ends_at'>) {
  if (starts_at === null || ends_at === null) return undefined;
  return { starts_at: Date.parse(starts_at), ends_at: Date.parse(ends_at) };
}
