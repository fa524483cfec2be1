// Full lane, because it needs much data: A step of an erasure, a page of an export and a sweep of requests read a batch, however much there is.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import type { Context } from '../../../../src/context.ts';
import { exportPerson } from '../../../../src/features/leaving/erasures/export.ts';
import { createErasure } from '../../../../src/features/leaving/erasures/operations.ts';
import { personOf } from '../../../../src/features/leaving/erasures/person.ts';
import { places } from '../../../../src/features/leaving/erasures/places.ts';
import { eraseNextRequest } from '../../../../src/features/leaving/erasures/requests.ts';
import { eraseBatch } from '../../../../src/features/leaving/erasures/walk.ts';
import { sweepRequests } from '../../../../src/features/workspace/retention/sweep.ts';
import type { Database } from '../../../../src/storage/database.ts';
import { DAY_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { makeManyRequests } from '../../../support/makers/many-requests.ts';
import { applyTransition, makeRequest } from '../../../support/makers/meeting-requests.ts';
import { writeMessages } from '../../../support/makers/messages.ts';
import { contextOf } from '../../../support/makers/options.ts';
import { makeSmallWorkspaces } from '../../../support/makers/small-workspaces.ts';
import { writeEvents } from '../../../support/makers/webhook-rows.ts';
import { scansOf } from '../../../support/server/plans.ts';
import { onBothEngines } from '../../../support/server/rota.ts';

const ANN = 'ann@guests.example.org';
/** A batch of rows, and one more for each. */
const FEW = 420;

onBothEngines('Beside thousands of requests, messages and events', (node) => {
  before(async () => {
    await makeSmallWorkspaces(node().services.database);
    const { id } = await makeRequest(node(), { participant_emails: [ANN] });
    await applyTransition(node(), id, 'cancel');
    await makeManyRequests(node());
    await writeMessages(node(), 3_000, { madeAt: node().clock.now() });
    await writeEvents(node(), 3_000, node().clock.now());
    const { database } = node().services;
    if (database.dialect.engine === 'postgres') await database.change('analyze');
  });

  const assertFew = async (work: (context: Context) => Promise<unknown>) => {
    const scans = await scansOf(node().services.database, FEW, (database: Database) =>
      work({ ...contextOf(node()), database }),
    );
    assert.ok(scans.length > 0 || node().services.database.dialect.engine === 'postgres');
    // Tables from JSON are scanned, and what such tables are joined to is searched.
    const scanned = scans.filter((scan) => /^SCAN (?!wanted|json_each|CONSTANT|\(subquery)/.test(scan));
    assert.deepEqual(scanned, []);
  };

  const walked = Object.keys(places).filter((table) => places[table]?.walk && table !== 'api_keys');
  for (const table of walked) {
    test(`a batch of ${table}`, () =>
      assertFew((context) =>
        context.database.transaction((tx) =>
          eraseBatch(context, tx, personOf('nobody@example.org'), { table, lastKey: null }),
        ),
      ));
  }

  test('one request of the person', () =>
    assertFew((context) => context.database.transaction((tx) => eraseNextRequest(context, tx, ANN))));

  test('the beginning of an erasure', () =>
    assertFew((context) => createErasure(context, { email: 'zoe@example.org' })));

  test('requests that are over', () =>
    assertFew((context) => {
      const signal = new AbortController().signal;
      const services = {
        ...context,
        config: { ...context.config, requestRetentionDays: 1 },
        clock: { ...context.clock, now: () => node().clock.now() + 2 * DAY_MS },
      };
      return sweepRequests(services).sweep({ database: context.database, lock: 'tests', signal }, [
        node().workspaceId,
      ]);
    }));

  test('a page of an export looks through a bounded number of rows', async () => {
    let read = 0;
    const { database } = node().services;
    const counting: Database = {
      ...database,
      get: (...given) => database.get(...given),
      async all<Row>(sql: string, values = []) {
        const rows = await database.all<Row>(sql, values);
        read += rows.length;
        return rows;
      },
    };
    const { meta } = await exportPerson(
      { ...contextOf(node()), database: counting },
      { email: 'nobody@example.org' },
    );
    assert.ok(meta.has_more);
    assert.ok(read <= 2_200, `${read} rows`);
  });
});
