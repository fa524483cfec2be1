import { keyWith } from '../../http/access/api-key.ts';
import { booleanQuery, pageQuery } from '../../http/query.ts';
import { type Route, route } from '../../http/route.ts';
import { Many, One } from '../../shapes/fields.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './operations.ts';
import { ApiKey, ApiKeyInput, NewApiKey } from './shapes.ts';

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
    body: ApiKeyInput,
    response: {
      status: 201,
      description: 'The key, with its raw value.',
      shape: One(NewApiKey),
      example: { data: { last_used_at: null } },
    },
    refusals: { validation_error: 'expires_at must be in the future, and not after the calling key expires' },
    handle: async (context, { body }) => ({ data: await createApiKey(context, body) }),
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
      await revokeApiKey(context, path.id, query);
    },
  }),
];
