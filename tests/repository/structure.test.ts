// The source follows the rules of ARCHITECTURE.md and CONTRIBUTING.md.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { describe, test } from '../support/lanes.ts';
import {
  brokenRules,
  circlesIn,
  codeOf,
  containsSql,
  featureOf,
  featuresIn,
  foreignTables,
  headingsNamedIn,
  headingsOf,
  type Imports,
  importsIn,
  pathsNamedIn,
  placeOf,
  SQL_BELONGS,
  unscopedIn,
  useOf,
  type Walls,
  wallsIn,
} from './source-rules.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The same for every table: measured, to look again took 4 s. */
function remembered<Answer>(ask: (question: string) => Answer): (question: string) => Answer {
  const answers = new Map<string, Answer>();
  return (question) => {
    if (!answers.has(question)) answers.set(question, ask(question));
    return answers.get(question) as Answer;
  };
}

const find = remembered((pattern) => globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules'] }).sort());
const read = remembered((file) => readFileSync(path.join(ROOT, file), 'utf8'));
const assertNone = (found: unknown[], instead: string) => assert.deepEqual(found, [], instead);

const QUERIES = 'src/{calendar-sync,mail-in,mail-out,webhooks,features/*/{*,*/*}}/{,*-}queries.ts';

/** Queries that are not scoped to a workspace, and why. */
const UNSCOPED_QUERIES: Record<string, string> = {
  'api-keys selectKeyByHash': "this is how a caller's workspace becomes known",
  'api-keys selectChosenPrefixes': 'asked before a caller is known',
  'api-keys updateLastUsed': 'the ids come from requests that have been authenticated, of any workspace',
  ...Object.fromEntries(
    [
      ...['selectClaimed', 'updateOutcomes', 'insertAttempts'],
      ...['selectWaitingEndpoints', 'countPending'],
    ].map((name) => [
      `webhooks ${name}`,
      'the engine works for all workspaces, and shows nobody what it reads',
    ]),
  ),
  ...Object.fromEntries(
    ['selectClaimed', 'lockClaimed', 'updateOutcomes'].map((name) => [
      `calendar-sync ${name}`,
      'the engine works for all workspaces, and shows nobody what it reads',
    ]),
  ),
  ...Object.fromEntries(
    ['selectClaimed', 'lockClaimed', 'updateOutcomes', 'endClaims'].map((name) => [
      `mail-out ${name}`,
      'the engine works for all workspaces, and shows nobody what it reads',
    ]),
  ),
  ...Object.fromEntries(
    ['selectClaimed', 'lockClaimed', 'endWork', 'updateWaiting', 'updateRetries'].map((name) => [
      `mail-in ${name}`,
      'the engine works for all workspaces, and shows nobody what it reads',
    ]),
  ),
  'mail-out selectWorkspaceOfMessage': 'this is how the workspace of an address becomes known',
  'workspaces selectWorkspaceByHandle': 'this is how the workspace of an address becomes known',
  ...Object.fromEntries(
    ['selectClaimedSteps', 'endClaims'].map((name) => [
      `schedules ${name}`,
      'the engine works for all workspaces, and shows nobody what it reads',
    ]),
  ),
  'api-keys selectWorkspacesWithNotices': 'a worker announces the expiring keys of all workspaces',
  'booking-links selectWorkspaceOfLink': 'this is how the workspace of a link becomes known',
  'page-bookings selectConfirmation': 'this is how the workspace of a link becomes known',
  'page-bookings deleteExpiredUses': 'a sweep removes them in all workspaces',
  'page-bookings deleteExpiredConfirmations': 'a sweep removes them in all workspaces',
  'requests selectClaimedOrders': 'an engine has places made in all workspaces',
  'branding brandJoin': 'a part of statements that name the workspace',
  'branding selectLogoByKey': 'this is how the workspace of a logo becomes known',
  'deactivation selectHandOvers': 'a worker continues the hand-overs of all workspaces',
  'erasures selectDueErasures': 'a worker goes on with the erasures of all workspaces',
  'erasures existsVacuumed': 'there is one file for all workspaces',
  'members selectActiveMembersEverywhere':
    'this is how the workspaces of whoever wants to sign in become known',
  ...Object.fromEntries(
    [
      ...['selectOperatorKeys', 'selectOperatorKeyByHash', 'insertOperatorKey', 'revokeOperatorKeyRow'],
      'updateOperatorKeysUsed',
    ].map((name) => [`operator-keys ${name}`, 'the keys of operators belong to no workspace']),
  ),
  ...Object.fromEntries(
    ['countMessages', 'putOffClaimed', 'putOffWaiting', 'releaseWaitingForRelay'].map((name) => [
      `mail-out ${name}`,
      'the engine works for all workspaces, and shows nobody what it reads',
    ]),
  ),
  'mail-in deleteOldDays': 'a sweep removes them in all workspaces',
  'mail-out deleteOldOutsiderDays': 'a sweep removes them in all workspaces',
  'mail-out deleteOldDays': 'a sweep removes them in all workspaces',
  'options deleteExpiredHolds': 'a sweep removes them in all workspaces',
  'requests selectVisit': 'this is how the workspace of a link becomes known',
  'seats lacksSeat': 'a part of statements, in which the workspace is the first value',
  'calendars receivingType': 'a part of statements, in which the workspace is the first value',
  'retention selectRetentions': 'a sweep removes what is old in all workspaces',
  'sessions selectSessionByHash': "this is how a caller's workspace becomes known",
  'sessions selectKeyByHash': 'the session that a browser had may be of another workspace',
  'sessions deleteSessions': 'the session that a browser had may be of another workspace',
  'sessions selectLink': 'this is how the workspace of a link becomes known',
  'sessions deleteExpiredLinks': 'a sweep removes them in all workspaces',
  'sessions deleteExpiredSessions': 'a sweep removes them in all workspaces',
  'sessions deleteExpiredForms': 'a sweep removes them in all workspaces',
  'webhook-endpoints lockFailingEndpoints': 'the engine reports failures of all workspaces',
  'webhook-endpoints selectDeletedEndpoints': 'a sweep removes them in all workspaces',
  'webhook-endpoints selectUnboundRows': 'for what is done at the start, once for the whole database',
  'webhook-endpoints existsBoundSecret': 'for what is done at the start, once for the whole database',
  'webhook-endpoints updateSealedRows': 'for what is done at the start, once for the whole database',
  'workspaces selectAnyWorkspace': 'asked at the start, to tell whether there is an installation',
  'workspaces selectEveryWorkspace': 'for operators, who see the whole installation',
  'workspaces selectWorkspacePage': 'for operators, who see the whole installation',
  'workspaces insertWorkspace': 'there is no workspace before it',
  'workspaces selectEveryOperated': 'for operators, who see the whole installation',
  'workspaces selectToUnpark': 'a worker unparks what was parked in any of them',
  'workspaces selectToRemove': 'a worker removes those that are over',
  'usage selectUsageOfAll': 'for operators, who see the whole installation',
  'usage selectUncounted': 'a worker counts what all of them use',
  'usage selectCountedUntil': 'how far that worker is, in all of them',
  'usage updateCountedUntil': 'how far that worker is, in all of them',
  'usage addRequests': 'the ids come from requests that have been authenticated, of any workspace',
};

describe('The source', () => {
  const files = find('src/**/*.ts');
  const imports: Imports = new Map(files.map((file) => [file, importsIn(file, read(file))]));
  const walls = wallsIn(read('ARCHITECTURE.md'));

  test('has every folder, feature and table in the tables of ARCHITECTURE.md, and no other', () => {
    const folders = [...new Set(files.map((file) => placeOf(file).folder))];
    assert.deepEqual(folders.sort(), [...walls.folders.keys()].sort());
    const features = [...new Set(files.flatMap((file) => featureOf(placeOf(file)) ?? []))];
    assert.deepEqual(features.sort(), walls.tiers.flat().sort());
    const tables = [...read('src/storage/schema.sql').matchAll(/^create table (\w+)/gim)].map(
      ([, name]) => name,
    );
    // SQLite counts in memory what PostgreSQL counts in a table.
    assert.deepEqual([...tables, 'rate_limit_windows'].sort(), [...walls.tables.keys()].sort());
  });

  test('imports only what the architecture allows', () => {
    assertNone(brokenRules(walls, imports), 'do what stands behind the colon');
    const used = new Set(
      [...imports].flatMap(([file, targets]) =>
        targets.map((target) => `${placeOf(file).folder} → ${placeOf(target).folder}`),
      ),
    );
    const allowed = [...walls.folders].flatMap(([folder, may]) => may.map((to) => `${folder} → ${to}`));
    assertNone(
      allowed.filter((wall) => !used.has(wall)),
      'no longer needed: take it out of the table',
    );
    const targets = [...imports.values()].flat().filter((name) => name.startsWith('src/'));
    assert.ok(targets.length > files.length, 'the imports were found');
    assertNone(
      targets.filter((name) => !files.includes(name)),
      'they are files of ours',
    );
  });

  test('has no circle of imports', () => {
    assertNone(circlesIn(imports), 'move what two files need of each other to a third');
    assertNone(circlesIn(featuresIn(imports)), 'let one of the features call the other, not both');
  });

  test('uses each table in the folder that owns it', () => {
    const foreign = files
      .filter((file) => !file.startsWith('src/storage/'))
      .flatMap((file) => foreignTables(walls, file, read(file)));
    assertNone(foreign, 'do what stands behind the colon');
    for (const [table, { owner, readers }] of walls.tables) {
      const usedIn = (folder: string, use: string) =>
        find(`${folder}/**/*.ts`).some((file) => useOf(table, read(file)) === use);
      assert.ok(usedIn(owner, 'writes'), `${owner} writes ${table}`);
      assertNone(
        readers.filter((folder) => !usedIn(folder, 'reads')),
        `no longer read ${table}`,
      );
    }
  });

  test('has no word of a channel in the code of the outbox', () => {
    const engine = find('src/outbox/*.ts');
    assert.ok(engine.length > 0);
    const words = /webhook|endpoint|deliver|http|smtp|mail|calendar/i;
    assertNone(
      engine.filter((file) => words.test(codeOf(read(file)))),
      'let the channel say it, through src/outbox/channel.ts',
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
    const withSql = files.filter((file) => containsSql(read(file)));
    assertNone(
      withSql.filter((file) => !SQL_BELONGS.test(file)),
      "move it to the feature's queries.ts",
    );
    assertNone(
      find(QUERIES).filter((file) => !withSql.includes(file)),
      'it was found there',
    );
  });

  test('leaves the process of a command to whoever runs the command', () => {
    const own =
      /\bconsole\.(?:log|error|warn|info|debug)\b|\bprocess\.(?:env|argv|std(?:in|out|err)|exit|exitCode|on|once|cwd|chdir|umask)\b/;
    assertNone(
      find('src/cli/**/*.ts').filter((file) => own.test(codeOf(read(file)))),
      'use the host and the output of the invocation',
    );
  });

  test('scopes every query to a workspace, but for those with a reason', () => {
    const unscoped = find(QUERIES).flatMap((file) =>
      unscopedIn(read(file)).map(
        (name) => `${placeOf(file).feature ?? path.basename(placeOf(file).folder)} ${name}`,
      ),
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

  /** A page with tables of the same form. */
  const walls: Walls = wallsIn(`
| Folder | Knows | May import |
|---|---|---|
| \`src/*.ts\` | what all share | \`src/storage\` |
| \`src/cli\` | commands | \`src/features\`, \`src/shapes\` |
| \`src/features\` | resources | \`src/http\`, \`src/shapes\`, \`src/storage\`, \`src/webhooks\` |
| \`src/http\` | HTTP | \`src/shapes\` |
| \`src/shapes\` | shapes | |
| \`src/storage\` | SQL engines | |
| \`src/webhooks\` | a channel | \`src/outbox\` |
| \`src/outbox\` | the engine | |

| Tier | Domain | Features |
|---|---|---|
| turns | \`turns\` | \`teams\` |
| people | \`people\` | \`seats\`, \`members\` |
| ground | \`workspace\` | \`audit-log\` |

| Table | Owner | May read |
|---|---|---|
| \`teams\`, \`team_slugs\` | \`src/features/turns/teams\` | |
| \`members\` | \`src/features/people/members\` | \`src/features/turns/teams\` |
`);

  test('read the walls from a page', () => {
    assert.deepEqual(walls.folders.get('src/cli'), ['src/features', 'src/shapes']);
    assert.deepEqual(walls.tiers, [
      ['turns/teams'],
      ['people/seats', 'people/members'],
      ['workspace/audit-log'],
    ]);
    assert.deepEqual([...walls.tables.keys()], ['teams', 'team_slugs', 'members']);
    assert.deepEqual(walls.tables.get('members'), {
      owner: 'src/features/people/members',
      readers: ['src/features/turns/teams'],
    });
  });

  test('refuse what the architecture forbids', () => {
    const refused = `
    http/server.ts → app.ts
    app.ts → bootstrap.ts
    http/server.ts → features/turns/teams/operations.ts
    webhooks/enqueue.ts → features/turns/teams/rules.ts
    outbox/engine.ts → webhooks/send.ts
    errors.ts → features/turns/teams/rules.ts
    storage/open.ts → http/server.ts
    shapes/check.ts → http/server.ts
    cli/key.ts → http/route.ts
    http/server.ts → cli/key.ts
    nowhere/file.ts → storage/open.ts
    features/turns/teams/routes.ts → storage/database.ts
    features/turns/teams/routes.ts → features/turns/teams/queries.ts
    features/turns/teams/routes.ts → features/turns/teams/slug-queries.ts
    features/turns/teams/routes.ts → features/people/members/operations.ts
    features/turns/teams/operations.ts → features/people/members/queries.ts
    features/turns/teams/operations.ts → http/route.ts
    cli/key.ts → features/people/members/queries.ts
    features/turns/teams/operations.ts → features/people/members/routes.ts
    features/turns/teams/rules.ts → features/turns/teams/operations.ts
    features/turns/teams/rules.ts → features/turns/teams/queries.ts
    features/turns/teams/rules.ts → storage/database.ts
    features/people/members/operations.ts → features/turns/teams/operations.ts
    features/workspace/audit-log/rules.ts → features/people/seats/rules.ts`;
    for (const [, from, to] of refused.matchAll(/(\S+) → (\S+)/g)) {
      const [broken = '', ...others] = brokenRules(walls, new Map([[`src/${from}`, ['pg', `src/${to}`]]]));
      assert.deepEqual([broken.split(': ')[0], others], [`src/${from} imports src/${to}`, []]);
    }
  });

  test('allow what the architecture allows', () => {
    const allowed = `
    app.ts → features/turns/teams/routes.ts
    app.ts → features/turns/teams/queries.ts
    cli/serve.ts → app.ts
    cli/serve.ts → features/turns/teams/operations.ts
    http/server.ts → errors.ts
    features/turns/teams/routes.ts → features/turns/teams/operations.ts
    features/turns/teams/routes.ts → http/route.ts
    features/turns/teams/operations.ts → features/turns/teams/queries.ts
    features/turns/teams/operations.ts → features/workspace/audit-log/operations.ts
    features/turns/teams/operations.ts → webhooks/enqueue.ts
    features/people/seats/operations.ts → features/people/members/operations.ts
    features/turns/teams/last-used.ts → features/turns/teams/queries.ts
    features/turns/teams/rules.ts → features/people/members/rules.ts
    features/turns/teams/rules.ts → errors.ts`;
    for (const [, from, to] of allowed.matchAll(/(\S+) → (\S+)/g)) {
      assertNone(brokenRules(walls, new Map([[`src/${from}`, ['node:fs', `src/${to}`]]])), 'allow it');
    }
  });

  test('refuse SQL on a table of another folder', () => {
    const statements = {
      'select id from members where id = $1': 'reads',
      'select 1 from teams join members on true': 'reads',
      "selectNewestFirst(reader, workspaceId, page, { table: 'members' })": 'reads',
      'insert into members (id) values ($1)': 'writes',
      'update members set name = $1': 'writes',
      'delete from members': 'writes',
      "insertRows(tx, 'members', workspaceId, columns, rows)": 'writes',
      "updateRowLater(tx, 'members', key, columns)": 'writes',
      "deleteBatch(tx, { table: 'members' })": 'writes',
      'select id from team_members': undefined,
      '// select id from members': undefined,
    };
    for (const [statement, use] of Object.entries(statements)) assert.equal(useOf('members', statement), use);

    const read = 'select id from members';
    const written = 'delete from members';
    const of = (file: string, text: string) =>
      foreignTables(walls, `src/features/${file}`, text).map((found) => found.split(':')[0]);
    assertNone(of('people/members/queries.ts', written), 'it is its own');
    assertNone(of('turns/teams/queries.ts', read), 'it may read it');
    assert.deepEqual(of('turns/teams/queries.ts', written), [
      'src/features/turns/teams/queries.ts writes members',
    ]);
    assert.deepEqual(of('people/seats/queries.ts', read), [
      'src/features/people/seats/queries.ts reads members',
    ]);
    const inChannel = foreignTables(walls, 'src/webhooks/queries.ts', 'update teams set name = $1');
    assert.match(
      String(inChannel),
      /^src\/webhooks\/queries.ts writes teams: src\/features\/turns\/teams owns it/,
    );
  });

  test('find circles', () => {
    const imports = new Map(Object.entries({ a: ['b', 'd'], b: ['c'], c: ['b'], d: ['pg'] }));
    assert.deepEqual(circlesIn(imports), ['b → c → b']);
    assert.deepEqual(circlesIn(new Map([['a', ['a']]])), ['a → a']);
    const between = new Map([
      ['src/features/x/a/operations.ts', ['src/features/y/b/rules.ts']],
      ['src/features/y/b/operations.ts', ['src/features/x/a/rules.ts', 'src/errors.ts']],
    ]);
    assertNone(circlesIn(between), 'no circle of files');
    assert.deepEqual(circlesIn(featuresIn(between)), ['x/a → y/b → x/a']);
  });

  test('find SQL in code and not in prose', () => {
    const sql = [
      '`select id\n from x`',
      '"SELECT 1 FROM x"',
      'insert\ninto x',
      'update x set y = 1',
      'delete from x',
      'await insertRow(tx, ',
      'insertRowLater(tx, ',
    ];
    assertNone(
      sql.filter((text) => !containsSql(`run(${text})`)),
      'find it',
    );
    const prose = [
      '// select one from x',
      ' * delete from a list',
      "get('select 1')",
      "import { select } from './x.ts'",
    ];
    assertNone(prose.filter(containsSql), 'leave it alone');
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

  test('find the headings that a document names, and those that it has', () => {
    const text =
      '# One, two\n## `c` and [d](e.md)\n<a id="f"></a>See [a](../a.md#b), [c](https://x.y/#z), [d](#one-two).';
    assert.deepEqual(headingsNamedIn('docs/x/y.md', text), ['docs/a.md#b', 'docs/x/y.md#one-two']);
    assert.deepEqual(headingsOf(text), ['one-two', 'c-and-d', 'f']);
  });
});

describe('The decisions', () => {
  const decisions = find('docs/decisions/0*.md').map((file) => path.basename(file));
  const list = read('docs/decisions/README.md');
  const [subjects = '', oldNumbers = ''] = list.split('## The old numbers');

  test('are numbered from 1 on, and listed in this order', () => {
    const numbers = decisions.map((name) => Number(name.slice(0, 4)));
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index + 1),
    );
    const listed = [...subjects.matchAll(/^\| (\d+) \| \[(.+?)\]\((.+?)\)/gm)].map(
      ([, number, title, name]) => `${name} # ${number}. ${title}`,
    );
    const titled = decisions.map((name) => `${name} ${read(`docs/decisions/${name}`).split('\n')[0]}`);
    assert.deepEqual(listed, titled);
  });

  test('are each named beside the code that they explain', () => {
    const code = find('{src,bin,scripts,tests,sdk/src}/**/*.{ts,mjs,js}').map(read);
    const unnamed = decisions.filter((name) => !code.some((text) => text.includes(`docs/decisions/${name}`)));
    assertNone(unnamed, 'name it in a comment where it matters');
  });

  test('are named in the code by names that they have', () => {
    const files = find('{src,bin,scripts,tests,sdk/src,deploy}/**/*.{ts,mjs,js,sql,yml,yaml,conf}');
    const dead = files.flatMap((file) =>
      [...read(file).matchAll(/docs\/decisions\/(\d{4}-[\w-]+\.md)/g)]
        .filter(([, name]) => !decisions.includes(name as string))
        .map(([link]) => `${file} names ${link}`),
    );
    assertNone(dead, 'mend the comment');
  });

  test('can be found by the numbers that they had before they were merged', () => {
    const rows = [...oldNumbers.matchAll(/^\| (\d+) \| .+ \| (.*)\|$/gm)];
    assert.deepEqual(
      rows.map(([, number]) => Number(number)),
      Array.from({ length: 66 }, (_, index) => index + 1),
    );
    const nowhere = rows
      .filter(([, , now = '']) => !/\[\d+\]\(\d{4}-.+?\.md\)/.test(now))
      .map(([, number]) => number);
    // It was never used.
    assert.deepEqual(nowhere, ['49']);
  });
});

describe('The documents', () => {
  test('tell of every package that is needed at run time', () => {
    const manifest = JSON.parse(read('package.json'));
    const rows = read('docs/internals/dependencies.md').match(/^(?:#+ |\| *`).*$/gm) ?? [];
    const untold = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }).filter(
      (name) => !rows.some((row) => (row.split('|')[1] ?? row).includes(`\`${name}\``)),
    );
    assertNone(untold, 'each runtime dependency needs its row in docs/internals/dependencies.md');
  });

  test('name only files that exist', () => {
    const documents = find('{*,docs/**/*,src/**/*,tests/**/*,bench/**/*,sdk/**/*,examples/**/*,.ci/**/*}.md');
    assert.ok(documents.includes('README.md') && documents.includes('docs/internals/dependencies.md'));
    const missing = documents.flatMap((file) =>
      pathsNamedIn(file, read(file))
        .filter((name) => find(name).length === 0)
        .map((name) => `${file} names ${name}`),
    );
    assertNone(missing, 'mend the document');
  });

  test('follow a request through files that exist', () => {
    const flows = [...read('ARCHITECTURE.md').matchAll(/^```\n([\s\S]*?)^```/gm)].map(([, flow]) => flow);
    const named = flows.flatMap((flow) => flow?.match(/(?<![\w/…])[a-z-]+\/[\w/-]+\.ts\b/g) ?? []);
    assert.ok(named.length > 20, 'the files were found');
    assertNone(
      named.filter((name) => find(`src/${name}`).length === 0),
      'mend the flow',
    );
  });

  test('lead only to headings that there are', () => {
    const documents = find('{*,docs/**/*,src/**/*,bench/**/*,sdk/**/*,examples/**/*}.md');
    const named = documents.flatMap((file) => headingsNamedIn(file, read(file)));
    assert.ok(named.length > 50, 'the links were found');
    const missing = named.filter((link) => {
      const [file = '', heading = ''] = link.split('#');
      return file.endsWith('.md') && !headingsOf(read(file)).includes(heading);
    });
    assertNone(missing, 'mend the link');
  });

  test('keep the addresses of registries out of the lock file', () => {
    // The client is a folder of this repository.
    assert.doesNotMatch(read('package-lock.json'), /"resolved": "(?!sdk")/);
  });
});
