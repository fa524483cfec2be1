import type { Context } from '../../context.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import { listSlots } from '../slots/operations.ts';
import type { SlotQuery } from '../slots/rules.ts';
import { selectHosts, selectRequest } from './queries.ts';
import { spanOf } from './rules.ts';

/** The times at which the request could take place: all its hosts who are active members are free. */
export async function findRequestSlots(context: Context, id: string, query: SlotQuery) {
  const { database, caller } = context;
  const request = await selectRequest(database, caller.workspaceId, id);
  if (!request) throw notFound('Meeting request');
  if (request.status === 'cancelled') {
    throw invalidRequest('Cannot find slots for a request that is cancelled');
  }
  const hosts = await selectHosts(database, caller.workspaceId, id);
  const ids = [...new Set(hosts.map(({ member_id }) => member_id))];
  return listSlots(context, query, {
    hosts: ids.map((member_id) => ({ member_id })),
    timeframe: spanOf(request),
    duration_minutes: request.duration_minutes,
    request_id: id,
  });
}
