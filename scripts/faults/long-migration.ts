// `npx node scripts/faults/long-migration.ts [ROWS]`: an upgrade of a large PostgreSQL. A database of 0.1.0 gets 2,500,000 meeting
// requests (or ROWS). Two nodes migrate it at once while another connection writes. Prints the duration, and the slowest write.
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../../src/storage/migrate.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import { systemClock } from '../../src/time/clock.ts';
import { migrationsOfFirstRelease } from '../../tests/support/server/first-release.ts';
import { startPostgresServer } from '../postgres/server.ts';

const ROWS = Number(process.argv[2] ?? 2_500_000);
const BATCH = 100_000;

const server = await startPostgresServer({ fsync: 'on' });
const database = await openPostgres({ url: server.url });
await migrate(database, systemClock, { known: migrationsOfFirstRelease('postgres') });
console.log(`Writing ${ROWS.toLocaleString('en')} meeting requests ...`);
await database.transaction((tx) =>
  tx.script(`
    insert into workspaces (id, name, created_at, updated_at) values ('ws', 'Large', 0, 0);
    insert into members (id, workspace_id, email, email_folded, role, created_at)
      select 'mem_' || n, 'ws', n || '@example.com', n || '@example.com', 'member', 0 from generate_series(0, 999) as n`),
);
const insert = (first: number, last: number) =>
  `insert into meeting_requests (workspace_id, id, organizer_id, status, include_introduction, starts_at, ends_at, created_at, updated_at)
   select 'ws', 'mr_' || n, 'mem_' || n % 1000, 'booked', 0, n, n + 1, n, n
   from generate_series(${first}, ${last}) as n`;
for (let first = 1; first <= ROWS; first += BATCH) {
  await database.transaction((tx) => tx.script(insert(first, Math.min(first + BATCH - 1, ROWS))));
}

let isMigrating = true;
async function write(): Promise<{ writes: number; longestMs: number }> {
  let [writes, longestMs] = [0, 0];
  for (let n = ROWS + 1; isMigrating; n += 1) {
    const start = performance.now();
    await database.transaction((tx) => tx.script(insert(n, n)));
    longestMs = Math.max(longestMs, performance.now() - start);
    writes += 1;
    await sleep(10);
  }
  return { writes, longestMs };
}

const writing = write();
const nodes = await Promise.all([1, 2].map(() => openPostgres({ url: server.url })));
const start = performance.now();
const applied = await Promise.all(
  nodes.map((node, place) =>
    migrate(node, systemClock, { report: (message) => console.log(`node ${place + 1}: ${message}`) }),
  ),
);
const seconds = (performance.now() - start) / 1000;
isMigrating = false;
const { writes, longestMs } = await writing;
console.log(`${applied.flat().length} migrations in ${seconds.toFixed(1)} s.`);
console.log(
  `Meanwhile ${writes} writes to the same table, of which the slowest took ${longestMs.toFixed(0)} ms.`,
);
for (const node of nodes) await node.close();
await database.close();
await server.stop();
