// Weeks of work in the demo workspace: what people asked for, were offered, chose and called off, each at its time.
import type { Context } from '../../context.ts';
import { markNoShow } from '../../features/meetings/requests/lifecycle/no-show.ts';
import { listRequests, pauseRequest } from '../../features/meetings/requests/operations.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/timestamps.ts';
import {
  ALAN,
  BARBARA,
  DONALD,
  EDSGER,
  GRACE,
  type Guest,
  HEDY,
  KATHERINE,
  LINUS,
  RADIA,
  REGULARS,
  TIM,
} from './guests.ts';
import { DEMO, demoAnswers } from './meeting-types.ts';
import {
  type Addressed,
  ask,
  asking,
  bookingOf,
  guestOf,
  meetingOn,
  type Step,
  startOfDay,
} from './steps.ts';

const SUBJECTS = [DEMO, 'Pricing', 'Migration plan', 'Contract renewal', 'Second demo', 'Trial review'];
/** From the offer to the answer, in hours. The second half of the weeks is answered in half the time. */
const HOURS_TO_ANSWER = [1, 5, 26, 2, 9, 47, 3, 20];
/** One in so many requests ends otherwise. */
const CALLED_OFF = 9;
const NEVER_ANSWERED = 13;
const DAYS_BEFORE_GIVING_UP = 6;

export const WEEKS = 5;

export interface Places {
  /** Teams: in turn, together, and by name with the address of its host. */
  inTurn: string;
  together: string;
  byName: { team: string; email: string };
  /** Meeting types: a demo with the team in turn, and a call. */
  demo: string;
  call: string;
}

/** Requests of the past weeks, from one to two on each working day. */
export function pastWeeks(now: number, places: Places): Step[] {
  const steps: Step[] = [];
  const today = startOfDay(now);
  let count = 0;
  for (let day = today - WEEKS * 7 * DAY_MS; day < today; day += DAY_MS) {
    if (isWeekend(day)) continue;
    const perDay = count % 3 === 0 ? 2 : 1;
    for (let index = 0; index < perDay; index += 1) {
      // Spread over the day, and the same each time.
      const at = day + 8 * HOUR_MS + ((count * 97) % 480) * MINUTE_MS;
      steps.push(...requestAt(at, count, places, now));
      count += 1;
    }
  }
  return steps;
}

function requestAt(at: number, count: number, places: Places, now: number): Step[] {
  const guest = REGULARS[count % REGULARS.length] as Guest;
  const title = SUBJECTS[(count * 5) % SUBJECTS.length] as string;
  const hours = HOURS_TO_ANSWER[count % HOURS_TO_ANSWER.length] as number;
  const isRecent = now - at < (WEEKS / 2) * 7 * DAY_MS;
  const answeredAt = at + (isRecent ? hours / 2 : hours) * HOUR_MS;
  const asked = asking(at, title, [guest], inTurnFor(title, places));
  if (count % NEVER_ANSWERED === NEVER_ANSWERED - 1) {
    return [...asked.steps, asked.cancelled(at + DAYS_BEFORE_GIVING_UP * DAY_MS)];
  }
  const steps = [...asked.steps, asked.answered(answeredAt, guest)];
  if (count % CALLED_OFF !== CALLED_OFF - 1) return steps;
  return [...steps, asked.cancelled(answeredAt + 3 * HOUR_MS)];
}

/** What is under way: meetings today and tomorrow, a poll, a reply that a person has to read, and one that waits. */
export function underWay(now: number, places: Places): Step[] {
  const { together, byName } = places;
  const named = { team_id: byName.team, organizer_email: byName.email };
  const poll = asking(now - 26 * HOUR_MS, 'Kick-off', [BARBARA, TIM, RADIA], { team_id: together });
  const unclear = asking(now - 7 * HOUR_MS, DEMO, [GRACE], inTurnFor(DEMO, places));
  return [
    ...meetingOn(0, 'Partnership', DONALD, named, now),
    ...meetingOn(0, DEMO, KATHERINE, inTurnFor(DEMO, places), now, 'accepted'),
    ...meetingOn(1, 'Onboarding', HEDY, { team_id: together }, now, 'accepted'),
    ...meetingOn(1, 'Pricing', LINUS, inTurnFor('Pricing', places), now, 'tentative'),
    ...meetingOn(1, 'Roadmap', ALAN, named, now, 'accepted'),
    ...poll.steps,
    poll.answered(now - 20 * HOUR_MS, BARBARA),
    ...unclear.steps,
    unclear.replied(
      now - HOUR_MS,
      GRACE,
      'Tuesday would be fine, if we can do it by phone.\nMay I bring my colleague Ben?',
    ),
  ];
}

/** Meetings that were booked at once: calls with a number to ring, and a demo. */
export function bookedAtOnce(now: number, { demo, call }: Places): Step[] {
  const today = startOfDay(now);
  return [
    bookingOf(call, today - 8 * DAY_MS + 10 * HOUR_MS, {
      ...guestOf(TIM),
      phone_number: '+442079460178',
      answers: { about: 'We run support in three time zones. Can a team share the calls?' },
    }),
    bookingOf(call, now - 5 * HOUR_MS, {
      ...guestOf(RADIA),
      phone_number: '+12025550119',
      answers: { about: 'What a trial looks like, and who has to be there from our side.' },
    }),
    bookingOf(demo, now - 3 * HOUR_MS, { ...guestOf(EDSGER), answers: demoAnswers(EDSGER) }),
  ];
}

/** Somebody didn't come to the last demo before yesterday evening. */
export const noShow = (now: number, { demo }: Places): Step => ({
  at: startOfDay(now) - 6 * HOUR_MS,
  async take(context) {
    const page = { limit: 100, cursor: undefined };
    const { data } = await listRequests(context, { status: 'booked', meeting_type_id: demo }, page);
    const begun = data.filter(({ starts_at }) => Date.parse(starts_at as string) < context.clock.now());
    const [last] = begun.sort((one, other) =>
      (one.starts_at as string) < (other.starts_at as string) ? 1 : -1,
    );
    if (last) await markNoShow(context, last.id, { by: 'guest' });
  },
});

/** Requests of this minute. The running service offers times for the active ones. */
export async function makeLatest(context: Context, { inTurn, byName }: Places) {
  const paused = await ask(context, 'Pricing', [ALAN], { team_id: inTurn });
  await pauseRequest(context, paused.id);
  const active = await ask(context, 'Security review', [EDSGER], { team_id: inTurn });
  const named = { team_id: byName.team, organizer_email: byName.email };
  const last = await ask(context, 'Partnership', [DONALD], named);
  return { active, all: [paused, active, last] };
}

/** A request to the team in turn. Demos are of their type. */
const inTurnFor = (title: string, { inTurn, demo }: Places): Addressed => ({
  team_id: inTurn,
  ...(title === DEMO && { meeting_type_id: demo }),
});

const isWeekend = (day: number): boolean => [0, 6].includes(new Date(day).getUTCDay());
