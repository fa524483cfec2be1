// Options are offered, accepted, chosen and withdrawn, each for its request alone.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import type { Context } from '../../../../src/context.ts';
import {
  acceptOptions,
  markChosen,
  readOptions,
  withdrawOption,
  withdrawOptions,
  withdrawOptionsOf,
} from '../../../../src/features/calendar/options/operations.ts';
import { MAX_OPTIONS } from '../../../../src/features/calendar/options/rules.ts';
import type { Transaction } from '../../../../src/storage/database.ts';
import { HOUR_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { contextOf, makeRequestRow, offer } from '../../../support/makers/options.ts';
import { type Member, makeMember } from '../../../support/makers/team-members.ts';
import { onBothEngines } from '../../../support/server/rota.ts';

const NINE = '2026-03-10T09:00:00Z';
const TEN = '2026-03-10T10:00:00Z';
const ELEVEN = '2026-03-11T11:00:00Z';

onBothEngines('Options', (node) => {
  let ada: Member;
  before(async () => {
    ada = await makeMember(node(), 'Ada');
  });

  const newRequest = () => makeRequestRow(node(), ada);
  const read = (id: string, context = contextOf(node())) => readOptions(context, context.database, id);
  const change = <Result>(work: (context: Context, tx: Transaction) => Promise<Result>) =>
    node().services.database.transaction((tx) => work(contextOf(node()), tx));
  const accept = (id: string, place: number, ...optionIds: string[]) =>
    change((context, tx) => acceptOptions(context, tx, id, place, optionIds));
  const statusesOf = async (id: string) => (await read(id)).map(({ status }) => status);

  test('are read as they were offered, in order of round and time', async () => {
    const id = await newRequest();
    assert.deepEqual(await read(id), []);
    const later = await offer(node(), id, [ELEVEN, TEN], { round: 2 });
    const [first] = await offer(node(), id, [NINE]);
    const starts_at = Date.parse(NINE);
    assert.deepEqual(first, {
      id: first?.id,
      request_id: id,
      starts_at,
      ends_at: starts_at + HOUR_MS / 2,
      round: 1,
      status: 'offered',
      accepted_by: [],
    });
    assert.match(first?.id ?? '', /^opt_/);
    assert.deepEqual(await read(id), [first, later[1], later[0]]);
  });

  test('are not seen from another workspace, nor from another request', async () => {
    const id = await newRequest();
    await offer(node(), id, [NINE]);
    const { id: other } = await node().otherWorkspace();
    assert.deepEqual(await read(id, contextOf(node(), other)), []);
    assert.deepEqual(await read(await newRequest()), []);
  });

  test('name the places of those whom they work for, in order', async () => {
    const id = await newRequest();
    const [nine, ten] = (await offer(node(), id, [NINE, TEN])).map((option) => option.id) as [string, string];
    await accept(id, 2, ten, nine, ten);
    await accept(id, 0, ten);
    await accept(id, 11, ten);
    const accepted = async () => (await read(id)).map(({ accepted_by }) => accepted_by);
    assert.deepEqual(await accepted(), [[2], [0, 2, 11]]);
    await accept(id, 2, nine);
    await accept(id, 0);
    assert.deepEqual(await accepted(), [[2], [11]], 'an answer replaces the one before');
  });

  test('keep who accepted them when they are withdrawn and others are offered', async () => {
    const id = await newRequest();
    const [nine] = await offer(node(), id, [NINE]);
    await accept(id, 0, nine?.id ?? '');
    await change((context, tx) => withdrawOptions(context, tx, id));
    const [ten] = await offer(node(), id, [TEN], { round: 2 });
    await accept(id, 0, ten?.id ?? '');
    assert.deepEqual(
      (await read(id)).map(({ status, accepted_by }) => [status, accepted_by]),
      [
        ['withdrawn', [0]],
        ['offered', [0]],
      ],
    );
  });

  test('can not be accepted unless they are offered, and then nothing changes', async () => {
    const id = await newRequest();
    const [nine, ten] = (await offer(node(), id, [NINE, TEN])).map((option) => option.id) as [string, string];
    const [foreign] = await offer(node(), await newRequest(), [NINE]);
    await accept(id, 0, nine);
    await change((context, tx) => withdrawOption(context, tx, ten));
    const refused = { type: 'validation_error' };
    await assert.rejects(accept(id, 0, nine, foreign?.id ?? ''), {
      ...refused,
      message: 'option_ids[1] is not an option of the request',
    });
    await assert.rejects(accept(id, 0, ten), {
      ...refused,
      message: 'option_ids[0] is withdrawn: it is not offered any more',
    });
    assert.deepEqual(
      (await read(id)).map(({ accepted_by }) => accepted_by),
      [[0], []],
    );
  });

  test('are withdrawn one by one, all at once, or those of many requests', async () => {
    const ids = [await newRequest(), await newRequest(), await newRequest()];
    const offered = [];
    for (const id of ids) offered.push(...(await offer(node(), id, [NINE, TEN])));
    const [first, second, third] = ids as [string, string, string];
    const taken = offered[0]?.id ?? '';
    assert.equal(await change((context, tx) => withdrawOption(context, tx, taken)), true);
    assert.equal(await change((context, tx) => withdrawOption(context, tx, taken)), false);
    assert.deepEqual(await statusesOf(first), ['withdrawn', 'offered']);
    await change((context, tx) => withdrawOptions(context, tx, first));
    assert.deepEqual(await statusesOf(first), ['withdrawn', 'withdrawn']);
    assert.deepEqual(await statusesOf(second), ['offered', 'offered']);
    await change((context, tx) => withdrawOptionsOf(context, tx, [second, third, second]));
    assert.deepEqual(await statusesOf(second), ['withdrawn', 'withdrawn']);
    assert.deepEqual(await statusesOf(third), ['withdrawn', 'withdrawn']);
  });

  test('are withdrawn when another is chosen, also the one that was chosen before', async () => {
    const id = await newRequest();
    const [nine] = await offer(node(), id, [NINE, TEN]);
    await change((context, tx) => markChosen(context, tx, id, nine?.id ?? ''));
    assert.deepEqual(await statusesOf(id), ['chosen', 'withdrawn']);
    const [eleven] = await offer(node(), id, [ELEVEN], { round: 2 });
    await change((context, tx) => withdrawOptions(context, tx, id));
    assert.deepEqual(await statusesOf(id), ['chosen', 'withdrawn', 'withdrawn'], 'a chosen one stays');
    await change((context, tx) => markChosen(context, tx, id, eleven?.id ?? ''));
    assert.deepEqual(await statusesOf(id), ['withdrawn', 'withdrawn', 'chosen']);
    await change((context, tx) => markChosen(context, tx, id, null));
    assert.deepEqual(await statusesOf(id), ['withdrawn', 'withdrawn', 'withdrawn']);
  });

  test(`are ${MAX_OPTIONS} at most: the oldest that were withdrawn go`, async () => {
    const id = await newRequest();
    const many = Array.from({ length: MAX_OPTIONS / 2 }, (_, hour) =>
      new Date(Date.parse(NINE) + hour * HOUR_MS).toISOString(),
    );
    const [first] = await offer(node(), id, many, { round: 1 });
    await accept(id, 0, first?.id ?? '');
    await change((context, tx) => withdrawOptions(context, tx, id));
    await offer(node(), id, many, { round: 2 });
    assert.equal((await read(id)).length, MAX_OPTIONS);
    await offer(node(), id, [NINE, TEN], { round: 3 });
    const rounds = (await read(id)).map(({ round }) => round);
    const count = (round: number) => rounds.filter((each) => each === round).length;
    assert.deepEqual([count(1), count(2), count(3)], [MAX_OPTIONS / 2 - 2, MAX_OPTIONS / 2, 2]);
    assert.ok(!(await read(id)).some((option) => option.id === first?.id));
  });
});
