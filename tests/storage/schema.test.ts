// One description of the schema, src/storage/schema.sql, is right for both engines.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dumpSchema } from '../../scripts/schema-dump.ts';
import { describe, test } from '../support/lanes.ts';
import { catalogueOf, catalogueOfNew } from '../support/server/catalogues.ts';
import { openEmpty, openMigrated } from '../support/server/databases.ts';

const committed = await readFile(new URL('../../src/storage/schema.sql', import.meta.url), 'utf8');

interface Difference {
  reason: string;
  /** Lines of PostgreSQL's catalogue with the tables of schema.sql alone. */
  described: string[];
  /** And after its migrations. */
  real: string[];
}

/** Their entries are hardly ever equal. */
const NOT_DEDUPLICATED = [
  'webhook_attempts: constraint webhook_attempts_pkey PRIMARY KEY (workspace_id, delivery_id, number)#',
  'webhook_deliveries: constraint webhook_deliveries_pkey PRIMARY KEY (workspace_id, id)#',
  'webhook_deliveries: CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (workspace_id, endpoint_id, id)#;',
  'webhook_deliveries: CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (workspace_id, event_id)#;',
  'webhook_deliveries: CREATE INDEX webhook_deliveries_by_status ON webhook_deliveries (workspace_id, endpoint_id, status, id)#;',
  'webhook_deliveries: CREATE INDEX webhook_deliveries_by_type ON webhook_deliveries (workspace_id, endpoint_id, event_type, id)#;',
  "webhook_deliveries: CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (endpoint_id, ( CASE WHEN (attempts = 0) THEN 0 ELSE 1 END), due_at, id)# WHERE (status = 'pending'::text);",
];

const DIFFERENCES: Difference[] = [
  {
    reason: 'looking for equal entries in an index costs a fifth of a delivery',
    described: NOT_DEDUPLICATED.map((line) => line.replace('#', '')),
    real: NOT_DEDUPLICATED.map((line) => line.replace('#', ' WITH (deduplicate_items=off)')),
  },
  {
    reason:
      'keys begin with the workspace: with an index on the id alone, PostgreSQL walks all workspaces for a list of one',
    described: [
      'audit_entries: constraint audit_entries_pkey PRIMARY KEY (id)',
      'audit_entries: CREATE INDEX audit_entries_workspace ON audit_entries (workspace_id, id);',
      'members: constraint members_pkey PRIMARY KEY (id)',
      'members: CREATE UNIQUE INDEX members_key ON members (workspace_id, id);',
    ],
    real: [
      'audit_entries: constraint audit_entries_pkey PRIMARY KEY (workspace_id, id)',
      'members: constraint members_pkey PRIMARY KEY (workspace_id, id)',
    ],
  },
  {
    reason: 'nodes count requests together; on SQLite there is one node, which counts in memory',
    described: [],
    real: [
      'rate_limit_windows: create unlogged table rate_limit_windows (',
      'rate_limit_windows: subject text not null',
      'rate_limit_windows: times bigint[] not null',
      'rate_limit_windows: totals bigint[] not null',
      'rate_limit_windows: constraint rate_limit_windows_pkey PRIMARY KEY (subject)',
      'rate_limit_windows: ) with (fillfactor=50, toast_tuple_target=4096);',
    ],
  },
  {
    reason: 'a claim rewrites the row of its delivery: with room on its page, no index is touched',
    described: ['webhook_deliveries: );'],
    real: ['webhook_deliveries: ) with (fillfactor=50);'],
  },
  {
    reason: 'PostgreSQL takes a team and its workspace for independent, and expects next to no rows of both',
    described: [],
    real: [
      'meeting_requests: CREATE STATISTICS meeting_requests_workspace (dependencies) ON workspace_id, organizer_id, team_id FROM meeting_requests;',
      'webhook_deliveries: CREATE STATISTICS webhook_deliveries_workspace (dependencies) ON workspace_id, endpoint_id FROM webhook_deliveries;',
    ],
  },
];

describe('schema.sql', () => {
  test('is what SQLite says of a new database', async () => {
    await using migrated = await openMigrated('sqlite');
    assert.equal(committed, await dumpSchema(migrated.database), 'run npm run generate');
  });

  test('is what PostgreSQL says of a new database, too, except for what it needs for itself', async () => {
    await using described = await openEmpty('postgres');
    await described.database.transaction((tx) => tx.script(tablesInOrder(committed).join('\n')));
    const [one, other] = [await catalogueOf(described.database), await catalogueOfNew('postgres')].map(
      linesOf,
    );
    assert.deepEqual(
      { described: without(one, other), real: without(other, one) },
      {
        described: DIFFERENCES.flatMap((each) => each.described).sort(),
        real: DIFFERENCES.flatMap((each) => each.real).sort(),
      },
    );
  });
});

/** Each table with its indexes, after those that it refers to. */
function tablesInOrder(schema: string): string[] {
  const [, ...tables] = schema.split('\n\n');
  const byName = new Map(tables.map((sql) => [/^create table (\w+)/i.exec(sql)?.[1], sql]));
  const placed = new Set<string>();
  function place(sql: string): void {
    for (const [, other] of sql.matchAll(/references (\w+)/g)) {
      const referred = byName.get(other) as string;
      if (referred !== sql && !placed.has(referred)) place(referred);
    }
    placed.add(sql);
  }
  tables.forEach(place);
  return [...placed];
}

/** Each with its table, and without what says nothing here. */
function linesOf(catalogue: string): string[] {
  return catalogue.split('\n\n').flatMap((table) => {
    const name = /table (\w+)/.exec(table)?.[1];
    return table.split('\n').map(
      (line) =>
        `${name}: ${line
          .trim()
          .replace(/,$/, '')
          .replaceAll(/public\.|USING btree /g, '')}`,
    );
  });
}

const without = (lines: string[] = [], others: string[] = []) =>
  lines.filter((line) => !others.includes(line)).sort();
