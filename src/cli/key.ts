import type { Context } from '../context.ts';
import { rerollApiKey } from '../features/workspace/api-keys/changes.ts';
import {
  type ApiKey,
  createApiKey,
  listApiKeys,
  revokeApiKey,
} from '../features/workspace/api-keys/operations.ts';
import { ApiKeyInput, MAX_GRACE_HOURS, Reroll } from '../features/workspace/api-keys/shapes.ts';
import { scopes } from '../scopes.ts';
import { type Command, type Invocation, json, onlyWord, table, UsageError } from './command.ts';
import { checkInput, integer, option } from './input.ts';
import { inWorkspace, workspaceOption as workspace } from './operator.ts';

const LIST_PAGE = 100;

export const keyCommands: Command[] = [
  {
    name: 'key create',
    takes: 'NAME',
    summary: 'create an API key and print it once',
    details: `Scopes: ${scopes.join(', ')}.`,
    options: {
      workspace,
      scope: {
        type: 'string',
        value: 'SCOPE',
        multiple: true,
        description: 'what the key may do; repeat for several',
      },
      'all-scopes': { type: 'boolean', description: 'let the key do everything' },
      'expires-at': {
        type: 'string',
        value: 'TIME',
        description: 'when the key expires, in ISO 8601; by default never',
      },
      network: {
        type: 'string',
        value: 'NETWORK',
        multiple: true,
        description: 'where the key works, such as 192.0.2.0/24 (repeatable); by default anywhere',
      },
      json,
    },
    async run(invocation) {
      const input = await checkInput(ApiKeyInput, {
        name: ['NAME', onlyWord(invocation, 'NAME')],
        scopes: ['--scope', wantedScopes(invocation)],
        expires_at: option(invocation, 'expires-at'),
        allowed_networks: ['--network', invocation.options.network],
      });
      return inWorkspace(invocation, async (context) => {
        const apiKey = await createApiKey(context, input);
        invocation.print(apiKey, [`Created key ${apiKey.id}. Its value is shown only once:`, apiKey.key]);
      });
    },
  },
  {
    name: 'key list',
    summary: 'list the active keys',
    options: { workspace, json },
    run(invocation) {
      return inWorkspace(invocation, async (context) => {
        const keys = await everyKey(context);
        invocation.print(
          keys,
          table([
            ['ID', 'KEY', 'LAST USED', 'EXPIRES', 'MADE BY', 'FROM', 'SCOPES', 'NAME'],
            ...keys.map((key) => [
              key.id,
              key.key_prefix,
              key.last_used_at ?? 'never',
              key.expires_at ?? 'never',
              key.created_by_api_key_id ?? '-',
              key.allowed_networks?.join(',') ?? 'anywhere',
              key.scopes.length === scopes.length ? 'all' : key.scopes.join(',') || 'none',
              key.name,
            ]),
          ]),
        );
      });
    },
  },
  {
    name: 'key reroll',
    takes: 'ID',
    summary: 'replace a key with a new one, and print that once',
    details:
      'The new key has the same name, scopes, networks and expiry. The old key keeps working for a while.',
    options: {
      workspace,
      'grace-hours': {
        type: 'string',
        value: 'HOURS',
        description: `how long the old key keeps working, 0 to ${MAX_GRACE_HOURS}; by default 24`,
      },
      json,
    },
    async run(invocation) {
      const id = onlyWord(invocation, 'ID');
      const input = await checkInput(Reroll, { grace_hours: option(invocation, 'grace-hours', integer) });
      return inWorkspace(invocation, async (context) => {
        const made = await rerollApiKey(context, id, input);
        invocation.print(made, [
          `Created key ${made.id} to replace ${id}. Its value is shown only once:`,
          made.key,
        ]);
      });
    },
  },
  {
    name: 'key revoke',
    takes: 'ID',
    summary: 'revoke a key for good',
    options: {
      workspace,
      'with-descendants': {
        type: 'boolean',
        description: 'also revoke the keys it created, the keys those created, and so on',
      },
      json,
    },
    run(invocation) {
      const id = onlyWord(invocation, 'ID');
      const withDescendants = invocation.options['with-descendants'];
      return inWorkspace(invocation, async (context) => {
        const [, ...descendants] = await revokeApiKey(context, id, {
          with_descendants: withDescendants === true,
        });
        invocation.print({ id, revoked: true, ...(withDescendants && { descendants }) }, [
          `Revoked key ${id}.`,
          ...descendants.map((each) => `Revoked key ${each}.`),
        ]);
      });
    },
  },
];

function wantedScopes({ options }: Invocation): unknown {
  if (options['all-scopes']) return scopes;
  if (!options.scope) throw new UsageError('give --scope, once or more, or --all-scopes');
  return options.scope;
}

async function everyKey(context: Context): Promise<ApiKey[]> {
  const keys: ApiKey[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await listApiKeys(context, { limit: LIST_PAGE, cursor: cursor ?? undefined });
    keys.push(...page.data);
    cursor = page.meta.next_cursor;
  } while (cursor);
  return keys;
}
