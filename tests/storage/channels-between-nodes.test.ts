// Through PostgreSQL, every node is notified of what another node committed.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TemporaryDatabase } from '../../scripts/postgres/databases.ts';
import { ConstraintViolation, type OpenDatabase } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { beginToListen, Ear, say } from '../support/server/channels.ts';
import { startCutProxy } from '../support/server/cut-proxy.ts';
import { emptyPostgresDatabase } from '../support/server/databases.ts';
import { NodeProcess } from '../support/server/process.ts';
import { failure } from '../support/server/storage.ts';

const INSERT = 'insert into boxes (id) values ($1)';

describe('channels between nodes', () => {
  let place: TemporaryDatabase;
  let one: OpenDatabase;
  let other: OpenDatabase;

  before(async () => {
    place = await emptyPostgresDatabase();
    [one, other] = await Promise.all([openPostgres(place), openPostgres(place)]);
    await one.transaction((tx) => tx.script('create table boxes (id text primary key)'));
    await beginToListen(one);
    await beginToListen(other);
  });
  after(async () => {
    await Promise.all([one.close(), other.close()]);
    await place.drop();
  });

  /** Those for listening, of all nodes on the database, the oldest first. */
  const connections = async (database = other) => {
    const rows = await database.all<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and application_name = 'rota listening' order by backend_start`,
    );
    return rows.map(({ pid }) => pid);
  };
  /** Until the server has noticed that all but these have gone. */
  const untilOnly = (pids: number[]) =>
    eventually(async () => JSON.stringify(await connections()) === JSON.stringify(pids));
  const cut = async (pid: number | undefined) => {
    const row = await other.get('select pg_terminate_backend($1, 5000) as gone', [pid ?? 0]);
    assert.deepEqual(row, { gone: true });
  };
  /**
   * One node waits for a word of another. The database tells everything in the order of the commits, so that whatever
   * was committed before has been heard by then.
   */
  const fence = async (listening: OpenDatabase, speaking: OpenDatabase) => {
    const ear = new Ear(listening, 'fence');
    await say(speaking, 'fence');
    await ear.atLeast(1);
    ear.stop();
    return ear.heard;
  };

  test('a node connects when there is something to hear, not before, and once for all channels', async () => {
    const known = await connections();
    const node = await openPostgres(place);
    await say(node, 'early');
    assert.deepEqual(await connections(), known);
    const [first, second] = [new Ear(node, 'first'), new Ear(node, 'second')];
    await Promise.all([first.atLeast(1), second.atLeast(1)]);
    new Ear(node, 'third');
    await fence(node, other);
    assert.equal((await connections()).length, known.length + 1);
    assert.deepEqual(
      [first.heard, second.heard],
      [1, 1],
      'what was said before is not known: all are told once',
    );
    await node.close();
    await untilOnly(known);
  });

  test('a channel can have any name', async () => {
    for (const name of ['two words', "it's", 'émigré', '"quoted"; --', '']) {
      const [own, others] = [new Ear(one, name), new Ear(other, name)];
      await say(one, name);
      await fence(other, one);
      assert.deepEqual([own.heard, others.heard], [1, 1], JSON.stringify(name));
      own.stop();
      others.stop();
    }
  });

  test('a node hears what another has committed, once, when it can be read', async () => {
    const seen: Promise<unknown>[] = [];
    const stop = one.listen(
      'heard',
      () => void seen.push(one.all("select id from boxes where id = 'heard'")),
    );
    const elsewhere = new Ear(one, 'elsewhere');
    await other.transaction(async (tx) => {
      tx.notify('heard');
      tx.notify('heard');
      await tx.run(INSERT, ['heard']);
      await fence(one, other);
      assert.equal(seen.length, 0, 'nothing while it is not committed');
    });
    await fence(one, other);
    assert.deepEqual(await Promise.all(seen), [[{ id: 'heard' }]]);
    await say(other, 'heard');
    await fence(one, other);
    assert.equal(seen.length, 2);
    assert.equal(elsewhere.heard, 0);
    stop();
    elsewhere.stop();
    await say(other, 'heard');
    await fence(one, other);
    assert.equal(seen.length, 2, 'who has stopped hears no other node either');
  });

  test('a node does not hear its own commit twice', async () => {
    const [own, others] = [new Ear(one, 'own'), new Ear(other, 'own')];
    await say(one, 'own');
    assert.equal(own.heard, 1);
    // What the database tells of it has come by then.
    assert.equal(await fence(one, other), 1);
    await fence(other, one);
    assert.deepEqual([own.heard, others.heard], [1, 1]);
    own.stop();
    others.stop();
  });

  test('nobody hears of a transaction that was undone, by an error or by a statement that failed', async () => {
    const ears = [new Ear(one, 'undone'), new Ear(other, 'undone')];
    const thrown = one.transaction(async (tx) => {
      tx.notify('undone');
      throw failure;
    });
    await assert.rejects(thrown, (error) => error === failure);
    for (const notifyFirst of [true, false]) {
      const goesOn = one.transaction(async (tx) => {
        if (notifyFirst) tx.notify('undone');
        await tx.run(INSERT, ['gone on']);
        const again = tx.run(INSERT, ['gone on']);
        await assert.rejects(again, (error) => error instanceof ConstraintViolation);
        if (!notifyFirst) tx.notify('undone');
      });
      await assert.rejects(goesOn, {
        message: 'current transaction is aborted, commands ignored until end of transaction block',
      });
    }
    assert.equal(await one.get("select id from boxes where id = 'gone on'"), undefined);
    await fence(one, other);
    await fence(other, one);
    for (const ear of ears) {
      assert.equal(ear.heard, 0);
      ear.stop();
    }
    // The connections that it happened on are in order.
    await Promise.all(Array.from({ length: 20 }, () => say(one, 'afterwards')));
  });

  test('a listening connection that the server ends is opened again, and all who listen are told once', async () => {
    const known = await connections();
    const node = await openPostgres(place);
    await beginToListen(node);
    const own = (await connections()).filter((pid) => !known.includes(pid));
    assert.equal(own.length, 1);
    const ears = ['left', 'left', 'right'].map((channel) => new Ear(node, channel));
    ears[1]?.stop();
    const counts = () => ears.map(({ heard }) => heard);
    await cut(own[0]);
    await ears[0]?.atLeast(1);
    await fence(node, other);
    assert.deepEqual(counts(), [1, 0, 1]);
    await say(other, 'left');
    await fence(node, other);
    assert.deepEqual(counts(), [2, 0, 1], 'it hears as before');
    await node.close();
    await untilOnly(known);
  });

  test('what was said while the network was away is told when it is back', async (t) => {
    const proxy = await startCutProxy(place.url);
    t.after(proxy.stop);
    const node = await openPostgres(proxy);
    t.after(() => node.close());
    await beginToListen(node);
    const seen: Promise<unknown>[] = [];
    node.listen('away', () => void seen.push(one.all("select id from boxes where id = 'away'")));
    proxy.cut();
    await other.transaction(async (tx) => {
      await tx.run(INSERT, ['away']);
      tx.notify('away');
    });
    assert.equal(seen.length, 0);
    proxy.restore();
    await eventually(async () => seen.length > 0);
    await fence(node, other);
    assert.deepEqual(await Promise.all(seen), [[{ id: 'away' }]]);
  });

  test('closing leaves no connection, be the one for listening open, being opened, or lost', async (t) => {
    const elsewhere = await emptyPostgresDatabase();
    t.after(elsewhere.drop);
    const left = async () => {
      const sql = 'select application_name as name from pg_stat_activity where datname = $1 order by 1';
      const rows = await other.all<{ name: string }>(sql, [new URL(elsewhere.url).pathname.slice(1)]);
      return rows.map(({ name }) => name);
    };
    const isGone = async () => (await left()).length === 0;

    const lost = await openPostgres(elsewhere);
    await beginToListen(lost);
    const open = await openPostgres(elsewhere);
    await beginToListen(open);
    const opening = await openPostgres(elsewhere);
    await Promise.all([lost, open, opening].map((node) => node.get('select 1')));
    assert.deepEqual(await left(), [...Array(3).fill('rota'), ...Array(2).fill('rota listening')]);
    const [pid] = await connections(lost);
    await cut(pid);
    new Ear(opening, 'unheard');
    await Promise.all([lost, open, opening].map((node) => node.close()));
    await eventually(isGone);

    // Had the lost one kept its timer, that would be over before this one's, which was set later.
    const [own] = await connections(one);
    await cut(own);
    const ear = new Ear(one, 'again');
    await ear.atLeast(1);
    ear.stop();
    assert.deepEqual(await left(), []);
    for (const node of [lost, open, opening]) await assert.rejects(node.get('select 1'));
  });

  test('a process that has closed its database ends by itself', async (t) => {
    const elsewhere = await emptyPostgresDatabase();
    t.after(elsewhere.drop);
    const script = (beforeClosing: string) => `
      const { openPostgres } = await import(${JSON.stringify(import.meta.resolve('../../src/storage/postgres.ts'))});
      const database = await openPostgres({ url: process.env.DATABASE_URL });
      const heard = Promise.withResolvers();
      database.listen('a_channel', heard.resolve);
      ${beforeClosing};
      await database.close();
      console.log('closed');`;
    const terminate = `await database.all("select pg_terminate_backend(pid, 5000) from pg_stat_activity " +
      "where application_name = 'rota listening' and datname = current_database()")`;
    // One after another, because the last ends the listening connections of all.
    for (const beforeClosing of ['', 'await heard.promise', `await heard.promise; ${terminate}`]) {
      const words = ['--input-type=module', '--eval', script(beforeClosing)];
      const outcome = await new NodeProcess(words, { DATABASE_URL: elsewhere.url }).ended;
      assert.deepEqual(outcome, { code: 0, signal: null, stdout: 'closed\n', stderr: '' });
    }
  });
});
