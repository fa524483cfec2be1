// Requests that are counted together on PostgreSQL keep the rate limits as exactly as if they came one by one.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { RotaError } from '../../src/errors.ts';
import { createSharedRateLimiter } from '../../src/http/rate-limit.ts';
import type { RateLimiter, Window } from '../../src/limits/rate-windows.ts';
import type { Database } from '../../src/storage/database.ts';
import { describe, test } from '../support/lanes.ts';
import { waitBehind } from '../support/server/locks.ts';
import { freshStorage, type Node, type Storage, startNode } from '../support/server/rota.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 9);

describe('requests that arrive together', () => {
  let storage: Storage;
  let nodes: [Node, Node];
  let limiters: [RateLimiter, RateLimiter];
  let database: Database;
  let made = 0;
  before(async () => {
    storage = await freshStorage('postgres');
    nodes = [await startNode(storage), await startNode(storage)];
    ({ database } = nodes[1].services);
    limiters = nodes.map((node) => createSharedRateLimiter(node.services.database)) as typeof limiters;
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await storage.remove();
  });

  const newWindow = (limit: number): Window => ({ subject: `window ${++made}`, limit });
  const together = (count: number, windows: Window[], now = START, [limiter] = limiters) =>
    Promise.all(Array.from({ length: count }, () => limiter.take(windows, now)));
  const isAdmitted = (allowances: { admitted: boolean }[]) => allowances.every(({ admitted }) => admitted);
  const admitted = async (taken: ReturnType<typeof together>) => (await taken).filter(isAdmitted).length;

  test('each have their own place, up to the limit', async () => {
    const window = newWindow(7);
    assert.equal(await admitted(together(2, [window])), 2);
    const found = (await together(9, [window], START + 10_000)).flat();
    const [first, ...rest] = found.map(({ left, ...allowance }) => [left, allowance] as const);
    assert.deepEqual(first, [4, { admitted: true, freeIn: 50 }]);
    assert.deepEqual(
      rest.map(([left, allowance]) => [left, allowance.admitted]),
      [
        [3, true],
        [2, true],
        [1, true],
        [0, true],
        [0, false],
        [0, false],
        [0, false],
        [0, false],
      ],
    );
    assert.deepEqual(new Set(found.map(({ freeIn }) => freeIn)), new Set([50]));
  });

  test('count in all of their windows or in none', async () => {
    const [one, two, all] = [newWindow(3), newWindow(9), newWindow(5)];
    const [ofOne, ofTwo] = await Promise.all([together(4, [one, all]), together(4, [two, all])]);
    const [admittedOfOne, admittedOfTwo] = [ofOne, ofTwo].map((each) => each.filter(isAdmitted).length);
    assert.deepEqual([admittedOfOne, admittedOfTwo], [3, 2]);
    assert.deepEqual(
      ofOne.at(-1)?.map((allowance) => allowance.admitted),
      [false, false],
      'both are used up',
    );
    const [left] = await together(1, [two, newWindow(9)]);
    assert.deepEqual(
      left?.map((allowance) => allowance.left),
      [6, 8],
    );
  });

  test('on two nodes have one limit, also one that is counted by the second', async () => {
    for (const limit of [100, 300]) {
      const [one, two, all] = [newWindow(limit), newWindow(limit), newWindow(limit + 20)];
      const bursts = limiters.flatMap((limiter) =>
        [one, two].flatMap((key) =>
          Array.from({ length: 20 }, (_, burst) =>
            together(limit / 10, [key, all], START + burst, [limiter, limiter]),
          ),
        ),
      );
      const found = (await Promise.all(bursts)).flat();
      assert.equal(found.filter(isAdmitted).length, limit + 20);
    }
  });

  test('above 120, those of one second become free together, 60 seconds after the last', async () => {
    const window = newWindow(200);
    assert.equal(await admitted(together(150, [window], START)), 150);
    assert.equal(await admitted(together(40, [window], START + 700)), 40);
    assert.equal(await admitted(together(20, [window], START + 1_000)), 10);
    assert.equal(await admitted(together(1, [window], START + MINUTE + 699)), 0);
    assert.equal(await admitted(together(191, [window], START + MINUTE + 700)), 190);
    const [row] = await database.all<{ size: number }>(
      'select cardinality(times) as size from rate_limit_windows where subject = $1',
      [window.subject],
    );
    assert.equal(row?.size, 3);
  });

  test('of a workspace whose window is locked wait, and hold up nobody else', async () => {
    const [locked, free] = [newWindow(5), newWindow(5)];
    await together(1, [locked]);
    await together(1, [free]);
    const { waiting } = await database.transaction(async (tx) => {
      await tx.get('select 1 from rate_limit_windows where subject = $1 for update', [locked.subject]);
      const waiting = together(3, [newWindow(9), locked]);
      assert.equal(await admitted(together(3, [free])), 3);
      return { waiting };
    });
    assert.equal(await admitted(waiting), 3);
    assert.equal(await admitted(together(3, [locked])), 1);
  });

  test('503: a window that stays locked for three seconds', async () => {
    const window = newWindow(5);
    await together(1, [window]);
    await database.transaction(async (tx) => {
      await tx.get('select 1 from rate_limit_windows where subject = $1 for update', [window.subject]);
      await assert.rejects(together(2, [window]), isUnavailable);
    });
    assert.equal(await admitted(together(5, [window])), 4);
  });

  test('503 for all of them when their connection is lost; the next are counted', async () => {
    const window = newWindow(5);
    await together(1, [window]);
    await database.transaction(async (tx) => {
      await tx.script('lock table rate_limit_windows in access exclusive mode');
      const failed = assert.rejects(together(2, [window]), isUnavailable);
      await waitBehind(database, tx);
      await tx.all(`select pg_terminate_backend(pid) from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`);
      await failed;
    });
    assert.equal(await admitted(together(5, [window])), 4);
  });
});

const isUnavailable = (error: unknown) => error instanceof RotaError && error.type === 'unavailable';
