// Whether people can meet at one time, and who can't. The time doesn't have to be on the grid of slots.
import type { Context } from '../../../context.ts';
import { invalidRequest, validationError } from '../../../errors.ts';
import type { Reader } from '../../../storage/database.ts';
import type { RefusedStart } from '../../../time/hosts.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import { findSlots } from '../../../time/slots.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { readSchedulingSettings } from '../../workspace/scheduling-settings/operations.ts';
import { timeOf } from '../bookings/rules.ts';
import { loadHosts, type Person, type SlotSubject } from './hosts.ts';
import { nowInMinutes, outerMinutes, settingsFor } from './rules.ts';
import { type Pace, shares } from './shares.ts';

type Reasons = RefusedStart['reasons'];

/** Why the hosts can't meet at this time, each reason of each host; empty if they can. */
export async function whyNotFree(
  context: Context,
  reader: Reader,
  { hosts, request_id, type }: SlotSubject,
  time: MeetingTime,
): Promise<Reasons> {
  const pace = shares.urgentPace();
  const judgeEach = await createJudge(context, reader, { people: hosts, request_id, type }, time, pace);
  return (await judgeEach(hosts)).flatMap(({ reasons }) => reasons);
}

interface Judged {
  email: string;
  /** Empty if nothing keeps them from it. */
  reasons: Reasons;
}

interface Judging extends Pick<SlotSubject, 'request_id' | 'type'> {
  people: readonly Person[];
}

/** Loads these people. The result says for some of them, in their order, why each can't be booked at the time. */
async function createJudge(
  context: Context,
  reader: Reader,
  { people, request_id, type }: Judging,
  { starts_at, ends_at }: MeetingTime,
  pace: Pace,
): Promise<(some: readonly Person[]) => Promise<Judged[]>> {
  const time = { from: starts_at, to: ends_at };
  const { hostsAmong, isComplete } = await loadHosts(context, reader, {
    people,
    range: time,
    except_request_id: request_id ?? null,
    type,
    pace,
  });
  if (!isComplete) throw validationError('The hosts have too many busy times around this time');
  const range = outerMinutes(time);
  const search = {
    limits: type,
    range,
    now: nowInMinutes(context.clock.now()),
    duration_minutes: range.end - range.start,
    interval_minutes: 1,
    limit: 1,
    explain: true,
  };
  return async (some) => {
    const judged: Judged[] = [];
    for (const host of hostsAmong(some)) {
      await pace();
      const { refused } = findSlots({ ...search, hosts: [host] });
      judged.push({ email: host.email, reasons: refused[0]?.reasons ?? [] });
    }
    return judged;
  };
}

/** The maximum of names in a response, of those who are free and of those who aren't. */
const MAX_NAMED = 50;

/** The time that a call asks about. Without a duration, that of the request or of the settings applies. */
export interface TimeAsked {
  starts_at: number;
  duration_minutes: number | undefined;
}

/** Whether the meeting could be at this time, who is free then, and what keeps the others from it. */
export async function explainTime(context: Context, subject: SlotSubject, asked: TimeAsked) {
  const { database, clock } = context;
  const settings = settingsFor(await readSchedulingSettings(context, database), subject.type);
  const minutes = asked.duration_minutes ?? subject.duration_minutes ?? settings.duration_minutes;
  const time = timeOf(asked.starts_at, minutes);
  if (time.starts_at < clock.now())
    throw invalidRequest('starts_at is in the past: nobody can be booked then', {
      field: 'starts_at',
      plain: 'This time is in the past. Choose a later one.',
    });
  const { hosts, one_of = [], timeframe, request_id, type } = subject;
  const people = [...one_of, ...hosts];
  const [needed, eligible] = await shares.search(context.caller.workspaceId, async (pace) => {
    const judgeEach = await createJudge(context, database, { people, request_id, type }, time, pace);
    return [await judgeEach(hosts), await judgeEach(one_of)];
  });
  const isFree = ({ reasons }: Judged) => reasons.length === 0;
  const areNeededFree = needed.every(isFree);
  const assignee = areNeededFree ? eligible.find(isFree) : undefined;
  const judged = [...new Map([...eligible, ...needed].map((each) => [each.email, each])).values()];
  const free = judged.filter(isFree);
  const refused = judged.filter((each) => !isFree(each));
  return {
    is_free: subject.one_of ? assignee !== undefined : areNeededFree && needed.length > 0,
    starts_at: formatTimestamp(time.starts_at),
    ends_at: formatTimestamp(time.ends_at),
    is_in_timeframe: timeframe ? timeframe.from <= time.starts_at && time.ends_at <= timeframe.to : null,
    assignee_email: assignee?.email ?? null,
    free_emails: free.slice(0, MAX_NAMED).map(({ email }) => email),
    free_total: free.length,
    reasons: refused.slice(0, MAX_NAMED).flatMap(({ reasons }) => reasons),
    refused_total: refused.length,
  };
}
