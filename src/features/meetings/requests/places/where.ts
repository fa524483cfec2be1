import type { Context } from '../../../../context.ts';
import type { Where } from '../../../../text/where.ts';
import { whereOf } from '../../../workspace/locations/place.ts';
import { findRequest } from '../lifecycle/transitions.ts';
import { bookedTime } from '../rules.ts';
import { locationOf } from './places.ts';

/** Where the meeting is, or will be once it is booked; null for nowhere in particular. */
export async function whereIs(context: Context, id: string): Promise<Where | null> {
  const { database } = context;
  const request = await findRequest(context, database, id);
  const { place } = request;
  if (place || bookedTime(request)) return place && whereOf(place.location, place);
  const location = await locationOf(context, database, request);
  return location && whereOf(location, null);
}
