import type { Context } from '../../context.ts';
import { linesOfHosts } from '../../features/meetings/requests/lifecycle/hosts.ts';
import {
  bookRequest,
  cancelRequest,
  rescheduleRequest,
} from '../../features/meetings/requests/lifecycle/times.ts';
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

/** What all of these tools answer. get_meeting tells who has answered what. */
const changedMeeting = {
  scope: 'meeting_requests.write',
  output: Type.Object({ meeting: MeetingRequest }),
  async show({ context, step }: Call, id: string) {
    step('Reading the meeting');
    return { meeting: await getRequest(context, id) };
  },
} as const;

/** Calls for different meetings may wait for rows of the same hosts. */
const ofHosts = ({ meeting_id }: { meeting_id: string }) => linesOfHosts(meeting_id);
const ofMeeting = ({ meeting_id }: { meeting_id: string }) => meeting_id;

/**
 * The effect of the call. While it stays the same, an equal call is a repetition: what Rota does by itself in the
 * meantime, such as offering times or reporting a bounced mail, doesn't count.
 */
const stateIn =
  (...fields: ('status' | 'starts_at' | 'ends_at' | 'paused_at')[]) =>
  async (context: Context, id: string) => {
    const meeting = await getRequest(context, id);
    return JSON.stringify(fields.map((field) => meeting[field]));
  };

const ofTime = stateIn('status', 'starts_at', 'ends_at');

const { starts_at, duration_minutes } = NewBooking.properties;
const force = Type.Optional(
  Type.Boolean({
    default: false,
    description:
      'Whether to take the time even if a host has another booking then: a double booking. Only when the user has said so about this very time. It ' +
      'does not help against a missing seat.',
  }),
);

const bookTime = changingTool({
  ...changedMeeting,
  name: 'book_time',
  title: 'Book a time',
  description:
    'Sets the time of an active meeting, takes it for every host and sends the invites at once. Use it when the time is agreed. Not to offer ' +
    'times or to ask whether one suits: Rota offers times by itself after request_meeting. Not when a participant has said which of the offered times ' +
    'work: use answer_for_participant. Not for a meeting that is booked: use reschedule. Working hours and busy times of calendars are not looked ' +
    'at here, other bookings are: take the time from find_times.',
  isDestructive: true,
  input: Type.Object({
    meeting_id: meetingId,
    starts_at,
    duration_minutes,
    force,
  }),
  line: ofHosts,
  async change({ context, step }, { meeting_id, ...body }) {
    step('Booking the time');
    await bookRequest(context, meeting_id, body);
    return meeting_id;
  },
  stateOf: ofTime,
});

const reschedule = changingTool({
  ...changedMeeting,
  name: 'reschedule',
  title: 'Reschedule a booked meeting',
  description:
    'Moves a booked meeting. With starts_at it moves there at once, and everybody gets a new invite. Without starts_at Rota writes to the ' +
    'participants and offers other times; until they have agreed, the present time stays taken. Not for a meeting that has no time yet: use book_time. ' +
    'Not to end it: use cancel.',
  isDestructive: true,
  input: Type.Object({
    meeting_id: meetingId,
    ...Rescheduling.properties,
    force,
  }),
  line: ofHosts,
  async change({ context, step }, { meeting_id, ...body }) {
    step('Rescheduling the meeting');
    await rescheduleRequest(context, meeting_id, body);
    return meeting_id;
  },
  // The booked time stays while another one is looked for.
  stateOf: ofTime,
});

const pause = changingTool({
  ...changedMeeting,
  name: 'pause',
  title: 'Pause a meeting',
  description:
    'Stops the search for a time of an active meeting: nothing is sent and nothing happens by itself until it is resumed or cancelled; answers are kept. ' +
    'Nobody is told. Use it when the user wants to wait. Not to end the meeting: use cancel. Not for one that is booked: use reschedule ' +
    'or cancel. Not to keep somebody out of the turns of a team: use pause_member.',
  isDestructive: false,
  input: Type.Object({ meeting_id: meetingId }),
  line: ofMeeting,
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
    'Goes on with a paused meeting where it was: what was held back is sent to the participants, and answers that came meanwhile count, so that a time may ' +
    'be booked soon after. Not for a cancelled meeting, which is over: use request_meeting for a new one.',
  isDestructive: true,
  input: Type.Object({ meeting_id: meetingId }),
  line: ofMeeting,
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
    'Ends a meeting for good, booked or not, and frees its time. It can not be undone. notify has no default: ask the user whether to ' +
    'tell the participants. Not to wait for a while: use pause. Not for another time: use reschedule.',
  isDestructive: true,
  input: Type.Object({
    meeting_id: meetingId,
    notify: Type.Boolean({
      description:
        'Whether the participants are told, by mail. There is no default: ask the user. The hosts of a booked meeting are told in any case.',
    }),
    return_turn: Cancellation.properties.return_turn,
  }),
  line: ofHosts,
  async change({ context, step }, { meeting_id, ...body }) {
    step('Cancelling the meeting');
    await cancelRequest(context, meeting_id, body);
    return meeting_id;
  },
  stateOf: stateIn('status'),
});

export const meetingChangeTools = [bookTime, reschedule, pause, resume, cancel];
