// Free times, day by day: the slots of the request, on the clock of the reader, to take or to suggest.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { applyTransition } from '../../../support/makers/meeting-requests.ts';
import { ALAN, GRACE, makeOrganizer, makeShown, pageOf, textOf } from '../../../support/makers/pages.ts';
import { answered, type Shown, showRequest } from '../../../support/makers/scheduling.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';
import { pathOf, visit } from '../../../support/server/visits.ts';

const SETTINGS = '/api/v1/workspace/scheduling';
const startsIn = (page: string) =>
  [...page.matchAll(/name="at" value="([^"]+)"/g)].map(([, start]) => start as string);
const daysIn = (page: string) =>
  [...page.matchAll(/<li><button name="date" value="([^"]+)"/g)].map(([, date]) => date as string);

onBothEngines('Free times of a day', (node) => {
  const timesOf = (request: Pick<Shown, 'id'>, query = '') =>
    pageOf(node(), request.id, { below: `/times${query}` });
  /** What the API says is free in these days. */
  const slotsOf = async ({ id }: Pick<Shown, 'id'>, from: string, to: string) => {
    const slots = await node().get(`/api/v1/meeting_requests/${id}/slots?from=${from}&to=${to}&limit=1000`);
    return dataOf<{ starts_at: string }[]>(slots).map(({ starts_at }) => starts_at);
  };

  test('are the slots of the request, on the clock of the reader', async () => {
    const request = await makeShown(node(), [GRACE]);
    const page = await timesOf(request, '?date=2026-03-12');
    const free = startsIn(page);
    // The clock is that of Berlin.
    assert.deepEqual(free, await slotsOf(request, '2026-03-11T23:00:00Z', '2026-03-12T23:00:00Z'));
    assert.equal(free[0], '2026-03-12T08:00:00.000Z');
    assert.match(textOf(page), /Pick a time .*March 2026.*Thursday, 12 March Morning 09:00 09:30/);
    assert.match(page, /<form class="picker" method="get" action="\/m\/\w+\/times"/);
    // In Auckland, the last hours of Berlin's Friday are in Saturday.
    const there = await timesOf(request, '?date=2026-03-14&timezone=Pacific/Auckland');
    assert.match(textOf(there), /Saturday, 14 March Early and late times 00:00/);
  });

  test('are grouped by the part of the day; those at night are folded away, unless there are no others', async () => {
    const { id } = await makeOrganizer(node());
    dataOf(
      await node().patch(`/api/v1/workspace_members/${id}/availability`, {
        weekly: [{ day: 'thu', start: '06:30', end: '22:00' }],
      }),
    );
    const email = dataOf<{ email: string }>(await node().get(`/api/v1/workspace_members/${id}`)).email;
    const request = await makeShown(node(), [GRACE], { organizer_email: email });
    const text = textOf(await timesOf(request, '?date=2026-03-12'));
    assert.match(
      text,
      /Morning 07:00 .*11:30 Afternoon 12:00 .*16:30 Evening 17:00 .*20:30 Early and late times 06:30 21:00 21:30/,
    );
    const day = await timesOf(request, '?date=2026-03-12');
    assert.match(day, /<details><summary>/);
    assert.match(await timesOf(request, '?date=2026-03-12&timezone=Asia/Tokyo'), /<details><summary>/);
    assert.match(await timesOf(request, '?date=2026-03-13&timezone=Asia/Tokyo'), /<details open><summary>/);
  });

  test('are of the first day that has some, and lead to the others as far as times are looked for', async () => {
    const request = await makeShown(node(), [GRACE]);
    const page = await timesOf(request);
    assert.equal(startsIn(page)[0]?.slice(0, 10), '2026-03-02');
    const days = daysIn(page);
    assert.deepEqual([days[0], days.at(-1), days.length], ['2026-03-02', '2026-03-30', 21]);
    // Before and after them there is nothing to look at.
    for (const date of ['2020-01-01', '2999-01-01', '9999-12-31', '0000-01-01']) {
      assert.deepEqual(daysIn(await timesOf(request, `?date=${date}`)), days, date);
    }
  });

  test('stay within the timeframe of the request, also at its ends', async () => {
    const timeframe = { start: '2026-03-12T09:00:00Z', end: '2026-03-16T09:00:00Z' };
    const request = await makeShown(node(), [GRACE], { context: { timeframe } });
    const first = await timesOf(request);
    assert.deepEqual(startsIn(first).at(0), '2026-03-12T09:00:00.000Z');
    assert.deepEqual(daysIn(first), ['2026-03-12', '2026-03-13', '2026-03-16']);
    const last = await timesOf(request, '?date=2026-03-16');
    assert.deepEqual(startsIn(last), ['2026-03-16T08:00:00.000Z', '2026-03-16T08:30:00.000Z']);
  });

  test('have a day without any: it says so, and the others are still there', async () => {
    const organizer = await makeOrganizer(node());
    const request = await makeShown(node(), [GRACE], { organizer_email: organizer.email });
    const overrides = [{ date: '2026-03-10', hours: [] }];
    dataOf(await node().patch(`/api/v1/workspace_members/${organizer.id}/availability`, { overrides }));
    const page = await timesOf(request, '?date=2026-03-10');
    assert.deepEqual(startsIn(page), []);
    assert.match(textOf(page), /Tuesday, 10 March Nothing is free on this day\./);
    assert.ok(daysIn(page).includes('2026-03-11'));
    assert.ok(!daysIn(await timesOf(request)).includes('2026-03-10'));
  });

  test('of several, one marks some on any days and suggests them to all, while there is a round left', async () => {
    const request = await makeShown(node(), [GRACE, ALAN]);
    const page = await timesOf(request, '?date=2026-03-12&at=2026-03-12T09:00Z&at=2026-03-11T10:00Z');
    assert.match(textOf(page), /Suggest other times.*Tick up to 3 times that work for you/);
    assert.match(page, /type="checkbox" name="at" value="2026-03-12T09:00:00.000Z" checked/);
    assert.match(textOf(page), /On other days Wed 11 Mar, 11:00 Up to 3 times\. Marked:/);
    const two = '/times?at=2026-03-12T09:00Z&at=2026-03-11T10:00Z&step=send';
    const last = await pageOf(node(), request.id, { below: two });
    assert.match(textOf(last), /Suggest these times\?.*Wednesday, 11 March 11:00.*Thursday, 12 March 10:00/);
    assert.match(textOf(await timesOf(request, '?step=send')), /Please tick at least one time/);
    const four = ['09:00', '10:00', '11:00', '12:00'].map((clock) => `at=2026-03-12T${clock}Z`).join('&');
    assert.match(textOf(await timesOf(request, `?${four}&step=send`)), /Please tick no more than 3 times/);
    dataOf(await node().patch(SETTINGS, { rounds: 1 }));
    assert.deepEqual(startsIn(await timesOf(request)), []);
    assert.doesNotMatch(textOf(await pageOf(node(), request.id)), /Suggest/);
    dataOf(await node().patch(SETTINGS, { rounds: 3 }));
  });

  test('move a booked meeting of the only participant', async () => {
    const request = await makeShown(node(), [GRACE]);
    dataOf(
      await applyTransition(node(), request.id, 'book', {
        starts_at: '2026-03-19T10:00:00Z',
        duration_minutes: 60,
      }),
    );
    const page = await timesOf(request, '?date=2026-03-19');
    assert.match(textOf(page), /Pick a new time.*Now on Thursday, 19 March, 11:00–12:00/);
    assert.ok(startsIn(page).includes('2026-03-19T10:30:00.000Z'), 'its own time is not in the way');
    assert.ok(!startsIn(page).includes('2026-03-19T10:00:00.000Z'), 'it is no other time');
    const chosen = await timesOf(request, '?at=2026-03-19T10:30Z');
    assert.match(textOf(chosen), /Move the meeting to this time\? Thursday, 19 March 11:30–12:30/);
    assert.match(textOf(await timesOf(request, '?at=2026-03-19T10:31Z')), /That time has just gone/);
    dataOf(await node().patch(SETTINGS, { participants_may_reschedule: false }));
    assert.match(textOf(await timesOf(request)), /^ A Acme Booked.*Add to calendar/);
    dataOf(await node().patch(SETTINGS, { participants_may_reschedule: true }));
  });

  test('are for nobody where there is nothing to choose: the page says where the meeting stands', async () => {
    const several = await makeShown(node(), [GRACE, ALAN]);
    for (const { email } of several.participants) {
      await answered(node(), several.id, email, [several.options[0]?.id as string]);
    }
    const paused = await makeShown(node(), [GRACE]);
    dataOf(await applyTransition(node(), paused.id, 'pause'));
    const cancelled = await makeShown(node(), [GRACE]);
    dataOf(await applyTransition(node(), cancelled.id, 'cancel', {}));
    for (const [request, says] of [
      [several, /Booked/],
      [paused, /on hold for now/],
      [cancelled, /Cancelled/],
    ] as const) {
      const page = await timesOf(request);
      assert.match(textOf(page), says);
      assert.deepEqual(startsIn(page), []);
    }
  });

  test('are all of the day, however many, and name no host', async () => {
    dataOf(await node().patch(SETTINGS, { slot_interval_minutes: 5 }));
    const organizer = await makeOrganizer(node());
    const request = await makeShown(node(), [GRACE], { organizer_email: organizer.email });
    const page = await timesOf(request, '?date=2026-03-10');
    dataOf(await node().patch(SETTINGS, { slot_interval_minutes: 30 }));
    assert.equal(startsIn(page).length, 91, 'from nine to half past four');
    assert.ok(!page.includes(organizer.email));
  });

  test('422: what is no date, and what is no time', async () => {
    const path = await pathOf(node(), (await makeShown(node(), [GRACE])).id);
    const dates = ['2026-02-30', 'next', '2026-03-09T00:00:00Z', ''].map((date) => ({ date }));
    const times = ['next', '2026-03-09T00:00:30Z', `2026-03-09T00:00Z${',2026-03-09T00:00Z'.repeat(50)}`];
    for (const query of [...dates, ...times.map((at) => ({ at })), { step: 'back' }]) {
      const { status } = await visit(
        node(),
        `${path}/times?${new URLSearchParams(query as Record<string, string>)}`,
      );
      assert.equal(status, 422, JSON.stringify(query));
    }
  });

  test('looking changes nothing', async () => {
    const request = await makeShown(node(), [GRACE]);
    const path = await pathOf(node(), request.id);
    const before = await showRequest(node(), request.id);
    for (const below of ['', '/times', '/timezone', `?option=${request.options[0]?.id}`]) {
      for (const method of ['GET', 'HEAD']) {
        assert.equal((await visit(node(), path + below, {}, method)).status, 200);
      }
    }
    assert.deepEqual(await showRequest(node(), request.id), before);
  });
});
