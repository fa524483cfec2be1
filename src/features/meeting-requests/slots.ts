import type { Context } from '../../context.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import type { Time } from '../bookings/rules.ts';
import { findOfferTimes, listSlots, type OfferSearch, type SlotSubject } from '../slots/operations.ts';
import type { SlotQuery } from '../slots/rules.ts';
import { selectHosts, selectRequest } from './queries.ts';
import { isKept, type MeetingRequest, spanOf } from './rules.ts';

/** The times at which the request could take place: all its hosts who are active members are free. */
export async function findRequestSlots(context: Context, id: string, query: SlotQuery) {
  const { database, caller } = context;
  const request = await selectRequest(database, caller.workspaceId, id);
  if (!request) throw notFound('Meeting request');
  if (request.status === 'cancelled') {
    throw invalidRequest('Cannot find slots for a request that is cancelled');
  }
  return listSlots(context, query, await subjectOf(context, request));
}

type Sought = Pick<
  MeetingRequest,
  'id' | 'status' | 'timeframe_start' | 'timeframe_end' | 'duration_minutes'
>;

/** The same for people: without the hosts, and some of each day where there are very many. */
export async function findRequestTimes(
  context: Context,
  request: Sought,
  search: OfferSearch,
): Promise<Time[]> {
  return findOfferTimes(context, context.database, await subjectOf(context, request), search);
}

async function subjectOf({ database, caller }: Context, request: Sought): Promise<SlotSubject> {
  const hosts = await selectHosts(database, caller.workspaceId, request.id);
  const ids = [...new Set(hosts.map(({ member_id }) => member_id))];
  return {
    hosts: ids.map((member_id) => ({ member_id, keeps_meeting: isKept(request) })),
    timeframe: spanOf(request),
    duration_minutes: request.duration_minutes,
    request_id: request.id,
  };
}
