// Full lane, because it starts many processes: /readyz fails when calls could not be served, at the cost of one probe a second.
import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import type { WireAnswer } from '../support/server/http.ts';
import { EmptyStorage, type Served } from '../support/server/process.ts';
import { freshStorage, onBothEngines, startNode } from '../support/server/rota.ts';

const KEY = 'a-key-that-was-chosen';
const MEMBERS = '/api/v1/workspace_members';
/** Longer than it takes until a larger write is tried, after one has failed. */
const TRIED_AGAIN_MS = 4_000;

const createMember = (server: Served, name: string) =>
  server.call('POST', MEMBERS, { key: KEY, body: { email: `${name}@example.com` } });

const messageOf = ({ body }: WireAnswer) => (body as { error: { message: string } }).error.message;

/** The message of the first 503. Until then a 200 may come from the last probe, for up to a second. */
const whyNotReady = (server: Served) =>
  eventually(async () => {
    const answer = await server.call('GET', '/readyz');
    if (answer.status === 200) return false;
    assert.equal(answer.status, 503);
    assert.equal(answer.headers['retry-after'], '1');
    return messageOf(answer).replace(/ Request id: .*$/, '');
  });

const untilReady = (server: Served) =>
  eventually(async () => (await server.call('GET', '/readyz')).status === 200);

onBothEngines('Readiness', (node) => {
  test('costs one probe a second, however often it is asked for', async () => {
    const { database } = node().services;
    const written = async () => (await database.get<{ latest: number }>('select latest from clock'))?.latest;
    await eventually(async () => {
      node().clock.advance(1);
      await node().get('/readyz', { key: null });
      return (await written()) === node().clock.now();
    });
    const start = performance.now();
    const probes = new Set([await written()]);
    for (let question = 0; question < 50; question += 1) {
      node().clock.advance(1);
      assert.equal((await node().get('/readyz', { key: null })).status, 200);
      probes.add(await written());
    }
    const seconds = (performance.now() - start) / 1_000;
    assert.ok(probes.size <= 2 + seconds, `${probes.size} probes in ${seconds} s`);
  });
});

describe('a data folder that is moved away', () => {
  test('is noticed: nothing is acknowledged until it is back', async () => {
    await using storage = await EmptyStorage.make('sqlite');
    await using server = await storage.serve({ ROTA_BOOTSTRAP_API_KEY: KEY });
    assert.equal((await createMember(server, 'before')).status, 201);
    const folder = storage.environment.ROTA_DATA_DIR as string;
    await rename(folder, `${folder}-elsewhere`);
    assert.equal((await createMember(server, 'meanwhile')).status, 503);
    assert.equal(await whyNotReady(server), 'Not ready: the database file is not in its place.');
    assert.equal((await server.call('GET', '/healthz')).status, 200);
    assert.equal((await server.call('GET', MEMBERS, { key: KEY })).status, 200);

    await rename(`${folder}-elsewhere`, folder);
    await untilReady(server);
    assert.equal((await createMember(server, 'afterwards')).status, 201);
    const members = await server.all<{ email: string }>(`${MEMBERS}?`, KEY);
    assert.deepEqual(
      members.map(({ email }) => email.split('@')[0]),
      ['afterwards', 'before', 'owner'],
    );
  });
});

describe('a full disk', () => {
  test('is reported, and stored data can be read', async () => {
    await using storage = await EmptyStorage.make('sqlite');
    // A limit on the file size. To SQLite, a full disk differs only in the error code.
    await using server = await storage.serve({ ROTA_BOOTSTRAP_API_KEY: KEY }, { shell: 'ulimit -f 1600' });
    const made: string[] = [];
    for (let number = 0; ; number += 1) {
      const answer = await createMember(server, `member-${number}`);
      if (answer.status === 503) break;
      assert.equal(answer.status, 201);
      made.unshift(`member-${number}`);
    }
    // At once, and for longer than it takes until it is tried again: small writes may still succeed.
    const start = performance.now();
    while (performance.now() - start < TRIED_AGAIN_MS) {
      const answer = await server.call('GET', '/readyz');
      assert.equal(answer.status, 503);
      assert.match(
        messageOf(answer),
        /^Not ready: the disk (can not be read or written|is full)\. Request id/,
      );
      await sleep(200);
    }
    const members = await server.all<{ email: string }>(`${MEMBERS}?`, KEY);
    assert.deepEqual(
      members.map(({ email }) => email.split('@')[0]),
      [...made, 'owner'],
    );
  });
});

describe("a full disk of PostgreSQL's", () => {
  test('is reported for as long as calls, or larger writes, meet it; what callers do wrong is not', async (t) => {
    const storage = await freshStorage('postgres');
    const node = await startNode(storage);
    const admin = new Client({ connectionString: storage.environment.DATABASE_URL });
    await admin.connect();
    t.after(async () => {
      await admin.end();
      await node.stop();
      await storage.remove();
    });
    const create = async (name: string) =>
      (await node.post(MEMBERS, { email: `${name}@example.com` })).status;
    const readyz = () => node.get('/readyz', { key: null });
    assert.equal(await create('first'), 201);
    assert.equal(await create('first'), 422);
    assert.equal((await readyz()).status, 200);

    // PostgreSQL's own error, for members and for tables that are made. The time can be stored as before.
    await admin.query(`
      create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create function refuse_table() returns event_trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger refuse before insert on members execute function refuse();
      create event trigger refuse_table on ddl_command_start when tag in ('CREATE TABLE AS')
        execute function refuse_table()`);
    assert.equal(await create('second'), 503);
    const full = /Not ready: PostgreSQL's disk is full\. Request id/;
    assert.match(messageOf(await readyz()), full);
    await admin.query('drop trigger refuse on members');
    assert.equal(await create('second'), 201);
    const start = performance.now();
    while (performance.now() - start < TRIED_AGAIN_MS) {
      assert.match(messageOf(await readyz()), full, 'there is still no room for more');
      await sleep(200);
    }
    await admin.query('drop event trigger refuse_table');
    await eventually(async () => (await readyz()).status === 200);
  });
});
