// Calls for the same row wait in line while the line moves, and give up on a row that is stuck.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { RotaError, validationError } from '../../src/errors.ts';
import { createLines } from '../../src/storage/lines.ts';
import { describe, test } from '../support/lanes.ts';

const PATIENCE_MS = 3_000;

class LockTimeout extends Error {}

const isUnavailable = (error: unknown) => error instanceof RotaError && error.type === 'unavailable';

// In parallel, because the tests mostly wait.
describe('a line', { concurrency: 4 }, () => {
  const serialized = createLines((error) => error instanceof LockTimeout);

  test('that moves is waited in for longer than a row', async () => {
    const start = performance.now();
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 8 }, () =>
        serialized('moving', async () => {
          running += 1;
          most = Math.max(most, running);
          await sleep(PATIENCE_MS / 3);
          running -= 1;
        }),
      ),
    );
    assert.equal(most, 2);
    assert.ok(performance.now() - start > PATIENCE_MS, 'the last of them has not waited for long enough');
  });

  test('moves with refusals, too', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        serialized('refusing', async () => {
          await sleep(PATIENCE_MS / 3);
          throw validationError('not free');
        }),
      ),
    );
    const reasons = answers.map((answer) => answer.status === 'rejected' && String(answer.reason));
    assert.deepEqual(new Set(reasons), new Set(['RotaError: not free']));
  });

  test('that does not move is left, by those who wait in it and no others', async () => {
    const { promise: row, resolve: letGo } = Promise.withResolvers<string>();
    const first = [serialized('stuck', () => row), serialized('stuck', () => row)];
    let hasRun = false;
    const next = serialized('stuck', async () => {
      hasRun = true;
    });
    assert.equal(await serialized('other', async () => 'at once'), 'at once');
    assert.equal(await serialized(undefined, async () => 'at once'), 'at once');
    await assert.rejects(next, isUnavailable);
    assert.equal(hasRun, false);
    letGo('done');
    assert.deepEqual(await Promise.all(first), ['done', 'done']);
    assert.equal(await serialized('stuck', async () => 'at once'), 'at once');
  });

  test('is waited in beside others by a call that wants several rows, and no two of them wait for each other', async () => {
    const running = new Map<string, number>();
    let most = 0;
    const call = (names: string[]) =>
      serialized(
        async () => names,
        async () => {
          for (const name of names) {
            running.set(name, (running.get(name) ?? 0) + 1);
            most = Math.max(most, running.get(name) ?? 0);
          }
          await sleep(1);
          for (const name of names) running.set(name, (running.get(name) ?? 0) - 1);
        },
      );
    const calls = Array.from({ length: 100 }, (_, place) => [
      ['x', 'y', 'z'][place % 3] as string,
      ['z', 'x', 'y', 'x'][place % 4] as string,
    ]);
    await Promise.all(calls.map((names) => call([...new Set(names)])));
    assert.equal(most, 2);
    const { promise: row, resolve: letGo } = Promise.withResolvers<void>();
    const stuck = [serialized('x', () => row), serialized('x', () => row)];
    assert.equal(
      await serialized(
        async () => ['y', 'z'],
        async () => 'at once',
      ),
      'at once',
    );
    await assert.rejects(
      serialized(
        async () => ['w', 'x'],
        async () => {},
      ),
      isUnavailable,
    );
    // It has left the other line, too.
    assert.equal(await serialized('w', async () => 'at once'), 'at once');
    letGo();
    await Promise.all(stuck);
  });

  test('is not stuck while whoever has a place in it waits in another that moves', async () => {
    const slow = () => sleep(PATIENCE_MS / 3);
    const ahead = Array.from({ length: 8 }, () => serialized('late', slow));
    const both = Array.from({ length: 2 }, () =>
      serialized(
        async () => ['early', 'late'],
        async () => {},
      ),
    );
    // They have all places of the first line by then.
    await sleep(1);
    assert.equal(await serialized('early', async () => 'in the end'), 'in the end');
    await Promise.all([...ahead, ...both]);
  });

  test('has a call run again that did not get its lock, until it has or the time is up', async () => {
    let tries = 0;
    const third = async () => {
      tries += 1;
      if (tries < 3) throw new LockTimeout();
      return tries;
    };
    assert.equal(await serialized('locked', third), 3);
    const never = () => Promise.reject(new LockTimeout());
    await assert.rejects(serialized('locked', never), LockTimeout);
  });

  test('has a call that failed for another reason run once', async () => {
    let tries = 0;
    const fail = async () => {
      tries += 1;
      throw new TypeError('a mistake');
    };
    await assert.rejects(serialized('failing', fail), TypeError);
    assert.equal(tries, 1);
  });
});
