// Every route of the app asks for a key and its scope, is documented, and shows no other workspace.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type IdKind, idPrefixes } from '../../src/ids.ts';
import { type Scope, scopes } from '../../src/scopes.ts';
import { exampleOf } from '../../src/shapes/examples.ts';
import { test } from '../support/lanes.ts';
import { makeThing, type Things } from '../support/makers/things.ts';
import { untilIdle } from '../support/server/idle.ts';
import { isKeyRoute, type KeyRoute } from '../support/server/key-routes.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';
import { snapshotsOf } from '../support/server/snapshot.ts';

const PUBLIC_PATHS = ['/docs', '/healthz', '/openapi.json', '/readyz'];

onBothEngines('Every route', (node) => {
  const keyRoutes = () => node().app.routes.filter(isKeyRoute);
  const bodyOf = (route: KeyRoute) => (route.body ? { body: exampleOf(route.body) } : {});
  const absent = (kind: IdKind) => `${idPrefixes[kind]}_${'0'.repeat(26)}`;

  /** One for all routes with the same scope. */
  const keys = new Map<string, Promise<string>>();
  function keyWith(wanted: Scope[]): Promise<string> {
    const known = keys.get(wanted.join());
    if (known) return known;
    const made = node()
      .post('/api/v1/api_keys', { name: 'Some scopes', scopes: wanted })
      .then((answer) => dataOf<{ key: string }>(answer).key);
    keys.set(wanted.join(), made);
    return made;
  }

  function pathOf(route: KeyRoute, ids: Record<string, string> = {}): string {
    return route.url.replace(/:(\w+)/g, (_, name) => ids[name] ?? absent(route.path?.[name]?.kind as IdKind));
  }

  test('asks for a scope, unless it is public on purpose', () => {
    const open = node().app.routes.filter((route) => route.access.kind === 'public');
    assert.deepEqual(open.map((route) => route.url).sort(), PUBLIC_PATHS);
    for (const { url, access, path: ids = {} } of keyRoutes()) {
      assert.ok(scopes.includes(access.scope), `${url} asks for a scope of src/scopes.ts`);
      assert.ok(url.startsWith('/api/v1/'), `${url} starts with /api/v1/`);
      const named = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name);
      assert.deepEqual(Object.keys(ids).sort(), named.sort(), `${url} declares the ids in its path`);
    }
  });

  test('is in the table of docs/reference/api-conventions.md, with its scope', async () => {
    const page = await readFile(new URL('../../docs/reference/api-conventions.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| ([A-Z]+) \| (`.+?`) \| (?:`([\w.]+)`|none) \|/gm)].flatMap(
      ([, method, paths, scope = 'public']) =>
        (paths as string).split(', ').map((path) => `${method} ${path.slice(1, -1)} ${scope}`),
    );
    const routes = node().app.routes.map(
      (route) => `${route.method} ${route.url} ${isKeyRoute(route) ? route.access.scope : route.access.kind}`,
    );
    assert.deepEqual(rows.sort(), routes.sort());
  });

  test('answers 401 without a key', async () => {
    for (const route of keyRoutes()) {
      const answer = await node().call(route.method, pathOf(route), { key: null, ...bodyOf(route) });
      assert.deepEqual(answer.body, { error: 'Missing authorization token' }, route.operation);
      assert.equal(answer.status, 401);
    }
  });

  test('answers 403 to a key with every scope but the one it asks for, and not to one with just that', async () => {
    for (const route of keyRoutes()) {
      const others = await keyWith(scopes.filter((scope) => scope !== route.access.scope));
      const refusal = await node().call(route.method, pathOf(route), { key: others, ...bodyOf(route) });
      const error = { type: 'forbidden', message: `API key missing required scope: ${route.access.scope}` };
      assert.deepEqual([refusal.status, refusal.body], [403, { error }], route.operation);

      const only = await keyWith([route.access.scope]);
      const answer = await node().call(route.method, pathOf(route), { key: only });
      assert.ok(![401, 403].includes(answer.status), `${route.operation} answered ${answer.text}`);
    }
  });

  test("answers 404 to an id that is malformed, unknown or another workspace's, and changes nothing", async () => {
    const other = await node().otherWorkspace();
    const snapshot = await snapshotsOf(node().services.database);
    const withIds = keyRoutes().filter((route) => Object.keys(route.path ?? {}).length > 0);
    for (const route of withIds) {
      const ids = Object.entries(route.path ?? {});
      const own: Record<string, string> = {};
      const inside: Things = {};
      for (const [name, { kind }] of ids) {
        own[name] = await makeThing(kind, node(), node().rawKey, inside);
        inside[kind] = own[name];
      }
      const call = (given: Record<string, string>) =>
        node().call(route.method, pathOf(route, { ...own, ...given }), bodyOf(route));

      for (const [name, { kind, what }] of ids) {
        const id = own[name] as string;
        const malformed = [
          'x',
          '%00',
          `${id}0`,
          `${id}%0A`,
          `%20${id}`,
          id.toLowerCase(),
          id.replace(/^\w/, 'z'),
        ];
        const wrong = [await makeThing(kind, node(), other.rawKey), absent(kind), ...malformed];
        await untilIdle(node());
        const unchanged = await snapshot();
        for (const given of wrong) {
          const { status, body } = await call({ [name]: given });
          const error = { type: 'not_found', message: `${what} not found` };
          assert.deepEqual(
            { status, body },
            { status: 404, body: { error } },
            `${route.operation} with ${given}`,
          );
        }
        assert.deepEqual(await snapshot(), unchanged);
      }
      // With the right ids it finds everything, so that the above were not refused for another reason.
      const { body } = await call({});
      const message = (body as { error?: { message?: string } } | undefined)?.error?.message;
      const isFound = ids.every(([, { what }]) => message !== `${what} not found`);
      assert.ok(isFound, `${route.operation} finds what is there`);
    }
  });
});
