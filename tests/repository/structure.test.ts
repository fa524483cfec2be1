// The source follows the rules of ARCHITECTURE.md and CONTRIBUTING.md.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path/posix';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  brokenRules,
  circlesIn,
  FEATURES,
  holdsSql,
  type Imports,
  importsIn,
  pathsNamedIn,
  placeOf,
  SQL_BELONGS,
  unscopedIn,
} from './source-rules.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const find = (pattern: string) => globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules'] }).sort();
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const assertNone = (found: unknown[], instead: string) => assert.deepEqual(found, [], instead);

const QUERIES = 'src/{events,webhooks,features/*}/{,*-}queries.ts';

/** Queries that are not scoped to a workspace, and why. */
const UNSCOPED_QUERIES: Record<string, string> = {
  'api-keys selectKeyByHash': "this is how a caller's workspace becomes known",
  'api-keys selectChosenPrefixes': 'asked before a caller is known',
  'api-keys updateLastUsed': 'the ids come from requests that have been authenticated, of any workspace',
  ...Object.fromEntries(
    [
      ...[
        'selectDue',
        'claimDeliveries',
        'selectClaimed',
        'releaseClaims',
        'updateOutcomes',
        'insertAttempts',
      ],
      ...['lockEndpoints', 'updateFailures', 'disableEndpoint', 'selectOldestDue'],
      ...['selectDeletedEndpoints', 'selectWaitingEndpoints', 'countPending', 'isNotOf'],
    ].map((name) => [
      `webhooks ${name}`,
      'the engine works for all workspaces, and shows nobody what it reads',
    ]),
  ),
  'members selectHandOvers': 'what is handed over in steps is gone on with for all workspaces',
  'webhook-endpoints selectSealedRows': 'asked at the start, to tell whether the key is the right one',
  'webhook-endpoints selectUnboundRows': 'for what is done at the start, once for the whole database',
  'webhook-endpoints existsBoundSecret': 'for what is done at the start, once for the whole database',
  'webhook-endpoints updateSealedRows': 'for what is done at the start, once for the whole database',
  'workspaces selectAnyWorkspace': 'asked at the start, to tell whether there is an installation',
  'workspaces selectEveryWorkspace': 'for operators, who see the whole installation',
  'workspaces insertWorkspace': 'there is no workspace before it',
};

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
      'add it to FEATURES in tests/repository/source-rules.ts',
    );
  });

  test('has no drawer for everything', () => {
    const names = find('{src,tests,scripts,bench,sdk,examples}/**').map((file) =>
      path.basename(file).replace(/\..*/, ''),
    );
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
      find(QUERIES).filter((file) => !withSql.includes(file)),
      'it was found there',
    );
  });

  test('scopes every query to a workspace, but for those with a reason', () => {
    const unscoped = find(QUERIES).flatMap((file) =>
      unscopedIn(read(file)).map((name) => `${placeOf(file).feature ?? placeOf(file).folder} ${name}`),
    );
    assert.deepEqual(unscoped.sort(), Object.keys(UNSCOPED_QUERIES).sort());
  });

  test('has no file that is longer than 400 lines', () => {
    // But for the one that is generated.
    const written = [...files, ...find('sdk/src/**/*.ts')].filter((file) => file !== 'sdk/src/api.ts');
    const long = written.filter((file) => read(file).trimEnd().split('\n').length > 400);
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
      'await insertRow(tx, ',
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
    const documents = find('{*,docs/**/*,src/**/*,tests/**/*,bench/**/*,sdk/**/*,examples/**/*,.ci/**/*}.md');
    assert.ok(documents.includes('README.md') && documents.includes('docs/dependencies.md'));
    const missing = documents.flatMap((file) =>
      pathsNamedIn(file, read(file))
        .filter((name) => find(name).length === 0)
        .map((name) => `${file} names ${name}`),
    );
    assertNone(missing, 'mend the document');
  });

  test('keep the addresses of registries out of the lock file', () => {
    // The client is a folder of this repository.
    assert.doesNotMatch(read('package-lock.json'), /"resolved": "(?!sdk")/);
  });
});
