import { keyWith } from '../../http/access/api-key.ts';
import { type Route, route } from '../../http/route.ts';
import { At, Clearable, CreatedAt, Id, Name, Nullable, One, Resource } from '../../shapes/fields.ts';
import { Type } from '../../shapes/type.ts';
import { getWorkspace, updateWorkspace } from './operations.ts';

const Handle = Type.String({
  description:
    "Stands in the teams' scheduling addresses; unique on this server. 1 to 63 lower-case letters, digits and inner hyphens. " +
    'Null while none is set: then teams have no address.',
  examples: ['acme'],
});

const Workspace = Resource(
  {
    id: Id('workspace', 'Names the workspace.'),
    name: Type.String({ description: 'What people call the workspace.', examples: ['Acme'] }),
    handle: Nullable(Handle),
    created_at: CreatedAt('workspace', 'When the workspace was made.'),
    updated_at: At('When its name or handle last changed.', '2026-11-02T08:02:47.590Z'),
  },
  'Workspace',
  "One customer's world: nothing in it is visible from another.",
);

const group = { name: 'Workspace', description: 'The workspace that the key belongs to.' };

export const workspaceRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/workspace',
    access: keyWith('workspace.read'),
    operation: 'getWorkspace',
    group,
    summary: "Read the key's workspace",
    description:
      'Reads the workspace that the key belongs to. A call with it is also a simple way to try a key.',
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
      'the former addresses stop. `null` takes the handle away. A handle that another workspace has is refused.',
    body: Type.Object({
      name: Type.Optional(Name('Acme', 'What people will call the workspace.')),
      handle: Clearable(Handle),
    }),
    response: { status: 200, description: 'The workspace as it is now.', shape: One(Workspace) },
    refusals: { validation_error: 'handle is already taken' },
    handle: async (context, { body }) => ({ data: await updateWorkspace(context, body) }),
  }),
];
