import { keyWith } from '../../../http/access/api-key.ts';
import { booleanQuery, pageQuery } from '../../../http/query.ts';
import { type Route, route } from '../../../http/route.ts';
import { Many, One } from '../../../shapes/fields.ts';
import { rerollApiKey, updateApiKey } from './changes.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './operations.ts';
import { ApiKey, ApiKeyChanges, ApiKeyInput, NewApiKey, Reroll } from './shapes.ts';

const group = {
  name: 'API keys',
  description: 'The credentials of programs. A key belongs to one workspace, and may do what its scopes say.',
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
      'Creates a key for this workspace. Its secret value is in this response and nowhere else, so keep it. A key can pass on only ' +
      'scopes that it has itself: others are refused with 403. An `expires_at` in the past is refused.',
    body: ApiKeyInput,
    response: {
      status: 201,
      description: 'The key, with its raw value.',
      shape: One(NewApiKey),
      example: { data: { last_used_at: null } },
    },
    refusals: {
      validation_error:
        'expires_at must be in the future, and not after the calling key expires; allowed_networks must be within its own',
    },
    handle: async (context, { body }) => ({ data: await createApiKey(context, body) }),
  }),
  route({
    method: 'PATCH',
    url: '/api/v1/api_keys/:id',
    access: keyWith('api_keys.write'),
    operation: 'updateApiKey',
    group,
    summary: 'Change the name or the networks of a key',
    description:
      'Changes the name of a key, and the networks it may be used from, from the next call on. Its scopes and expiry stay: create ' +
      'another key, or reroll this one. A key may change itself, and any other key that has no scope it lacks.',
    path: { id: { kind: 'apiKey', what: 'API key' } },
    body: ApiKeyChanges,
    response: { status: 200, description: 'The key as it is now.', shape: One(ApiKey) },
    refusals: { validation_error: 'allowed_networks must be within those of the calling key' },
    handle: async (context, { path, body }) => ({ data: await updateApiKey(context, path.id, body) }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/api_keys/:id/reroll',
    access: keyWith('api_keys.write'),
    line: { name: 'api_keys' },
    operation: 'rerollApiKey',
    group,
    summary: 'Replace a key with a new one',
    description:
      'Creates a key with the same name, scopes, networks and expiry. The old one keeps working for `grace_hours`, so that its programs ' +
      'can switch, and shows the new one as `replaced_by_api_key_id`. The secret value is in this response and nowhere else. A key ' +
      'may reroll itself, and any other key that has no scope it lacks and works no longer than it does.',
    path: { id: { kind: 'apiKey', what: 'API key' } },
    body: Reroll,
    response: {
      status: 201,
      description: 'The new key, with its raw value.',
      shape: One(NewApiKey),
      example: { data: { last_used_at: null } },
    },
    refusals: {
      validation_error:
        'The API key has been replaced already, has expired, or works longer than the calling key',
    },
    handle: async (context, { path, body }) => ({ data: await rerollApiKey(context, path.id, body) }),
  }),
  route({
    method: 'DELETE',
    url: '/api/v1/api_keys/:id',
    access: keyWith('api_keys.write'),
    operation: 'revokeApiKey',
    group,
    summary: 'Revoke a key for good',
    description:
      "Ends a key at once: the next call with it is answered with 401. This can't be undone. A key may revoke itself, and any other key that " +
      'has no scope it lacks.',
    path: { id: { kind: 'apiKey', what: 'API key' } },
    query: {
      with_descendants: booleanQuery(
        '`true` also revokes every key that it has made, the keys that those have made, and so on. Otherwise they keep working.',
      ),
    },
    response: { status: 204, description: 'The key no longer works.' },
    async handle(context, { path, query }) {
      await revokeApiKey(context, path.id, query);
    },
  }),
];
