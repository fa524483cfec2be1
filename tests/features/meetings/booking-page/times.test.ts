// Free times of a week: the slots of the request, on the clock of the reader, to take or to suggest.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { applyTransition } from '../../../support/makers/meeting-requests.ts';
import { ALAN, GRACE, makeOrganizer, makeShown, pageOf, textOf } from '../../../support/makers/pages.ts';
import { answered, type Shown, showRequest } from '../../../support/makers/scheduling.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';
import { pathOf, visit } from '../../../support/server/visits.ts';

const SETTINGS = '/api/v1/workspace/scheduling';
const startsIn = (page: string) =>
  [...page.matchAll(/name="starts_at\[\]" value="([^"]+)"/g)].map(([, start]) => start as string);
const weekLink = (page: string, rel: 'prev' | 'next') =>
  new RegExp(`href="[^"]*/times\\?week=([\\d-]+)[^"]*" rel="${rel}"`).exec(page)?.[1];

onBothEngines('The free times of a week', (node) => {
  const timesOf = (request: Pick<Shown, 'id'>, query = '') =>
    pageOf(node(), request.id, { below: `/times${query}` });
  /** What the API says is free in these days. */
  const slotsOf = async ({ id }: Pick<Shown, 'id'>, from: string, to: string) => {
    const slots = await node().get(`/api/v1/meeting_requests/${id}/slots?from=${from}&to=${to}&limit=1000`);
    return dataOf<{ starts_at: string }[]>(slots).map(({ starts_at }) => starts_at);
  };

  test('are the slots of the request, on the clock of the reader, from Monday to Sunday', async () => {
    const request = await makeShown(node(), [GRACE]);
    const page = await timesOf(request, '?week=2026-03-12');
    const free = startsIn(page);
    // The clock is that of Berlin.
    assert.deepEqual(free, await slotsOf(request, '2026-03-08T23:00:00Z', '2026-03-15T23:00:00Z'));
    assert.equal(free[0], '2026-03-09T08:00:00.000Z');
    assert.match(textOf(page), /More times 9.{1,3}15 March.*Monday,? 9 March 09:00 09:30.*Book this time/);
    assert.match(page, /<section id="times"[^>]*>.*type="radio" name="starts_at\[\]"/s);
    // In Auckland, the last hours of Berlin's Friday are in Saturday.
    assert.match(
      textOf(await timesOf(request, '?week=2026-03-12&timezone=Pacific/Auckland')),
      /Saturday,? 14 March/,
    );
  });

  test('go on to the weeks before and after, as far as times are looked for', async () => {
    const request = await makeShown(node(), [GRACE]);
    let page = await timesOf(request);
    assert.equal(weekLink(page, 'prev'), undefined);
    const weeks = [];
    for (let week = weekLink(page, 'next'); week; week = weekLink(page, 'next')) {
      weeks.push(week);
      page = await timesOf(request, `?week=${week}`);
      assert.equal(weekLink(page, 'prev'), weeks.at(-2) ?? '2026-03-02');
    }
    assert.deepEqual(weeks, ['2026-03-09', '2026-03-16', '2026-03-23', '2026-03-30'], 'four weeks ahead');
    // Before and after them there is nothing to look at: the nearest week is shown.
    assert.equal(weekLink(await timesOf(request, '?week=2020-01-01'), 'next'), '2026-03-09');
    for (const week of ['2999-01-01', '9999-12-31']) {
      assert.equal(weekLink(await timesOf(request, `?week=${week}`), 'prev'), '2026-03-23');
    }
    assert.equal(weekLink(await timesOf(request, '?week=0000-01-01'), 'next'), '2026-03-09');
  });

  test('stay within the timeframe of the request, also at its ends', async () => {
    const timeframe = { start: '2026-03-12T09:00:00Z', end: '2026-03-16T09:00:00Z' };
    const request = await makeShown(node(), [GRACE], { context: { timeframe } });
    const first = await timesOf(request);
    assert.deepEqual(startsIn(first).at(0), '2026-03-12T09:00:00.000Z');
    assert.deepEqual([weekLink(first, 'prev'), weekLink(first, 'next')], [undefined, '2026-03-16']);
    const second = await timesOf(request, '?week=2026-03-16');
    assert.deepEqual(startsIn(second), ['2026-03-16T08:00:00.000Z', '2026-03-16T08:30:00.000Z']);
    assert.deepEqual([weekLink(second, 'prev'), weekLink(second, 'next')], ['2026-03-09', undefined]);
  });

  test('have a week without any: it says so, and the way goes on', async () => {
    const organizer = await makeOrganizer(node());
    const request = await makeShown(node(), [GRACE], { organizer_email: organizer.email });
    const overrides = ['09', '10', '11', '12', '13'].map((day) => ({ date: `2026-03-${day}`, hours: [] }));
    dataOf(await node().patch(`/api/v1/workspace_members/${organizer.id}/availability`, { overrides }));
    const page = await timesOf(request, '?week=2026-03-09');
    assert.deepEqual(startsIn(page), []);
    assert.match(textOf(page), /No time is free in this week\./);
    assert.deepEqual([weekLink(page, 'prev'), weekLink(page, 'next')], ['2026-03-02', '2026-03-16']);
  });

  test('of several, one suggests some to all, while there is a round left', async () => {
    const request = await makeShown(node(), [GRACE, ALAN]);
    const page = await timesOf(request);
    assert.match(textOf(page), /Suggest other times.*Mark up to 3 times that work for you/);
    assert.match(page, /type="checkbox" name="starts_at\[\]"/);
    dataOf(await node().patch(SETTINGS, { rounds: 1 }));
    assert.deepEqual(startsIn(await timesOf(request)), []);
    assert.doesNotMatch(textOf(await pageOf(node(), request.id)), /Suggest/);
    dataOf(await node().patch(SETTINGS, { rounds: 3 }));
  });

  test('move a booked meeting of the only participant, from its own week on', async () => {
    const request = await makeShown(node(), [GRACE]);
    dataOf(
      await applyTransition(node(), request.id, 'book', {
        starts_at: '2026-03-19T10:00:00Z',
        duration_minutes: 60,
      }),
    );
    const page = await timesOf(request);
    assert.match(textOf(page), /Booked.*Choose another time.*Move the meeting/);
    assert.equal(startsIn(page)[0], '2026-03-16T08:00:00.000Z');
    assert.ok(startsIn(page).includes('2026-03-19T10:30:00.000Z'), 'its own time is not in the way');
    assert.ok(!startsIn(page).includes('2026-03-19T10:00:00.000Z'), 'it is no other time');
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
      [paused, /paused at the moment/],
      [cancelled, /Cancelled/],
    ] as const) {
      const page = await timesOf(request);
      assert.match(textOf(page), says);
      assert.deepEqual(startsIn(page), []);
    }
  });

  test('are some of each day where there are very many, and name no host', async () => {
    dataOf(await node().patch(SETTINGS, { slot_interval_minutes: 5 }));
    const organizer = await makeOrganizer(node());
    const request = await makeShown(node(), [GRACE], { organizer_email: organizer.email });
    const page = await timesOf(request, '?week=2026-03-09');
    dataOf(await node().patch(SETTINGS, { slot_interval_minutes: 30 }));
    const days = Map.groupBy(startsIn(page), (start) => start.slice(0, 10));
    assert.equal(days.size, 5);
    assert.ok(startsIn(page).length <= 300);
    assert.ok(!page.includes(organizer.email));
  });

  test('422: what is no date', async () => {
    const path = await pathOf(node(), (await makeShown(node(), [GRACE])).id);
    for (const week of ['2026-02-30', 'next', '2026-03-09T00:00:00Z', '']) {
      const { status } = await visit(node(), `${path}/times?week=${encodeURIComponent(week)}`);
      assert.equal(status, 422, week);
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
