// The `rota` commands that use a database, also beside a running server.
import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { scopes } from '../../src/scopes.ts';
import { readConfig } from '../../src/settings/config.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { describe, test } from '../support/lanes.ts';
import { failed, succeeded } from '../support/server/exits.ts';
import { EmptyStorage } from '../support/server/process.ts';
import type { AuditEntry } from '../support/server/resources.ts';
import { dataOf, onEachEngine } from '../support/server/rota.ts';

type Workspace = { id: string; name: string; handle: string | null; created_at: string; updated_at: string };
type ApiKey = { id: string; key_prefix: string; scopes: string[]; last_used_at: string | null };
type NewApiKey = ApiKey & { key: string };

const KEY_FORM = /^sk_live_[0-9A-Za-z]{38}$/;
/** What operators see of a workspace beside what its members do. */
const isActive = {
  external_id: null,
  status: 'active',
  suspended_at: null,
  suspended_reason: null,
  delete_at: null,
};
const UNKNOWN_KEY = 'key_01ARZ3NDEKTSV4RRFFQ69G5FAV';

onEachEngine((engine) => {
  describe(`rota, on a database (${engine})`, { concurrency: 2 }, () => {
    test('migrate brings an empty database up to date, once, and refuses a newer one', async (t) => {
      await using storage = await EmptyStorage.make(engine);
      const first = await storage.rota('migrate');
      const database = await openDatabase(readConfig(storage.environment));
      t.after(() => database.close());
      const applied = await database.all<{ name: string }>(
        'select name from schema_migrations order by name',
      );
      assert.equal(applied[0]?.name, '0058-baseline');
      assert.deepEqual(first, succeeded(applied.map(({ name }) => `Applied ${name}.\n`).join('')));
      assert.deepEqual(await storage.rota('migrate'), succeeded('The schema is up to date.\n'));
      assert.deepEqual(await storage.json('migrate'), { applied: [] });

      await database.change(
        "insert into schema_migrations (name, applied_at) values ('9999-breaking-later', 0)",
      );
      const refused = failed(
        1,
        'The database was migrated by a newer version of Rota (9999-breaking-later is not known to this one): ' +
          'start that version, or restore a backup from before the upgrade.',
      );
      assert.deepEqual(await storage.rota('migrate'), refused);
      assert.deepEqual(await storage.rota('serve'), refused);
    });

    test('workspace create and workspace list', async () => {
      await using storage = await EmptyStorage.make(engine);
      assert.deepEqual(await storage.rota('key', 'list'), failed(3, 'Workspace not found'));
      const create = ['workspace', 'create'];
      const acme = await storage.json<Workspace>(...create, ' Acme Ltd ', '--handle', 'acme');
      assert.match(acme.id, /^ws_/);
      assert.deepEqual(acme, { ...acme, name: 'Acme Ltd', handle: 'acme', updated_at: acme.created_at });
      const made = await storage.rota(...create, 'Other');
      const [, id = ''] = /^Created workspace (ws_\w{26})\.$/m.exec(made.stdout) ?? [];
      const hint = `To create a key for it: rota key create NAME --workspace ${id} --all-scopes`;
      assert.deepEqual(made, succeeded(`Created workspace ${id}.\n${hint}\n`));

      const rule =
        'handle must be 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end';
      assert.deepEqual(await storage.rota(...create, 'Bad', '--handle', 'Bad Handle'), failed(4, rule));
      const taken = failed(4, 'handle is already taken');
      assert.deepEqual(await storage.rota(...create, 'Taken', '--handle', 'acme'), taken);

      const [other, ...more] = await storage.json<[Workspace, ...Workspace[]]>('workspace', 'list');
      assert.deepEqual(other, { ...acme, ...other, id, name: 'Other', handle: null });
      assert.deepEqual(more, [{ ...acme, ...isActive }]);
      const table = [
        `ID${' '.repeat(29)}HANDLE  STATUS  CREATED${' '.repeat(19)}NAME`,
        `${id}  -       active  ${other.created_at}  Other`,
        `${acme.id}  acme    active  ${acme.created_at}  Acme Ltd`,
      ];
      assert.deepEqual(await storage.rota('workspace', 'list'), succeeded(`${table.join('\n')}\n`));
    });

    test('keys made beside a running server work on it, and stop working when they are revoked', async () => {
      await using storage = await EmptyStorage.make(engine);
      const chosen = 'a-key-for-the-first-start';
      await using server = await storage.serve({ ROTA_BOOTSTRAP_API_KEY: chosen });
      const statusWith = async (key: string) =>
        (await server.call('GET', '/api/v1/workspace', { key })).status;

      const options = ['--scope', 'workspace.read', '--scope', 'seats.read', '--expires-at', '2999-12-31'];
      const made = await storage.json<NewApiKey>('key', 'create', 'CI', ...options);
      assert.match(made.key, KEY_FORM);
      assert.deepEqual(made, {
        ...made,
        name: 'CI',
        key_prefix: `${made.key.slice(0, 12)}....`,
        scopes: ['workspace.read', 'seats.read'],
        expires_at: '2999-12-31T00:00:00.000Z',
        last_used_at: null,
      });
      assert.equal(await statusWith(made.key), 200);
      assert.equal((await server.call('GET', '/api/v1/api_keys', { key: made.key })).status, 403);

      const said = await storage.rota('key', 'create', 'Everything', '--all-scopes');
      const [, id = '', key = ''] = /^Created key (\S+)\. .*\n(\S+)\n$/.exec(said.stdout) ?? [];
      assert.deepEqual(said, succeeded(`Created key ${id}. Its value is shown only once:\n${key}\n`));
      assert.match(key, KEY_FORM);

      // The command line prints the same as the API. Only the use of a key is written a little later.
      const withoutUse = (list: ApiKey[]) => list.map((item) => ({ ...item, last_used_at: null }));
      const shown = dataOf<ApiKey[]>(await server.call('GET', '/api/v1/api_keys', { key }));
      assert.deepEqual([shown.length, shown[0]?.id, shown[1]?.id], [3, id, made.id]);
      assert.deepEqual(withoutUse(await storage.json('key', 'list')), withoutUse(shown));
      const workspace = dataOf<object>(await server.call('GET', '/api/v1/workspace', { key }));
      assert.deepEqual(await storage.json('workspace', 'list'), [{ ...workspace, ...isActive }]);

      const { stdout: table } = await storage.rota('key', 'list');
      assert.match(table, /^ID +KEY +LAST USED +EXPIRES +MADE BY +FROM +SCOPES +NAME\n/);
      assert.match(
        table,
        new RegExp(`^${id}  ${key.slice(0, 12)}\\.{4} .* never +- +anywhere +all +Everything$`, 'm'),
      );
      assert.match(
        table,
        new RegExp(`^${made.id} .* 2999-12-31T\\S+ +- +anywhere +workspace.read,seats.read +CI$`, 'm'),
      );
      for (const value of [made.key, key, chosen]) assert.ok(!table.includes(value));

      const revoke = ['key', 'revoke'];
      assert.deepEqual(await storage.json(...revoke, made.id), { id: made.id, revoked: true });
      assert.equal(await statusWith(made.key), 401);
      const body = { name: 'Child' };
      const child = dataOf<ApiKey>(await server.call('POST', '/api/v1/api_keys', { key, body }));
      assert.match(
        (await storage.rota('key', 'list')).stdout,
        new RegExp(`^${child.id} .* ${id} +anywhere +none +Child$`, 'm'),
      );
      assert.deepEqual(
        await storage.rota(...revoke, id, '--with-descendants'),
        succeeded(`Revoked key ${id}.\nRevoked key ${child.id}.\n`),
      );
      assert.equal(await statusWith(key), 401);
      assert.deepEqual(await storage.rota(...revoke, id), failed(3, 'API key not found'));
      assert.deepEqual(await storage.rota(...revoke, UNKNOWN_KEY), failed(3, 'API key not found'));

      const actor = { type: 'cli', id: userInfo().username };
      const entries = await server.all<AuditEntry>('/api/v1/audit_log?', chosen);
      assert.deepEqual(
        entries.slice(0, 6).map((entry) => [entry.action, entry.target.id, entry.actor]),
        [
          ['api_key.revoked', child.id, actor],
          ['api_key.revoked', id, actor],
          ['api_key.created', child.id, { type: 'api_key', id }],
          ['api_key.revoked', made.id, actor],
          ['api_key.created', id, actor],
          ['api_key.created', made.id, actor],
        ],
      );

      const networked = ['key', 'create', 'Office', '--scope', 'teams.read', '--network', '192.0.2.0/24'];
      const office = await storage.json<ApiKey & { key: string; allowed_networks: string[] }>(...networked);
      assert.deepEqual(office.allowed_networks, ['192.0.2.0/24']);
      assert.equal(await statusWith(office.key), 403);
      const next = await storage.json<ApiKey>('key', 'reroll', office.id, '--grace-hours', '0');
      assert.notEqual(next.id, office.id);
      assert.equal(await statusWith(office.key), 401);
      await storage.json('key', 'revoke', next.id);
    });

    test('the workspace has to be named, by id or handle, when there are several', async () => {
      await using storage = await EmptyStorage.make(engine);
      const create = ['key', 'create', 'CI', '--all-scopes'];
      const one = await storage.json<Workspace>('workspace', 'create', 'One', '--handle', 'one');
      const inOnly = await storage.json<NewApiKey>(...create);
      assert.deepEqual(inOnly.scopes, [...scopes]);
      const two = await storage.json<Workspace>('workspace', 'create', 'Two');
      const byHandle = await storage.json<NewApiKey>(...create, '--workspace', 'one');
      const byId = await storage.json<NewApiKey>(...create, '--workspace', two.id);

      const { code, stdout, stderr } = await storage.rota(...create);
      const sentence = `rota: there are several workspaces (one, ${two.handle ?? two.id}): say which, as in --workspace one`;
      assert.deepEqual([code, stdout, stderr.split('\n')[0]], [2, '', sentence]);
      const inThree = await storage.rota(...create, '--workspace', 'three');
      assert.deepEqual(inThree, failed(3, 'Workspace three not found'));
      const elsewhere = await storage.rota('key', 'revoke', byId.id, '--workspace', 'one');
      assert.deepEqual(elsewhere, failed(3, 'API key not found'));
      const past = await storage.rota(
        ...create,
        '--workspace',
        'one',
        '--expires-at',
        '2020-01-01T00:00:00Z',
      );
      assert.deepEqual(past, failed(4, 'expires_at must be in the future'));

      // Every key is in its workspace, and refused commands have changed nothing.
      for (const [workspace, expected] of [
        [one.id, [byHandle.id, inOnly.id]],
        [two.id, [byId.id]],
      ] as const) {
        const keys = await storage.json<ApiKey[]>('key', 'list', '--workspace', workspace);
        assert.deepEqual(
          keys.map(({ id }) => id),
          expected,
        );
      }
    });
  });
});
