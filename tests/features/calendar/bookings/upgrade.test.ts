// An upgrade makes bookings of the requests that were booked before there were any.

import assert from 'node:assert/strict';
import path from 'node:path';
import type { OpenDatabase } from '../../../../src/storage/database.ts';
import { migrate, readMigrations } from '../../../../src/storage/migrate.ts';
import { openPostgres } from '../../../../src/storage/postgres.ts';
import { openSqlite } from '../../../../src/storage/sqlite.ts';
import { MINUTE_MS } from '../../../../src/time/timestamps.ts';
import { describe, test } from '../../../support/lanes.ts';
import { emptyPostgresDatabase, freshDataFolder } from '../../../support/server/databases.ts';
import { ManualClock } from '../../../support/server/manual-clock.ts';
import { type Engine, engines } from '../../../support/server/rota.ts';

const FIRST_WITH_BOOKINGS = '0028';

async function openEmpty(engine: Engine): Promise<{ database: OpenDatabase; remove(): Promise<void> }> {
  if (engine === 'postgres') {
    const { url, drop } = await emptyPostgresDatabase();
    return { database: await openPostgres({ url }), remove: drop };
  }
  const folder = await freshDataFolder();
  return { database: await openSqlite({ file: path.join(folder.path, 'rota.db') }), remove: folder.remove };
}

/** Booked for an hour, booked without a duration, cancelled after it was booked, and active. */
const OLD_DATA = [
  `insert into workspaces (id, name, created_at, updated_at) values ('w', '', 0, 0)`,
  `insert into members (workspace_id, id, email, email_folded, role, created_at)
   values ('w', 'ada', 'ada', 'ada', 'member', 0), ('w', 'ben', 'ben', 'ben', 'member', 0)`,
  `insert into meeting_requests (workspace_id, id, organizer_id, status, include_introduction, duration_minutes,
     starts_at, created_at, updated_at)
   values ('w', 'hour', 'ada', 'booked', 0, 60, 1000, 0, 0), ('w', 'usual', 'ben', 'booked', 0, null, 2000, 0, 0),
     ('w', 'gone', 'ada', 'cancelled', 0, 15, 3000, 0, 0), ('w', 'open', 'ada', 'active', 0, 15, null, 0, 0)`,
  // The organizer is one of the hosts of the first.
  `insert into meeting_request_hosts (workspace_id, request_id, place, member_id)
   values ('w', 'hour', 0, 'ada'), ('w', 'hour', 1, 'ben'), ('w', 'gone', 0, 'ben'), ('w', 'open', 0, 'ben')`,
];

describe('An upgrade to a version with bookings', () => {
  for (const engine of engines) {
    test(`takes the time of each host of a booked request, once (${engine})`, async () => {
      const { database, remove } = await openEmpty(engine);
      try {
        const known = readMigrations(engine).filter(({ name }) => name < FIRST_WITH_BOOKINGS);
        await migrate(database, new ManualClock(), { known });
        for (const sql of OLD_DATA) await database.change(sql);
        await migrate(database, new ManualClock());
        const requests = await database.all<{ id: string; ends_at: number | null }>(
          'select id, ends_at from meeting_requests order by id',
        );
        const hour = 1000 + 60 * MINUTE_MS;
        const usual = 2000 + 30 * MINUTE_MS;
        assert.deepEqual(
          requests.map(({ id, ends_at }) => [id, ends_at]),
          [
            ['gone', 3000 + 15 * MINUTE_MS],
            ['hour', hour],
            ['open', null],
            ['usual', usual],
          ],
        );
        const bookings = await database.all<Record<string, unknown>>(
          'select request_id, member_id, starts_at, ends_at from bookings order by request_id, member_id',
        );
        assert.deepEqual(
          bookings.map((row) => Object.values(row)),
          [
            ['hour', 'ada', 1000, hour],
            ['hour', 'ben', 1000, hour],
            ['usual', 'ben', 2000, usual],
          ],
        );
      } finally {
        await database.close();
        await remove();
      }
    });
  }
});
