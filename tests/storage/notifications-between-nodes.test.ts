// Through PostgreSQL, every node is notified of what another node committed.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { TemporaryDatabase } from '../../scripts/postgres/databases.ts';
import { ConstraintViolation, type OpenDatabase } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import { describe, test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { startCutProxy } from '../support/server/cut-proxy.ts';
import { emptyPostgresDatabase } from '../support/server/databases.ts';
import { CountingListener, notify, startListening } from '../support/server/notifications.ts';
import { NodeProcess } from '../support/server/process.ts';
import { failure } from '../support/server/storage.ts';

const INSERT = 'insert into boxes (id) values ($1)';

describe('notifications between nodes', () => {
  let place: TemporaryDatabase;
  let one: OpenDatabase;
  let other: OpenDatabase;

  before(async () => {
    place = await emptyPostgresDatabase();
    [one, other] = await Promise.all([openPostgres(place), openPostgres(place)]);
    await one.transaction((tx) => tx.script('create table boxes (id text primary key)'));
    await startListening(one);
    await startListening(other);
  });
  after(async () => {
    await Promise.all([one.close(), other.close()]);
    await place.drop();
  });

  /** The listening connections of all nodes on the database, oldest first. */
  const connections = async (database = other) => {
    const rows = await database.all<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and application_name = 'rota listening' order by backend_start`,
    );
    return rows.map(({ pid }) => pid);
  };
  /** Waits until the server has noticed that all but these are gone. */
  const untilOnly = (pids: number[]) =>
    eventually(async () => JSON.stringify(await connections()) === JSON.stringify(pids));
  const cut = async (pid: number | undefined) => {
    const row = await other.get('select pg_terminate_backend($1, 5000) as gone', [pid ?? 0]);
    assert.deepEqual(row, { gone: true });
  };
  /**
   * One node waits for a notification of another. PostgreSQL notifies in the order of the commits, so everything that was
   * committed before has arrived by then.
   */
  const fence = async (listening: OpenDatabase, speaking: OpenDatabase) => {
    const listener = new CountingListener(listening, 'fence');
    await notify(speaking, 'fence');
    await listener.atLeast(1);
    listener.stop();
    return listener.calls;
  };

  test('a node connects for its first listener, not before, and once for all topics', async () => {
    const known = await connections();
    const node = await openPostgres(place);
    await notify(node, 'early');
    assert.deepEqual(await connections(), known);
    const [first, second] = [new CountingListener(node, 'first'), new CountingListener(node, 'second')];
    await Promise.all([first.atLeast(1), second.atLeast(1)]);
    new CountingListener(node, 'third');
    await fence(node, other);
    assert.equal((await connections()).length, known.length + 1);
    assert.deepEqual(
      [first.calls, second.calls],
      [1, 1],
      'earlier notifications are unknown: all listeners are called once',
    );
    await node.close();
    await untilOnly(known);
  });

  test('a topic can have any name', async () => {
    for (const name of ['two words', "it's", 'émigré', '"quoted"; --', '']) {
      const [own, others] = [new CountingListener(one, name), new CountingListener(other, name)];
      await notify(one, name);
      await fence(other, one);
      assert.deepEqual([own.calls, others.calls], [1, 1], JSON.stringify(name));
      own.stop();
      others.stop();
    }
  });

  test('a node is notified of what another has committed, once, when it can be read', async () => {
    const seen: Promise<unknown>[] = [];
    const stop = one.listen(
      'heard',
      () => void seen.push(one.all("select id from boxes where id = 'heard'")),
    );
    const elsewhere = new CountingListener(one, 'elsewhere');
    await other.transaction(async (tx) => {
      tx.notify('heard');
      tx.notify('heard');
      await tx.run(INSERT, ['heard']);
      await fence(one, other);
      assert.equal(seen.length, 0, 'nothing while it is not committed');
    });
    await fence(one, other);
    assert.deepEqual(await Promise.all(seen), [[{ id: 'heard' }]]);
    await notify(other, 'heard');
    await fence(one, other);
    assert.equal(seen.length, 2);
    assert.equal(elsewhere.calls, 0);
    stop();
    elsewhere.stop();
    await notify(other, 'heard');
    await fence(one, other);
    assert.equal(seen.length, 2, 'a stopped listener is not notified by other nodes either');
  });

  test('a node is not notified of its own commit twice', async () => {
    const [own, others] = [new CountingListener(one, 'own'), new CountingListener(other, 'own')];
    await notify(one, 'own');
    assert.equal(own.calls, 1);
    // The notification through the database has arrived by then.
    assert.equal(await fence(one, other), 1);
    await fence(other, one);
    assert.deepEqual([own.calls, others.calls], [1, 1]);
    own.stop();
    others.stop();
  });

  test('a transaction that was rolled back, by an error or by a failed statement, notifies nobody', async () => {
    const listeners = [new CountingListener(one, 'undone'), new CountingListener(other, 'undone')];
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
      await assert.rejects(goesOn, { message: 'The transaction went on after a statement that failed' });
    }
    assert.equal(await one.get("select id from boxes where id = 'gone on'"), undefined);
    await fence(one, other);
    await fence(other, one);
    for (const listener of listeners) {
      assert.equal(listener.calls, 0);
      listener.stop();
    }
    // The connections still work.
    await Promise.all(Array.from({ length: 20 }, () => notify(one, 'afterwards')));
  });

  test('a listening connection that the server ends is opened again, and all listeners are called once', async () => {
    const known = await connections();
    const node = await openPostgres(place);
    await startListening(node);
    const own = (await connections()).filter((pid) => !known.includes(pid));
    assert.equal(own.length, 1);
    const listeners = ['left', 'left', 'right'].map((topic) => new CountingListener(node, topic));
    listeners[1]?.stop();
    const counts = () => listeners.map(({ calls }) => calls);
    await cut(own[0]);
    await listeners[0]?.atLeast(1);
    await fence(node, other);
    assert.deepEqual(counts(), [1, 0, 1]);
    await notify(other, 'left');
    await fence(node, other);
    assert.deepEqual(counts(), [2, 0, 1], 'it is notified as before');
    await node.close();
    await untilOnly(known);
  });

  test('notifications sent while the network was down arrive when it is back', async (t) => {
    const proxy = await startCutProxy(place.url);
    t.after(proxy.stop);
    const node = await openPostgres(proxy);
    t.after(() => node.close());
    await startListening(node);
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
    await startListening(lost);
    const open = await openPostgres(elsewhere);
    await startListening(open);
    const opening = await openPostgres(elsewhere);
    await Promise.all([lost, open, opening].map((node) => node.get('select 1')));
    // A read that waits for a slow connection opens another.
    assert.deepEqual([...new Set(await left())], ['rota', 'rota listening']);
    const [pid] = await connections(lost);
    await cut(pid);
    new CountingListener(opening, 'unheard');
    await Promise.all([lost, open, opening].map((node) => node.close()));
    await eventually(isGone);

    // A timer left by the lost one would fire before this one's, which was set later.
    const [own] = await connections(one);
    await cut(own);
    const listener = new CountingListener(one, 'again');
    await listener.atLeast(1);
    listener.stop();
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
      database.listen('a_topic', heard.resolve);
      ${beforeClosing};
      await database.close();
      console.log('closed');`;
    const terminate = `await database.all("select pg_terminate_backend(pid, 5000) from pg_stat_activity " +
      "where application_name = 'rota listening' and datname = current_database()")`;
    // One after another, because the last one ends the listening connections of all.
    for (const beforeClosing of ['', 'await heard.promise', `await heard.promise; ${terminate}`]) {
      const words = ['--input-type=module', '--eval', script(beforeClosing)];
      const outcome = await new NodeProcess(words, { DATABASE_URL: elsewhere.url }).ended;
      assert.deepEqual(outcome, { code: 0, signal: null, stdout: 'closed\n', stderr: '' });
    }
  });
});
