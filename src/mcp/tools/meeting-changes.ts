import type { Context } from '../../context.ts';
import { linesOfHosts } from '../../features/meetings/requests/lifecycle/hosts.ts';
import { markNoShow } from '../../features/meetings/requests/lifecycle/no-show.ts';
import {
  bookRequest,
  cancelRequest,
  rescheduleRequest,
} from '../../features/meetings/requests/lifecycle/times.ts';
import { NoShow } from '../../features/meetings/requests/no-show-shapes.ts';
import { getRequest, pauseRequest, resumeRequest } from '../../features/meetings/requests/operations.ts';
import {
  Cancellation,
  MeetingRequest,
  NewBooking,
  Rescheduling,
} from '../../features/meetings/requests/shapes.ts';
import { Type } from '../../shapes/type.ts';
import { meetingId } from '../inputs.ts';
import { type Call, changingTool } from '../tool.ts';

/** The answer of all these tools. get_meeting has each participant's answer. */
const changedMeeting = {
  scope: 'meeting_requests.write',
  output: Type.Object({ meeting: MeetingRequest }),
  async show({ context, step }: Call, id: string) {
    step('Reading the meeting');
    return { meeting: await getRequest(context, id) };
  },
} as const;

/** Calls for different meetings may wait for rows of the same hosts. */
const lineOfHosts = ({ meeting_id }: { meeting_id: string }) => linesOfHosts(meeting_id);
const lineOfMeeting = ({ meeting_id }: { meeting_id: string }) => meeting_id;

/**
 * The fields that the call sets. While they stay the same, an equal call is a repetition, whatever Rota does on its own in the
 * meantime, such as offering times or reporting a bounced mail.
 */
const stateIn =
  (...fields: ('status' | 'starts_at' | 'ends_at' | 'paused_at')[]) =>
  async (context: Context, id: string) => {
    const meeting = await getRequest(context, id);
    return JSON.stringify(fields.map((field) => meeting[field]));
  };

const timeState = stateIn('status', 'starts_at', 'ends_at');

const { starts_at, duration_minutes } = NewBooking.properties;
const force = Type.Optional(
  Type.Boolean({
    default: false,
    description:
      'Whether to take the time even if a host has another booking then: a double booking. Only if the user has agreed to it for this very time. It ' +
      'does not make up for a missing seat.',
  }),
);

const bookTime = changingTool({
  ...changedMeeting,
  name: 'book_time',
  title: 'Book a time',
  description:
    'Books an active meeting at a given time for every host, and sends the invites at once. Use it once everybody has agreed on the time. Do not use ' +
    'it to offer times or to ask whether one suits: Rota offers times on its own after request_meeting. If a participant has said which of the offered ' +
    'times work, use answer_for_participant instead; if the meeting is already booked, reschedule. This checks other bookings, but neither working ' +
    'hours nor busy times of calendars: take the time from find_times.',
  isDestructive: true,
  input: Type.Object({
    meeting_id: meetingId,
    starts_at,
    duration_minutes,
    force,
  }),
  line: lineOfHosts,
  async change({ context, step }, { meeting_id, ...body }) {
    step('Booking the time');
    await bookRequest(context, meeting_id, body);
    return meeting_id;
  },
  stateOf: timeState,
});

const reschedule = changingTool({
  ...changedMeeting,
  name: 'reschedule',
  title: 'Reschedule a booked meeting',
  description:
    'Moves a booked meeting. With starts_at, it moves there at once, and everybody gets a new invite. Without starts_at, Rota writes to the ' +
    'participants and offers other times; the current time stays booked until they agree. For a meeting that has no time yet, use book_time ' +
    'instead. To end a meeting, use cancel.',
  isDestructive: true,
  input: Type.Object({
    meeting_id: meetingId,
    ...Rescheduling.properties,
    force,
  }),
  line: lineOfHosts,
  async change({ context, step }, { meeting_id, ...body }) {
    step('Rescheduling the meeting');
    await rescheduleRequest(context, meeting_id, body);
    return meeting_id;
  },
  // While another time is looked for, the booked one stays.
  stateOf: timeState,
});

const pause = changingTool({
  ...changedMeeting,
  name: 'pause',
  title: 'Pause a meeting',
  description:
    'Stops the search for a time for an active meeting: nothing is sent and nothing happens until it is resumed or cancelled; answers are kept. ' +
    'Nobody is told. Use it when the user wants to wait. To end the meeting, use cancel instead; for a booked one, reschedule or cancel; to keep ' +
    'somebody out of the turns of a team, pause_member.',
  isDestructive: false,
  input: Type.Object({ meeting_id: meetingId }),
  line: lineOfMeeting,
  async change({ context, step }, { meeting_id }) {
    step('Pausing the meeting');
    await pauseRequest(context, meeting_id);
    return meeting_id;
  },
  stateOf: stateIn('status', 'paused_at'),
});

const resume = changingTool({
  ...changedMeeting,
  name: 'resume',
  title: 'Resume a paused meeting',
  description:
    'Continues a paused meeting: mails that were held back go out to the participants, and answers that came in meanwhile count, so that a time may ' +
    'be booked soon after. A cancelled meeting is over: use request_meeting for a new one instead.',
  isDestructive: true,
  input: Type.Object({ meeting_id: meetingId }),
  line: lineOfMeeting,
  async change({ context, step }, { meeting_id }) {
    step('Resuming the meeting');
    await resumeRequest(context, meeting_id);
    return meeting_id;
  },
  stateOf: stateIn('status', 'paused_at'),
});

const cancel = changingTool({
  ...changedMeeting,
  name: 'cancel',
  title: 'Cancel a meeting',
  description:
    'Ends a meeting for good, booked or not, and frees its time. This cannot be undone. notify has no default: ask the user whether to ' +
    'tell the participants. To wait for a while, use pause instead; for another time, use reschedule.',
  isDestructive: true,
  input: Type.Object({
    meeting_id: meetingId,
    notify: Type.Boolean({
      description:
        'Whether to tell the participants by mail. There is no default: ask the user. The hosts of a booked meeting are always told.',
    }),
    return_turn: Cancellation.properties.return_turn,
  }),
  line: lineOfHosts,
  async change({ context, step }, { meeting_id, ...body }) {
    step('Cancelling the meeting');
    await cancelRequest(context, meeting_id, body);
    return meeting_id;
  },
  stateOf: stateIn('status'),
});

const markNoShowTool = changingTool({
  ...changedMeeting,
  name: 'mark_no_show',
  title: "Say who didn't come",
  description:
    'Records that somebody did not come to a booked meeting that has begun: guest, or host for the own side. Nobody is told. In a pool team, a ' +
    'missing guest may give the host their turn back. by: null removes the mark. Use it only when the user says so. For a meeting that is off, use ' +
    'cancel instead; for a new date with the same people, reschedule.',
  isDestructive: false,
  input: Type.Object({ meeting_id: meetingId, ...NoShow.properties }),
  line: lineOfHosts,
  async change({ context, step }, { meeting_id, ...body }) {
    step('Marking who did not come');
    await markNoShow(context, meeting_id, body);
    return meeting_id;
  },
  stateOf: async (context, id) => JSON.stringify((await getRequest(context, id)).no_show),
});

export const meetingChangeTools = [bookTime, reschedule, pause, resume, cancel, markNoShowTool];
