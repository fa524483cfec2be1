// A migration takes as long as there are rows to change. On SQLite nothing has a limit.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { migrate } from '../src/storage/migrate.ts';
import { openPostgres } from '../src/storage/postgres.ts';
import { emptyPostgresDatabase } from './support/databases.ts';
import { ManualClock } from './support/manual-clock.ts';

const LIMIT_MS = 1_000;
const LONGER = `select pg_sleep(${(2 * LIMIT_MS) / 1000})`;

describe('A migration that takes longer than a statement may (postgres)', () => {
  test('is made all the same, and another node waits for it', async () => {
    const { url, drop } = await emptyPostgresDatabase();
    const nodes = [
      await openPostgres({ url, queryTimeoutMs: LIMIT_MS }),
      await openPostgres({ url, queryTimeoutMs: LIMIT_MS }),
    ];
    const known = [{ name: '0001-long', sql: `${LONGER}; create table made (id text primary key)` }];
    const applied = await Promise.all(nodes.map((node) => migrate(node, new ManualClock(), known)));
    assert.deepEqual(
      applied.toSorted((one, other) => other.length - one.length),
      [['0001-long'], []],
    );
    const [node] = nodes;
    assert.deepEqual(await node?.all('select id from made'), []);
    await assert.rejects(node?.all(LONGER) as Promise<unknown>, { type: 'unavailable' });
    for (const each of nodes) await each.close();
    await drop();
  });
});
