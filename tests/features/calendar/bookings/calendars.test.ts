// Calendars that receive bookings are synced at once when bookings of their members change, and only then.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { createCalendar } from '../../../support/makers/calendars.ts';
import { applyTransition, makeRequest } from '../../../support/makers/meeting-requests.ts';
import { deactivateOn, inNewWorkspace, makePeople } from '../../../support/makers/routed-requests.ts';
import { TEAMS } from '../../../support/makers/team-members.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

/** Nobody listens there. Whether a sync succeeds does not matter here. */
const SERVER = {
  type: 'caldav',
  url: 'http://127.0.0.1:9/calendar/',
  username: 'x',
  password: 'x',
} as const;

/** How often a sync of each calendar was requested since the last call, in the order of the calendars. */
function countSyncRequests({ services }: Node, calendarIds: string[]) {
  let before = calendarIds.map(() => 0);
  return async () => {
    const now = await Promise.all(
      calendarIds.map(async (id) => {
        const row = await services.database.get<{ wish_number: number }>(
          'select wish_number from calendar_syncs where calendar_id = $1',
          [id],
        );
        return row?.wish_number ?? 0;
      }),
    );
    const since = now.map((count, place) => count - (before[place] ?? 0));
    before = now;
    return since;
  };
}

onBothEngines('The calendars of hosts', (node) => {
  test('are synced when a time is taken, moved, given away or freed', async () => {
    const inside = await inNewWorkspace(node());
    const [organizer, host, next, successor] = await makePeople(inside, 4);
    const calendarIds: string[] = [];
    for (const member of [organizer, host, next, successor]) {
      const calendar = { ...SERVER, receives_bookings: true };
      calendarIds.push((await createCalendar(inside, calendar, { member })).id);
    }
    const readOnly = await createCalendar(inside, SERVER, { member: organizer });
    const syncRequests = countSyncRequests(inside, [...calendarIds, readOnly.id]);
    const body = { name: 'Stack', mode: 'stack', member_ids: [organizer.id, host.id] };
    const team = dataOf<{ id: string }>(await inside.post(TEAMS, body));
    const ask = { team_id: team.id, organizer_email: organizer.email };
    const { id } = await makeRequest(inside, ask);
    const does = async (
      name: Parameters<typeof applyTransition>[2],
      given: object | undefined,
      expected: number[],
    ) => {
      const { status, text } = await applyTransition(inside, id, name, given);
      assert.equal(status, 200, text);
      assert.deepEqual(await syncRequests(), expected, name);
    };
    await does('book', { starts_at: '2026-04-01T10:00:00Z' }, [1, 1, 0, 0, 0]);
    await does('reschedule', { starts_at: '2026-04-02T10:00:00Z' }, [1, 1, 0, 0, 0]);
    await does('reschedule', {}, [0, 0, 0, 0, 0]);
    await does('pause', undefined, [0, 0, 0, 0, 0]);
    await does('resume', undefined, [0, 0, 0, 0, 0]);
    await does('change_organizer', { organizer_email: next.email }, [1, 0, 1, 0, 0]);
    dataOf(await deactivateOn(inside, next, successor));
    // Both: what goes to the successor is taken out of the other one.
    assert.deepEqual(await syncRequests(), [0, 0, 1, 1, 0]);
    await does('cancel', {}, [1, 1, 0, 1, 0]);
  });
});
