import { keyWith } from '../../http/access/api-key.ts';
import { booleanQuery, pageQuery } from '../../http/query.ts';
import { type Route, route } from '../../http/route.ts';
import { scopes } from '../../scopes.ts';
import {
  At,
  Clearable,
  CreatedAt,
  Id,
  Many,
  Name,
  Nullable,
  One,
  OneOf,
  Resource,
} from '../../shapes/fields.ts';
import { Type } from '../../shapes/type.ts';
import { readTimestamp } from '../../timestamps.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './operations.ts';

const Scopes = Type.Array(OneOf(scopes), {
  description: 'What the key may do. Each operation says which scope it needs.',
  examples: [['teams.read', 'teams.write']],
});

const fields = {
  id: Id('apiKey', 'Names the key in paths and in the audit log; it is not the secret.'),
  name: Type.String({
    description: 'What people call the key, as it was given when the key was made.',
    examples: ['CRM sync'],
  }),
  key_prefix: Type.String({
    description: 'The beginning of the key, to recognise it by.',
    examples: ['sk_live_4fXb....'],
  }),
  scopes: Scopes,
  expires_at: Nullable(
    At('When the key stops working; null for one that never does.', '2027-11-15T00:00:00.000Z'),
  ),
  last_used_at: Nullable(
    At(
      'When it was last used, at most a second behind; null before its first call.',
      '2026-11-16T09:29:58.000Z',
    ),
  ),
  created_at: CreatedAt('apiKey', 'When the key was made.'),
  created_by_api_key_id: Nullable({
    ...Id('apiKey'),
    description: 'The key that made it; null for one from the command line or the first start.',
    examples: [null],
  }),
};
const ApiKey = Resource(fields, 'ApiKey', 'What a program shows to be let in, without its secret value.');
const NewApiKey = Resource(
  {
    ...fields,
    key: Type.String({
      description: 'The raw key. It is shown here and never again.',
      examples: ['sk_live_4fXbQ0hJ7sLr2mVtZ9yKcE1nWpGa8dUo3xT5Rq'],
    }),
  },
  'NewApiKey',
  'A key that was just made, with its secret value.',
);

const group = {
  name: 'API keys',
  description:
    'What programs show to be let in. A key belongs to one workspace, and may do what its scopes say.',
};

export const apiKeyRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/api_keys',
    access: keyWith('api_keys.read'),
    operation: 'listApiKeys',
    group,
    summary: 'List the keys that work',
    description:
      'Lists the keys that work, newest first. Secret values are never shown again; `key_prefix` tells keys apart.',
    query: pageQuery('apiKey'),
    response: { status: 200, description: 'A page of keys, without their raw values.', shape: Many(ApiKey) },
    handle: (context, { query }) => listApiKeys(context, query),
  }),
  route({
    method: 'POST',
    url: '/api/v1/api_keys',
    access: keyWith('api_keys.write'),
    line: { name: 'api_keys' },
    operation: 'createApiKey',
    group,
    summary: 'Create a key',
    description:
      'Makes a key for this workspace. Its secret value is in this answer and nowhere else, so keep it. A key can hand on only ' +
      'scopes that it holds itself: others are refused with 403. An `expires_at` in the past is refused.',
    body: Type.Object({
      name: Name('CRM sync', 'What people will call the key: the program or the place that uses it.'),
      scopes: Clearable({
        ...Scopes,
        description: 'What the key may do; none when left out. Only scopes that the calling key holds.',
      }),
      expires_at: Clearable(
        Type.String({
          format: 'date-time',
          description:
            'When the key stops working. Left out or null: when the calling key does, which may be never. Not later than that.',
          examples: ['2027-11-15T00:00:00Z'],
        }),
      ),
    }),
    response: {
      status: 201,
      description: 'The key, with its raw value.',
      shape: One(NewApiKey),
      example: { data: { last_used_at: null } },
    },
    refusals: { validation_error: 'expires_at must be in the future, and not after the calling key expires' },
    handle: async (context, { body }) => ({
      data: await createApiKey(context, {
        name: body.name,
        scopes: body.scopes ?? [],
        expiresAt: readTimestamp(body.expires_at),
      }),
    }),
  }),
  route({
    method: 'DELETE',
    url: '/api/v1/api_keys/:id',
    access: keyWith('api_keys.write'),
    operation: 'revokeApiKey',
    group,
    summary: 'Revoke a key for good',
    description:
      'Ends a key at once: the next call with it is answered with 401. There is no way back. A key may revoke itself, and any other that ' +
      'holds no scope that it lacks.',
    path: { id: { kind: 'apiKey', what: 'API key' } },
    query: {
      with_descendants: booleanQuery(
        '`true` also revokes every key that it has made, and those that these have made, and so on. Otherwise they live on.',
      ),
    },
    response: { status: 204, description: 'The key no longer works.' },
    async handle(context, { path, query }) {
      await revokeApiKey(context, path.id, query.with_descendants);
    },
  }),
];
