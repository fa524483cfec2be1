// The rules of ARCHITECTURE.md and CONTRIBUTING.md, read from the source and asked of the running server.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path/posix';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ScopedRoute } from '../src/http/route.ts';
import { exampleOf } from '../src/http/shapes.ts';
import { type IdKind, idPrefixes } from '../src/ids.ts';
import { type Scope, scopes } from '../src/scopes.ts';
import { dataOf, type Node, onBothEngines } from './support/rota.ts';
import { snapshotsOf } from './support/snapshot.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const find = (pattern: string) => globSync(pattern, { cwd: ROOT }).sort();
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const assertNone = (found: unknown[], instead: string) => assert.deepEqual(found, [], instead);

/** A feature may use those after it. */
const FEATURES = 'meeting-requests routing teams members seats workspaces api-keys audit-log'.split(' ');

/** These put the parts together, and may import everything. */
const COMPOSERS = ['src/app.ts', 'src/bootstrap.ts'];

/** Queries that are not scoped to a workspace, and why. */
const UNSCOPED_QUERIES: Record<string, string> = {
  'api-keys selectKeyByHash': "this is how a caller's workspace becomes known",
  'api-keys existsLookalike': 'asked before a caller is known',
  'api-keys updateLastUsed': 'the ids come from requests that have been authenticated, of any workspace',
  'workspaces selectEveryWorkspace': 'for operators, who see the whole installation',
  'workspaces insertWorkspace': 'there is no workspace before it',
};

const PUBLIC_PATHS = ['/docs', '/healthz', '/metrics', '/openapi.json', '/readyz'];

/** Makes a thing of the kind in the key's workspace and answers its id. A new kind in a path needs a line here. */
const makers: Partial<Record<IdKind, (node: Node, key: string) => Promise<string>>> = {
  apiKey: async (node, key) =>
    dataOf<{ id: string }>(await node.post('/api/v1/api_keys', { name: 'Made' }, { key })).id,
};

// ---- Imports

type Imports = Map<string, string[]>;

/** What a file imports: paths from the root of the repository, names of packages. */
function importsIn(file: string, text: string): string[] {
  const found = text.matchAll(/^(?:import|export)\s(?:[^'"`;]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm);
  return [...found]
    .map(([, fixed, dynamic]) => (fixed ?? dynamic) as string)
    .map((name) => (name.startsWith('.') ? path.join(path.dirname(file), name) : name));
}

/** `folder` is the one in src, empty for the files that all share; `part` is `queries` of features/x/queries.ts. */
interface Place {
  file: string;
  folder: string;
  feature: string | undefined;
  part: string | undefined;
}

function placeOf(file: string): Place {
  const [, feature, part] = /^src\/features\/([^/]+)\/([^/]+)\.ts$/.exec(file) ?? [];
  return { file, folder: /^src\/([^/]+)\//.exec(file)?.[1] ?? '', feature, part };
}

/** What to do instead, and what must not be. */
const rules: Record<string, (from: Place, to: Place) => boolean> = {
  'only the command line and the tests start the app; take what is needed as an argument': (from, to) =>
    COMPOSERS.includes(to.file) && from.folder !== 'cli',
  'shared code knows no feature; declare what it needs and let src/app.ts pass it in': (from, to) =>
    to.folder === 'features' && !['features', 'cli'].includes(from.folder),
  'storage knows no HTTP; throw an error of src/errors.ts, or move what both need to src/': (from, to) =>
    from.folder === 'storage' && to.folder === 'http',
  'commands know no HTTP; move what both need to src/': (from, to) =>
    from.folder === 'cli' && to.folder === 'http',
  'a route never sees SQL; call a function of operations.ts': (from, to) =>
    from.part === 'routes' && (to.part === 'queries' || to.folder === 'storage'),
  "a route calls its own feature's operations, which may call another's": (from, to) =>
    from.part === 'routes' && to.part === 'operations' && to.feature !== from.feature,
  "a feature's SQL is its own; call a function of its operations.ts": (from, to) =>
    to.part === 'queries' && to.feature !== from.feature,
  'routes are put together in src/app.ts only; move what is shared to another file': (_from, to) =>
    to.part === 'routes',
  'a rule never sees I/O; take the values it decides on as arguments': (from, to) =>
    from.part === 'rules' &&
    (!['', 'features'].includes(to.folder) || ['queries', 'operations'].includes(to.part ?? '')),
  [`features are used downward only (${FEATURES.join(' → ')}); let the upper call the lower`]: (from, to) =>
    from.feature !== undefined &&
    to.feature !== undefined &&
    FEATURES.indexOf(to.feature) < FEATURES.indexOf(from.feature),
};

function brokenRules(imports: Imports): string[] {
  return [...imports].flatMap(([file, targets]) => {
    const meant = targets.filter((target) => !COMPOSERS.includes(file) || COMPOSERS.includes(target));
    const inside = meant.filter((target) => target.startsWith('src/')).map(placeOf);
    return inside.flatMap((to) =>
      Object.entries(rules)
        .filter(([, isBroken]) => isBroken(placeOf(file), to))
        .map(([instead]) => `${file} imports ${to.file}: ${instead}`),
    );
  });
}

/** Circles of files that import one another, each once. */
function circlesIn(imports: Imports): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  function visit(file: string, trail: string[]): void {
    const start = trail.indexOf(file);
    if (start >= 0) circles.push([...trail.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...trail, file]);
    done.add(file);
  }
  for (const file of imports.keys()) visit(file, []);
  return circles;
}

// ---- SQL

const SQL_BELONGS = /^src\/(?:storage\/|features\/[^/]+\/queries\.ts$|http\/(?:rate-limit|idempotency)\.ts$)/;
const SQL = [
  /\bselect\s[^;`]{1,500}?\sfrom\s+[\w("$]/i,
  /\binsert into\s/i,
  /\bupdate \w+ set\s/i,
  /\bdelete from\s/i,
];

function holdsSql(text: string): boolean {
  const code = text.replace(/^\s*(?:\/?\*|\/\/).*$/gm, '').replace(/\s+/g, ' ');
  return SQL.some((form) => form.test(code));
}

/** Exported functions whose first two parameters are not a database of some sort and `workspaceId: string`. */
function unscopedIn(text: string): string[] {
  const exported = /^export (?:async )?(?:function|const) (\w+)(?:<[^(]*>)?(?: = (?:async )?)?\(([^)]*)/gm;
  const scoped = /^\s*\w+: (?:Reader|Transaction|Database),\s*workspaceId: string\b/;
  return [...text.matchAll(exported)]
    .filter(([, , parameters = '']) => !scoped.test(parameters))
    .map(([, name]) => name as string);
}

// ---- Documents

function pathsNamedIn(file: string, text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  const links = [...prose.replace(/`[^`]*`/g, '').matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, target]) => target as string)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => path.join(path.dirname(file), target));
  const quoted = [...prose.matchAll(/`((?:src|tests|docs)\/[^`\s]*)`/g)].map(([, name]) => name as string);
  // `NNNN-name` and `<feature>` stand for any name.
  return [...links, ...quoted.map((name) => name.replace(/NNNN-name|<[^>]+>/g, '*').replace(/\/$/, ''))];
}

describe('The source', () => {
  const files = find('src/**/*.ts');
  const imports: Imports = new Map(files.map((file) => [file, importsIn(file, read(file))]));

  test('imports only what the architecture allows', () => {
    assertNone(brokenRules(imports), 'do what stands behind the colon');
    const targets = [...imports.values()].flat().filter((name) => name.startsWith('src/'));
    assert.ok(targets.length > files.length, 'the imports were found');
    assertNone(
      targets.filter((name) => !files.includes(name)),
      'they are files of ours',
    );
  });

  test('has no circle of imports', () => {
    assertNone(circlesIn(imports), 'move what two files need of each other to a third');
  });

  test('has no feature without a place in the order', () => {
    const features = files.flatMap((file) => placeOf(file).feature ?? []);
    assertNone(
      features.filter((feature) => !FEATURES.includes(feature)),
      'add it to FEATURES',
    );
  });

  test('has no drawer for everything', () => {
    const names = find('{src,tests,scripts,bench}/**').map((file) => path.basename(file).replace(/\..*/, ''));
    const drawers = names.filter((name) => /^(?:utils?|helpers?|common|lib|misc)$/i.test(name));
    assertNone(drawers, 'name it after what is in it');
  });

  test('has SQL only where SQL belongs', () => {
    const withSql = files.filter((file) => holdsSql(read(file)));
    assertNone(
      withSql.filter((file) => !SQL_BELONGS.test(file)),
      "move it to the feature's queries.ts",
    );
    assertNone(
      find('src/features/*/queries.ts').filter((file) => !withSql.includes(file)),
      'it was found there',
    );
  });

  test('scopes every query to a workspace, but for those with a reason', () => {
    const unscoped = find('src/features/*/queries.ts').flatMap((file) =>
      unscopedIn(read(file)).map((name) => `${placeOf(file).feature} ${name}`),
    );
    assert.deepEqual(unscoped.sort(), Object.keys(UNSCOPED_QUERIES).sort());
  });

  test('has no file that is longer than 400 lines', () => {
    const long = files.filter((file) => read(file).trimEnd().split('\n').length > 400);
    assertNone(long, 'ask what it is really made of');
  });
});

describe('The checks of the source', () => {
  test('find every kind of import', () => {
    const text = `import a from './a.ts';\nimport {\n  b,\n  type B,\n} from '../b.ts';\nimport type { C } from './deep/c.ts';
import '../d.ts';\nexport { e } from './e.ts';\nexport * from './f.ts';\nconst g = await import('./g.ts');\nimport pg from 'pg';
export const text = 'x';\n// import './comment.ts'\nconst h = "import './h.ts'";`;
    const names = ['x/y/a.ts', 'x/b.ts', 'x/y/deep/c.ts', 'x/d.ts', 'x/y/e.ts', 'x/y/f.ts', 'x/y/g.ts', 'pg'];
    assert.deepEqual(importsIn('x/y/z.ts', text), names);
  });

  test('refuse what the architecture forbids', () => {
    const refused = `
    http/server.ts → app.ts
    app.ts → bootstrap.ts
    http/server.ts → features/teams/operations.ts
    events/outbox.ts → features/teams/rules.ts
    errors.ts → features/teams/rules.ts
    storage/open.ts → http/server.ts
    cli/key.ts → http/shapes.ts
    features/teams/routes.ts → storage/database.ts
    features/teams/routes.ts → features/teams/queries.ts
    features/teams/routes.ts → features/members/operations.ts
    features/teams/operations.ts → features/members/queries.ts
    cli/key.ts → features/members/queries.ts
    features/teams/operations.ts → features/members/routes.ts
    features/teams/rules.ts → features/teams/operations.ts
    features/teams/rules.ts → features/teams/queries.ts
    features/teams/rules.ts → storage/database.ts
    features/teams/rules.ts → http/shapes.ts
    features/members/operations.ts → features/teams/operations.ts
    features/audit-log/rules.ts → features/api-keys/rules.ts`;
    for (const [, from, to] of refused.matchAll(/(\S+) → (\S+)/g)) {
      const [broken = '', ...others] = brokenRules(new Map([[`src/${from}`, ['pg', `src/${to}`]]]));
      assert.deepEqual([broken.split(': ')[0], others], [`src/${from} imports src/${to}`, []]);
    }
  });

  test('allow what the architecture allows', () => {
    const allowed = `
    app.ts → features/teams/routes.ts
    app.ts → features/teams/queries.ts
    cli/serve.ts → app.ts
    cli/serve.ts → features/teams/operations.ts
    features/teams/routes.ts → features/teams/operations.ts
    features/teams/routes.ts → http/shapes.ts
    features/teams/operations.ts → features/teams/queries.ts
    features/teams/operations.ts → features/audit-log/operations.ts
    features/teams/last-used.ts → features/teams/queries.ts
    features/teams/rules.ts → features/members/rules.ts
    features/teams/rules.ts → errors.ts`;
    for (const [, from, to] of allowed.matchAll(/(\S+) → (\S+)/g)) {
      assertNone(brokenRules(new Map([[`src/${from}`, ['node:fs', `src/${to}`]]])), 'allow it');
    }
  });

  test('find circles', () => {
    const imports = new Map(Object.entries({ a: ['b', 'd'], b: ['c'], c: ['b'], d: ['pg'] }));
    assert.deepEqual(circlesIn(imports), ['b → c → b']);
    assert.deepEqual(circlesIn(new Map([['a', ['a']]])), ['a → a']);
  });

  test('find SQL in code and not in prose', () => {
    const sql = [
      '`select id\n from x`',
      '"SELECT 1 FROM x"',
      'insert\ninto x',
      'update x set y = 1',
      'delete from x',
    ];
    assertNone(
      sql.filter((text) => !holdsSql(`run(${text})`)),
      'find it',
    );
    const prose = [
      '// select one from x',
      ' * delete from a list',
      "get('select 1')",
      "import { select } from './x.ts'",
    ];
    assertNone(prose.filter(holdsSql), 'leave it alone');
  });

  test('find queries that are not scoped', () => {
    const text = `export function one(reader: Reader, workspaceId: string) {}
export async function two<Row>(\n  tx: Transaction,\n  workspaceId: string,\n  id: string,\n) {}
export function three(reader: Reader, id: string) {}\nexport async function four(workspaceId: string) {}
export const five = (reader: Reader) => 1;\nexport const six = async (database: Database, workspaceId: string) => 1;
function seven(reader: Reader) {}\nexport interface Row {}\nexport const columns = 'id';`;
    assert.deepEqual(unscopedIn(text), ['three', 'four', 'five']);
  });

  test('find the paths that a document names', () => {
    const text =
      'See [a](../a.md#b), [c](https://x.y/z.md), [d](#d), `src/x.ts`, `docs/<name>.md`, `x/y`, `src/`.\n```\n[no](no.md)\n```';
    assert.deepEqual(pathsNamedIn('docs/x/y.md', text), ['docs/a.md', 'src/x.ts', 'docs/*.md', 'src']);
  });
});

describe('The documents', () => {
  test('tell of every package that is needed at run time', () => {
    const manifest = JSON.parse(read('package.json'));
    const rows = read('docs/dependencies.md').match(/^(?:#+ |\| *`).*$/gm) ?? [];
    const untold = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }).filter(
      (name) => !rows.some((row) => (row.split('|')[1] ?? row).includes(`\`${name}\``)),
    );
    assertNone(untold, 'each runtime dependency needs its row in docs/dependencies.md');
  });

  test('name only files that exist', () => {
    const documents = find('{*,docs/**/*,src/**/*,tests/**/*,bench/**/*,.ci/**/*}.md');
    assert.ok(documents.includes('README.md') && documents.includes('docs/dependencies.md'));
    const missing = documents.flatMap((file) =>
      pathsNamedIn(file, read(file))
        .filter((name) => find(name).length === 0)
        .map((name) => `${file} names ${name}`),
    );
    assertNone(missing, 'mend the document');
  });

  test('keep the addresses of registries out of the lock file', () => {
    assert.doesNotMatch(read('package-lock.json'), /"resolved"/);
  });
});

// ---- Asked of the running server

onBothEngines('Every route', (node) => {
  const scopedRoutes = () => node().app.routes.filter((route) => route.scope !== 'public') as ScopedRoute[];
  const bodyOf = (route: ScopedRoute) => (route.body ? { body: exampleOf(route.body) } : {});
  const absent = (kind: IdKind) => `${idPrefixes[kind]}_${'0'.repeat(26)}`;

  async function keyWith(wanted: Scope[]): Promise<string> {
    const answer = await node().post('/api/v1/api_keys', { name: 'Some scopes', scopes: wanted });
    return dataOf<{ key: string }>(answer).key;
  }

  function pathOf(route: ScopedRoute, ids: Record<string, string> = {}): string {
    return route.url.replace(/:(\w+)/g, (_, name) => ids[name] ?? absent(route.path?.[name]?.kind as IdKind));
  }

  test('asks for a scope, unless it is public on purpose', () => {
    const open = node().app.routes.filter((route) => route.scope === 'public');
    assert.deepEqual(open.map((route) => route.url).sort(), PUBLIC_PATHS);
    for (const { url, scope, path: ids = {} } of scopedRoutes()) {
      assert.ok(scopes.includes(scope), `${url} asks for a scope of src/scopes.ts`);
      assert.ok(url.startsWith('/api/v1/'), `${url} starts with /api/v1/`);
      const named = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name);
      assert.deepEqual(Object.keys(ids).sort(), named.sort(), `${url} declares the ids in its path`);
    }
  });

  test('answers 401 without a key', async () => {
    for (const route of scopedRoutes()) {
      const answer = await node().call(route.method, pathOf(route), { key: null, ...bodyOf(route) });
      assert.deepEqual(answer.body, { error: 'Missing authorization token' }, route.operation);
      assert.equal(answer.status, 401);
    }
  });

  test('answers 403 to a key with every scope but the one it asks for, and not to one with just that', async () => {
    for (const route of scopedRoutes()) {
      const others = await keyWith(scopes.filter((scope) => scope !== route.scope));
      const refusal = await node().call(route.method, pathOf(route), { key: others, ...bodyOf(route) });
      const error = { type: 'forbidden', message: `API key missing required scope: ${route.scope}` };
      assert.deepEqual([refusal.status, refusal.body], [403, { error }], route.operation);

      const only = await keyWith([route.scope]);
      const answer = await node().call(route.method, pathOf(route), { key: only });
      assert.ok(![401, 403].includes(answer.status), `${route.operation} answered ${answer.text}`);
    }
  });

  test("answers 404 to an id that is malformed, unknown or another workspace's, and changes nothing", async () => {
    const other = await node().otherWorkspace();
    const snapshot = await snapshotsOf(node().services.database);
    const make = (kind: IdKind, key: string) => {
      const maker = makers[kind];
      assert.ok(
        maker,
        `add a way to make a thing of the kind ${kind} to "makers" in tests/structure.test.ts`,
      );
      return maker(node(), key);
    };
    const withIds = scopedRoutes().filter((route) => Object.keys(route.path ?? {}).length > 0);
    for (const route of withIds) {
      const ids = Object.entries(route.path ?? {});
      const own: Record<string, string> = {};
      for (const [name, { kind }] of ids) own[name] = await make(kind, node().rawKey);
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
        const wrong = [await make(kind, other.rawKey), absent(kind), ...malformed];
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
      // With ids that are right, so that the above were not refused for another reason.
      const answer = await call({});
      assert.notEqual(answer.status, 404, `${route.operation} finds what is there`);
    }
  });
});
