import { keyWith } from '../../../http/access/api-key.ts';
import { type Route, route } from '../../../http/route.ts';
import { One } from '../../../shapes/fields.ts';
import { getSchedulingSettings, updateSchedulingSettings } from './operations.ts';
import { SchedulingSettings, SchedulingUpdate } from './shapes.ts';

const url = '/api/v1/workspace/scheduling';
const group = {
  name: 'Scheduling settings',
  description:
    'How the meetings of the workspace are scheduled: where slots are looked for, how many of them are offered and how often, ' +
    'when participants are reminded, what their messages look like, and what they may do on their page.',
};

export const schedulingSettingsRoutes: Route[] = [
  route({
    method: 'GET',
    url,
    access: keyWith('workspace.read'),
    operation: 'getSchedulingSettings',
    group,
    summary: 'Read how meetings are scheduled',
    description: 'Reads the settings of the workspace. Settings that were never changed have their defaults.',
    response: { status: 200, description: 'The settings.', shape: One(SchedulingSettings) },
    handle: async (context) => ({ data: await getSchedulingSettings(context) }),
  }),
  route({
    method: 'PATCH',
    url,
    access: keyWith('workspace.write'),
    operation: 'updateSchedulingSettings',
    group,
    summary: 'Change how meetings are scheduled',
    description:
      'Changes what is given and leaves the rest. Lists are replaced as a whole. Booked meetings stay as they are. Fires no event.',
    body: SchedulingUpdate,
    response: { status: 200, description: 'The settings as they are now.', shape: One(SchedulingSettings) },
    handle: async (context, { body }) => ({ data: await updateSchedulingSettings(context, body) }),
  }),
];
