// A database of 0.1.0 comes to the same schema as a new one, which begins with the baseline, and loses no row.
import assert from 'node:assert/strict';
import type { Database } from '../../src/storage/database.ts';
import {
  type Migration,
  migrate,
  pendingMigrations,
  readMigrations,
  readStepsFrom0_1_0,
  SchemaTooNew,
} from '../../src/storage/migrate.ts';
import { DatabaseRefused } from '../../src/storage/refused.ts';
import { describe, test } from '../support/lanes.ts';
import { catalogueOf, catalogueOfNew, indexesByAge } from '../support/server/catalogues.ts';
import { openEmpty } from '../support/server/databases.ts';
import { formerMigrations, migrationsOfFirstRelease } from '../support/server/first-release.ts';
import { ManualClock } from '../support/server/manual-clock.ts';
import { type Engine, engines, onEachEngine } from '../support/server/rota.ts';

const clock = new ManualClock();
const namesOf = (migrations: Migration[]) => migrations.map(({ name }) => name);

/** The first of the migrations that aren't part of the baseline. */
const SINCE = 60;
const migrationsSince = (engine: Engine) =>
  readMigrations(engine).filter(({ name }) => Number.parseInt(name, 10) >= SINCE);
const formerAndSince = (engine: Engine) => [...formerMigrations(engine), ...migrationsSince(engine)];

const appliedIn = async (database: Database) =>
  (await database.all<{ name: string }>('select name from schema_migrations order by name')).map(
    ({ name }) => name,
  );

/** Rows of 0.1.0 in the tables that the steps change, and in those that they refer to. */
const ROWS = [
  `insert into workspaces (id, name, handle, created_at, updated_at, timezone)
   values ('w', 'Acme', 'acme', 1, 2, 'Europe/Berlin'), ('v', 'Without a handle', null, 3, 4, 'UTC')`,
  `insert into members (workspace_id, id, email, email_folded, role, created_at)
   values ('w', 'ada', 'Ada@acme.com', 'ada@acme.com', 'admin', 5)`,
  `insert into entitlements (id, workspace_id, plan_key, seat_capacity, seat_unlimited, enforcement_mode, priority, active, created_at)
   values ('ent', 'w', 'pro', 5, 0, 'hard', 1, 1, 6)`,
  `insert into api_keys (id, workspace_id, name, key_hash, key_prefix, lookalike, scopes, expires_at, created_at)
   values ('key', 'w', 'CRM', 'hash', 'sk_live_', 0, '["teams.read"]', 7, 8)`,
  `insert into audit_entries (id, workspace_id, action, actor_type, actor_id, target_type, target_id, changes, created_at)
   values ('aud', 'w', 'member.created', 'cli', 'ada', 'member', 'ada', '{}', 9)`,
  `insert into scheduling_settings (workspace_id, duration_minutes, options_per_round, rounds, timeframe_days,
     slot_interval_minutes, follow_up_after_business_days, sender_name, participants_may_reschedule,
     participants_may_cancel, hold_options, updated_at, holidays)
   values ('w', 45, 3, 2, 14, 15, '[1]', 'Acme', 1, 0, 1, 10, '["2026-12-25"]')`,
  `insert into meeting_requests (workspace_id, id, organizer_id, status, include_introduction, starts_at, ends_at, created_at, updated_at)
   values ('w', 'req', 'ada', 'booked', 0, 11, 12, 13, 14)`,
  `insert into meeting_request_participants (workspace_id, request_id, place, email, email_folded, wishes)
   values ('w', 'req', 0, 'Grace@example.com', 'grace@example.com', '{}')`,
  `insert into messages (workspace_id, id, request_id, place, direction, kind, sender_address, recipient_address, subject, text,
     message_id, thread, status, attempts, created_at, lane, due_at)
   values ('w', 'msg', 'req', 0, 'out', 'options', 'a@acme.com', 'grace@example.com', 'Demo', 'Hi', '<1>', '', 'queued', 1, 15, 'l', 16)`,
  `insert into events (workspace_id, id, type, payload, created_at) values ('w', 'evt', 'member.created', '{}', 17)`,
  `insert into webhook_endpoints (workspace_id, id, url, events, sealed_secret, sealed_headers, failures, created_at, updated_at)
   values ('w', 'end', 'https://example.com', '[]', 's', 'h', '[]', 18, 19)`,
  `insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, status, attempts, earlier_attempts, due_at, created_at)
   values ('w', 'del', 'end', 'evt', 'member.created', 'pending', 0, 0, 20, 21)`,
];
const FILLED = ROWS.map((sql) => /^insert into (\w+)/.exec(sql)?.[1] as string);

type Row = Record<string, unknown>;

/** `when` makes it another statement: SQLite's driver goes on with the columns that it saw first. */
async function rowsIn(database: Database, when: 'before' | 'after'): Promise<Record<string, Row[]>> {
  const found: Record<string, Row[]> = {};
  for (const table of FILLED) found[table] = await database.all<Row>(`select * from ${table} -- ${when}`);
  return found;
}

/** These have the columns that they had, with the same values. */
function assertKept(before: Record<string, Row[]>, after: Record<string, Row[]>): void {
  for (const [table, rows] of Object.entries(before)) {
    const columns = Object.keys(rows[0] as Row);
    const kept = after[table]?.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])));
    assert.deepEqual(
      kept,
      rows.map((row) => ({ ...row })),
      table,
    );
  }
}

onEachEngine.fast((engine) => {
  describe(`The baseline (${engine})`, () => {
    test('is what 0.1.0 comes to, step by step, with its rows', async () => {
      await using empty = await openEmpty(engine);
      const { database } = empty;
      await migrate(database, clock, { known: migrationsOfFirstRelease(engine) });
      for (const sql of ROWS) await database.change(sql);
      const before = await rowsIn(database, 'before');
      const steps = namesOf([...readStepsFrom0_1_0(engine), ...migrationsSince(engine)]);
      assert.deepEqual(await pendingMigrations(database), steps);
      assert.deepEqual(await migrate(database, clock), steps);
      assert.equal(await catalogueOf(database), await catalogueOfNew(engine));
      const after = await rowsIn(database, 'after');
      assertKept(before, after);
      assert.deepEqual(
        await database
          .all('select handle, workspace_id from workspace_handles')
          .then((rows) => rows.map((row) => ({ ...(row as Row) }))),
        [{ handle: 'acme', workspace_id: 'w' }],
      );
      assert.deepEqual(
        [
          after.api_keys?.[0]?.expiry_notice_at,
          after.workspaces?.[0]?.has_held_work,
          after.messages?.[0]?.waits_for_relay_since,
        ],
        [0, 0, null],
      );
      assert.deepEqual(await appliedIn(database), namesOf(formerAndSince(engine)).sort());
    });

    test('and the first rows are the same', async () => {
      await using former = await openEmpty(engine);
      await using fresh = await openEmpty(engine);
      await migrate(former.database, clock, { known: formerAndSince(engine) });
      await migrate(fresh.database, clock);
      const tables = [
        ...(await catalogueOf(fresh.database)).matchAll(/^create (?:unlogged )?table (\w+)/gim),
      ];
      assert.ok(tables.length > 50);
      for (const [, table] of tables) {
        if (table === 'schema_migrations') continue;
        const rows = ({ database }: typeof fresh) => database.all(`select * from ${table}`);
        assert.deepEqual(await rows(fresh), await rows(former), table);
      }
    });

    test('is not for a database that has all former migrations, which gets only what came since', async () => {
      await using empty = await openEmpty(engine);
      const { database } = empty;
      const known = formerMigrations(engine);
      await migrate(database, clock, { known });
      const since = namesOf(migrationsSince(engine));
      assert.deepEqual(await migrate(database, clock), since);
      assert.deepEqual(await migrate(database, clock), []);
      assert.deepEqual(await appliedIn(database), namesOf(formerAndSince(engine)).sort());
      const reported: string[] = [];
      const report = (message: string) => void reported.push(message);
      assert.deepEqual(await migrate(database, clock, { known, report }), [], 'nodes of before go on');
      assert.deepEqual(reported, [
        `The schema is from a newer version (${since.join(', ')}), which this one can use`,
      ]);
    });

    test('does not hide what a later version has done to a database from before it', async () => {
      await using empty = await openEmpty(engine);
      const { database } = empty;
      await migrate(database, clock, { known: formerMigrations(engine) });
      await migrate(database, clock);
      const reported: string[] = [];
      await database.change("insert into schema_migrations values ('0099-later', 7)");
      await migrate(database, clock, { report: (message) => void reported.push(message) });
      assert.deepEqual(reported, ['The schema is from a newer version (0099-later), which this one can use']);
      await database.change("insert into schema_migrations values ('0100-breaking-later', 7)");
      await assert.rejects(migrate(database, clock), SchemaTooNew);
    });

    test('is named to a version from before it, which refuses a new database', async () => {
      await using empty = await openEmpty(engine);
      await migrate(empty.database, clock);
      const [first] = readMigrations(engine);
      await assert.rejects(migrate(empty.database, clock, { known: formerMigrations(engine) }), {
        name: 'SchemaTooNew',
        message:
          `The database was migrated by a newer version of Rota (${first?.name} is not known to this ` +
          'one): start that version, or restore a backup from before the upgrade.',
      });
    });

    test('is not for a database from before 0.1.0, which is refused and left as it is', async () => {
      await using empty = await openEmpty(engine);
      const { database } = empty;
      const known = migrationsOfFirstRelease(engine).slice(0, 20);
      await migrate(database, clock, { known });
      const before = await catalogueOf(database);
      await assert.rejects(migrate(database, clock), {
        constructor: DatabaseRefused,
        message: 'The database is older than version 0.1.0: start that version once, then this one.',
      });
      assert.equal(await catalogueOf(database), before);
    });
  });
});

test('The baseline makes the indexes of a table in the order of the former migrations: of two that cost the same, PostgreSQL takes the newer one', async () => {
  await using former = await openEmpty('postgres');
  await using fresh = await openEmpty('postgres');
  await migrate(former.database, clock, { known: formerAndSince('postgres') });
  await migrate(fresh.database, clock);
  assert.deepEqual(await indexesByAge(fresh.database), await indexesByAge(former.database));
});

onEachEngine((engine) => {
  test(`A database half-way from 0.1.0 to the baseline goes on from there (${engine})`, async () => {
    const expected = await catalogueOfNew(engine);
    const first = migrationsOfFirstRelease(engine);
    const steps = readStepsFrom0_1_0(engine);
    for (const done of steps.keys()) {
      await using empty = await openEmpty(engine);
      const { database } = empty;
      await migrate(database, clock, { known: [...first, ...steps.slice(0, done)] });
      assert.deepEqual(
        await migrate(database, clock),
        namesOf([...steps.slice(done), ...migrationsSince(engine)]),
      );
      assert.equal(await catalogueOf(database), expected, `after ${steps[done - 1]?.name}`);
    }
  });
});

test('No name is used twice, and names are in the order in which they were added', async () => {
  for (const engine of engines) {
    const names = namesOf([...formerMigrations(engine), ...readMigrations(engine)]);
    assert.deepEqual(names, [...new Set(names)].sort());
  }
});

test('The numbers from the baseline on have no gaps and no doubles', () => {
  const numbers = new Set(
    engines.flatMap((engine) => namesOf(readMigrations(engine)).map((name) => Number.parseInt(name, 10))),
  );
  const first = Math.min(...numbers);
  assert.deepEqual(
    [...numbers].sort((one, other) => one - other),
    [...numbers].map((_, place) => first + place),
  );
});
