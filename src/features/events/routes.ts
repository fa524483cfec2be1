import { EventPayload } from '../../events/announcement.ts';
import { idQuery, pageQuery } from '../../http/query.ts';
import { type Route, route } from '../../http/route.ts';
import { Id, Many, Resource, Timestamp } from '../../http/shapes.ts';
import { Type } from '../../http/type.ts';
import { followEvents, listEvents } from './operations.ts';

const Event = Resource(
  {
    id: Id('event'),
    type: Type.String({ examples: ['meeting_request.created'] }),
    payload: EventPayload,
    created_at: Timestamp,
  },
  'Event',
);

export const eventRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/events',
    scope: 'webhooks.read',
    operation: 'listEvents',
    group: 'Events',
    summary: 'List what has happened, or follow it as it happens',
    query: {
      ...pageQuery('event'),
      after: idQuery('event', 'Only events that follow this one, in the order in which they happened.'),
    },
    answer: { status: 200, description: 'A page of events.', shape: Many(Event) },
    handle: (context, { query }) => listEvents(context, query.after, query),
    stream: {
      kind: 'event',
      item: Event,
      open: (context, { query }, from) => followEvents(context, { ...from, after: query.after }),
    },
  }),
];
