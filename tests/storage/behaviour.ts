// What holds of every database behind the storage interface, so that queries are written once.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import {
  type ConstraintKind,
  ConstraintViolation,
  type OpenDatabase,
  onDuplicate,
  type Transaction,
} from '../../src/storage/database.ts';
import { within } from '../../src/storage/within.ts';
import { describe, test } from '../support/lanes.ts';
import { failure, type Place } from '../support/server/storage.ts';

const SCHEMA = `
  create table boxes (
    id text primary key, label text, nick text, owner text, slot text, room text, gone_at bigint,
    size bigint not null default 0 constraint boxes_size check (size >= 0)
  );
  create unique index boxes_label on boxes (label);
  create unique index boxes_place on boxes (owner, slot);
  create unique index boxes_in_use on boxes (room) where gone_at is null;
  create unique index boxes_nick on boxes (lower(nick));
  create table parts (box_id text not null references boxes (id), place bigint, primary key (box_id, place));
`;

const insertBox = 'insert into boxes (id) values ($1)';
const addBox = (tx: Transaction, id: string) => tx.run(insertBox, [id]);

const violation = (kind: ConstraintKind, constraint?: string) => (error: unknown) => {
  assert.ok(error instanceof ConstraintViolation, `not a violation: ${error}`);
  assert.equal(error.kind, kind);
  if (constraint) assert.equal(error.constraint, constraint);
  return true;
};

/** Tests of a database that is empty at first. */
export function storageBehaves(name: string, freshPlace: () => Promise<Place>): void {
  describe(`storage (${name})`, () => {
    let database: OpenDatabase;
    let place: Place;

    before(async () => {
      place = await freshPlace();
      database = await place.open();
      await database.transaction((tx) => tx.script(SCHEMA));
    });
    after(async () => {
      await database.close();
      await place.remove();
    });

    const boxes = async (prefix: string) =>
      (
        await database.all<{ id: string }>('select id from boxes where id like $1 order by id', [
          `${prefix}%`,
        ])
      )
        .map((row) => row.id)
        .join(' ');

    const refuses = (sql: string, values: (string | number | null)[], kind: ConstraintKind, name?: string) =>
      assert.rejects(database.change(sql, values), violation(kind, name), sql);

    test('what a transaction has written is seen inside at once, and outside when it has committed', async () => {
      await database.change('insert into boxes (id, size) values ($1, 1)', ['seen-old']);
      const sizes = 'select id, size from boxes where id like $1 order by id';
      const result = await database.transaction(async (tx) => {
        assert.equal(await tx.run('update boxes set size = 2 where id = $1', ['seen-old']), 1);
        assert.equal(await tx.run('update boxes set size = 2 where id = $1', ['seen-none']), 0);
        await addBox(tx, 'seen-new');
        const inside = await tx.all(sizes, ['seen-%']);
        assert.deepEqual(inside, [
          { id: 'seen-new', size: 0 },
          { id: 'seen-old', size: 2 },
        ]);
        assert.deepEqual(await tx.get(sizes, ['seen-%']), inside[0]);
        assert.deepEqual(await database.all(sizes, ['seen-%']), [{ id: 'seen-old', size: 1 }]);
        assert.equal(await database.get(sizes, ['seen-new']), undefined);
        return 'the result';
      });
      assert.equal(result, 'the result');
      assert.equal(await boxes('seen-'), 'seen-new seen-old');
    });

    test('an error undoes the whole transaction and is passed on as it is', async () => {
      const work = database.transaction(async (tx) => {
        await addBox(tx, 'undone-1');
        await tx.script(
          "insert into boxes (id) values ('undone-2'); insert into boxes (id) values ('undone-3')",
        );
        throw failure;
      });
      await assert.rejects(work, (error) => error === failure);
      assert.equal(await boxes('undone'), '');
    });

    test('a transaction that resolves has committed, even when it caught a violation on its way', async () => {
      const outcome = await database
        .transaction(async (tx) => {
          await addBox(tx, 'caught');
          await addBox(tx, 'caught').catch(violation('unique', 'boxes_pkey'));
        })
        .then(
          () => 'caught',
          () => '',
        );
      assert.equal(await boxes('caught'), outcome);
    });

    test('a broken unique rule is named the same: index, several columns, partial, primary key', async () => {
      const columns = 'id, label, owner, slot, room, gone_at';
      const insert = `insert into boxes (${columns}) values ($1, $2, $3, $4, $5, $6)`;
      await database.change(insert, ['rule-1', 'Label', 'Ann', 'left', 'cellar', null]);
      await refuses(insert, ['rule-2', 'Label', null, null, null, null], 'unique', 'boxes_label');
      await refuses(insert, ['rule-2', null, 'Ann', 'left', null, null], 'unique', 'boxes_place');
      await refuses(insert, ['rule-2', null, null, null, 'cellar', null], 'unique', 'boxes_in_use');
      await refuses(insert, ['rule-1', null, null, null, null, null], 'unique', 'boxes_pkey');
      // None of these breaks a rule: another slot, a room of a deleted box, null beside null.
      await database.change(insert, ['rule-3', null, 'Ann', 'right', 'cellar', 1]);
      await database.change(insert, ['rule-4', null, 'Ann', null, null, null]);
      await database.change(insert, ['rule-5', null, 'Ann', null, null, null]);
      await refuses('update boxes set gone_at = null where id = $1', ['rule-3'], 'unique', 'boxes_in_use');
      await database.change('insert into parts (box_id, place) values ($1, $2)', ['rule-1', 1]);
      await refuses('insert into parts values ($1, $2)', ['rule-1', 1], 'unique', 'parts_pkey');
      assert.equal(await boxes('rule-'), 'rule-1 rule-3 rule-4 rule-5');
    });

    test('a unique index on an expression is named the same', async () => {
      const insert = 'insert into boxes (id, nick) values ($1, $2)';
      await database.change(insert, ['folded-1', 'Folded']);
      await refuses(insert, ['folded-2', 'FOLDED'], 'unique', 'boxes_nick');
    });

    test('foreign keys, checks and not-null are told apart', async () => {
      const insert = 'insert into boxes (id, size) values ($1, $2)';
      await refuses('insert into parts values ($1, $2)', ['no such box', 1], 'foreign_key');
      await refuses(insert, ['bad', -1], 'check', 'boxes_size');
      await refuses(insert, ['bad', null], 'not_null');
      await assert.rejects(database.change('insert into nowhere values (1)'), (error) => {
        return !(error instanceof ConstraintViolation);
      });
      assert.equal(await boxes('bad'), '');
    });

    test('onDuplicate explains its own rule only', async () => {
      await database.change(insertBox, ['duplicate']);
      const again = () => database.change(insertBox, ['duplicate']);
      const explain = () => failure;
      await assert.rejects(onDuplicate('boxes_pkey', explain, again), (error) => error === failure);
      await assert.rejects(onDuplicate('boxes_label', explain, again), violation('unique', 'boxes_pkey'));
      assert.equal(await onDuplicate('boxes_pkey', explain, async () => 'fine'), 'fine');
    });

    test('an inner transaction that fails is undone alone, also when it broke a rule', async () => {
      await database.transaction(async (tx) => {
        const inner = within(tx);
        await addBox(tx, 'inner-1');
        const thrown = inner.transaction(async (same) => {
          await addBox(same, 'inner-2');
          throw failure;
        });
        await assert.rejects(thrown, (error) => error === failure);
        const broken = inner.transaction(async (same) => {
          await addBox(same, 'inner-3');
          await addBox(same, 'inner-1');
        });
        await assert.rejects(broken, violation('unique', 'boxes_pkey'));
        assert.equal(await inner.transaction((same) => addBox(same, 'inner-4')), 1);
        assert.deepEqual(await inner.change(`${insertBox} returning id`, ['inner-5']), [{ id: 'inner-5' }]);
      });
      assert.equal(await boxes('inner'), 'inner-1 inner-4 inner-5');
    });

    test('inner transactions nest, and share the fate of the one around them', async () => {
      const nest = (name: string, fails: (level: string) => boolean) =>
        database.transaction(async (outer) => {
          await addBox(outer, `${name}-a`);
          const middle = within(outer).transaction(async (tx) => {
            await addBox(tx, `${name}-b`);
            const innermost = within(tx).transaction(async (deep) => {
              await addBox(deep, `${name}-c`);
              if (fails('innermost')) throw failure;
            });
            await innermost.catch(() => {});
            await addBox(tx, `${name}-d`);
            if (fails('middle')) throw failure;
          });
          await middle.catch(() => {});
          await addBox(outer, `${name}-e`);
          if (fails('outer')) throw failure;
        });
      await nest('nest1', () => false);
      await nest('nest2', (level) => level === 'innermost');
      await nest('nest3', (level) => level === 'middle');
      await assert.rejects(nest('nest4', (level) => level === 'outer'));
      assert.equal(await boxes('nest1'), 'nest1-a nest1-b nest1-c nest1-d nest1-e');
      assert.equal(await boxes('nest2'), 'nest2-a nest2-b nest2-d nest2-e');
      assert.equal(await boxes('nest3'), 'nest3-a nest3-e');
      assert.equal(await boxes('nest4'), '');
    });

    test('a transaction that has ended is of no use any more', async () => {
      const ended: Transaction[] = [];
      await database.transaction(async (tx) => void ended.push(tx));
      await assert.rejects(
        database.transaction((tx) => {
          ended.push(tx);
          throw failure;
        }),
      );
      for (const tx of ended) {
        const late = [
          () => tx.get('select 1'),
          () => tx.all('select 1'),
          () => addBox(tx, 'late'),
          () => tx.script("insert into boxes (id) values ('late')"),
          () => within(tx).transaction(async () => {}),
          () => tx.lock('late'),
          () => tx.tryLock('late'),
        ];
        for (const use of late) await assert.rejects(use, { message: 'The transaction has ended' }, `${use}`);
      }
      assert.equal(await boxes('late'), '');
    });

    test('a change answers its rows and is committed by then', async () => {
      const insert = 'insert into boxes (id, size) values ($1, 3), ($2, 4) returning id, size';
      assert.deepEqual(await database.change(insert, ['change-1', 'change-2']), [
        { id: 'change-1', size: 3 },
        { id: 'change-2', size: 4 },
      ]);
      assert.equal(await boxes('change'), 'change-1 change-2');
      assert.deepEqual(await database.change('delete from boxes where id = $1', ['change-1']), []);
      assert.equal(await boxes('change'), 'change-2');
    });

    test('values come back as they were given: null, any text, integers as numbers', async () => {
      const texts = ['', 'Zoë 漢字 👩‍👩‍👧 ﷽', `'"\\;--$1 ?1`, ' \t\r\n ', null];
      const numbers = [0, -1, 1_772_442_000_000, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, null];
      const insert = 'insert into boxes (id, owner, gone_at) values ($1, $2, $3)';
      const given = numbers.map((gone_at, at) => ({ id: `value-${at}`, owner: texts[at] ?? null, gone_at }));
      for (const { id, owner, gone_at } of given) await database.change(insert, [id, owner, gone_at]);
      const select = "select id, owner, gone_at from boxes where id like 'value-%' order by id";
      assert.deepEqual(await database.all(select), given);
      assert.deepEqual(await database.transaction((tx) => tx.all(select)), given);
      const count = 'select count(*) as count, max(gone_at) as most from boxes where id like $1';
      assert.deepEqual(await database.get(count, ['value-%']), {
        count: 6,
        most: Number.MAX_SAFE_INTEGER,
      });
      assert.deepEqual(await database.get(count, ['no such']), { count: 0, most: null });
    });

    test('a statement takes any number of rows', async () => {
      const rows = database.dialect.rows('$1', { id: 'text', size: 'bigint', label: 'text' });
      const insert = `insert into boxes (id, size, label) select id, size, label from ${rows} returning id`;
      const make = (count: number) =>
        Array.from({ length: count }, (_, at) => ({
          id: `rows-${count}-${String(at).padStart(4, '0')}`,
          size: 1_772_442_000_000 + at,
          label: at === 0 ? null : `'${count} ${at} 👍"`,
        }));
      for (const count of [0, 1, 2, 1_000]) {
        const given = make(count);
        assert.equal((await database.change(insert, [JSON.stringify(given)])).length, count);
        const select = 'select id, size, label from boxes where id like $1 order by id';
        assert.deepEqual(await database.all(select, [`rows-${count}-%`]), given);
      }
    });

    test('all data is there after closing and opening again', async () => {
      const everything = 'select id, label, size from boxes order by id';
      const earlier = await database.all(everything);
      assert.ok(earlier.length > 1_000);
      await database.close();
      database = await place.open();
      assert.deepEqual(await database.all(everything), earlier);
    });
  });
}
