import type { Context } from '../../../context.ts';
import { invalidRequest } from '../../../errors.ts';
import type { OpenDays } from '../../../time/calendar-pages.ts';
import { explainTime, type TimeAsked } from '../../calendar/slots/one-time.ts';
import {
  type DaysSearch,
  findOpenDays,
  listSlots,
  type SlotSubject,
} from '../../calendar/slots/operations.ts';
import type { SlotQuery } from '../../calendar/slots/rules.ts';
import { findGivenType, requireTypeOf } from '../meeting-types/given.ts';
import { findRequest } from './lifecycle/transitions.ts';
import { readRequestType } from './lifecycle/types.ts';
import { selectHosts } from './queries.ts';
import { hostsKeepMeeting, type MeetingRequest, spanOf } from './rules.ts';

/** The times at which all hosts who are active members are free. */
export async function findRequestSlots(
  context: Context,
  id: string,
  { meeting_type_id, ...query }: SlotQuery & { meeting_type_id?: string | undefined },
) {
  const request = await findNotCancelled(context, id);
  const subject = await subjectOf(context, request);
  const other = await findGivenType(context, context.database, meeting_type_id);
  if (!other) return listSlots(context, query, subject);
  const { team_id, organizer_id } = request;
  requireTypeOf(other, team_id === null ? { member_id: organizer_id } : { team_id });
  const duration_minutes = other.duration_minutes ?? subject.duration_minutes ?? null;
  return listSlots(context, query, { ...subject, duration_minutes, type: other });
}

/** Whether the request could take place at this time, and if not, who is busy. */
export async function explainRequestTime(context: Context, id: string, asked: TimeAsked) {
  return explainTime(context, await subjectOf(context, await findNotCancelled(context, id)), asked);
}

async function findNotCancelled(context: Context, id: string): Promise<MeetingRequest> {
  const request = await findRequest(context, context.database, id);
  if (request.status === 'cancelled') {
    throw invalidRequest('Cannot find slots for a request that is cancelled');
  }
  return request;
}

type SchedulableRequest = Pick<
  MeetingRequest,
  'id' | 'status' | 'timeframe_start' | 'timeframe_end' | 'duration_minutes' | 'meeting_type_id'
>;

/** The days on which it could take place, for a page. */
export async function findRequestDays(
  context: Context,
  request: SchedulableRequest,
  search: DaysSearch,
): Promise<OpenDays> {
  return findOpenDays(context, await subjectOf(context, request), search);
}

async function subjectOf(context: Context, request: SchedulableRequest): Promise<SlotSubject> {
  const { database, caller } = context;
  const hosts = await selectHosts(database, caller.workspaceId, request.id);
  const ids = [...new Set(hosts.map(({ member_id }) => member_id))];
  return {
    hosts: ids.map((member_id) => ({ member_id, keeps_meeting: hostsKeepMeeting(request) })),
    timeframe: spanOf(request),
    duration_minutes: request.duration_minutes,
    type: await readRequestType(context, database, request),
    request_id: request.id,
  };
}
