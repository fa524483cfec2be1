import type { Context } from '../context.ts';
import { getRequest } from '../features/meetings/requests/operations.ts';
import { ShownMeetingRequest } from '../features/meetings/requests/shapes.ts';
import { Resource } from '../shapes/fields.ts';
import { Type } from '../shapes/type.ts';

const { booking_url: _, ...ofParticipant } = ShownMeetingRequest.properties.participants.items.properties;

/** A meeting request as agents see it: without links, because anybody who has a participant's link can answer for them. */
export const ShownMeeting = Resource({
  ...ShownMeetingRequest.properties,
  participants: Type.Array(Resource(ofParticipant), {
    description: 'The participants, in the order in which they were given.',
  }),
});

export async function showMeeting(context: Context, id: string) {
  const request = await getRequest(context, id);
  return {
    ...request,
    participants: request.participants.map(({ booking_url: _, ...participant }) => participant),
  };
}
