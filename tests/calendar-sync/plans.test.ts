// The engine reads only the rows of calendars that are due, however many there are, on both engines.

import assert from 'node:assert/strict';
import { before } from 'node:test';
import { deleteBusyTimes, insertBusyTimes } from '../../src/calendar-sync/busy-queries.ts';
import { selectClaimed, syncTable } from '../../src/calendar-sync/queries.ts';
import { lockClaimed, updateOutcomes } from '../../src/calendar-sync/record-queries.ts';
import { requestSyncRows } from '../../src/calendar-sync/sync-request-queries.ts';
import { selectCalendarsOf } from '../../src/features/calendar/calendars/queries.ts';
import type { Database } from '../../src/storage/database.ts';
import { sealedTables, selectSealedValues } from '../../src/storage/sealed-values.ts';
import { HOUR_MS } from '../../src/time/timestamps.ts';
import { test } from '../support/lanes.ts';
import { type Calendar, copyCalendar, createCalendar, synced } from '../support/makers/calendars.ts';
import { type Member, makeMember } from '../support/makers/team-members.ts';
import { Feed } from '../support/receivers/feed.ts';
import { scansOf } from '../support/server/plans.ts';
import { onBothEngines } from '../support/server/rota.ts';

const CALENDARS = 3_000;
/** More rows than any of these statements needs of one table, and far fewer than there are. */
const FEW = 50;
const NOTHING_SKIPPED = { lane_ids: [], workspace_ids: [] };

const NOTHING_BEFORE = { workspace_id: '', id: '' };

onBothEngines.fast('Among many calendars', (node) => {
  let member: Member;
  let calendar: Calendar;

  before(async () => {
    member = await makeMember(node());
    await using feed = await Feed.start();
    calendar = await createCalendar(node(), { type: 'ics', url: feed.url }, { member });
    await synced(node(), calendar);
    // Half of them are due in an hour, the others never.
    const later = node().clock.now() + HOUR_MS;
    const owner = await createCalendar(node(), { type: 'pushed' });
    await copyCalendar(node(), owner, CALENDARS / 2, later);
    await copyCalendar(node(), owner, CALENDARS / 2, null);
    const rows = Array.from({ length: CALENDARS }, (_, place) => ({
      ...{ calendar_id: calendar.id, member_id: member.id, object: '' },
      starts_at: place * HOUR_MS,
      ends_at: (place + 1) * HOUR_MS,
    }));
    await node().services.storage.background.transaction((tx) =>
      insertBusyTimes(tx, node().workspaceId, rows),
    );
  });

  /** Of the tables that matter here. */
  async function readsOf(work: (database: Database) => Promise<unknown>): Promise<string[]> {
    const scans = await scansOf(node().services.storage.background, FEW, work);
    // An index of the sealed ones, or of the closed ones, may be read from its beginning.
    return scans.filter((detail) =>
      /^SCAN (busy_times|calendar|members|workspaces)(?!.*_(?:sealed|held))/.test(detail),
    );
  }

  test('those that are due are found, claimed and recorded by their indexes', async () => {
    const now = node().clock.now();
    const key = { workspace_id: node().workspaceId, id: calendar.id };
    const claim = { id: 'of a test', now: now + HOUR_MS / 2, until: now + HOUR_MS };
    const scans = await readsOf(async (database) => {
      await syncTable.createDueSearch()(database, claim.now, FEW, NOTHING_SKIPPED);
      await syncTable.selectOldestDue(database, claim.now, NOTHING_SKIPPED);
      assert.equal((await syncTable.claim(database, [key], claim)).length, 1);
      const [item] = await selectClaimed(database, claim.id, [key]);
      assert.equal(item?.member_id, member.id);
      await database.transaction(async (tx) => {
        assert.equal((await lockClaimed(tx, [{ ...key, claim_id: claim.id }])).size, 1);
        const outcome = { health: 'ok', attempts: 0, last_synced_at: now, last_error: null } as const;
        const rest = { failing_since: null, announced_at: null, due_at: now + 3 * HOUR_MS, wish_number: 0 };
        await updateOutcomes(tx, [{ ...key, claim_id: claim.id, ...outcome, ...rest }], now);
      });
      await syncTable.release(database, [{ ...key, claim_id: claim.id }]);
    });
    assert.deepEqual(scans, []);
  });

  test('those of a member are found, and their syncs requested, by their indexes', async () => {
    const { workspaceId, clock } = node();
    const scans = await readsOf(async (database) => {
      const found = await selectCalendarsOf(database, workspaceId, [member.id]);
      assert.deepEqual(
        found.map(({ id }) => id),
        [calendar.id],
      );
      await database.transaction((tx) =>
        requestSyncRows(tx, workspaceId, [calendar.id], clock.now() + 9 * HOUR_MS),
      );
      for (const table of sealedTables) await selectSealedValues(database, table, NOTHING_BEFORE, 100);
    });
    assert.deepEqual(scans, []);
  });

  test('some busy times are deleted by their keys', async () => {
    const { workspaceId } = node();
    const place = { calendar_id: calendar.id, object: '' };
    const starts = [100, 200, 300].map((hour) => hour * HOUR_MS);
    const scans = await readsOf((database) =>
      database.transaction((tx) => deleteBusyTimes(tx, workspaceId, place, starts)),
    );
    assert.deepEqual(scans, []);
  });
});
