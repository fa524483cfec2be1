import { rerollApiKey } from '../../features/workspace/api-keys/changes.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../../features/workspace/api-keys/operations.ts';
import { ApiKeyInput, Reroll } from '../../features/workspace/api-keys/shapes.ts';
import { whoDid } from '../../features/workspace/audit-log/operations.ts';
import { pageQuery } from '../../http/query.ts';
import type { Route } from '../../http/route.ts';
import { check } from '../../shapes/check.ts';
import { isChecked, list, numberOrNull, text, timeOrNull, words } from '../fields.ts';
import { readNames } from '../names.ts';
import { form, page } from '../route.ts';
import { KEYS, keysPage, NEW_KEY } from './keys-page.ts';
import { madeKeyPage, newKeyPage } from './new-key-page.ts';

const keys = page({
  url: KEYS,
  summary: 'API keys that work',
  may: 'manage_keys',
  query: pageQuery('apiKey'),
  async show(screen, { query }) {
    const listed = await listApiKeys(screen, query);
    const ids = listed.data.map(({ id }) => id);
    const makers = await whoDid(screen, 'api_key.created', ids);
    const names = await readNames(
      screen,
      [...makers.values()].map(({ id }) => id),
    );
    return keysPage(screen, { keys: listed, makers, names, cursor: query.cursor });
  },
});

const newKey = page({
  url: NEW_KEY,
  summary: 'Make an API key',
  may: 'manage_keys',
  show: async (screen) => newKeyPage(screen),
});

export const apiKeyRoutes: Route[] = [
  keys.route,
  newKey.route,
  form({
    url: NEW_KEY,
    summary: 'Make an API key, and show it once',
    may: 'manage_keys',
    on: newKey,
    line: { name: 'api_keys' },
    async send(screen, { fields }) {
      const networks = words(fields, 'allowed_networks');
      const input = {
        name: text(fields, 'name'),
        scopes: list(fields, 'scopes'),
        expires_at: timeOrNull(fields, 'expires_at', screen.dates.timezone),
        allowed_networks: networks.length > 0 ? networks : null,
      };
      return { shown: madeKeyPage(screen, await createApiKey(screen, check(ApiKeyInput, input))) };
    },
  }),
  form({
    url: `${KEYS}/:id/reroll`,
    summary: 'Replace an API key by a new one, and show it once',
    path: { id: { kind: 'apiKey', what: 'API key' } },
    may: 'manage_keys',
    on: keys,
    line: { name: 'api_keys' },
    async send(screen, { path, fields }) {
      const input = { grace_hours: numberOrNull(fields, 'grace_hours') ?? undefined };
      return { shown: madeKeyPage(screen, await rerollApiKey(screen, path.id, check(Reroll, input))) };
    },
  }),
  form({
    url: `${KEYS}/:id/revoke`,
    summary: 'Revoke an API key for good',
    path: { id: { kind: 'apiKey', what: 'API key' } },
    may: 'manage_keys',
    on: keys,
    async send(screen, { path, fields }) {
      await revokeApiKey(screen, path.id, { with_descendants: isChecked(fields, 'with_descendants') });
      return { to: KEYS, done: 'key_revoked' };
    },
  }),
];
