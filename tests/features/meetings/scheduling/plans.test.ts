// What a step reads is found by indexes, on a database with any amount of history.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import {
  asScheduling,
  endClaims,
  scheduleTable,
  selectClaimedSteps,
} from '../../../../src/features/meetings/schedules/operations.ts';
import { takeStep } from '../../../../src/features/meetings/scheduling/step.ts';
import type { Database } from '../../../../src/storage/database.ts';
import { HOUR_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { makeManyRequests } from '../../../support/makers/many-requests.ts';
import { applyTransition, makeRequest } from '../../../support/makers/meeting-requests.ts';
import { makeOffered, showRequest } from '../../../support/makers/scheduling.ts';
import { scansOf } from '../../../support/server/plans.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

/** More rows than any of these statements needs, and far fewer than there are. */
const FEW = 50;
const NOTHING_SKIPPED = { lane_ids: [], workspace_ids: [] };
const TABLES =
  /^SCAN (meeting_request_schedules|schedules|meeting_requests|meeting_request_participants|participants|options|option_\w+|members|messages|bookings)\b/;

onBothEngines.fast('Among many requests', (node) => {
  before(() => makeManyRequests(node()));

  async function readsOf(work: (database: Database) => Promise<unknown>): Promise<string[]> {
    const scans = await scansOf(node().services.storage.background, FEW, work);
    return scans.filter((detail) => TABLES.test(detail));
  }

  test('those that are due are found, claimed, worked on and let go by their indexes', async () => {
    const { id } = await makeOffered(node(), { participant_emails: ['guest@example.org'] });
    const { services, workspaceId: workspace_id } = node();
    // Due in a moment that does not come for the node, so that it leaves it to the test.
    const now = services.clock.now() + HOUR_MS;
    await services.database.change(
      'update meeting_request_participants set follow_up_at = $1 where request_id = $2',
      [now, id],
    );
    await services.database.change('update meeting_request_schedules set due_at = $1 where request_id = $2', [
      now,
      id,
    ]);
    const key = { workspace_id, id };
    const claim = { id: 'of a test', now, until: now + HOUR_MS };
    const scans = await readsOf(async (database) => {
      const {
        lanes: [lane],
      } = await scheduleTable.createDueSearch()(database, now, FEW, NOTHING_SKIPPED);
      assert.deepEqual(lane?.first_ids, [id]);
      assert.equal(await scheduleTable.selectOldestDue(database, now, NOTHING_SKIPPED), now);
      assert.equal((await scheduleTable.claim(database, [key], claim)).length, 1);
      const [item] = await selectClaimedSteps(database, claim.id, [key]);
      assert.ok(item);
      const clock = { ...services.clock, now: () => now };
      await takeStep(asScheduling({ ...services, clock, database }, workspace_id), item, undefined);
      await database.transaction((tx) => endClaims(tx, [{ item, retryAt: null }]));
      await scheduleTable.release(database, [item]);
    });
    assert.deepEqual(scans, []);
    const messages = await services.database.all<{ kind: string }>(
      'select kind from messages where request_id = $1 order by id',
      [id],
    );
    assert.deepEqual(
      messages.map(({ kind }) => kind),
      ['options', 'follow_up'],
    );
    assert.equal((await showRequest(node(), id)).attention, null);
  });

  test('a booked meeting of which people are reminded is read by its indexes', async () => {
    const { services, workspaceId } = node();
    const start = services.clock.now() + 2 * HOUR_MS;
    const { id } = await makeRequest(node(), { reminders: [60] });
    dataOf(await applyTransition(node(), id, 'book', { starts_at: new Date(start).toISOString() }));
    // In a moment that does not come for the node.
    const clock = { ...services.clock, now: () => start - HOUR_MS };
    await services.database.change(
      "update meeting_request_schedules set claim_id = 'of a test', lease_until = $1 where request_id = $2",
      [start, id],
    );
    const scans = await readsOf(async (database) => {
      const context = asScheduling({ ...services, clock, database }, workspaceId);
      await takeStep(context, { id, claim_id: 'of a test' }, undefined);
    });
    assert.deepEqual(scans, []);
    const reminders = await services.database.all(
      "select id from messages where request_id = $1 and kind = 'reminder'",
      [id],
    );
    assert.equal(reminders.length, 1);
  });
});
