// Full lane, because it starts many processes: A sealed value opens only in its own row, so moving it in the database gains nothing.
import assert from 'node:assert/strict';
import { bindSecrets } from '../../src/features/events/webhook-endpoints/sealed.ts';
import { opensSealed } from '../../src/secrets/sealed-walk.ts';
import { createKeyring } from '../../src/secrets/secret-key.ts';
import { readConfig } from '../../src/settings/config.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { placeIn, type SealedColumn } from '../../src/webhooks/compose.ts';
import { test } from '../support/lanes.ts';
import { putSealed, sealedOf, sealUnbound, secretKeyOf, unbind } from '../support/makers/sealed.ts';
import {
  auditOf,
  changeEndpoint,
  HOOK,
  LEAST,
  pathOf,
  rotateSecret,
} from '../support/makers/webhook-endpoints.ts';
import {
  afterAttempts,
  createEndpoint,
  ENDPOINTS,
  readEndpoint,
  sendTest,
  tryOnce,
} from '../support/makers/webhooks.ts';
import { Receiver } from '../support/receivers/receiver.ts';
import { EmptyStorage } from '../support/server/process.ts';
import { dataOf, type Node, onBothEngines, onEachEngine } from '../support/server/rota.ts';
import { SealedEndpoint, serve, stop } from '../support/server/secret-keys.ts';

const PAUSE_SECONDS = 5;
const UNREADABLE =
  "not sent: the endpoint's signing secret or headers can't be read; rotate the secret and set the headers again";
const headers = [{ key: 'X-Token', value: 'abc' }];

/** The errors in the log about deliveries to the endpoint. */
const errorsAbout = (node: Node, { id }: { id: string }) =>
  node.logLines
    .map((line) => JSON.parse(line))
    .filter(({ level, msg, endpoint_id }) => level === 'error' && msg === UNREADABLE && endpoint_id === id);

onBothEngines(
  'sealed values',
  (node) => {
    const database = () => node().services.database;

    /** An endpoint whose values the node has opened before. */
    async function usedEndpoint(receiver: Receiver) {
      const endpoint = await createEndpoint(node(), receiver.url, { headers });
      await rotateSecret(node(), endpoint);
      assert.equal((await tryOnce(node(), endpoint.id)).status, 'success');
      return endpoint;
    }

    test("another endpoint's are not used: nothing is sent, the attempt fails and is logged", async () => {
      await using receiver = await Receiver.start();
      const [victim, other] = [await usedEndpoint(receiver), await usedEndpoint(receiver)];
      const [own, foreign] = [await sealedOf(database(), victim.id), await sealedOf(database(), other.id)];
      const sent = receiver.received.length;
      const swaps: [column: SealedColumn, value: string | null][] = [
        ['sealed_secret', foreign.sealed_secret],
        ['sealed_former_secret', foreign.sealed_former_secret],
        ['sealed_headers', foreign.sealed_headers],
        ['sealed_secret', own.sealed_former_secret],
        ['sealed_former_secret', own.sealed_secret],
        ['sealed_headers', own.sealed_secret],
      ];
      for (const [place, [column, value]] of swaps.entries()) {
        await putSealed(database(), victim.id, column, value);
        const { status, attempts, attempt_log } = await tryOnce(node(), victim.id);
        assert.deepEqual([status, attempts, attempt_log[0]?.error], ['pending', 1, UNREADABLE], `${place}`);
        await putSealed(database(), victim.id, column, own[column]);
      }
      assert.equal(receiver.received.length, sent);
      assert.equal(errorsAbout(node(), victim).length, swaps.length);
      // The other endpoint works, and so does this one, now that its values are back in place.
      for (const { id } of [other, victim]) assert.equal((await tryOnce(node(), id)).status, 'success');
    });

    test('nor are those of another workspace', async () => {
      await using receiver = await Receiver.start();
      const theirs = await node().otherWorkspace();
      const body = { ...LEAST, url: receiver.url, headers };
      const victim = dataOf<{ id: string }>(await node().post(ENDPOINTS, body, { key: theirs.rawKey }));
      const thief = await createEndpoint(node(), receiver.url);
      const { sealed_secret, sealed_headers } = await sealedOf(database(), victim.id);
      await putSealed(database(), thief.id, 'sealed_secret', sealed_secret);
      await putSealed(database(), thief.id, 'sealed_headers', sealed_headers);
      assert.equal((await tryOnce(node(), thief.id)).attempt_log[0]?.error, UNREADABLE);
      assert.equal(receiver.received.length, 0);
    });

    test('nor one that an earlier version sealed, which is bound to nothing', async () => {
      await using receiver = await Receiver.start();
      const endpoint = await createEndpoint(node(), receiver.url);
      const former = sealUnbound(endpoint.signing_secret, secretKeyOf(node().services.config));
      await putSealed(database(), endpoint.id, 'sealed_secret', former);
      assert.equal((await tryOnce(node(), endpoint.id)).attempt_log[0]?.error, UNREADABLE);
      assert.equal(receiver.received.length, 0);
    });

    test('the attempt is retried by its schedule and no sooner, and the owner can repair the endpoint', async () => {
      await using receiver = await Receiver.start();
      const [endpoint, other] = [await usedEndpoint(receiver), await usedEndpoint(receiver)];
      const { sealed_secret, sealed_headers } = await sealedOf(database(), other.id);
      await putSealed(database(), endpoint.id, 'sealed_secret', sealed_secret);
      await putSealed(database(), endpoint.id, 'sealed_headers', sealed_headers);
      const sent = receiver.received.length;
      const delivery = await sendTest(node(), endpoint.id);
      await afterAttempts(node(), endpoint.id, delivery, 1);
      node().clock.advance(PAUSE_SECONDS * 1000);
      await afterAttempts(node(), endpoint.id, delivery, 2);
      assert.equal(errorsAbout(node(), endpoint).length, 2);

      // Calls that do not need the values work, and so do those that replace them.
      await changeEndpoint(node(), endpoint, { description: 'Broken' });
      const { signing_secret } = await rotateSecret(node(), endpoint);
      await changeEndpoint(node(), endpoint, { headers: [{ key: 'X-Token', value: 'def' }] });
      const changes = (await auditOf(node(), endpoint)).slice(-3).map((entry) => entry.changes);
      const [described, rotated, given] = changes;
      assert.deepEqual(described, { description: [null, 'Broken'] });
      assert.equal(rotated?.former_secret_until?.[1], null, 'there is no former one to sign with');
      assert.deepEqual(given, { headers: [null, ['X-Token']] });
      assert.equal(receiver.received.length, sent);
      node().clock.advance(PAUSE_SECONDS * 1000);
      assert.equal((await afterAttempts(node(), endpoint.id, delivery, 3)).status, 'success');
      assert.equal(receiver.received.at(-1)?.headers['x-token'], 'def');
      assert.ok(signing_secret);
    });

    test('headers that can not be read do not go to another origin either', async () => {
      const endpoint = await createEndpoint(node(), HOOK, { headers });
      await putSealed(database(), endpoint.id, 'sealed_headers', 'nonsense');
      await changeEndpoint(node(), endpoint, { url: 'https://elsewhere.example.com/' });
      const row = await sealedOf(database(), endpoint.id);
      const place = placeIn('sealed_headers', node().workspaceId, endpoint.id);
      assert.equal(node().services.secrets.open(row.sealed_headers, place), '[]');
    });

    test('the right key is recognized by a value that it opens, whatever else was changed', async () => {
      const endpoint = await createEndpoint(node(), HOOK);
      await createEndpoint(node(), HOOK);
      await putSealed(database(), endpoint.id, 'sealed_secret', 'nonsense');
      assert.equal(await opensSealed(database(), createKeyring(node().services.config).all()), true);
      assert.equal((await readEndpoint(node(), endpoint.id)).id, endpoint.id);
    });
  },
  { environment: { ROTA_WEBHOOK_RETRY_DELAYS: String(PAUSE_SECONDS) } },
);

onBothEngines('what an earlier version sealed', (node, storage) => {
  test('is bound to its rows at the next start: once, for the whole database', async () => {
    const { services } = node();
    const { database } = services;
    await using receiver = await Receiver.start();
    const made: { id: string }[] = [];
    for (let count = 0; count < 3; count += 1) {
      const endpoint = await createEndpoint(node(), receiver.url, { headers });
      if (count === 1) await rotateSecret(node(), endpoint);
      if (count === 2) await node().delete(pathOf(endpoint));
      else await unbind(database, endpoint.id, secretKeyOf(services.config));
      made.push(endpoint);
    }
    const [first, second, deleted] = made as [{ id: string }, { id: string }, { id: string }];
    assert.equal(await opensSealed(database, createKeyring(services.config).all()), true, 'before, too');
    // Two nodes that start at the same time.
    const other = await openDatabase(readConfig(storage().environment));
    const results = await Promise.all([
      bindSecrets(services),
      bindSecrets({ storage: other, secrets: services.secrets }),
    ]);
    await other.close();
    assert.deepEqual(results.map(({ bound }) => bound).sort(), [0, 2]);
    assert.deepEqual(
      results.flatMap(({ refused }) => refused),
      [],
    );
    for (const { id } of [first, second]) {
      assert.equal((await tryOnce(node(), id)).status, 'success');
      assert.equal(receiver.received.at(-1)?.headers['x-token'], 'abc');
    }
    assert.equal((await sealedOf(database, deleted.id)).sealed_secret, '');

    // From now on, an unbound value was written by somebody else.
    const before = await sealedOf(database, second.id);
    await unbind(database, first.id, secretKeyOf(services.config));
    assert.deepEqual(await bindSecrets(services), { bound: 0, refused: [first.id] });
    assert.deepEqual(await sealedOf(database, second.id), before);
    assert.equal((await tryOnce(node(), first.id)).attempt_log[0]?.error, UNREADABLE);
  });
});

onEachEngine((engine) => {
  test(`rota serve takes over a database of an earlier version, also from a backup (${engine})`, async () => {
    await using storage = await EmptyStorage.make(engine);
    await using first = await serve(storage);
    await using endpoint = await SealedEndpoint.make(first);
    await stop(first);
    const config = readConfig(storage.environment);
    const database = await openDatabase(config);
    await unbind(database, endpoint.id, secretKeyOf(config));
    await database.close();
    const { findings } = await storage.json<{ findings: { checked: string; ok: boolean }[] }>('check');
    assert.equal(findings.find(({ checked }) => checked === 'secret key')?.ok, true);
    if (engine === 'sqlite') {
      const backup = `${storage.environment.ROTA_DATA_DIR}.backup`;
      await storage.json('backup', backup);
      const restored = await storage.json<{ secret_key_is_right: boolean }>('restore', backup, '--replace');
      assert.equal(restored.secret_key_is_right, true);
    }
    await using second = await serve(storage);
    await endpoint.assertReadableBy(second);
    assert.match(second.stdout, /"endpoints":1,"msg":"bound sealed secrets to their rows"/);
    await stop(second);
  });
});
