// Full lane, because it tries every combination of filters: Lists use few SQL texts, because each stays prepared on its connection with its plan.
import assert from 'node:assert/strict';
import type { QueryShape } from '../../src/http/query.ts';
import { exampleOf } from '../../src/shapes/examples.ts';
import type { Database } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import { NAMED_STATEMENTS } from '../../src/storage/postgres-connection.ts';
import { MAX_PREPARED, openConnection } from '../../src/storage/sqlite-connection.ts';
import { describe, test } from '../support/lanes.ts';
import { makeManyMembers } from '../support/makers/many-members.ts';
import { inNewWorkspace } from '../support/makers/routed-requests.ts';
import { makeThings } from '../support/makers/things.ts';
import { freshPostgresDatabase } from '../support/server/databases.ts';
import type { KeyRoute } from '../support/server/key-routes.ts';
import type { Member, Page } from '../support/server/resources.ts';
import { type Node, onBothEngines } from '../support/server/rota.ts';

/** Leaves room for all other statements, of which there are fewer than 200. */
const MAX_FOR_LISTS = MAX_PREPARED - 200;
const OVER = 50;
const someTexts = (count: number) =>
  Array.from({ length: count }, (_, place) => `select $1 as given, ${place} as place`);

/** Each value that makes another statement, and none. */
function choicesOf(name: string, { schema, parse }: QueryShape[string]): unknown[] {
  if (name === 'limit') return [1, 2, 24, 25, 26, 99, 100];
  // The end of every list, whatever the prefix of its ids.
  if (name === 'cursor') return [undefined, '0'];
  if (name === 'month') return [undefined, '2026-11'];
  const { enum: texts = [/^(organizer|host)_email$/.test(name) ? 'owner@example.com' : exampleOf(schema)] } =
    schema as {
      enum?: unknown[];
    };
  return [undefined, ...texts.map((text) => parse(text as string, name))];
}

/** Every combination of choices. */
function queriesOf(shape: QueryShape): Record<string, unknown>[] {
  return Object.entries(shape).reduce<Record<string, unknown>[]>(
    (queries, [name, parameter]) =>
      choicesOf(name, parameter).flatMap((value) => queries.map((query) => ({ ...query, [name]: value }))),
    [{}],
  );
}

/** The texts of all statements that the lists of the API can make. */
async function textsOfLists(node: Node): Promise<Set<string>> {
  const things = await makeThings(node);
  const texts = new Set<string>();
  const database: Database = {
    ...node.services.database,
    get: async (sql, values) => node.services.database.get(sql, values),
    // They are not run: only their texts matter.
    all: async (sql) => {
      texts.add(sql);
      return [];
    },
  };
  const caller = {
    workspaceId: node.workspaceId,
    actor: { type: 'system', id: 'tests' },
    scopes: [],
  } as const;
  const operator = { type: 'operator', id: 'tests' } as const;
  const lists = node.app.routes.filter((route): route is KeyRoute => route.query?.cursor !== undefined);
  assert.ok(lists.length >= 10);
  for (const { query = {}, path: kinds = {}, handle } of lists) {
    const path = Object.fromEntries(
      Object.entries(kinds).map(([name, { kind }]) => [
        name,
        kind === 'workspace' ? node.workspaceId : (things[kind] as string),
      ]),
    );
    for (const values of queriesOf(query)) {
      const context = { ...node.services, database, caller, operator };
      await handle(context, {
        path,
        query: values,
        body: {},
      } as never);
    }
  }
  return texts;
}

onBothEngines('The statements of lists', (node) => {
  test('are few, whatever the page size and the filters', async () => {
    const { size } = await textsOfLists(node());
    assert.ok(size > 50 && size <= MAX_FOR_LISTS, `${size} statements`);
  });

  test('a list has the same items whatever the page size', async () => {
    const inside = await inNewWorkspace(node());
    const newestFirst = (await makeManyMembers(inside, 105)).map(({ id }) => id).reverse();
    for (const limit of [9, 24, 25, 26, 99, 100]) {
      const walked: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const answer = await inside.get(
          `/api/v1/workspace_members?limit=${limit}${cursor && `&cursor=${cursor}`}`,
        );
        const { data, meta } = answer.body as Page<Member>;
        assert.ok(meta.has_more ? data.length === limit : data.length <= limit);
        walked.push(...data.map(({ id }) => id));
        cursor = meta.next_cursor;
      }
      assert.deepEqual(walked, newestFirst, `limit=${limit}`);
    }
  });
});

describe('A connection keeps a limited number of statements prepared', () => {
  test('SQLite: those that were used last', () => {
    const connection = openConnection(':memory:', { readOnly: false, busyTimeoutMs: 0 });
    for (const [place, text] of someTexts(MAX_PREPARED + OVER).entries()) {
      assert.deepEqual(connection.all(text, ['a']), [{ given: 'a', place }]);
    }
    assert.equal(connection.prepared(), MAX_PREPARED);
    connection.close();
  });

  test('PostgreSQL: those that came first; the others still run', async () => {
    const fresh = await freshPostgresDatabase();
    const database = await openPostgres({ url: fresh.url });
    const texts = someTexts(NAMED_STATEMENTS + OVER);
    for (const [place, text] of texts.entries()) {
      assert.deepEqual(await database.all(text, ['a']), [{ given: 'a', place }]);
    }
    const row = await database.get<{ count: number }>('select count(*) as count from pg_prepared_statements');
    assert.ok(row && row.count <= NAMED_STATEMENTS, `${row?.count} statements`);
    await database.close();
    await fresh.drop();
  });
});
