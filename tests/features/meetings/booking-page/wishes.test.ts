// Rough wishes of participants: kept with an answer, shown, and met by the next times as far as there are such.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { offerTo, outcomeOf } from '../../../support/makers/booking-page.ts';
import { REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { offeredIn, type Shown, showRequest } from '../../../support/makers/scheduling.ts';
import { setAvailability } from '../../../support/makers/taken-times.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import type { AuditEntry } from '../../../support/server/resources.ts';
import { dataOf, errorOf, onBothEngines } from '../../../support/server/rota.ts';

const ADA = 'ada@example.org';
const BEN = 'ben@example.org';
const MORNINGS = { days: [], parts_of_day: ['morning'] };

onBothEngines('Wishes', (node) => {
  const decline = (page: string, fields: object, round = 1) =>
    outcomeOf(node(), page, 'answer', { none: 'yes', round, ...fields });
  const answer = (id: string, body: object) => node().post(`${REQUESTS}/${id}/answer`, body);
  const wishesIn = ({ participants }: Shown) => participants.map(({ wishes }) => wishes);
  /** `Thu 09:30` for each option that is offered, in UTC. */
  const timesOf = (shown: Shown) =>
    offeredIn(shown).map(({ starts_at }) => {
      const at = new Date(starts_at);
      return `${at.toUTCString().slice(0, 3)} ${starts_at.slice(11, 16)}`;
    });

  test('on the page lead to times that meet them', async () => {
    const { id, page } = await offerTo(node(), [ADA]);
    const sent = { days: ['fri', 'tue', 'tue'], parts: ['afternoon'] };
    assert.equal(await decline(page, sent), 'declined');
    const after = await showRequest(node(), id);
    assert.deepEqual(wishesIn(after), [{ days: ['tue', 'fri'], parts_of_day: ['afternoon'] }]);
    const times = timesOf(after);
    assert.equal(times.length, 3);
    assert.ok(
      times.every((time) => /^(Tue|Fri) 1[2-6]:/.test(time)),
      times.join(),
    );
  });

  test('count on the clock of whoever has them', async () => {
    const { id, page } = await offerTo(node(), [ADA]);
    // 09:00 to 12:00 in New York is 14:00 to 17:00 in UTC in winter; the hosts' hours end at 17:00.
    assert.equal(await decline(page, { parts: ['morning'], timezone: 'America/New_York' }), 'declined');
    const times = timesOf(await showRequest(node(), id));
    assert.ok(
      times.every((time) => /1[2-6]:/.test(time)),
      times.join(),
    );
  });

  test('of several are all met', async () => {
    const { id, pages } = await offerTo(node(), [ADA, BEN]);
    const [ada, ben] = pages as [string, string];
    await decline(ada, { days: ['thu'] });
    assert.equal(await decline(ben, { parts: ['morning'] }, 2), 'declined');
    const after = await showRequest(node(), id);
    assert.deepEqual(wishesIn(after), [{ days: ['thu'], parts_of_day: [] }, MORNINGS]);
    const times = timesOf(after);
    assert.ok(
      times.every((time) => /^Thu (09|1[01]):/.test(time)),
      times.join(),
    );
  });

  test('that no host can meet do not keep times from being offered', async () => {
    const organizer = await makeMember(node());
    await setAvailability(node(), organizer, {
      weekly: [
        { day: 'wed', start: '09:00', end: '10:00' },
        { day: 'thu', start: '13:00', end: '17:00' },
      ],
      minimum_notice_minutes: 0,
    });
    const { id, page } = await offerTo(node(), [ADA], { organizer_email: organizer.email });
    await decline(page, { days: ['sun'], parts: ['afternoon'] });
    const times = timesOf(await showRequest(node(), id));
    assert.equal(times.length, 3);
    assert.ok(
      times.every((time) => /^Thu 1/.test(time)),
      'the part of the day, at least',
    );
  });

  test('by a call are those of the participant, and last until the next answer', async () => {
    const { id, options } = await offerTo(node(), [ADA, BEN]);
    const body = {
      participant_email: ADA,
      none_work: true,
      wishes: { parts_of_day: ['morning'], days: null },
    };
    const after = dataOf<Shown>(await answer(id, body));
    assert.deepEqual(wishesIn(after), [MORNINGS, null]);
    const [entry] = dataOf<AuditEntry[]>(await node().get(`/api/v1/audit_log?target_id=${id}`)).filter(
      ({ action }) => action === 'meeting_request.answered',
    );
    assert.deepEqual(entry?.changes.wishes, [null, MORNINGS]);
    assert.ok(timesOf(after).every((time) => /(09|1[01]):/.test(time)));
    const option_ids = offeredIn(after).map((option) => option.id);
    const chosen = { participant_email: ADA, option_ids, wishes: { days: ['mon'], parts_of_day: [] } };
    assert.deepEqual(wishesIn(dataOf(await answer(id, chosen))), [{ days: ['mon'], parts_of_day: [] }, null]);
    const { wishes: _, ...again } = chosen;
    assert.deepEqual(wishesIn(dataOf(await answer(id, again))), [null, null]);
    assert.equal(options.length, 3);
  });

  test('by a call can name dates and hours', async () => {
    const { id } = await offerTo(node(), [ADA]);
    const today = new Date(node().clock.now());
    const dayAfter = (days: number) =>
      new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
    const wishes = {
      days: [],
      parts_of_day: [],
      earliest_date: dayAfter(7),
      latest_date: dayAfter(18),
      earliest_time: '14:00',
      latest_time: '16:00',
      except_dates: [dayAfter(9), dayAfter(8)],
    };
    const body = { participant_email: ADA, none_work: true, wishes };
    const after = dataOf<Shown>(await answer(id, body));
    assert.deepEqual(wishesIn(after), [{ ...wishes, except_dates: [dayAfter(8), dayAfter(9)] }]);
    assert.equal(offeredIn(after).length, 3);
    for (const { starts_at, ends_at } of offeredIn(after)) {
      const date = starts_at.slice(0, 10);
      assert.ok(date >= dayAfter(7) && date <= dayAfter(18) && !wishes.except_dates.includes(date), date);
      assert.ok(starts_at.slice(11, 16) >= '14:00' && ends_at.slice(11, 16) <= '16:00', starts_at);
    }
  });

  test('of nothing are none', async () => {
    const { id } = await offerTo(node(), [ADA]);
    for (const wishes of [null, {}, { days: [], parts_of_day: [] }]) {
      const body = { participant_email: ADA, none_work: true, wishes };
      assert.deepEqual(wishesIn(dataOf(await answer(id, body))), [null]);
    }
  });

  test('422 for days and parts that there are not', async () => {
    const { id } = await offerTo(node(), [ADA]);
    for (const [wishes, message] of [
      [{ days: ['monday'] }, /wishes\.days/],
      [{ days: 'mon' }, /wishes\.days/],
      [{ days: Array(8).fill('mon') }, /wishes\.days/],
      [{ parts_of_day: ['night'] }, /wishes\.parts_of_day/],
      [{ earliest_date: '23 November' }, /wishes\.earliest_date/],
      [{ earliest_date: '2026-11-23', latest_date: '2026-11-22' }, /wishes\.latest_date/],
      [{ earliest_time: '3pm' }, /wishes\.earliest_time/],
      [{ earliest_time: '15:00', latest_time: '15:00' }, /wishes\.latest_time/],
      [{ except_dates: ['2026-02-30'] }, /wishes\.except_dates/],
      [{ except_dates: Array(63).fill('2026-11-23') }, /wishes\.except_dates/],
      ['mornings', /wishes/],
      [[], /wishes/],
    ] as const) {
      const refused = await answer(id, { participant_email: ADA, none_work: true, wishes });
      assert.equal(refused.status, 422);
      assert.match(errorOf(refused).message, message);
    }
  });
});
