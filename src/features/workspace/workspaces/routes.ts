import { keyWith } from '../../../http/access/api-key.ts';
import { type Route, route } from '../../../http/route.ts';
import { One } from '../../../shapes/fields.ts';
import { getWorkspace, updateWorkspace } from './operations.ts';
import { Workspace, WorkspaceUpdate } from './shapes.ts';

const group = { name: 'Workspace', description: 'The workspace that the key belongs to.' };

export const workspaceRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/workspace',
    access: keyWith('workspace.read'),
    operation: 'getWorkspace',
    group,
    summary: "Read the key's workspace",
    description: 'Reads the workspace that the key belongs to. This is also a simple way to try a key.',
    response: { status: 200, description: 'The workspace.', shape: One(Workspace) },
    handle: async (context) => ({ data: await getWorkspace(context) }),
  }),
  route({
    method: 'PATCH',
    url: '/api/v1/workspace',
    access: keyWith('workspace.write'),
    operation: 'updateWorkspace',
    group,
    summary: 'Change the workspace',
    description:
      'Changes what is given, and leaves the rest. A new handle gives every team that is not in manual mode a new scheduling address, and ' +
      'the former addresses stop. `null` removes the handle. A handle that another workspace has is refused.',
    body: WorkspaceUpdate,
    response: { status: 200, description: 'The workspace as it is now.', shape: One(Workspace) },
    refusals: { validation_error: 'handle is already taken' },
    handle: async (context, { body }) => ({ data: await updateWorkspace(context, body) }),
  }),
];
