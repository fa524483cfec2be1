// `npx node scripts/faults/long-migration.ts [ROWS]`: an upgrade of a large PostgreSQL. A database from before migration 0010
// gets 2,500,000 memberships (or ROWS). Two nodes migrate it at once while another connection writes. Prints the duration,
// and the slowest write.
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, readMigrations } from '../../src/storage/migrate.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import { systemClock } from '../../src/time/clock.ts';
import { startPostgresServer } from '../postgres/server.ts';

const ROWS = Number(process.argv[2] ?? 2_500_000);
const BATCH = 100_000;
const BEFORE = '0010';

const server = await startPostgresServer({ fsync: 'on' });
const database = await openPostgres({ url: server.url });
const known = readMigrations('postgres');
await migrate(database, systemClock, { known: known.filter(({ name }) => name < BEFORE) });
console.log(`Writing ${ROWS.toLocaleString('en')} memberships ...`);
await database.transaction((tx) =>
  tx.script(`
    insert into workspaces (id, name, created_at, updated_at) values ('ws', 'Large', 0, 0);
    insert into teams (workspace_id, id, name, slug, mode, stack_always_apply, include_all_members, introduce_member,
      created_at, updated_at)
      select 'ws', 'team_' || n, 'Team', 'team-' || n, 'pool', 0, 0, 0, 0, 0 from generate_series(1, 1000) as n;
    insert into members (id, workspace_id, email, email_folded, role, created_at)
      select 'mem_' || n, 'ws', n || '@example.com', n || '@example.com', 'member', 0
      from generate_series(1, ${Math.ceil(ROWS / 1000) + 1000}) as n`),
);
const insert = (first: number, last: number) =>
  `insert into team_memberships (workspace_id, id, team_id, member_id, role, created_at)
   select 'ws', 'tm_' || n, 'team_' || (n % 1000 + 1), 'mem_' || (n / 1000 + 1), 'member', 0
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
    migrate(node, systemClock, { known, report: (message) => console.log(`node ${place + 1}: ${message}`) }),
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
