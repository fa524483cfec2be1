import { keyWith } from '../../../http/access/api-key.ts';
import { type Route, route } from '../../../http/route.ts';
import { One } from '../../../shapes/fields.ts';
import { getRetention, updateRetention } from './operations.ts';
import { Retention, RetentionUpdate } from './shapes.ts';

const url = '/api/v1/workspace/retention';
const group = {
  name: 'Retention',
  description: 'How long the workspace keeps what is over before it removes it for good.',
};

export const retentionRoutes: Route[] = [
  route({
    method: 'GET',
    url,
    access: keyWith('privacy.read'),
    operation: 'getRetention',
    group,
    summary: 'Read how long things are kept',
    description: 'Reads what the workspace has set, and what applies to the whole service.',
    response: { status: 200, description: 'The days.', shape: One(Retention) },
    handle: async (context) => ({ data: await getRetention(context) }),
  }),
  route({
    method: 'PATCH',
    url,
    access: keyWith('privacy.write'),
    operation: 'updateRetention',
    group,
    summary: 'Change how long things are kept',
    description:
      'Changes what is given, and leaves the rest. `null` keeps things as long as the service does; longer is refused. What is older is removed within ' +
      'minutes, for good. Fires no event.',
    body: RetentionUpdate,
    response: { status: 200, description: 'The days as they are now.', shape: One(Retention) },
    refusals: {
      validation_error:
        'messages_days must be at most 365: this service keeps messages no longer (ROTA_MESSAGE_RETENTION_DAYS)',
    },
    handle: async (context, { body }) => ({ data: await updateRetention(context, body) }),
  }),
];
