import type { Context } from '../../context.ts';
import { withoutLinks } from '../../features/meetings/messages/links.ts';
import { listMessagesOfRequest } from '../../features/meetings/messages/operations.ts';
import { linesOfNew } from '../../features/meetings/requests/lifecycle/hosts.ts';
import { createRequest, findRequests, getRequest } from '../../features/meetings/requests/operations.ts';
import { NewMeetingRequest } from '../../features/meetings/requests/shapes.ts';
import { type Previewed, previewRequest } from '../../features/meetings/scheduling/preview.ts';
import { type Static, Type } from '../../shapes/type.ts';
import { type Call, changingTool } from '../tool.ts';
import { explainAssignment } from './assigned.ts';
import { RequestedMeeting } from './requested-meeting.ts';

/** Fits a mail with the longest purpose and description. */
const MAIL_LENGTH = 20_000;
/** More than participants and hosts together. */
const MAX_MAILS = 100;
const KEY_LENGTH = 100;

const input = Type.Object({
  ...NewMeetingRequest.properties,
  dry_run: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'true: changes nothing and tells nobody; the answer is what the same call with false would do now. Call it with true first, and with ' +
        'false once the user agrees.',
    }),
  ),
  idempotency_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: KEY_LENGTH,
      description:
        'Any name for this one call. Only needed to make a second meeting with the same arguments on purpose: use a different name for each call.',
    }),
  ),
});

type Input = Static<typeof input>;

export const requestMeeting = changingTool({
  name: 'request_meeting',
  title: 'Ask for a meeting',
  description:
    'Creates a new meeting: decides which member takes it, finds times and writes to the participants, or with starts_at books that time at once. Call it with dry_run: true first: ' +
    'the answer has who would take it and why, the times and the full mails, and nothing is changed. Show that to the user, then make the same ' +
    'call with dry_run: false. Give team_id (from list_teams) to let the team decide, organizer_email for one member, or meeting_type_id (from ' +
    'list_meeting_types) for a kind of meeting with its own duration and questions; a team in manual mode needs team_id and organizer_email. ' +
    'To look for free times without a meeting, use find_times instead; for an existing meeting, use reschedule, book_time, ' +
    'resume or cancel; to see what became of one, get_meeting. Repeating a call within a day returns the same meeting, unless that was ' +
    'cancelled.',
  scope: 'meeting_requests.write',
  isDestructive: true,
  textLength: MAIL_LENGTH,
  input,
  output: RequestedMeeting,
  // Shares the queue of API calls for the same team.
  line: (args) => linesOfNew(args),
  async change({ context, step }, args) {
    step('Deciding who takes it');
    const { id } = await createRequest(context, bodyOf(args));
    return id;
  },
  // Once the meeting is cancelled, an equal call asks for a new one.
  async stateOf(context, id) {
    const request = (await findRequests(context, [id])).get(id);
    return request === undefined || request.status === 'cancelled' ? 'over' : 'there';
  },
  async show({ context }, id) {
    const meeting = await getRequest(context, id);
    return {
      dry_run: false,
      meeting,
      assigned: await explainAssignment(context, meeting),
      options: null,
      mails: null,
      note: `${meeting.status === 'active' ? 'Rota looks for times and writes the mails' : 'It is booked. Rota writes the mails'} by itself, in a moment. Call get_meeting with the id of the meeting to see them.`,
    };
  },
  preview: {
    isWanted: ({ dry_run }) => dry_run === true,
    run: ({ context, step }: Call, args) =>
      previewRequest(context, bodyOf(args), {
        step,
        read: (inside, previewed) => showPreview(inside, previewed, args),
      }),
  },
});

const bodyOf = ({ dry_run: _, idempotency_key: __, ...body }: Input) => body;

/** The result of a preview, without the id, which is rolled back with everything else; nor do the mails link to it. */
async function showPreview(context: Context, { id, is_worded_by_model }: Previewed, args: Input) {
  const itsId = new RegExp(id, 'g');
  const meeting = await getRequest(context, id);
  const { data: messages } = await listMessagesOfRequest(context, id, {
    limit: MAX_MAILS,
    cursor: undefined,
  });
  const assigned = await explainAssignment(context, meeting);
  return {
    dry_run: true,
    meeting: { ...meeting, id: null, calendar_event_id: null },
    assigned,
    // Needs no extra scope: somebody who may create the meeting could have both sent to their own address.
    options: meeting.options,
    mails: messages.toReversed().map(({ kind, from, to, subject, text }) => ({
      kind,
      from,
      to,
      subject,
      text: withoutLinks(text, itsId),
      introduction_by_model: kind === 'options' && is_worded_by_model,
    })),
    note: [
      'Nothing was written and nobody was told. The same call with dry_run: false would do this now.',
      ...(meeting.attention ? [ATTENTION[meeting.attention.reason]] : []),
      ...(args.notify_participants === false ? [NO_MAIL] : []),
      ...(assigned.considered === null ? [HIDDEN] : []),
    ]
      .filter(Boolean)
      .join(' '),
  };
}

const ATTENTION: Partial<Record<string, string>> = {
  no_times:
    'No time could be offered: the hosts have none in the timeframe. The meeting would wait for the organizer. Call find_times, or give another timeframe.',
  no_seat:
    'No time could be offered: a host has no seat, and the workspace requires one. The meeting would wait until there is one.',
};
const NO_MAIL = 'Rota would write to nobody about this meeting, because notify_participants is false.';
const HIDDEN = 'Who else was considered is not shown: the key does not have the scope teams.read.';
