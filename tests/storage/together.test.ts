// Writes and reads that travel as one statement have the results that they would have one after another.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { ConstraintViolation, type OpenDatabase, type Transaction } from '../../src/storage/database.ts';
import { readTogether } from '../../src/storage/read-together.ts';
import { within } from '../../src/storage/within.ts';
import { describe, test } from '../support/lanes.ts';
import { watched } from '../support/server/plans.ts';
import { onEachEngine } from '../support/server/rota.ts';
import { failure, freshPlace, type Place } from '../support/server/storage.ts';

const SCHEMA = `
  create table boxes (id text primary key, label text, size bigint not null default 0);
  create unique index boxes_label on boxes (label);
  create table parts (box_id text not null references boxes (id), place bigint, primary key (box_id, place));
  create table notes (id text primary key, text text);
`;

const addBox = (tx: Transaction, id: string, label = id) =>
  tx.later('boxes', 'insert into boxes (id, label) values ($1, $2)', [id, label]);
const addPart = (tx: Transaction, boxId: string, place: number) =>
  tx.later('parts', 'insert into parts (box_id, place) values ($1, $2)', [boxId, place]);
const addNote = (tx: Transaction, id: string, text: string | null) =>
  tx.later('notes', 'insert into notes (id, text) values ($1, $2)', [id, text]);
const resize = (tx: Transaction, id: string, size: number) =>
  tx.later('boxes', 'update boxes set size = $2 where id = $1', [id, size]);

onEachEngine.fast((engine) => {
  describe(`together (${engine})`, () => {
    let database: OpenDatabase;
    let place: Place;

    before(async () => {
      place = await freshPlace(engine);
      database = await place.open();
      await database.transaction((tx) => tx.script(SCHEMA));
    });
    after(async () => {
      await database.close();
      await place.remove();
    });

    const boxes = (ids: string) =>
      database.all('select id, size from boxes where id like $1 order by id', [`${ids}%`]);

    /** The texts of the statements that `work` runs in a transaction. */
    async function statementsOf(work: (tx: Transaction) => Promise<unknown>): Promise<string[]> {
      const texts: string[] = [];
      await watched(database, async (_, { sql }) => void texts.push(sql)).transaction(work);
      return texts;
    }

    test('a row, what refers to it and rows of other tables are written by one statement on PostgreSQL', async () => {
      const texts = await statementsOf(async (tx) => {
        addPart(tx, 'whole', 1);
        addBox(tx, 'whole');
        addNote(tx, 'whole', 'costs $1');
      }).catch((error) => {
        // SQLite checks each row at once.
        assert.equal(engine, 'sqlite', String(error));
        return statementsOf(async (tx) => {
          addBox(tx, 'whole');
          addPart(tx, 'whole', 1);
          addNote(tx, 'whole', 'costs $1');
        });
      });
      assert.equal(texts.length, engine === 'postgres' ? 1 : 3);
      assert.deepEqual(await boxes('whole'), [{ id: 'whole', size: 0 }]);
      assert.deepEqual(await database.all('select place from parts where box_id = $1', ['whole']), [
        { place: 1 },
      ]);
      assert.deepEqual(await database.get('select text from notes where id = $1', ['whole']), {
        text: 'costs $1',
      });
    });

    test('a table that is written twice is written in order', async () => {
      await database.transaction(async (tx) => {
        addBox(tx, 'twice');
        addNote(tx, 'twice', null);
        resize(tx, 'twice', 1);
        addPart(tx, 'twice', 1);
        resize(tx, 'twice', 2);
      });
      assert.deepEqual(await boxes('twice'), [{ id: 'twice', size: 2 }]);
    });

    test('every other statement of the transaction sees what was written', async () => {
      await database.transaction(async (tx) => {
        addBox(tx, 'seen');
        assert.deepEqual(await tx.get('select size from boxes where id = $1', ['seen']), { size: 0 });
        resize(tx, 'seen', 1);
        assert.deepEqual(await tx.all('select size from boxes where id = $1', ['seen']), [{ size: 1 }]);
        resize(tx, 'seen', 2);
        assert.equal(await tx.run('update boxes set size = 3 where id = $1 and size = 2', ['seen']), 1);
        resize(tx, 'seen', 4);
        const [one, other] = await Promise.all([
          tx.get('select size from boxes where id = $1', ['seen']),
          tx.get('select size from boxes where id = $1', ['seen']),
        ]);
        assert.deepEqual([one, other], [{ size: 4 }, { size: 4 }]);
      });
    });

    test('a savepoint that is rolled back takes its writes with it, and no others', async () => {
      await database.transaction(async (tx) => {
        addBox(tx, 'outer-1');
        const inner = within(tx).transaction(async (deep) => {
          addBox(deep, 'inner');
          throw failure;
        });
        await assert.rejects(inner, failure);
        addBox(tx, 'outer-2');
        await within(tx).transaction(async (deep) => addBox(deep, 'outer-3'));
      });
      assert.deepEqual(
        await boxes('outer'),
        ['outer-1', 'outer-2', 'outer-3'].map((id) => ({ id, size: 0 })),
      );
      assert.deepEqual(await boxes('inner'), []);
    });

    test('a write that breaks a constraint undoes the transaction, and names the constraint', async () => {
      await database.transaction(async (tx) => addBox(tx, 'label'));
      const work = database.transaction(async (tx) => {
        addNote(tx, 'label', null);
        addBox(tx, 'label-2', 'label');
      });
      await assert.rejects(
        work,
        (error) => error instanceof ConstraintViolation && error.constraint === 'boxes_label',
      );
      assert.equal(await database.get('select id from notes where id = $1', ['label']), undefined);
    });

    test('nothing is written after an error of the work', async () => {
      const work = database.transaction(async (tx) => {
        addBox(tx, 'never');
        throw failure;
      });
      await assert.rejects(work, failure);
      assert.deepEqual(await boxes('never'), []);
    });

    test('a write that comes after the end is refused', async () => {
      let late: Transaction | undefined;
      await database.transaction(async (tx) => {
        late = tx;
      });
      assert.throws(() => addBox(late as Transaction, 'late'), { message: 'The transaction has ended' });
    });

    test('reads ahead do not wait for the writes', async () => {
      const texts = await statementsOf(async (tx) => {
        addBox(tx, 'ahead');
        await tx.ahead.get('select id from notes where id = $1', ['none']);
        addNote(tx, 'ahead', null);
      });
      assert.match(texts[0] ?? '', /^select id from notes/);
      assert.equal(texts.length, engine === 'postgres' ? 2 : 3);
      assert.deepEqual(await boxes('ahead'), [{ id: 'ahead', size: 0 }]);
    });

    test('reads have the same rows together as alone, and are one statement on PostgreSQL', async () => {
      await database.transaction(async (tx) => {
        addBox(tx, 'read-1', 'with "quotes" and ü');
        addBox(tx, 'read-2');
        resize(tx, 'read-2', Number.MAX_SAFE_INTEGER);
        addNote(tx, 'read', null);
      });
      const texts = await statementsOf(async (tx) => {
        const [some, one, none, known] = await readTogether(tx, (together) => [
          together.all('select * from boxes where id like $1 order by id', ['read%']),
          readTogether(together, (deeper) => [
            deeper.get('select text from notes where id = $1', ['read']),
            deeper.get('select id from boxes where label = $1', ['with "quotes" and ü']),
          ]),
          together.get('select id from notes where id = $1', ['none']),
          'known already',
        ]);
        assert.deepEqual(some, [
          { id: 'read-1', label: 'with "quotes" and ü', size: 0 },
          { id: 'read-2', label: 'read-2', size: Number.MAX_SAFE_INTEGER },
        ]);
        assert.deepEqual(one, [{ text: null }, { id: 'read-1' }]);
        assert.deepEqual([none, known], [undefined, 'known already']);
      });
      assert.equal(texts.length, engine === 'postgres' ? 1 : 4);
    });

    test('a function that reads again reads by itself then, and sees what was written before', async () => {
      await database.transaction(async (tx) => {
        addBox(tx, 'again');
        const sizes = await readTogether(tx, (together) => [
          (async () => {
            const first = await together.get('select size from boxes where id = $1', ['again']);
            resize(together, 'again', 1);
            return [first, await together.get('select size from boxes where id = $1', ['again'])];
          })(),
          together.get('select id from boxes where id = $1', ['again']),
        ]);
        assert.deepEqual(sizes, [[{ size: 0 }, { size: 1 }], { id: 'again' }]);
      });
    });

    test('a read that fails fails all of them', async () => {
      const reads = database.transaction((tx) =>
        readTogether(tx, (together) => [
          together.all('select id from boxes'),
          together.all('select missing from boxes'),
        ]),
      );
      await assert.rejects(reads, /missing/);
    });
  });
});
