// Full lane, because it needs much data: A sync of a CalDAV calendar reads only the rows of what has changed, however large the calendar is, on both engines.

import assert from 'node:assert/strict';
import { before } from 'node:test';
import { insertBusyTimes } from '../../../src/calendar-sync/busy-queries.ts';
import { selectEntries, selectWantedEntries } from '../../../src/calendar-sync/entry-queries.ts';
import { deleteObjects, replaceBusyTimes, writeObjects } from '../../../src/calendar-sync/object-queries.ts';
import type { Database } from '../../../src/storage/database.ts';
import { HOUR_MS } from '../../../src/time/timestamps.ts';
import { test } from '../../support/lanes.ts';
import { bookHour } from '../../support/makers/booked-hours.ts';
import { type Calendar, createCalendar } from '../../support/makers/calendars.ts';
import { type Member, makeMember } from '../../support/makers/team-members.ts';
import { scansOf } from '../../support/server/plans.ts';
import { onBothEngines } from '../../support/server/rota.ts';

const OBJECTS = 3_000;
/** More rows than any of these statements needs of one table, and far fewer than there are. */
const FEW = 50;

onBothEngines('A large CalDAV calendar', (node) => {
  let member: Member;
  let calendar: Calendar;
  const hrefs = Array.from({ length: OBJECTS }, (_, place) => `/ada/${place}.ics`);
  const objects = hrefs.map((href) => ({ href, etag: '"1"', doubtful: 0 }));
  const busyOf = (object: string, place: number) => ({
    ...{ calendar_id: calendar.id, member_id: member.id, object },
    starts_at: place * HOUR_MS,
    ends_at: (place + 1) * HOUR_MS,
  });

  before(async () => {
    member = await makeMember(node());
    calendar = await createCalendar(node(), { type: 'pushed' }, { member });
    const { workspaceId, services } = node();
    // Plans are made while the tables are small, and kept.
    for (const part of [hrefs.slice(0, 1), hrefs.slice(1)]) {
      await services.storage.background.transaction(async (tx) => {
        await insertBusyTimes(tx, workspaceId, part.map(busyOf));
        const rows = objects.filter(({ href }) => part.includes(href));
        await writeObjects(tx, workspaceId, calendar.id, rows);
      });
    }
    const start = node().clock.now();
    for (let day = 1; day <= 5; day += 1) {
      await bookHour(node(), await makeMember(node()), new Date(start + day * 24 * HOUR_MS).toISOString());
    }
  });

  /** Of the tables that matter here. */
  async function readsOf(work: (database: Database) => Promise<unknown>): Promise<string[]> {
    const scans = await scansOf(node().services.storage.background, FEW, work);
    return scans.filter((detail) => /^SCAN (busy_times|calendar_|bookings|meeting_|members)/.test(detail));
  }

  const changed = hrefs.slice(1_000, 1_010);

  test('loses and gets the busy times of some objects by their keys', async () => {
    const { workspaceId } = node();
    const scans = await readsOf((database) =>
      database.transaction(async (tx) => {
        await replaceBusyTimes(tx, workspaceId, calendar.id, { hrefs: changed, busy: changed.map(busyOf) });
        await writeObjects(tx, workspaceId, calendar.id, objects.slice(1_000, 1_010));
        await deleteObjects(tx, workspaceId, calendar.id, changed);
      }),
    );
    assert.deepEqual(scans, []);
  });

  test('gets the bookings of its member by their index', async () => {
    const { workspaceId, clock } = node();
    const scans = await readsOf(async (database) => {
      await selectWantedEntries(database, workspaceId, member.id, {
        ...{ now: clock.now(), limit: 1_000, makes: 'google_meet' },
      });
      await selectEntries(database, workspaceId, calendar.id);
    });
    assert.deepEqual(scans, []);
  });
});
