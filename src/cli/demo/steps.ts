// What people and the service do in the demo workspace, each thing at its time.
import type { Context } from '../../context.ts';
import { defaults } from '../../features/calendar/availability/rules.ts';
import { recipientFor } from '../../features/meetings/inbox/addresses.ts';
import { receive } from '../../features/meetings/inbox/receive.ts';
import { findTypeSlots } from '../../features/meetings/meeting-types/slots.ts';
import { withHostsLocked } from '../../features/meetings/requests/lifecycle/hosts.ts';
import { bookRequest, cancelRequest } from '../../features/meetings/requests/lifecycle/times.ts';
import { replyAddress } from '../../features/meetings/requests/mails/people.ts';
import { createRequest, getRequest } from '../../features/meetings/requests/operations.ts';
import { recordAttendance } from '../../features/meetings/requests/participants/responses.ts';
import type { Attendance } from '../../features/meetings/requests/rules.ts';
import { findRequestSlots } from '../../features/meetings/requests/slots.ts';
import { asScheduling } from '../../features/meetings/schedules/operations.ts';
import { answerFor } from '../../features/meetings/scheduling/operations.ts';
import { loadSearch } from '../../features/meetings/scheduling/search.ts';
import { stepOf } from '../../features/meetings/scheduling/step.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/timestamps.ts';
import type { Guest } from './guests.ts';
import { demoAnswers } from './meeting-types.ts';

/** Something that happened at a time. The context's clock says that time. */
export interface Step {
  at: number;
  /** Whether somebody asks for a meeting. */
  isRequest?: true;
  take(context: Context): Promise<unknown>;
}

interface Asked {
  steps: Step[];
  answered(at: number, guest: Guest): Step;
  replied(at: number, guest: Guest, text: string): Step;
  cancelled(at: number): Step;
}

/** A request, and the times that are offered for it a minute later. What follows can be added to it. */
export function asking(at: number, title: string, guests: Guest[], to: Addressed): Asked {
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
export function meetingOn(
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

/** A time of the type from the next day on, which is taken when it is asked for. */
export const bookingOf = (meeting_type_id: string, at: number, participant: Participant): Step => ({
  at,
  isRequest: true,
  async take(context) {
    const from = startOfDay(at) + DAY_MS;
    const span = { from, to: from + 7 * DAY_MS, duration_minutes: undefined };
    const { data } = await findTypeSlots(context, meeting_type_id, { ...span, limit: 6, explain: false });
    await createRequest(context, {
      meeting_type_id,
      participants: [participant],
      starts_at: data.at(-1)?.starts_at,
      notify_participants: context.config.smtpUrl === undefined,
    });
  },
});

export interface Addressed {
  team_id: string;
  organizer_email?: string;
  meeting_type_id?: string;
}

export const guestOf = ({ email, name, timezone }: Guest) => ({ email, name, timezone });
type Participant = ReturnType<typeof guestOf> & { phone_number?: string; answers: Record<string, unknown> };

export function ask(context: Context, title: string, guests: Guest[], to: Addressed) {
  return createRequest(context, {
    ...to,
    participants: guests.map((guest) => ({
      ...guestOf(guest),
      ...(to.meeting_type_id !== undefined && { answers: demoAnswers(guest) }),
    })),
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

/** The guest chooses the first offered time that gives the hosts their notice, as on their page. Without any, the meeting is called off. */
async function choose(context: Context, id: string, { email }: Guest): Promise<void> {
  const { options } = await getRequest(context, id);
  const soon = context.clock.now() + defaults.minimum_notice_minutes * MINUTE_MS;
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
async function reply(context: Context, id: string, { email, name }: Guest, text: string): Promise<void> {
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
