// Listeners are notified of each commit once, when it can be read, the same on both engines.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setImmediate as tick } from 'node:timers/promises';
import { ConstraintViolation, type OpenDatabase, within } from '../../src/storage/database.ts';
import { beginToListen, Ear, say } from '../support/server/channels.ts';
import { engines } from '../support/server/rota.ts';
import { failure, freshPlace, type Place } from '../support/server/storage.ts';

const SCHEMA = `
  create table boxes (id text primary key);
  create table parts (box_id text references boxes (id) deferrable initially deferred);
`;
const INSERT = 'insert into boxes (id) values ($1)';

for (const engine of engines) {
  describe(`channels (${engine})`, () => {
    let database: OpenDatabase;
    let place: Place;

    before(async () => {
      place = await freshPlace(engine);
      database = await place.open();
      await database.transaction((tx) => tx.script(SCHEMA));
      await beginToListen(database);
    });
    after(async () => {
      await database.close();
      await place.remove();
    });

    test('a commit is heard once, when what it wrote can be read, and not before', async () => {
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

    test('each commit is heard, and several words of one transaction on a channel once', async () => {
      const ear = new Ear(database, 'several');
      await say(database, 'several', 'several', 'several');
      assert.equal(ear.heard, 1);
      await say(database, 'several');
      assert.equal(ear.heard, 2);
      await database.transaction((tx) => tx.run(INSERT, ['several']));
      await database.change(INSERT, ['several more']);
      assert.equal(ear.heard, 2, 'who says nothing is not heard');
      ear.stop();
    });

    test('nothing is heard of a transaction that was undone, nor of it later', async () => {
      const ear = new Ear(database, 'undone');
      const work = database.transaction(async (tx) => {
        tx.notify('undone');
        await tx.run(INSERT, ['undone']);
        throw failure;
      });
      await assert.rejects(work, (error) => error === failure);
      assert.equal(ear.heard, 0);
      await say(database, 'another');
      assert.equal(ear.heard, 0);
      await say(database, 'undone');
      assert.equal(ear.heard, 1);
      ear.stop();
    });

    test('nothing is heard of a commit that failed', async () => {
      const ear = new Ear(database, 'refused');
      const work = database.transaction(async (tx) => {
        tx.notify('refused');
        // The box is looked for when the transaction ends.
        await tx.run("insert into parts (box_id) values ('no such box')");
      });
      await assert.rejects(work, (error) => error instanceof ConstraintViolation);
      assert.equal(ear.heard, 0);
      await say(database, 'refused');
      assert.equal(ear.heard, 1);
      ear.stop();
    });

    test('each channel has its own listeners, and all of them hear', async () => {
      const [left, alsoLeft, right, other] = ['left', 'left', 'right', 'other'].map(
        (channel) => new Ear(database, channel),
      ) as [Ear, Ear, Ear, Ear];
      const counts = () => [left, alsoLeft, right, other].map(({ heard }) => heard);
      await say(database, 'left');
      assert.deepEqual(counts(), [1, 1, 0, 0]);
      await say(database, 'right', 'left', 'nobody');
      assert.deepEqual(counts(), [2, 2, 1, 0]);
      alsoLeft.stop();
      await say(database, 'left', 'right');
      assert.deepEqual(counts(), [3, 2, 2, 0]);
      alsoLeft.stop();
      left.stop();
      right.stop();
      await say(database, 'left', 'right', 'other');
      assert.deepEqual(counts(), [3, 2, 2, 1]);
      other.stop();
    });

    test('a listener can stop itself and begin another while it hears', async () => {
      const heard: string[] = [];
      const stopFirst = database.listen('handed_on', () => {
        heard.push('first');
        stopFirst();
        database.listen('after_it', () => heard.push('second'));
      });
      await say(database, 'handed_on');
      await say(database, 'handed_on', 'after_it');
      assert.deepEqual(heard, ['first', 'second']);
    });

    test('a transaction inside of another tells when the outer one commits, and shares its fate', async () => {
      const ear = new Ear(database, 'inner');
      const nest = (fails: boolean) =>
        database.transaction(async (tx) => {
          await within(tx).transaction(async (middle) => {
            await within(middle).transaction(async (inner) => inner.notify('inner'));
            middle.notify('inner');
          });
          await tick();
          assert.equal(ear.heard, 0);
          if (fails) throw failure;
        });
      await assert.rejects(nest(true), (error) => error === failure);
      assert.equal(ear.heard, 0);
      await nest(false);
      assert.equal(ear.heard, 1);
      ear.stop();
    });
  });
}
