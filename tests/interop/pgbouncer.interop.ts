// Rota behind a real PgBouncer in transaction mode: the storage, and a service of two nodes.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import pg from 'pg';
import { startPostgresServer } from '../../scripts/postgres/server.ts';
import type { RotaError } from '../../src/errors.ts';
import type { OpenDatabase } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import { storageBehaves } from '../storage/behaviour.ts';
import { describe, test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { Receiver } from '../support/receivers/receiver.ts';
import { startCutProxy } from '../support/server/cut-proxy.ts';
import { emptyPostgresDatabase, patient } from '../support/server/databases.ts';
import { CountingListener, notify, startListening } from '../support/server/notifications.ts';
import { closedPort, rota, Served } from '../support/server/process.ts';
import { dataOf } from '../support/server/rota.ts';
import type { Place } from '../support/server/storage.ts';
import { Pgbouncer } from './servers/pgbouncer.ts';
import { askForMeeting, KEY, nodeOn, tell, tellsTheStory } from './story.ts';

const serverUrl = process.env.ROTA_TEST_POSTGRES_URL as string;

/** A database that is reached in two ways, while `work` runs. */
async function behind(
  pgbouncer: Pgbouncer,
  work: (addresses: { url: string; directUrl: string }) => Promise<void>,
): Promise<void> {
  const { url: directUrl, drop } = await emptyPostgresDatabase();
  try {
    await work({ url: pgbouncer.through(directUrl), directUrl });
  } finally {
    await drop();
  }
}

describe('the storage behind PgBouncer', () => {
  let pgbouncer: Pgbouncer;
  before(async () => {
    pgbouncer = await Pgbouncer.start(serverUrl);
  });
  after(() => pgbouncer[Symbol.asyncDispose]());

  storageBehaves('behind PgBouncer', async (): Promise<Place> => {
    const { url, drop } = await emptyPostgresDatabase();
    const directUrl = patient(url);
    const address = pgbouncer.through(directUrl);
    return { address, open: () => openPostgres({ url: address, directUrl }), remove: drop };
  });
});

/** Fewer connections to PostgreSQL than one node has to PgBouncer. */
const SMALL_POOL = 3;

describe('behind a PgBouncer with a small pool', () => {
  let pgbouncer: Pgbouncer;
  before(async () => {
    pgbouncer = await Pgbouncer.start(serverUrl, [`default_pool_size = ${SMALL_POOL}`]);
  });
  after(() => pgbouncer[Symbol.asyncDispose]());

  test('each transaction has its settings, and leaves none to the next on the connection', () =>
    behind(pgbouncer, async ({ url, directUrl }) => {
      const names = [
        'statement_timeout',
        'lock_timeout',
        'enable_seqscan',
        'plan_cache_mode',
        'enable_hashjoin',
      ];
      const select = `select ${names.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`;
      const own = { statement_timeout: '14s', enable_seqscan: 'off', plan_cache_mode: 'force_generic_plan' };
      const calls = { ...own, enable_hashjoin: 'on' };
      const database = await openPostgres({ url, directUrl });
      const stranger = new pg.Client({ connectionString: url });
      try {
        await stranger.connect();
        const inside = (on: Pick<OpenDatabase, 'transaction'>) =>
          on.transaction(async (tx) => {
            await tx.script('select 1');
            return [await tx.get(select), await tx.get(select)];
          });
        const inTransaction = { ...calls, lock_timeout: '250ms' };
        assert.deepEqual(await inside(database), [inTransaction, inTransaction]);
        const inBackground = { ...own, enable_hashjoin: 'off', lock_timeout: '3s' };
        assert.deepEqual(await inside(database.background), [inBackground, inBackground]);
        assert.deepEqual(await database.get(select), { ...calls, lock_timeout: '3s' });
        assert.deepEqual(await database.change(select), [{ ...calls, lock_timeout: '3s' }]);
        const { rows } = await stranger.query(select);
        assert.deepEqual(rows, [
          {
            statement_timeout: '0',
            lock_timeout: '0',
            enable_seqscan: 'on',
            plan_cache_mode: 'auto',
            enable_hashjoin: 'on',
          },
        ]);
      } finally {
        await stranger.end();
        await database.close();
      }
    }));

  test('reads that share connections get their own answers, also beside some that fail', () =>
    behind(pgbouncer, async (addresses) => {
      const database = await openPostgres(addresses);
      try {
        const reads = Array.from({ length: 400 }, (_, place) =>
          place % 10 === 0
            ? assert.rejects(database.get('select 1 / $1::bigint as value', [0]), { code: '22012' })
            : database.get('select $1::bigint as value', [place]),
        );
        const found = await Promise.all(reads);
        const expected = found.map((_, place) => (place % 10 === 0 ? undefined : { value: place }));
        assert.deepEqual(found, expected);
        const used = await database.get<{ count: number }>(
          'select count(*) as count from pg_stat_activity where datname = current_database()',
        );
        // Fewer if they are answered faster than PgBouncer connects.
        const count = used?.count ?? 0;
        assert.ok(count >= 1 && count <= SMALL_POOL, `${count} connections`);
      } finally {
        await database.close();
      }
    }));

  test('nodes notify each other over their direct connections', () =>
    behind(pgbouncer, async (addresses) => {
      const [one, other] = await Promise.all([openPostgres(addresses), openPostgres(addresses)]);
      try {
        await startListening(other);
        const listener = new CountingListener(other, 'topic');
        await notify(one, 'topic');
        await listener.atLeast(1);
        listener.stop();
      } finally {
        await Promise.all([one.close(), other.close()]);
      }
    }));

  test('two nodes migrate an empty database, serve it, and limit a key together', () =>
    behind(pgbouncer, async (addresses) => {
      const settings = { ...nodeOn(addresses), ROTA_RATE_LIMIT_PER_MINUTE: '300' };
      await using one = await Served.start(settings);
      await using other = await Served.start(settings);
      await tellsTheStory(one, other);
      const statuses = await Promise.all(
        Array.from({ length: 400 }, async (_, place) => {
          const node = place % 2 === 0 ? one : other;
          return (await node.call('GET', '/api/v1/workspace', { key: KEY })).status;
        }),
      );
      assert.deepEqual([...new Set(statuses)].sort(), [200, 429]);
      assert.ok(statuses.filter((status) => status === 200).length < 300);
    }));

  test('a restart of PgBouncer under load loses nothing that was acknowledged', () =>
    behind(pgbouncer, async (addresses) => {
      await using receiver = await Receiver.start();
      const settings = { ...nodeOn(addresses), ROTA_WEBHOOK_RETRY_DELAYS: '0.1' };
      await using one = await Served.start(settings);
      await using other = await Served.start(settings);
      await tell(one, receiver);
      const statuses = new Set<number>();
      let acknowledged = 0;
      /** As callers should: again with the same key until it is answered. */
      const ask = async (place: number) => {
        const { id } = await eventually(async () => {
          const answer = await askForMeeting(place % 2 === 0 ? one : other, `guest-${place}`);
          statuses.add(answer.status);
          return answer.status < 500 && dataOf<{ id: string }>(answer);
        });
        acknowledged += 1;
        return id;
      };
      const asked: Promise<string>[] = [];
      for (let place = 0; place < 40; place += 1) asked.push(ask(place));
      await eventually(async () => acknowledged > 0);
      await pgbouncer.restart();
      for (let place = 40; place < 80; place += 1) asked.push(ask(place));
      const ids = await Promise.all(asked);
      assert.equal(new Set(ids).size, 80);
      assert.deepEqual(
        [...statuses].filter((status) => status >= 500 && status !== 503),
        [],
      );
      const listed = await other.all<{ id: string }>('/api/v1/meeting_requests?', KEY);
      assert.deepEqual(listed.map(({ id }) => id).sort(), ids.sort());
      await eventually(async () => new Set(receiver.received.map(({ payload }) => payload.id)).size === 80);
      assert.equal((await one.call('GET', '/readyz')).status, 200);
    }));
});

describe('a failover behind PgBouncer', () => {
  test('shows nothing old, and goes on when the way leads to the new primary', async () => {
    await using stack = new AsyncDisposableStack();
    const old = await startPostgresServer();
    stack.defer(() => old.stop());
    // It follows the primary for new connections only, and so late that PgBouncer connects to the standby.
    const proxy = await startCutProxy(old.url);
    stack.defer(() => proxy.stop());
    const pgbouncer = stack.use(await Pgbouncer.start(proxy.url));
    const database = await openPostgres({ url: pgbouncer.through(proxy.url), directUrl: proxy.url });
    stack.defer(() => database.close());
    const place = async () => (await database.get<{ name: string }>('select name from place'))?.name;
    const reasonOf = (work: Promise<unknown>) =>
      work.then(
        () => undefined,
        (error: RotaError) => error.reason,
      );
    await database.change("create table place as select 'old'::text as name");
    assert.equal(await place(), 'old');

    const next = await old.handOver();
    stack.defer(() => next.stop());
    const primary = new pg.Client({ connectionString: next.url });
    await primary.connect();
    stack.defer(() => primary.end());
    await primary.query("update place set name = 'new'");
    const standby = 'PostgreSQL is a standby, which takes no changes';
    // Until then, PgBouncer has noticed that its connections are gone, and has opened others.
    await eventually(async () => (await reasonOf(place())) === standby);
    const several = await Promise.all(Array.from({ length: 20 }, () => reasonOf(place())));
    assert.ok(several.every(Boolean), 'nothing is read from it');

    proxy.leadTo(next.url);
    await eventually(
      async () => (await reasonOf(database.change("update place set name = 'new'"))) === undefined,
    );
    await eventually(async () => {
      const names = await Promise.all(Array.from({ length: 20 }, () => place().catch(() => 'none')));
      assert.ok(!names.includes('old'));
      return names.every((name) => name === 'new');
    });
  });
});

describe('a start', () => {
  let pgbouncer: Pgbouncer;
  before(async () => {
    pgbouncer = await Pgbouncer.start(serverUrl, [
      'ignore_startup_parameters = options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
    ]);
  });
  after(() => pgbouncer[Symbol.asyncDispose]());

  const refusal = async (addresses: { url: string; directUrl?: string }) => {
    const { code, stderr } = await rota(['migrate'], nodeOn(addresses));
    assert.equal(code, 1);
    return stderr;
  };

  test('says what to set where DATABASE_URL is a pooler, also one that drops what it does not know', async () => {
    await using strict = await Pgbouncer.start(serverUrl);
    for (const each of [pgbouncer, strict]) {
      assert.match(
        await refusal({ url: each.through(serverUrl) }),
        /^rota: DATABASE_URL leads to a connection pooler such as PgBouncer: set DATABASE_DIRECT_URL, too/,
      );
    }
  });

  test('says what is wrong with DATABASE_DIRECT_URL', () =>
    behind(pgbouncer, async ({ url, directUrl }) => {
      assert.match(
        await refusal({ url, directUrl: url }),
        /^rota: DATABASE_DIRECT_URL leads to a connection pooler/,
      );
      assert.match(await refusal({ url, directUrl: serverUrl }), /lead to different databases/);
      const gone = new URL(directUrl);
      gone.port = String(await closedPort());
      assert.match(await refusal({ url, directUrl: gone.href }), /can't be used: connect ECONNREFUSED/);
    }));
});
