// Full lane, because it starts servers of its own: PostgreSQL hands over to another server, and what leads to it follows late.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { Client } from 'pg';
import { type PostgresServer, startPostgresServer } from '../../scripts/postgres/server.ts';
import { RotaError } from '../../src/errors.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import { directSpec } from '../../src/storage/postgres-address.ts';
import { createRenewal, Client as OurClient } from '../../src/storage/postgres-client.ts';
import { MINUTE_MS } from '../../src/time/timestamps.ts';
import { describe, test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { type CutProxy, startCutProxy } from '../support/server/cut-proxy.ts';
import { dataOf, type Node, SECRET_KEY, startNode } from '../support/server/rota.ts';

const MEMBERS = '/api/v1/workspace_members';
const STANDBY = 'PostgreSQL is a standby, which takes no changes';

describe('a PostgreSQL that takes no changes any more', () => {
  let old: PostgresServer;
  let next: PostgresServer | undefined;
  let proxy: CutProxy;
  let node: Node;
  let members = 0;

  before(async () => {
    old = await startPostgresServer();
    // Like HAProxy without `shutdown-sessions`: it follows the primary for new connections only.
    proxy = await startCutProxy(old.url);
    const environment = { DATABASE_URL: proxy.url, ROTA_SECRET_KEY: SECRET_KEY };
    node = await startNode({ engine: 'postgres', environment, remove: async () => {} });
  });
  after(async () => {
    await node.stop();
    await proxy.stop();
    await next?.stop();
    await old.stop();
  });

  const write = async () => {
    members += 1;
    return (await node.post(MEMBERS, { email: `member-${members}@example.com` })).status;
  };
  const nameShown = async () => {
    const answer = await node.get('/api/v1/workspace');
    return answer.status === 200 ? dataOf<{ name: string }>(answer).name : answer.status;
  };
  /** The status, and the reason if it is not ready. */
  const readiness = async () => {
    const { status, text } = await node.get('/readyz', { key: null });
    return status === 200 ? status : /Not ready: (.+)\. Request id/.exec(text)?.[1];
  };

  async function on<Row extends object>(server: PostgresServer | undefined, sql: string): Promise<Row[]> {
    const client = new Client({ connectionString: server?.url });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  const connectionsOn = async (server: PostgresServer | undefined, name: string) => {
    const rows = await on<{ pid: number }>(
      server,
      `select pid from pg_stat_activity where application_name = '${name}'`,
    );
    return rows.map(({ pid }) => pid);
  };

  test('is left: its connections are opened anew, all of them, and reads go on', async () => {
    assert.equal(await write(), 201);
    assert.equal(await nameShown(), 'Acme');
    const opened = [
      ...(await connectionsOn(old, 'rota')),
      ...(await eventually(async () => {
        const listening = await connectionsOn(old, 'rota listening');
        return listening.length > 0 && listening;
      })),
    ];
    await on(old, 'alter system set default_transaction_read_only = on');
    await on(old, 'select pg_reload_conf()');
    await eventually(async () => (await write()) === 503);
    assert.equal(await readiness(), 'PostgreSQL takes no changes');
    await eventually(async () => {
      assert.equal(await write(), 503);
      assert.equal(await nameShown(), 'Acme');
      const open = [...(await connectionsOn(old, 'rota')), ...(await connectionsOn(old, 'rota listening'))];
      return opened.every((pid) => !open.includes(pid));
    });

    await on(old, 'alter system reset default_transaction_read_only');
    await on(old, 'select pg_reload_conf()');
    await eventually(async () => (await write()) === 201);
    await eventually(async () => (await readiness()) === 200);
  });

  test('is not read, and not written, when it is back as a standby; the new primary is, as soon as the way leads there', async () => {
    assert.equal(await write(), 201);
    next = await old.handOver();
    await on(next, "update workspaces set name = 'Renamed'");
    // Until now the proxy has led to the standby, and the node has tried to connect there.
    await eventually(async () => (await readiness()) === STANDBY);
    for (let round = 0; round < 10; round += 1) {
      assert.deepEqual([await write(), await nameShown()], [503, 503], 'nothing old is shown');
    }
    assert.equal(await readiness(), STANDBY);

    proxy.leadTo(next.url);
    assert.deepEqual([await write(), await nameShown()], [201, 'Renamed']);
    assert.equal(await readiness(), 200);
    await eventually(async () => (await connectionsOn(next, 'rota listening')).length === 1);
    assert.deepEqual(await connectionsOn(old, 'rota'), []);
  });

  test('is not read behind a pooler either, but by a node that only reads', async () => {
    const isStandby = (error: unknown) => error instanceof RotaError && error.reason === STANDBY;
    const count = 'select count(*) as count from workspaces';
    const pooled = await openPostgres({ url: old.url, directUrl: old.url });
    try {
      await assert.rejects(pooled.get(count), isStandby);
      await assert.rejects(pooled.background.get(count), isStandby);
      await assert.rejects(
        pooled.transaction((tx) => tx.get(count)),
        isStandby,
      );
    } finally {
      await pooled.close();
    }
    for (const addresses of [{ url: old.url }, { url: old.url, directUrl: old.url }]) {
      const reading = await openPostgres({ ...addresses, readOnly: true });
      assert.deepEqual(await reading.get(count), { count: 1 });
      await reading.close();
    }
  });

  test('a connection is used for five minutes, more or less, so that an address that has moved is noticed', () => {
    const spec = directSpec(old.url, {}, {}, { acceptsStandby: false });
    const clients = Array.from({ length: 20 }, () => new OurClient({ spec, renewal: createRenewal() }));
    const spentAfter = (ms: number) => clients.filter((each) => each.isSpent(performance.now() + ms)).length;
    assert.equal(spentAfter(4 * MINUTE_MS - 1_000), 0);
    assert.equal(spentAfter(6 * MINUTE_MS), 20);
    const half = spentAfter(5 * MINUTE_MS);
    assert.ok(half > 0 && half < 20, `${half} of 20 end in the first half`);
  });
});
