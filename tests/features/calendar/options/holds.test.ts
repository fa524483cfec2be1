// With `hold_options`, an offered time is busy for other requests until there is an answer, for 72 hours at most.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import {
  markChosen,
  withdrawOption,
  withdrawOptions,
  withdrawOptionsOf,
} from '../../../../src/features/calendar/options/operations.ts';
import { HOUR_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { contextOf, makeRequestRow, offer } from '../../../support/makers/options.ts';
import { refusedIn, slotsOf, startsOf } from '../../../support/makers/taken-times.ts';
import { MEMBERS, type Member, makeMember } from '../../../support/makers/team-members.ts';
import { eventually } from '../../../support/makers/webhooks.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const NINE = '2026-03-10T09:00:00Z';
const HALF_PAST = '2026-03-10T09:30:00Z';
const TEN = '2026-03-10T10:00:00Z';
const morning = { from: NINE, to: '2026-03-10T10:30:00Z' };
const SWEEP_MS = 10 * 60 * 1000;

onBothEngines('An offered time', (node) => {
  let ada: Member;
  const hold = async (hold_options: boolean) =>
    dataOf(await node().patch('/api/v1/workspace/scheduling', { hold_options }));
  const freeOf = async (path: string) => startsOf(await slotsOf(node(), path, morning));
  const freeTimes = () => freeOf(`${MEMBERS}/${ada.id}`);
  const all = ['2026-03-10 09:00', '2026-03-10 09:30', '2026-03-10 10:00'];
  before(() => hold(true));

  /** Holds of Ada, who is a new person in each test. */
  const holdsOf = () =>
    node().services.database.all<{ option_id: string }>(
      'select option_id from option_holds where workspace_id = $1 and member_id = $2',
      [node().workspaceId, ada.id],
    );
  const meet = async (starts: string[] = [HALF_PAST]) => {
    ada = await makeMember(node(), 'Ada');
    const id = await makeRequestRow(node(), ada);
    return { id, options: await offer(node(), id, starts, { hosts: [ada, ada] }) };
  };

  test('is not held without the setting', async () => {
    await hold(false);
    await meet();
    await hold(true);
    assert.deepEqual([await freeTimes(), await holdsOf()], [all, []]);
  });

  test('is busy for others, and not for its own request', async () => {
    const { id } = await meet();
    assert.deepEqual(await freeTimes(), ['2026-03-10 09:00', '2026-03-10 10:00']);
    const explained = await slotsOf(node(), `${MEMBERS}/${ada.id}`, { ...morning, explain: true });
    assert.deepEqual(refusedIn(explained), { '2026-03-10 09:30': ['busy'] });
    assert.deepEqual(await freeOf(`${REQUESTS}/${await makeRequestRow(node(), ada)}`), await freeTimes());
    assert.deepEqual(await freeOf(`${REQUESTS}/${id}`), all);
  });

  test('is held for its hosts only', async () => {
    const { id } = await meet();
    const ben = await makeMember(node(), 'Ben');
    assert.deepEqual(await freeOf(`${MEMBERS}/${ben.id}`), all);
    await offer(node(), id, [TEN], { hosts: [ada, ben] });
    assert.deepEqual(await freeOf(`${MEMBERS}/${ben.id}`), ['2026-03-10 09:00', '2026-03-10 09:30']);
    assert.deepEqual(await freeTimes(), ['2026-03-10 09:00']);
  });

  test('does not stop a booking by hand', async () => {
    await meet();
    const other = await makeRequestRow(node(), ada);
    const booked = await node().post(`${REQUESTS}/${other}/book`, { starts_at: HALF_PAST });
    assert.equal(booked.status, 200, booked.text);
  });

  test('is free again when it is withdrawn, or when another is chosen', async () => {
    const { database } = node().services;
    for (const end of [
      (id: string) => database.transaction((tx) => withdrawOptions(contextOf(node()), tx, id)),
      (id: string) => database.transaction((tx) => withdrawOptionsOf(contextOf(node()), tx, [id])),
      (id: string) => database.transaction((tx) => markChosen(contextOf(node()), tx, id, null)),
    ]) {
      const { id } = await meet([NINE, HALF_PAST, TEN]);
      assert.deepEqual(await freeTimes(), []);
      await end(id);
      assert.deepEqual([await freeTimes(), await holdsOf()], [all, []]);
    }
    const { options } = await meet([NINE, HALF_PAST]);
    await database.transaction((tx) => withdrawOption(contextOf(node()), tx, options[0]?.id ?? ''));
    assert.deepEqual(await freeTimes(), ['2026-03-10 09:00', '2026-03-10 10:00']);
  });

  test('is free again after 72 hours, and the hold is removed', async () => {
    await meet([NINE]);
    node().clock.advance(72 * HOUR_MS - 1);
    assert.deepEqual(await freeTimes(), ['2026-03-10 09:30', '2026-03-10 10:00']);
    node().clock.advance(1);
    assert.deepEqual(await freeTimes(), all);
    await eventually(async () => {
      node().clock.advance(SWEEP_MS);
      return (await holdsOf()).length === 0;
    });
  });
});
