import { keyWith } from '../../../http/access/api-key.ts';
import { idQuery, pageQuery } from '../../../http/query.ts';
import { type Route, route } from '../../../http/route.ts';
import { CreatedAt, Id, Many, Resource } from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import { EventPayload } from './event-types.ts';
import { followEvents, listEvents } from './operations.ts';

const Event = Resource(
  {
    id: Id('event', 'Names the event. Pass it as `after` or `Last-Event-ID` to go on from there.'),
    type: Type.String({ description: 'What happened.', examples: ['meeting_request.created'] }),
    payload: EventPayload,
    created_at: CreatedAt('event', 'When it happened.'),
  },
  'Event',
  'Something that happened, whether or not a webhook endpoint was told of it.',
);

export const eventRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/events',
    access: keyWith('webhooks.read'),
    operation: 'listEvents',
    group: {
      name: 'Events',
      description: 'What has happened in the workspace, to be read or followed without a webhook endpoint.',
    },
    summary: 'List or follow events',
    description:
      'Lists events newest first; with `after`, those that follow that event, in the order in which they happened. With ' +
      '`Accept: text/event-stream` the response does not end, and has each event as it happens. Events are kept for 30 days, ' +
      'unless the operator has set it otherwise. A key can have ten streams at a time on each node.',
    query: {
      ...pageQuery('event'),
      after: idQuery('event', 'Only events that follow this one, in the order in which they happened.'),
    },
    response: { status: 200, description: 'A page of events.', shape: Many(Event) },
    handle: (context, { query }) => listEvents(context, query),
    stream: {
      kind: 'event',
      item: Event,
      open: (context, { query }, from) => followEvents(context, { ...from, after: query.after }),
    },
  }),
];
