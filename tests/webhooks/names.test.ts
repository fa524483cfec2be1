// Receivers' names are resolved safely, through a real DNS server and the machine's own files.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach } from 'node:test';
import { test } from '../support/lanes.ts';
import { makeRequest } from '../support/makers/meeting-requests.ts';
import { copyEndpoint } from '../support/makers/webhook-rows.ts';
import {
  afterAttempts,
  createEndpoint,
  ENDPOINTS,
  eventually,
  sendTest,
} from '../support/makers/webhooks.ts';
import {
  answered,
  assertResult,
  closingWith,
  refused,
  resultsOf,
  unsent,
} from '../support/receivers/addresses.ts';
import { NameServer } from '../support/receivers/name-server.ts';
import { RawReceiver, Receiver } from '../support/receivers/receiver.ts';
import { figure } from '../support/server/metrics.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';

const UNKNOWN = 'the name has no address';
const FAILED = 'the name could not be looked up';
const LATE = 'the name was not looked up in time';

const server = await NameServer.start();
const folder = await mkdtemp(path.join(tmpdir(), 'rota-names-'));
const hostsFile = path.join(folder, 'hosts');
const resolverFile = path.join(folder, 'resolv.conf');
await writeFile(resolverFile, 'search default.svc.cluster.example cluster.example\noptions ndots:3 rotate\n');
after(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

onBothEngines(
  'names of receivers in DNS and in the hosts file',
  (node) => {
    afterEach(async () => {
      const left = dataOf<{ id: string }[]>(await node().get(`${ENDPOINTS}?limit=100`));
      for (const { id } of left) await node().delete(`${ENDPOINTS}/${id}`);
      // A failed look-up is remembered for five seconds.
      node().clock.advance(5_000);
      server.meanings.clear();
      server.asked.length = 0;
    });

    /** An attempt to send to this host name succeeds. */
    async function assertSent(host: string): Promise<void> {
      await using receiver = await RawReceiver.start(closingWith(200));
      await assertResult(node(), `http://${host}:${receiver.port}/hook`, answered(200));
    }

    test('a delivery goes to the address that DNS has for the name', async () => {
      server.meanings.set('receiver.example.com.test', ['127.0.0.1']);
      await assertSent('receiver.example.com.test');
      assert.equal(server.lookups('receiver.example.com.test'), 1);
    });

    for (const addresses of [
      ['10.0.0.1'],
      ['fd00::1'],
      ['127.0.0.1', '10.0.0.1'],
      ['127.0.0.1', 'fd00::1'],
    ]) {
      test(`nothing is sent to a name that has ${addresses.join(' and ')} in DNS`, async () => {
        server.meanings.set('private.example.com.test', addresses);
        await using receiver = await RawReceiver.start(closingWith());
        const url = `http://private.example.com.test:${receiver.port}/hook`;
        await assertResult(node(), url, refused);
        assert.equal(receiver.connections, 0);
      });
    }

    test('each attempt is judged by what DNS says then', async () => {
      await using receiver = await RawReceiver.start(closingWith(500, 200));
      const { id } = await createEndpoint(node(), `http://moving.example.com.test:${receiver.port}/hook`);
      server.meanings.set('moving.example.com.test', ['127.0.0.1']);
      const delivery = await sendTest(node(), id);
      await afterAttempts(node(), id, delivery, 1);
      for (const [addresses, attempts] of [
        [['169.254.169.254'], 2],
        [['127.0.0.1'], 3],
      ] as const) {
        server.meanings.set('moving.example.com.test', [...addresses]);
        node().clock.advance(1_000);
        await afterAttempts(node(), id, delivery, attempts);
      }
      const outcomes = resultsOf(await afterAttempts(node(), id, delivery, 3));
      assert.deepEqual(outcomes, [answered(500), refused, answered(200)]);
    });

    test('the hosts file comes first, and is read again when it has changed', async () => {
      server.meanings.set('a.hosts.test', ['10.0.0.1']);
      await writeFile(hostsFile, '# of this machine\n127.0.0.1\tA.hosts.test b.hosts.test # and so on\n');
      await assertSent('a.hosts.test');
      await assertSent('b.hosts.test.');
      assert.deepEqual([server.lookups('a.hosts.test'), server.lookups('b.hosts.test')], [0, 0]);
      await writeFile(hostsFile, '10.0.0.2 a.hosts.test\n127.0.0.1 c.hosts.test\nno-address a.hosts.test\n');
      await assertResult(node(), 'http://a.hosts.test/hook', refused);
      await assertSent('c.hosts.test');
      await rm(hostsFile);
      await assertResult(node(), 'http://c.hosts.test/hook', unsent(UNKNOWN));
    });

    test('localhost is this machine, whatever DNS and the hosts file say', async () => {
      for (const name of ['localhost', 'some.localhost']) server.meanings.set(name, ['10.0.0.1']);
      await assertSent('localhost');
      await assertSent('some.localhost');
      await writeFile(hostsFile, '10.0.0.1 localhost\n127.0.0.1 localhost\n');
      await assertSent('localhost');
      assert.deepEqual([server.lookups('localhost'), server.lookups('some.localhost')], [0, 0]);
      await rm(hostsFile);
    });

    test('a name with few dots is looked up in the search domains of the machine, then as it is', async () => {
      server.meanings.set('receiver.cluster.example', ['127.0.0.1']);
      await assertSent('receiver');
      assert.deepEqual(
        [server.lookups('receiver.default.svc.cluster.example'), server.lookups('receiver')],
        [1, 0],
      );
      server.meanings.set('receiver.other.svc.cluster.example', ['127.0.0.1']);
      await assertSent('receiver.other.svc');
      server.meanings.set('few.example', ['127.0.0.1']);
      server.meanings.set('few.example.cluster.example', 'failing');
      await assertSent('few.example');
      // A name that ends with a dot is absolute.
      await assertResult(node(), 'http://receiver./hook', unsent(UNKNOWN));
      assert.equal(server.lookups('receiver'), 1);
    });

    test('a failed look-up is not repeated for five seconds', async () => {
      const name = 'later.example.com.test';
      await using receiver = await RawReceiver.start(closingWith(200));
      const { id } = await createEndpoint(node(), `http://${name}:${receiver.port}/hook`);
      const delivery = await sendTest(node(), id);
      await afterAttempts(node(), id, delivery, 1);
      server.meanings.set(name, ['127.0.0.1']);
      for (let attempts = 2; attempts <= 6; attempts += 1) {
        assert.equal(server.lookups(name), 1);
        node().clock.advance(1_000);
        await afterAttempts(node(), id, delivery, attempts);
      }
      const outcomes = resultsOf(await afterAttempts(node(), id, delivery, 6));
      assert.deepEqual(outcomes, [...Array(5).fill(unsent(UNKNOWN)), answered(200)]);
      assert.equal(server.lookups(name), 2);
    });

    test('a DNS server that fails is distinguished from a name that does not exist', async () => {
      server.meanings.set('failing.example.com.test', 'failing');
      await assertResult(node(), 'http://failing.example.com.test/hook', unsent(FAILED));
      await assertResult(node(), 'http://unknown.example.com.test/hook', unsent(UNKNOWN));
    });

    test('a look-up has three seconds', async () => {
      const name = `${node().services.database.dialect.engine}${NameServer.SILENT}`;
      const { id } = await createEndpoint(node(), `http://${name}/hook`);
      const delivery = await sendTest(node(), id);
      await eventually(async () => server.lookups(name) === 1);
      node().clock.advance(2_999);
      assert.equal(await figure(node(), 'rota_webhook_in_flight'), 1);
      node().clock.advance(1);
      const { attempt_log } = await afterAttempts(node(), id, delivery, 1);
      assert.deepEqual([attempt_log[0]?.error, attempt_log[0]?.duration_ms], [LATE, 3_000]);
    });

    test('many names of one workspace whose DNS servers are silent delay no other workspace', async () => {
      await using receiver = await Receiver.start();
      server.meanings.set('healthy.example.com.test', ['127.0.0.1']);
      const { engine } = node().services.database.dialect;
      const urlOf = (place: number) => `http://${engine}-${place}${NameServer.SILENT}/hook`;
      const { id } = await createEndpoint(node(), urlOf(0));
      await copyEndpoint(node(), id, 149, (place) => urlOf(place + 1));
      await makeRequest(node());
      const asked = () => new Set(server.asked.filter((one) => one.startsWith(`${engine}-`))).size / 2;
      await eventually(async () => asked() >= 100);

      const { rawKey: key } = await node().otherWorkspace();
      const url = receiver.url.replace('127.0.0.1', 'healthy.example.com.test');
      const body = { url, events: ['meeting_request.created'] };
      const other = dataOf<{ id: string }>(await node().post(ENDPOINTS, body, { key }));
      for (let place = 1; place <= 5; place += 1) {
        await node().post(`${ENDPOINTS}/${other.id}/test`, undefined, { key });
        await receiver.atLeast(place);
      }
      // The other look-ups begin when the first ones have timed out.
      node().clock.advance(3_000);
      await eventually(async () => asked() === 150);
    });
  },
  {
    environment: {
      HOST: '0.0.0.0',
      ROTA_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8,::1',
      ROTA_WEBHOOK_RETRY_DELAYS: '1',
    },
    outside: { names: { servers: [server.address], hostsFile, resolverFile } },
  },
);
