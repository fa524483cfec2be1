import { type Route, route } from '../../http/route.ts';
import { Clearable, Id, Name, Nullable, One, Resource, Timestamp } from '../../http/shapes.ts';
import { Type } from '../../http/type.ts';
import { getWorkspace, updateWorkspace } from './operations.ts';

const Handle = Type.String({
  description: "Part of the teams' scheduling addresses; unique on this server.",
  examples: ['acme'],
});

const Workspace = Resource(
  {
    id: Id('workspace'),
    name: Type.String({ examples: ['Acme'] }),
    handle: Nullable(Handle),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  'Workspace',
);

const group = 'Workspace';

export const workspaceRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/workspace',
    scope: 'workspace.read',
    operation: 'getWorkspace',
    group,
    summary: "Read the key's workspace",
    answer: { status: 200, description: 'The workspace.', shape: One(Workspace) },
    handle: async (context) => ({ data: await getWorkspace(context) }),
  }),
  route({
    method: 'PATCH',
    url: '/api/v1/workspace',
    scope: 'workspace.write',
    operation: 'updateWorkspace',
    group,
    summary: 'Rename the workspace, or set its handle',
    body: Type.Object({ name: Type.Optional(Name('Acme')), handle: Clearable(Handle) }),
    answer: { status: 200, description: 'The workspace as it is now.', shape: One(Workspace) },
    refusals: { validation_error: 'handle is already taken' },
    handle: async (context, { body }) => ({ data: await updateWorkspace(context, body) }),
  }),
];
