// Weeks of work in the demo workspace: what people asked for, were offered, chose and called off, each at its time.
import type { Context } from '../../context.ts';
import { recipientFor } from '../../features/meetings/inbox/addresses.ts';
import { receive } from '../../features/meetings/inbox/receive.ts';
import { withHostsLocked } from '../../features/meetings/requests/lifecycle/hosts.ts';
import { bookRequest, cancelRequest } from '../../features/meetings/requests/lifecycle/times.ts';
import { replyAddress } from '../../features/meetings/requests/mails/people.ts';
import { createRequest, getRequest, pauseRequest } from '../../features/meetings/requests/operations.ts';
import { recordAttendance } from '../../features/meetings/requests/participants/responses.ts';
import type { Attendance } from '../../features/meetings/requests/rules.ts';
import { findRequestSlots } from '../../features/meetings/requests/slots.ts';
import { asScheduling } from '../../features/meetings/schedules/operations.ts';
import { answerFor } from '../../features/meetings/scheduling/operations.ts';
import { loadSearch } from '../../features/meetings/scheduling/search.ts';
import { stepOf } from '../../features/meetings/scheduling/step.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/timestamps.ts';

/** Something that happened at a time. The context's clock says that time. */
export interface Step {
  at: number;
  /** Whether somebody asks for a meeting. */
  isRequest?: true;
  take(context: Context): Promise<unknown>;
}

type Guest = readonly [email: string, name: string, timezone: string | null];

const GRACE: Guest = ['grace@example.org', 'Grace Hopper', 'America/New_York'];
const ALAN: Guest = ['alan@example.org', 'Alan Turing', 'Europe/London'];
const EDSGER: Guest = ['edsger@example.org', 'Edsger Dijkstra', 'Europe/Amsterdam'];
const BARBARA: Guest = ['barbara@example.org', 'Barbara Liskov', 'Europe/Lisbon'];
const DONALD: Guest = ['donald@example.org', 'Donald Knuth', null];
const HEDY: Guest = ['hedy@example.org', 'Hedy Lamarr', 'Europe/Vienna'];
const TIM: Guest = ['tim@example.org', 'Tim Berners-Lee', 'Europe/London'];
const RADIA: Guest = ['radia@example.org', 'Radia Perlman', 'America/New_York'];
const KATHERINE: Guest = ['katherine@example.org', 'Katherine Johnson', 'America/New_York'];
const LINUS: Guest = ['linus@example.org', 'Linus Torvalds', 'Europe/Helsinki'];
const REGULARS = [GRACE, HEDY, TIM, RADIA, KATHERINE, LINUS, ALAN, BARBARA];

const SUBJECTS = [
  'Product demo',
  'Pricing',
  'Migration plan',
  'Contract renewal',
  'Second demo',
  'Trial review',
];
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
}

/** Requests of the past weeks, from one to two on each working day. */
export function pastWeeks(now: number, { inTurn }: Places): Step[] {
  const steps: Step[] = [];
  const today = startOfDay(now);
  let count = 0;
  for (let day = today - WEEKS * 7 * DAY_MS; day < today; day += DAY_MS) {
    if (isWeekend(day)) continue;
    const perDay = count % 3 === 0 ? 2 : 1;
    for (let index = 0; index < perDay; index += 1) {
      // Spread over the day, and the same each time.
      const at = day + 8 * HOUR_MS + ((count * 97) % 480) * MINUTE_MS;
      steps.push(...requestAt(at, count, inTurn, now));
      count += 1;
    }
  }
  return steps;
}

function requestAt(at: number, count: number, team_id: string, now: number): Step[] {
  const guest = REGULARS[count % REGULARS.length] as Guest;
  const title = SUBJECTS[(count * 5) % SUBJECTS.length] as string;
  const hours = HOURS_TO_ANSWER[count % HOURS_TO_ANSWER.length] as number;
  const isRecent = now - at < (WEEKS / 2) * 7 * DAY_MS;
  const answeredAt = at + (isRecent ? hours / 2 : hours) * HOUR_MS;
  const asked = asking(at, title, [guest], { team_id });
  if (count % NEVER_ANSWERED === NEVER_ANSWERED - 1) {
    return [...asked.steps, asked.cancelled(at + DAYS_BEFORE_GIVING_UP * DAY_MS)];
  }
  const steps = [...asked.steps, asked.answered(answeredAt, guest)];
  if (count % CALLED_OFF !== CALLED_OFF - 1) return steps;
  return [...steps, asked.cancelled(answeredAt + 3 * HOUR_MS)];
}

/** What is under way: meetings today and tomorrow, a poll, a reply that a person has to read, and one that waits. */
export function underWay(now: number, places: Places): Step[] {
  const { inTurn: team_id, together, byName } = places;
  const named = { team_id: byName.team, organizer_email: byName.email };
  const poll = asking(now - 26 * HOUR_MS, 'Kick-off', [BARBARA, TIM, RADIA], { team_id: together });
  const unclear = asking(now - 7 * HOUR_MS, 'Product demo', [GRACE], { team_id });
  return [
    ...meetingOn(0, 'Partnership', DONALD, named, now),
    ...meetingOn(0, 'Product demo', KATHERINE, { team_id }, now, 'accepted'),
    ...meetingOn(1, 'Onboarding', HEDY, { team_id: together }, now, 'accepted'),
    ...meetingOn(1, 'Pricing', LINUS, { team_id }, now, 'tentative'),
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

/** Requests of this minute. The running service offers times for the active ones. */
export async function makeLatest(context: Context, { inTurn, byName }: Places) {
  const paused = await ask(context, 'Pricing', [ALAN], { team_id: inTurn });
  await pauseRequest(context, paused.id);
  const active = await ask(context, 'Security review', [EDSGER], { team_id: inTurn });
  const named = { team_id: byName.team, organizer_email: byName.email };
  const last = await ask(context, 'Partnership', [DONALD], named);
  return { active, all: [paused, active, last] };
}

interface Asked {
  steps: Step[];
  answered(at: number, guest: Guest): Step;
  replied(at: number, guest: Guest, text: string): Step;
  cancelled(at: number): Step;
}

/** A request, and the times that are offered for it a minute later. What follows can be added to it. */
function asking(at: number, title: string, guests: Guest[], to: Addressed): Asked {
  let id = '';
  const create = async (context: Context) => {
    ({ id } = await ask(context, title, guests, to));
  };
  return {
    steps: [
      { at, take: create, isRequest: true },
      { at: at + MINUTE_MS, take: (context) => offer(context, id) },
    ],
    answered: (when, guest) => ({ at: when, take: (context) => choose(context, id, guest) }),
    replied: (when, guest, text) => ({ at: when, take: (context) => reply(context, id, guest, text) }),
    cancelled: (when) => ({ at: when, take: (context) => cancelRequest(context, id, {}) }),
  };
}

/**
 * A meeting that was booked the day before yesterday, for a time within the hosts' hours, or on the next day that has one.
 * `attendance` is what the guest's calendar replied to the invitation.
 */
function meetingOn(
  daysAhead: number,
  title: string,
  guest: Guest,
  to: Addressed,
  now: number,
  attendance?: Attendance,
): Step[] {
  const from = startOfDay(now) + daysAhead * DAY_MS;
  const take = async (context: Context) => {
    const { id } = await ask(context, title, [guest], to);
    const { data } = await findRequestSlots(context, id, {
      from,
      to: from + 7 * DAY_MS,
      duration_minutes: undefined,
      limit: 4,
      explain: false,
    });
    const slot = data.at(-1);
    if (!slot) return;
    await bookRequest(context, id, { starts_at: slot.starts_at });
    if (attendance === undefined) return;
    await context.database.transaction((tx) => recordAttendance(context, tx, id, 0, attendance));
  };
  return [{ at: startOfDay(now) - DAY_MS - HOUR_MS, take, isRequest: true }];
}

interface Addressed {
  team_id: string;
  organizer_email?: string;
}

function ask(context: Context, title: string, guests: Guest[], to: Addressed) {
  return createRequest(context, {
    ...to,
    participants: guests.map(([email, name, timezone]) => ({ email, name, timezone })),
    include_introduction: true,
    // These people don't exist, so a real mail server sends them nothing.
    notify_participants: context.config.smtpUrl === undefined,
    context: { title, duration_minutes: 30 },
  });
}

/** Takes the step that the running service would have taken. */
const offer = (context: Context, id: string) =>
  withHostsLocked(asScheduling(context, context.caller.workspaceId), id, async (tx, locked) =>
    stepOf(await loadSearch(asScheduling(context, context.caller.workspaceId), tx, locked), undefined, true),
  );

/** The guest chooses the first offered time that is still to come, as on their page. Without any, the meeting is called off. */
async function choose(context: Context, id: string, [email]: Guest): Promise<void> {
  const { options } = await getRequest(context, id);
  const soon = context.clock.now() + HOUR_MS;
  const option = options.find(
    ({ status, starts_at }) => status === 'offered' && Date.parse(starts_at) > soon,
  );
  if (!option) {
    await cancelRequest(context, id, {});
    return;
  }
  const caller = { ...context.caller, actor: { type: 'participant', id: email } as const };
  await answerFor({ ...context, caller }, id, { participant_email: email, option_ids: [option.id] });
}

/** A mail from the guest. The running service reads it. */
async function reply(context: Context, id: string, [email, name]: Guest, text: string): Promise<void> {
  const to = replyAddress(context, id, 0);
  const recipient = await recipientFor(context, to);
  // With a mail server, the organizer would be sent it.
  if (!recipient || context.config.smtpUrl !== undefined) return;
  const lines = [
    `From: ${name} <${email}>`,
    `To: ${to}`,
    'Subject: Re: Product demo',
    `Message-ID: <${id}@example.org>`,
    `Date: ${new Date(context.clock.now()).toUTCString().replace('GMT', '+0000')}`,
    '',
    text,
    '',
  ];
  const raw = Buffer.from(lines.join('\n').replaceAll('\n', '\r\n'));
  const client = { address: '127.0.0.1', name: null };
  await receive(context, { recipients: [recipient], sender: email, client, raw });
}

export const startOfDay = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

const isWeekend = (day: number): boolean => [0, 6].includes(new Date(day).getUTCDay());
