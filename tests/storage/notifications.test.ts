// Listeners are notified of each commit once, when it can be read, the same on both engines.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { setImmediate as tick } from 'node:timers/promises';
import { ConstraintViolation, type OpenDatabase } from '../../src/storage/database.ts';
import { within } from '../../src/storage/within.ts';
import { describe, test } from '../support/lanes.ts';
import { CountingListener, notify, startListening } from '../support/server/notifications.ts';
import { onEachEngine } from '../support/server/rota.ts';
import { failure, freshPlace, type Place } from '../support/server/storage.ts';

const SCHEMA = `
  create table boxes (id text primary key);
  create table parts (box_id text references boxes (id) deferrable initially deferred);
`;
const INSERT = 'insert into boxes (id) values ($1)';

onEachEngine.fast((engine) => {
  describe(`notifications (${engine})`, () => {
    let database: OpenDatabase;
    let place: Place;

    before(async () => {
      place = await freshPlace(engine);
      database = await place.open();
      await database.transaction((tx) => tx.script(SCHEMA));
      await startListening(database);
    });
    after(async () => {
      await database.close();
      await place.remove();
    });

    test('a commit notifies once, when what it wrote can be read, and not before', async () => {
      const select = "select id from boxes where id = 'committed'";
      const seen: Promise<unknown[]>[] = [];
      const stop = database.listen('committed', () => void seen.push(database.all(select)));
      await database.transaction(async (tx) => {
        tx.notify('committed');
        await tx.run(INSERT, ['committed']);
        await database.get('select 1');
        await tick();
        assert.equal(seen.length, 0);
      });
      assert.equal(seen.length, 1, 'by the time that the transaction resolves');
      assert.deepEqual(await Promise.all(seen), [[{ id: 'committed' }]]);
      stop();
    });

    test('each commit notifies, and several notifications of one topic in one transaction are one', async () => {
      const listener = new CountingListener(database, 'several');
      await notify(database, 'several', 'several', 'several');
      assert.equal(listener.calls, 1);
      await notify(database, 'several');
      assert.equal(listener.calls, 2);
      await database.transaction((tx) => tx.run(INSERT, ['several']));
      await database.change(INSERT, ['several more']);
      assert.equal(listener.calls, 2, 'a commit without a notification notifies nobody');
      listener.stop();
    });

    test('a transaction that was rolled back notifies nobody, not even later', async () => {
      const listener = new CountingListener(database, 'undone');
      const work = database.transaction(async (tx) => {
        tx.notify('undone');
        await tx.run(INSERT, ['undone']);
        throw failure;
      });
      await assert.rejects(work, (error) => error === failure);
      assert.equal(listener.calls, 0);
      await notify(database, 'another');
      assert.equal(listener.calls, 0);
      await notify(database, 'undone');
      assert.equal(listener.calls, 1);
      listener.stop();
    });

    test('a commit that failed notifies nobody', async () => {
      const listener = new CountingListener(database, 'refused');
      const work = database.transaction(async (tx) => {
        tx.notify('refused');
        // The reference is checked when the transaction ends.
        await tx.run("insert into parts (box_id) values ('no such box')");
      });
      await assert.rejects(work, (error) => error instanceof ConstraintViolation);
      assert.equal(listener.calls, 0);
      await notify(database, 'refused');
      assert.equal(listener.calls, 1);
      listener.stop();
    });

    test('each topic has its own listeners, and all of them are notified', async () => {
      const [left, alsoLeft, right, other] = ['left', 'left', 'right', 'other'].map(
        (topic) => new CountingListener(database, topic),
      ) as [CountingListener, CountingListener, CountingListener, CountingListener];
      const counts = () => [left, alsoLeft, right, other].map(({ calls }) => calls);
      await notify(database, 'left');
      assert.deepEqual(counts(), [1, 1, 0, 0]);
      await notify(database, 'right', 'left', 'nobody');
      assert.deepEqual(counts(), [2, 2, 1, 0]);
      alsoLeft.stop();
      await notify(database, 'left', 'right');
      assert.deepEqual(counts(), [3, 2, 2, 0]);
      alsoLeft.stop();
      left.stop();
      right.stop();
      await notify(database, 'left', 'right', 'other');
      assert.deepEqual(counts(), [3, 2, 2, 1]);
      other.stop();
    });

    test('a listener can stop itself and add another while it is called', async () => {
      const heard: string[] = [];
      const stopFirst = database.listen('handed_on', () => {
        heard.push('first');
        stopFirst();
        database.listen('after_it', () => heard.push('second'));
      });
      await notify(database, 'handed_on');
      await notify(database, 'handed_on', 'after_it');
      assert.deepEqual(heard, ['first', 'second']);
    });

    test('a nested transaction notifies when the outer one commits, and shares its fate', async () => {
      const listener = new CountingListener(database, 'inner');
      const nest = (fails: boolean) =>
        database.transaction(async (tx) => {
          await within(tx).transaction(async (middle) => {
            await within(middle).transaction(async (inner) => inner.notify('inner'));
            middle.notify('inner');
          });
          await tick();
          assert.equal(listener.calls, 0);
          if (fails) throw failure;
        });
      await assert.rejects(nest(true), (error) => error === failure);
      assert.equal(listener.calls, 0);
      await nest(false);
      assert.equal(listener.calls, 1);
      listener.stop();
    });
  });
});
