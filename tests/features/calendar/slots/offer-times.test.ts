// The times that options are chosen from, and why a single time is not free.
import assert from 'node:assert/strict';
import { whyNotFree } from '../../../../src/features/calendar/slots/one-time.ts';
import { findOfferTimes, type SlotSubject } from '../../../../src/features/calendar/slots/operations.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/time/timestamps.ts';
import { describe, test } from '../../../support/lanes.ts';
import { isoOf } from '../../../support/makers/bookings.ts';
import { contextOf, makeRequestRow, offer } from '../../../support/makers/options.ts';
import { always, makeBusy, never, setAvailability, takeTime } from '../../../support/makers/taken-times.ts';
import { type Member, makeMember } from '../../../support/makers/team-members.ts';
import { dataOf, freshStorage, onBothEngines, startNode } from '../../../support/server/rota.ts';

const SETTINGS = '/api/v1/workspace/scheduling';
const hostsOf = (...members: Member[]) => members.map(({ id }) => ({ member_id: id }));
const span = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) });

onBothEngines('Times to offer', (node) => {
  const find = (subject: SlotSubject) => findOfferTimes(contextOf(node()), node().services.database, subject);
  const startsFor = async (subject: SlotSubject) =>
    (await find(subject)).map(({ starts_at }) => isoOf(starts_at));

  test('are the slots in the timeframe, for the duration', async () => {
    const ada = await makeMember(node());
    const timeframe = span('2026-03-10T15:00:00Z', '2026-03-11T10:00:00Z');
    assert.deepEqual(await startsFor({ hosts: hostsOf(ada), timeframe, duration_minutes: 60 }), [
      '2026-03-10T15:00:00.000Z',
      '2026-03-10T15:30:00.000Z',
      '2026-03-10T16:00:00.000Z',
      '2026-03-11T09:00:00.000Z',
    ]);
    const [first] = await find({ hosts: hostsOf(ada), timeframe });
    assert.equal((first?.ends_at ?? 0) - (first?.starts_at ?? 0), 30 * MINUTE_MS, 'of the settings');
  });

  test('are those of the next days without a timeframe, and none when it is over', async () => {
    const ada = await makeMember(node());
    const times = await startsFor({ hosts: hostsOf(ada) });
    // From Monday at 9, with four hours of notice, for 28 days.
    assert.deepEqual([times[0], times.at(-1)], ['2026-03-02T13:00:00.000Z', '2026-03-27T16:30:00.000Z']);
    const timeframe = span('2026-02-01T00:00:00Z', '2026-02-10T00:00:00Z');
    assert.deepEqual(await find({ hosts: hostsOf(ada), timeframe }), []);
  });

  test('are free for all hosts, but for the booking of the request itself', async () => {
    const [ada, ben] = [await makeMember(node()), await makeMember(node())];
    const timeframe = span('2026-03-10T09:00:00Z', '2026-03-10T11:00:00Z');
    await makeBusy(node(), ada, ['2026-03-10T09:00:00Z', '2026-03-10T09:10:00Z']);
    const request_id = await makeRequestRow(node(), ben);
    await takeTime(node(), ben, ['2026-03-10T10:00:00Z', '2026-03-10T10:30:00Z'], request_id);
    const subject = { hosts: hostsOf(ada, ben), timeframe };
    const free = ['2026-03-10T09:30:00.000Z', '2026-03-10T10:30:00.000Z'];
    assert.deepEqual(await startsFor(subject), free);
    assert.deepEqual(
      await startsFor({ ...subject, request_id }),
      [...free, '2026-03-10T10:00:00.000Z'].sort(),
    );
  });

  test('are some of each day of the whole timeframe, morning to night, where there are very many', async () => {
    const ada = await makeMember(node());
    await setAvailability(node(), ada, always);
    const before = dataOf<object>(await node().get(SETTINGS));
    await node().patch(SETTINGS, { slot_interval_minutes: 5, timeframe_days: 62 });
    const times = await find({ hosts: hostsOf(ada) });
    await node().patch(SETTINGS, before);
    assert.ok(times.length > 900 && times.length <= 1_000, `${times.length} times`);
    const byDay = Map.groupBy(times, ({ starts_at }) => Math.floor(starts_at / DAY_MS));
    assert.equal(byDay.size, 63, 'from 9:00 on the first day to 9:00 on the last');
    for (const day of [...byDay.values()].slice(1, -1)) {
      const hours = day.map(({ starts_at }) => Math.floor((starts_at % DAY_MS) / HOUR_MS));
      assert.ok(hours.includes(0) && hours.some((hour) => hour >= 21), 'over the whole day');
      const gaps = hours.map((hour, place) => (hours[place + 1] ?? 24) - hour);
      assert.ok(Math.max(...gaps) <= 3, 'evenly');
    }
  });
});

describe('Of a host with more busy times than can be read', () => {
  test('the times to offer are in the part of the timeframe that can', async (t) => {
    // On one engine: what is done about it is the same.
    const storage = await freshStorage('sqlite');
    const node = await startNode(storage);
    t.after(async () => {
      await node.stop();
      await storage.remove();
    });
    const ada = await makeMember(node);
    const { database, clock } = node.services;
    const late = clock.now() + 20 * DAY_MS;
    const sunday = late - (late % DAY_MS);
    await database.change(
      `insert into calendars (workspace_id, id, member_id, type, receives_bookings, created_at, updated_at)
       values ($1, 'clr_full', $2, 'pushed', 0, 0, 0)`,
      [node.workspaceId, ada.id],
    );
    const rows = Array.from({ length: 5_001 }, (_, place) => ({ at: sunday + place }));
    await database.change(
      `insert into busy_times (workspace_id, calendar_id, object, starts_at, ends_at, member_id)
       select $1, 'clr_full', '', at, at + ${MINUTE_MS}, $2 from ${database.dialect.rows('$3', { at: 'bigint' })}`,
      [node.workspaceId, ada.id, JSON.stringify(rows)],
    );
    const times = await findOfferTimes(contextOf(node), database, { hosts: hostsOf(ada) });
    assert.deepEqual(
      [times.at(0), times.at(-1)].map((time) => isoOf(time?.starts_at ?? 0)),
      ['2026-03-02T13:00:00.000Z', '2026-03-13T16:30:00.000Z'],
    );
  });
});

onBothEngines('Why a time is not free', (node) => {
  const why = async (subject: SlotSubject, from: string, minutes = 30) => {
    const starts_at = Date.parse(from);
    const time = { starts_at, ends_at: starts_at + minutes * MINUTE_MS };
    const reasons = await whyNotFree(contextOf(node()), node().services.database, subject, time);
    return reasons.map(({ email, reason }) => `${email} ${reason}`);
  };

  test('is nothing when all hosts are free, at any minute', async () => {
    const [ada, ben] = [await makeMember(node()), await makeMember(node())];
    assert.deepEqual(await why({ hosts: hostsOf(ada, ben) }, '2026-03-10T09:07:00Z'), []);
    assert.deepEqual(await why({ hosts: hostsOf(ada, ben) }, '2026-03-10T16:30:00Z'), []);
    assert.deepEqual(await why({ hosts: hostsOf(ada) }, '2026-03-10T09:00:00Z', 480), []);
  });

  test('is each reason of each host', async () => {
    const [ada, ben] = [await makeMember(node()), await makeMember(node())];
    await makeBusy(node(), ada, ['2026-03-10T10:00:00Z', '2026-03-10T10:30:00Z']);
    await setAvailability(node(), ben, never);
    const subject = { hosts: hostsOf(ada, ben) };
    assert.deepEqual(await why(subject, '2026-03-10T10:29:00Z'), [
      `${ada.email} busy`,
      `${ben.email} outside_hours`,
    ]);
    assert.deepEqual(await why({ hosts: hostsOf(ada) }, '2026-03-10T10:30:00Z'), []);
    assert.deepEqual(await why({ hosts: hostsOf(ada) }, '2026-03-02T12:59:00Z'), [`${ada.email} notice`]);
    assert.deepEqual(await why({ hosts: hostsOf(ada) }, '2026-02-02T12:00:00Z'), [`${ada.email} notice`]);
    assert.deepEqual(await why({ hosts: hostsOf(ada) }, '2026-03-10T16:31:00Z'), [
      `${ada.email} outside_hours`,
    ]);
  });

  test('is a booking or an option of another request, and none of its own', async () => {
    await node().patch(SETTINGS, { hold_options: true });
    const ada = await makeMember(node());
    const request_id = await makeRequestRow(node(), ada);
    await offer(node(), request_id, ['2026-03-10T09:00:00Z'], { hosts: [ada] });
    await takeTime(node(), ada, ['2026-03-10T10:00:00Z', '2026-03-10T10:30:00Z'], request_id);
    const hosts = hostsOf(ada);
    for (const start of ['2026-03-10T09:29:00Z', '2026-03-10T10:00:00Z']) {
      assert.deepEqual(await why({ hosts }, start), [`${ada.email} busy`]);
      assert.deepEqual(await why({ hosts, request_id }, start), []);
    }
  });
});
