import { pageQuery } from '../../http/query.ts';
import { type Route, route } from '../../http/route.ts';
import { Clearable, Id, Many, Name, Nullable, One, OneOf, Resource, Timestamp } from '../../http/shapes.ts';
import { Type } from '../../http/type.ts';
import { scopes } from '../../scopes.ts';
import { readTimestamp } from '../../timestamps.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './operations.ts';

const Scopes = Type.Array(OneOf(scopes), { examples: [['teams.read', 'teams.write']] });

const fields = {
  id: Id('apiKey'),
  name: Type.String({ description: 'Label given at creation.', examples: ['CRM sync'] }),
  key_prefix: Type.String({
    description: 'The beginning of the key, to recognise it by.',
    examples: ['sk_live_4fXb....'],
  }),
  scopes: Scopes,
  expires_at: Nullable(Timestamp),
  last_used_at: Nullable(Timestamp),
  created_at: Timestamp,
};
const ApiKey = Resource(fields, 'ApiKey');
const NewApiKey = Resource(
  {
    ...fields,
    key: Type.String({
      description: 'The raw key. It is shown here and never again.',
      examples: ['sk_live_4fXbQ0hJ7sLr2mVtZ9yKcE1nWpGa8dUo3xT5Rq'],
    }),
  },
  'NewApiKey',
);

const group = 'API keys';

export const apiKeyRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/api_keys',
    scope: 'api_keys.read',
    operation: 'listApiKeys',
    group,
    summary: 'List the keys that are neither revoked nor expired',
    query: pageQuery('apiKey'),
    answer: { status: 200, description: 'A page of keys, without their raw values.', shape: Many(ApiKey) },
    handle: (context, { query }) => listApiKeys(context, query),
  }),
  route({
    method: 'POST',
    url: '/api/v1/api_keys',
    scope: 'api_keys.write',
    line: { name: 'api_keys' },
    operation: 'createApiKey',
    group,
    summary: 'Create a key',
    body: Type.Object({
      name: Name('CRM sync'),
      scopes: Clearable({
        ...Scopes,
        description: 'What the key may do; none when left out. Only scopes that the calling key holds.',
      }),
      expires_at: Clearable(
        Type.String({
          format: 'date-time',
          description: 'When the key stops working; never when left out.',
          examples: ['2027-11-15T00:00:00Z'],
        }),
      ),
    }),
    answer: { status: 201, description: 'The key, with its raw value.', shape: One(NewApiKey) },
    refusals: { validation_error: 'expires_at must be in the future' },
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
    scope: 'api_keys.write',
    operation: 'revokeApiKey',
    group,
    summary: 'Revoke a key for good',
    path: { id: { kind: 'apiKey', what: 'API key' } },
    answer: { status: 204, description: 'The key no longer works.' },
    handle: (context, { path }) => revokeApiKey(context, path.id),
  }),
];
