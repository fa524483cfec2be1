// A list reads what it shows and no more, however much there is: what each engine says that it does for the very
// statements that the server sends.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { ScopedRoute } from '../src/http/route.ts';
import type { Database, Value } from '../src/storage/database.ts';
import { type Node, onBothEngines } from './support/rota.ts';
import { makeThing } from './support/things.ts';

const MANY = 10_000;
const LIMIT = 25;

interface Statement {
  sql: string;
  values: Value[];
}

/** The statements that a list of the API sends, taken down on their way to the database. */
async function statementsOf(node: Node, url: string, ids: Record<string, string>, query: object) {
  const route = node.app.routes.find(
    (candidate) => candidate.method === 'GET' && candidate.url === url,
  ) as ScopedRoute;
  const statements: Statement[] = [];
  const database: Database = {
    ...node.services.database,
    get: (sql, values = []) => node.services.database.get(sql, values),
    all: (sql, values = []) => {
      statements.push({ sql, values });
      return node.services.database.all(sql, values);
    },
  };
  const caller = {
    workspaceId: node.workspaceId,
    actor: { type: 'system', id: 'tests' },
    scopes: [],
  } as const;
  const input = { path: ids, query: { limit: LIMIT, cursor: undefined, ...query }, body: {} };
  const { data } = (await route.handle({ ...node.services, database, caller }, input as never)) as {
    data: unknown[];
  };
  assert.equal(data.length, LIMIT, 'there is more than a page of them');
  assert.ok(statements.length > 0);
  return statements;
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** For each table that the statement looks through: how; on PostgreSQL also how many rows it took up. */
async function planOf(database: Database, { sql, values }: Statement, table: string) {
  if (database.dialect.engine === 'sqlite') {
    const steps = await database.all<{ detail: string }>(`explain query plan ${sql}`, values);
    const details = steps.map(({ detail }) => detail);
    assert.ok(!details.some((detail) => detail.includes('TEMP B-TREE')), `nothing is sorted: ${details}`);
    return details.filter((detail) => detail.split(' ')[1] === table);
  }
  const [row] = await database.all<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (analyze, format json) ${sql}`,
    values,
  );
  const nodes = flatten(row?.['QUERY PLAN'][0]?.Plan as PlanNode);
  assert.ok(!nodes.some((node) => node['Node Type'] === 'Sort'), 'nothing is sorted');
  return nodes
    .filter((node) => node['Relation Name'] === table)
    .map(
      (node) => `${node['Node Type']}, ${node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)} rows`,
    );
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

onBothEngines('A list in a large workspace', (node) => {
  let teamId: string;

  before(async () => {
    teamId = await makeThing('team', node(), node().rawKey);
    await fill(node(), teamId);
  });

  const lists: [url: string, table: string, query: object][] = [
    ['/api/v1/teams', 'teams', {}],
    ['/api/v1/teams', 'teams', { active: true }],
    ['/api/v1/teams', 'teams', { active: false }],
    ['/api/v1/workspace_members', 'members', {}],
    ['/api/v1/workspace_members', 'members', { include_deactivated: true }],
    ['/api/v1/teams/:id/assignments', 'turns', {}],
    ['/api/v1/audit_log', 'audit_entries', {}],
  ];

  for (const [url, table, query] of lists) {
    test(`${url} ${JSON.stringify(query)} walks an index and stops after a page`, async () => {
      const { database } = node().services;
      const cursor = await middleOf(database, table);
      for (const part of [{}, { cursor }]) {
        const statements = await statementsOf(node(), url, { id: teamId }, { ...query, ...part });
        const looks = (await Promise.all(statements.map((each) => planOf(database, each, table)))).flat();
        assert.equal(looks.length, 1, `looks through ${table} once`);
        const [look = ''] = looks;
        if (database.dialect.engine === 'sqlite') {
          // The columns in parentheses are those that the index narrows down by.
          assert.match(
            look,
            /^SEARCH \w+ USING INDEX \w+ \(workspace_id=\?( AND team_id=\?)?( AND id<\?)?\)$/,
          );
          assert.equal(look.includes('<'), 'cursor' in part, look);
        } else {
          assert.equal(look, `Index Scan, ${LIMIT + 1} rows`);
        }
      }
    });
  }
});

async function middleOf(database: Database, table: string): Promise<string> {
  const row = await database.get<{ id: string }>(
    `select id from ${table} order by id limit 1 offset ${MANY / 2}`,
  );
  return row?.id as string;
}

/** Many rows at once, because ten thousand calls would take a while; every second one is deactivated. */
async function fill({ services, workspaceId }: Node, teamId: string): Promise<void> {
  const { database, clock, ids } = services;
  const rows = (kind: 'team' | 'member' | 'turn' | 'auditEntry') =>
    JSON.stringify(Array.from({ length: MANY }, (_, place) => ({ id: ids(kind), number: place })));
  const given = database.dialect.rows('$2', { id: 'text', number: 'bigint' });
  const off = 'case when number % 2 = 0 then null else 1 end';
  const now = clock.now();
  const inserts: [kind: Parameters<typeof rows>[0], sql: string, ...more: Value[]][] = [
    [
      'team',
      `insert into teams (id, workspace_id, name, slug, mode, stack_always_apply, include_all_members,
         introduce_member, deactivated_at, created_at, updated_at)
       select id, $1, 'Many', id, 'pool', 0, 0, 0, ${off}, $3, $3 from ${given}`,
      now,
    ],
    [
      'member',
      `insert into members (id, workspace_id, email, email_folded, role, deactivated_at, created_at)
       select id, $1, id, id, 'member', ${off}, $3 from ${given}`,
      now,
    ],
    [
      'turn',
      `insert into turns (id, workspace_id, team_id, number, member_id, reason, candidates, created_at)
       select id, $1, $4, number, (select min(id) from members where workspace_id = $1), 'x', '[]', $3
       from ${given}`,
      now,
      teamId,
    ],
    [
      'auditEntry',
      `insert into audit_entries (id, workspace_id, action, actor_type, actor_id, target_type, target_id,
         changes, created_at)
       select id, $1, 'x', 'x', 'x', 'x', 'x', '{}', $3 from ${given}`,
      now,
    ],
  ];
  for (const [kind, sql, ...more] of inserts) await database.change(sql, [workspaceId, rows(kind), ...more]);
  await database.change('analyze');
}
