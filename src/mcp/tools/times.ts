import type { Context } from '../../context.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import { explainMemberTime, findMemberSlots } from '../../features/calendar/slots/operations.ts';
import { Refusal, SlotList } from '../../features/calendar/slots/shapes.ts';
import { explainTypeTime, findTypeSlots } from '../../features/meetings/meeting-types/slots.ts';
import { explainRequestTime, findRequestSlots } from '../../features/meetings/requests/slots.ts';
import { findMemberByEmail } from '../../features/people/members/operations.ts';
import { explainTeamTime, findTeamSlots, poolHosts } from '../../features/turns/rotation/slots.ts';
import { MAX_DURATION_MINUTES, MAX_SEARCH_DAYS } from '../../limits/limits.ts';
import { At, Email, Nullable, OneOf, Resource } from '../../shapes/fields.ts';
import { type Static, Type } from '../../shapes/type.ts';
import { readTimestamp } from '../../time/timestamps.ts';
import { meetingId, meetingTypeId, pageInput, pageRequestFrom, teamId } from '../inputs.ts';
import { OwnText } from '../labels.ts';
import { readingTool } from '../tool.ts';

/** Whose times a call is about: exactly one of these. */
const subject = {
  member_email: Type.Optional(
    Email('For the times of a member. Give this, team_id, meeting_type_id or meeting_id.'),
  ),
  team_id: Type.Optional({
    ...teamId,
    description: 'For the times of a team. Give this, member_email, meeting_type_id or meeting_id.',
  }),
  meeting_type_id: Type.Optional({
    ...meetingTypeId,
    description:
      'For the times at which a meeting of this type can be booked, with its duration and its limits. Give this, member_email, team_id or meeting_id.',
  }),
  meeting_id: Type.Optional({
    ...meetingId,
    description:
      'For the times of all hosts of a meeting. Give this, member_email, team_id or meeting_type_id.',
  }),
};
const scope = {
  member_email: 'members.read',
  team_id: 'teams.read',
  meeting_type_id: 'meeting_types.read',
  meeting_id: 'meeting_requests.read',
} as const;

const duration_minutes = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: MAX_DURATION_MINUTES,
    description:
      'How long the meeting takes. By default, the duration of the meeting or the meeting type, or else that of the settings.',
  }),
);

type Subject = Partial<Record<keyof typeof subject, string>>;

interface Questions<Answer> {
  ofMember(id: string): Promise<Answer>;
  ofTeam(id: string): Promise<Answer>;
  ofType(id: string): Promise<Answer>;
  ofMeeting(id: string): Promise<Answer>;
}

/** Calls the question for the subject that was given. */
async function ask<Answer>(
  context: Context,
  { member_email, team_id, meeting_type_id, meeting_id }: Subject,
  { ofMember, ofTeam, ofType, ofMeeting }: Questions<Answer>,
): Promise<Answer> {
  const subjects = [member_email, team_id, meeting_type_id, meeting_id].filter((each) => each !== undefined);
  if (subjects.length !== 1)
    throw invalidRequest('Give exactly one of member_email, team_id, meeting_type_id and meeting_id');
  if (team_id !== undefined) return ofTeam(team_id);
  if (meeting_type_id !== undefined) return ofType(meeting_type_id);
  if (meeting_id !== undefined) return ofMeeting(meeting_id);
  const member = await findMemberByEmail(context, context.database, member_email as string);
  if (!member) throw notFound('Workspace member');
  return ofMember(member.id);
}

/** The number of addresses in all slots of an answer together: as many as a model can read at once. */
const MAX_ADDRESSES = 1_000;

const { refused: _, refused_has_more: __, ...meta } = SlotList.properties.meta.properties;
const Slots = Resource({ data: SlotList.properties.data, meta: Resource(meta) });

const findTimes = readingTool({
  name: 'find_times',
  title: 'Find free times',
  description:
    'Finds times at which everybody who is needed is free: one member, a team (all members of a stack team; the next assignee of a pool team), a ' +
    'meeting type (anybody of its team who can take it, within its limits), or the hosts of a meeting. Use it to tell the user when somebody is free, or to choose a time for book_time or reschedule. You need not offer ' +
    'times to participants: request_meeting does that on its own. To see why a time is missing, use explain_time instead. The calendars of ' +
    'participants are not known. For times after the last one in an answer, call it again with a later from.',
  scope,
  input: Type.Object({
    ...subject,
    from: Type.Optional(
      At('Times begin then or later. By default, now, or the start of the timeframe of the meeting.'),
    ),
    to: Type.Optional(
      At(
        `Times end then or earlier. Must be after from, by at most ${MAX_SEARCH_DAYS} days. By default, the settings decide.`,
      ),
    ),
    duration_minutes,
    limit: pageInput('meetingRequest').limit,
    hosts: Type.Optional(
      OneOf(
        poolHosts,
        'With the team_id of a pool team: the times of the next assignee, which is the default, or of any member who can take a turn.',
      ),
    ),
  }),
  output: Slots,
  async run({ context }, { hosts, ...input }) {
    if (hosts !== undefined && input.team_id === undefined) {
      throw invalidRequest('hosts can be given with team_id only');
    }
    const query = {
      from: readTimestamp(input.from) ?? undefined,
      to: readTimestamp(input.to) ?? undefined,
      duration_minutes: input.duration_minutes,
      limit: pageRequestFrom(input).limit,
      explain: undefined,
    };
    return shortened(
      await ask<Static<typeof Slots>>(context, input, {
        ofMember: (id) => findMemberSlots(context, id, query),
        ofTeam: (id) => findTeamSlots(context, id, { ...query, hosts }),
        ofType: (id) => findTypeSlots(context, id, query),
        ofMeeting: (id) => findRequestSlots(context, id, query),
      }),
    );
  },
});

/** Drops slots if each of them has many hosts. */
function shortened({ data, meta }: Static<typeof Slots>): Static<typeof Slots> {
  const hosts = Math.max(1, ...data.map(({ host_emails }) => host_emails.length));
  const maxSlots = Math.max(1, Math.floor(MAX_ADDRESSES / hosts));
  return {
    data: data.slice(0, maxSlots),
    meta: { ...meta, has_more: meta.has_more || data.length > maxSlots },
  };
}

const { email, reason, limit_of } = Refusal.properties;

/** What each reason means, and what to do about it. */
const explanations: Record<Static<typeof reason>, string> = {
  no_seat:
    'Has no seat, and the workspace gives meetings to members with a seat only. An admin can assign one.',
  paused: 'Is paused in this team and takes no turns at the moment.',
  holiday:
    'That date is a holiday of the workspace. An exception with hours on that date would let them work all the same.',
  not_that_day: 'Has that day off.',
  outside_hours: 'The meeting does not lie within their working hours.',
  notice: 'It is too soon: they want more notice than is left until then.',
  booking_window: 'It is too late: meetings of this type can only be booked fewer days ahead.',
  busy: 'Something else is in their calendar, is booked for them, or is held for another meeting at that time.',
  buffer: 'Another appointment is so close that their break before or after the meeting would be too short.',
  daily_maximum: 'Has as many meetings on that day as they take.',
};

const explainTimeTool = readingTool({
  name: 'explain_time',
  title: 'Explain a time',
  description:
    'Says whether a meeting could be at one time for a member, a team, a meeting type or a meeting, and if not, why, for each person who is not free. For a pool ' +
    'team, it says which members who take turns are free then, the next one first, and who would get the meeting (assignee_email). Use it when the ' +
    'user asks "why not at ten?", or before book_time. To look for times, use find_times instead. The time may be any minute, even one that is never ' +
    'offered. book_time ignores hours, notice periods and busy calendars, but not other bookings.',
  scope,
  input: Type.Object({
    ...subject,
    starts_at: At('When the meeting would begin.', '2026-11-18T14:00:00.000Z'),
    duration_minutes,
  }),
  output: Type.Object({
    is_free: Type.Boolean({ description: 'Whether everybody who is needed is free.' }),
    starts_at: At('When the meeting would begin.', '2026-11-18T14:00:00.000Z'),
    ends_at: At('When it would end.', '2026-11-18T14:30:00.000Z'),
    is_in_timeframe: Nullable(
      Type.Boolean({
        description:
          'Whether the time is within the timeframe of the meeting: Rota only offers times that are. Null for a member, a team, a meeting type, and a meeting ' +
          'without a timeframe.',
      }),
    ),
    assignee_email: Nullable(
      Type.String({
        description: 'For a pool team: who would get a meeting at this time; null if nobody would.',
      }),
    ),
    free_emails: Type.Array(email, {
      description: 'Who is free then. For a pool team: the members who take turns, the next one first.',
    }),
    free_total: Type.Integer({ description: 'How many are free, including those who are not listed.' }),
    reasons: Type.Array(
      Resource({ email, reason, limit_of, explanation: OwnText('What the reason means.') }),
      {
        description: 'Each reason of each person who is not free then.',
      },
    ),
    refused_total: Type.Integer({
      description: 'How many are not free, including those who are not listed.',
    }),
    note: OwnText('The answer in a sentence.'),
  }),
  async run({ context }, input) {
    const query = {
      starts_at: readTimestamp(input.starts_at) as number,
      duration_minutes: input.duration_minutes,
    };
    const explained = await ask(context, input, {
      ofMember: (id) => explainMemberTime(context, id, query),
      ofTeam: (id) => explainTeamTime(context, id, query),
      ofType: (id) => explainTypeTime(context, id, query),
      ofMeeting: (id) => explainRequestTime(context, id, query),
    });
    return {
      ...explained,
      reasons: explained.reasons.map((each) => ({ ...each, explanation: explanations[each.reason] })),
      note: noteFor(explained),
    };
  },
});

function noteFor({
  is_free,
  free_total,
  refused_total,
}: Awaited<ReturnType<typeof explainMemberTime>>): string {
  if (is_free) return 'A meeting could be at this time.';
  if (free_total + refused_total === 0) {
    return 'There is nobody who could be booked: nobody active takes part, or takes turns.';
  }
  return 'No meeting can be at this time: the reasons say who is in the way.';
}

export const timeTools = [findTimes, explainTimeTool];
