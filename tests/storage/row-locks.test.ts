// Row locks exclude other transactions, also on another node, and only for the rows of the named table.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { TemporaryDatabase } from '../../scripts/postgres/databases.ts';
import type { OpenDatabase, Transaction } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import { describe, test } from '../support/lanes.ts';
import { emptyPostgresDatabase, patient } from '../support/server/databases.ts';
import { answerBehind } from '../support/server/locks.ts';
import { onEachEngine } from '../support/server/rota.ts';
import { freshPlace } from '../support/server/storage.ts';

const SCHEMA = `
  create table shelves (id text primary key);
  create table boxes (id text primary key, shelf_id text references shelves (id));
  insert into shelves values ('shelf');
  insert into boxes values ('a', 'shelf'), ('b', 'shelf'), ('c', 'shelf');
`;

const idsIn = async (tx: Transaction, clause: string) => {
  const select = `select boxes.id from boxes join shelves on shelves.id = boxes.shelf_id order by boxes.id ${clause}`;
  return (await tx.all<{ id: string }>(select)).map(({ id }) => id);
};

onEachEngine.fast((engine) => {
  test(`both clauses find every row that nobody has locked (${engine})`, async (t) => {
    const place = await freshPlace(engine);
    const database = await place.open();
    t.after(async () => {
      await database.close();
      await place.remove();
    });
    await database.transaction(async (tx) => {
      await tx.script(SCHEMA);
      const { forUpdateOf, forUpdateOfFree } = tx.dialect;
      for (const table of ['boxes', 'shelves']) {
        assert.deepEqual(await idsIn(tx, forUpdateOf(table)), ['a', 'b', 'c']);
        assert.deepEqual(await idsIn(tx, forUpdateOfFree(table)), ['a', 'b', 'c']);
      }
    });
  });
});

describe('rows that another node has locked', () => {
  let place: TemporaryDatabase;
  let one: OpenDatabase;
  let other: OpenDatabase;

  before(async () => {
    place = await emptyPostgresDatabase();
    const url = patient(place.url);
    [one, other] = await Promise.all([openPostgres({ url }), openPostgres({ url })]);
    await one.transaction((tx) => tx.script(SCHEMA));
  });
  after(async () => {
    await Promise.all([one.close(), other.close()]);
    await place.drop();
  });

  const lock = (tx: Transaction, table: string, id: string) =>
    tx.get(`select id from ${table} where id = $1 ${tx.dialect.forUpdate}`, [id]);

  test('forUpdateOfFree leaves out what another transaction has locked, until it ends', async () => {
    const free = one.dialect.forUpdateOfFree('boxes');
    await one.transaction(async (tx) => {
      await lock(tx, 'boxes', 'b');
      await other.transaction(async (otherTx) => {
        assert.deepEqual(await idsIn(otherTx, free), ['a', 'c']);
        assert.deepEqual(await idsIn(tx, free), ['b'], 'what it found is its own from then on');
      });
    });
    assert.deepEqual(await other.transaction((tx) => idsIn(tx, free)), ['a', 'b', 'c']);
  });

  test('forUpdateOf waits for what another transaction has locked, and sees what became of it', async () => {
    const ids = await answerBehind(
      one,
      async (tx) => {
        await lock(tx, 'boxes', 'b');
        await tx.run("update boxes set shelf_id = null where id = 'b'");
      },
      () => other.transaction((tx) => idsIn(tx, one.dialect.forUpdateOf('boxes'))),
    );
    assert.deepEqual(ids, ['a', 'c']);
    await one.change("update boxes set shelf_id = 'shelf' where id = 'b'");
  });

  test('both lock only the rows of the table they name, and mind only locks on these', async () => {
    const { forUpdateOf, forUpdateOfFree } = one.dialect;
    await one.transaction(async (tx) => {
      await lock(tx, 'shelves', 'shelf');
      await other.transaction(async (otherTx) => {
        assert.deepEqual(await idsIn(otherTx, forUpdateOfFree('boxes')), ['a', 'b', 'c']);
        assert.deepEqual(await idsIn(otherTx, forUpdateOf('boxes')), ['a', 'b', 'c']);
        assert.deepEqual(await idsIn(otherTx, forUpdateOfFree('shelves')), []);
      });
    });
  });

  test('a row that is locked can be referred to meanwhile', async () => {
    const { forUpdateOf, forUpdateOfFree } = one.dialect;
    for (const [place, clause] of [forUpdateOf('shelves'), forUpdateOfFree('shelves')].entries()) {
      await one.transaction(async (tx) => {
        assert.deepEqual(await idsIn(tx, clause), ['a', 'b', 'c']);
        await other.transaction(async (otherTx) => {
          // It would wait for ever.
          await otherTx.script("set local lock_timeout = '5s'");
          await otherTx.run("insert into boxes values ($1, 'shelf')", [`z-${place}`]);
        });
      });
      await one.change('delete from boxes where id = $1', [`z-${place}`]);
    }
  });
});
