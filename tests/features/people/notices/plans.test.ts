// Full lane, because it needs much data: Announcing keys and asking who lacks a seat read few rows on both engines, however many others there are.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { announceExpiringKeys } from '../../../../src/features/people/notices/expiring-keys.ts';
import { findLackingSeat } from '../../../../src/features/people/seats/needed.ts';
import { removeSeat } from '../../../../src/features/people/seats/operations.ts';
import type { Database } from '../../../../src/storage/database.ts';
import { DAY_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { makeManyMembers } from '../../../support/makers/many-members.ts';
import { insertMany } from '../../../support/makers/many-rows.ts';
import { contextOf } from '../../../support/makers/options.ts';
import { giveSeat, sellSeats } from '../../../support/makers/seated.ts';
import { makeSmallWorkspaces } from '../../../support/makers/small-workspaces.ts';
import { scansOf } from '../../../support/server/plans.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const MANY = 5_000;
const FEW = 100;

onBothEngines('Beside thousands of keys, members and ended seats', (node) => {
  let people: { id: string }[];

  before(async () => {
    const { database, clock } = node().services;
    await makeSmallWorkspaces(database);
    people = await makeManyMembers(node(), MANY);
    await sellSeats(node());
    const [first] = people as [{ id: string }];
    await giveSeat(node(), first);
    await removeSeat(contextOf(node()), first.id);
    const rows = JSON.stringify(
      Array.from({ length: MANY }, (_, place) => ({ id: String(place).padStart(26, '0'), at: place })),
    );
    const given = database.dialect.rows('$2', { id: 'text', at: 'bigint' });
    await insertMany(
      database,
      `insert into seats (workspace_id, id, member_id, entitlement_id, started_at, ended_at)
       select $1, 'seat_' || id, '${first.id}', (select max(id) from entitlements where workspace_id = $1), 0, 1
       from ${given}`,
      [node().workspaceId, rows],
    );
    // Announced long ago, revoked, or announced in a year.
    const now = clock.now();
    await insertMany(
      database,
      `insert into api_keys (workspace_id, id, name, key_prefix, key_hash, scopes, lookalike, created_at, expires_at, revoked_at,
         expiry_notice_at)
       select $1, 'key_' || id, 'Old', 'sk_', id, '[]', 0, 0, ${now},
         case when at % 3 = 0 then 1 end,
         case when at % 3 = 0 then 1 when at % 3 = 1 then ${now} + 31536000000 end
       from ${given}`,
      [node().workspaceId, rows],
    );
    const expires_at = new Date(now + 8 * DAY_MS).toISOString();
    dataOf(await node().post('/api/v1/api_keys', { name: 'Soon', scopes: [], expires_at }));
    if (database.dialect.engine === 'postgres') await database.change('analyze');
  });

  const assertIndexed = async (work: (database: Database) => Promise<unknown>) => {
    const scans = await scansOf(node().services.database, FEW, work);
    assert.deepEqual(
      scans.filter((scan) => /^SCAN (api_keys|members|seats|scheduling_settings)\b/.test(scan)),
      [],
    );
    assert.doesNotMatch(
      scans.join('\n'),
      /SEARCH (api_keys|members|seats) USING (COVERING )?INDEX \w+ \(workspace_id=\?\)/,
    );
  };

  test('a key is announced, and admins are written to', async () => {
    const { services } = node();
    const now = services.clock.now() + DAY_MS;
    await assertIndexed((database) =>
      announceExpiringKeys({
        ...services,
        clock: { ...services.clock, now: () => now },
        storage: { ...services.storage, background: database } as typeof services.storage,
      }),
    );
  });

  test('it is known who lacks a seat', () =>
    assertIndexed((database) =>
      findLackingSeat(contextOf(node()), database, [people[0]?.id as string, people[9]?.id as string]),
    ));
});
