// Full lane, because it kills processes: `rota secret rotate` puts a new secret key in force while nodes run, and goes on where it was killed.
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { type SecretStatus, secretStatus } from '../../src/secrets/rotation.ts';
import { keyFrom } from '../../src/secrets/secret-key.ts';
import { readConfig } from '../../src/settings/config.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { describe, test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import {
  EmptyStorage,
  type Environment,
  RotaProcess,
  rota,
  rotaProcess,
  type Served,
} from '../support/server/process.ts';
import { engines, SECRET_KEY } from '../support/server/rota.ts';
import {
  assertSilentAbout,
  Embedded,
  newKey,
  SealedEndpoint,
  serve,
  stop,
} from '../support/server/secret-keys.ts';

interface Status {
  fingerprint: string;
  former_fingerprint: string | null;
  known: string[];
  sealed: { table: string; fingerprint: string | null; values: number }[];
  links: { id: string; used_from: string; read_until: string | null; is_readable: boolean }[];
}

interface Rotated {
  fingerprint: string;
  former_fingerprint: string | null;
  resealed: number;
  unreadable: number;
}

const fingerprintOf = (hex: string) => keyFrom(hex.trim()).fingerprint;
const URL_OF_LINKS = { ROTA_PUBLIC_URL: 'http://localhost:3000' };

async function json<Data>(words: string[], environment: Environment): Promise<Data> {
  const { code, stdout, stderr } = await rota([...words, '--json'], environment);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, words.join(' '));
  return JSON.parse(stdout);
}

const rotate = (environment: Environment, ...words: string[]) =>
  json<Rotated>(['secret', 'rotate', ...words], environment);

async function statusIn(environment: Environment): Promise<SecretStatus> {
  const config = readConfig(environment);
  const database = await openDatabase(config);
  return secretStatus({ database, config }).finally(database.close);
}

/** The path of a link to sign in with. */
async function makeLink(environment: Environment): Promise<string> {
  const words = ['sign-in', 'owner@example.com'];
  const { url } = await json<{ url: string }>(words, { ...environment, ...URL_OF_LINKS });
  return new URL(url).pathname;
}

const opensLink = async (server: Served, path: string) => (await server.call('GET', path)).status;

describe('rota secret rotate', { concurrency: 2 }, () => {
  test('embedded: the running server goes on with the new key, and links stay good', async () => {
    await using embedded = await Embedded.make();
    const { environment } = embedded.storage;
    await using server = await embedded.serve();
    await using endpoint = await SealedEndpoint.make(server);
    const former = await embedded.readKey();
    const link = await makeLink(environment);
    const rotated = await rotate(environment);
    const text = await embedded.readKey();
    assert.match(text, /^[0-9a-f]{64}\n$/, 'the former one is gone');
    assert.notEqual(text, former);
    assert.deepEqual(rotated, {
      fingerprint: fingerprintOf(text),
      former_fingerprint: fingerprintOf(former),
      resealed: 2,
      unreadable: 0,
      links_used_from: null,
      links_read_until: null,
    });
    await endpoint.assertReadableBy(server);
    await using later = await SealedEndpoint.make(server);
    assert.equal(await opensLink(server, link), 200);
    await stop(server);
    const { sealed, links, ...mark } = await json<Status>(['secret', 'status'], environment);
    assert.deepEqual(sealed, [{ table: 'webhook_endpoints', fingerprint: rotated.fingerprint, values: 4 }]);
    assert.equal(mark.former_fingerprint, null);
    assert.deepEqual(
      links.map(({ is_readable, read_until }) => ({ is_readable, read_until })),
      [{ is_readable: true, read_until: null }],
    );

    await using second = await embedded.serve();
    for (const each of [endpoint, later]) await each.assertReadableBy(second);
    assert.equal(await opensLink(second, link), 200);
    await stop(second);
    for (const key of [former, text]) assertSilentAbout(key.trim(), server, second);
    assert.deepEqual(await embedded.list(), ['rota.db', 'rota.lock', 'secret.key'], 'and no draft');
  });

  test('embedded: cut short after the file, after the mark, or before the former is forgotten, it goes on', async () => {
    await using embedded = await Embedded.make();
    const { environment } = embedded.storage;
    await using first = await embedded.serve();
    await using endpoint = await SealedEndpoint.make(first);
    const former = (await embedded.readKey()).trim();
    const next = newKey();
    // The file is written before the commit.
    await writeFile(embedded.keyFile, `${next}\n${former}\n`);
    await endpoint.assertReadableBy(first);
    await stop(first);
    await using second = await embedded.serve();
    await using later = await SealedEndpoint.make(second);
    assert.equal((await statusIn(environment)).mark?.fingerprint, fingerprintOf(former), 'still in force');
    const { fingerprint, resealed } = await rotate(environment);
    assert.deepEqual([fingerprint, resealed], [fingerprintOf(next), 4], 'with the key that was there');
    assert.equal((await embedded.readKey()).trim(), next);
    for (const each of [endpoint, later]) await each.assertReadableBy(second);

    // The former key is forgotten last: until then, it does no harm, and no third key is made.
    await writeFile(embedded.keyFile, `${next}\n${former}\n`);
    assert.deepEqual((await rotate(environment)).resealed, 0);
    assert.equal((await embedded.readKey()).trim(), next);
    await stop(second);
  });

  test('PostgreSQL: nodes change over one by one, and each reads what the others seal', async () => {
    await using storage = await EmptyStorage.make('postgres');
    const [old, next] = [SECRET_KEY, newKey()];
    const both = { ROTA_SECRET_KEY: next, ROTA_SECRET_KEY_PREVIOUS: old };
    await using first = await serve(storage);
    await using endpoint = await SealedEndpoint.make(first);
    await using second = await serve(storage, both);
    await using bySecond = await SealedEndpoint.make(second);
    await bySecond.assertReadableBy(first);
    await endpoint.assertReadableBy(second);
    await stop(first);
    const [link, refused] = await Promise.all([
      makeLink(storage.environment),
      rota(['secret', 'rotate'], storage.environment),
    ]);
    assert.equal(await opensLink(second, link), 200);
    assert.equal(refused.code, 4);
    assert.match(refused.stderr, /ROTA_SECRET_KEY is the key in force. Set it to a new one/);
    await using third = await serve(storage, both);

    const environment = { ...storage.environment, ...both };
    assert.deepEqual(await rotate(environment), {
      fingerprint: fingerprintOf(next),
      former_fingerprint: fingerprintOf(old),
      resealed: 4,
      unreadable: 0,
      links_used_from: null,
      links_read_until: null,
    });
    await using after = await SealedEndpoint.make(third);
    for (const each of [endpoint, bySecond, after]) {
      await each.assertReadableBy(second);
      await each.assertReadableBy(third);
    }
    await stop(second);
    await stop(third);
    const { code, stderr } = await rota(['serve'], storage.environment);
    assert.equal(code, 2);
    assert.match(stderr, /not the key that the secrets in this database were sealed with/);

    await using last = await serve(storage, { ROTA_SECRET_KEY: next });
    for (const each of [endpoint, bySecond, after]) await each.assertReadableBy(last);
    assert.equal(await opensLink(last, link), 200, 'links in mails outlive the key');
    await stop(last);
  });

  test('PostgreSQL: killed in the middle, nodes know both keys, and a second run comes to the end', async () => {
    await using storage = await EmptyStorage.make('postgres');
    const next = newKey();
    const both = { ROTA_SECRET_KEY: next, ROTA_SECRET_KEY_PREVIOUS: SECRET_KEY };
    const environment = { ...storage.environment, ...both };
    await using server = await serve(storage, both);
    await using endpoint = await SealedEndpoint.make(server);
    const database = await openDatabase(readConfig(environment));
    await using stack = new AsyncDisposableStack();
    stack.defer(() => database.close());

    await database.transaction(async (tx) => {
      // The rotation has to wait for this row.
      await tx.get(`select id from webhook_endpoints where id = $1 for update`, [endpoint.id]);
      await using rotation = new RotaProcess(['secret', 'rotate'], environment);
      const marked = 'select fingerprint from secret_key_marks where former_fingerprint is not null';
      // In the transaction, which may not be idle for long.
      await eventually(() => tx.get(marked));
      rotation.signal('SIGKILL');
      assert.equal((await rotation.ended).signal, 'SIGKILL');
    });
    const between = await statusIn(environment);
    assert.deepEqual(between.sealed, [
      { table: 'webhook_endpoints', fingerprint: fingerprintOf(SECRET_KEY), values: 2 },
    ]);
    assert.equal(between.mark?.former_fingerprint, fingerprintOf(SECRET_KEY));
    await endpoint.assertReadableBy(server);
    await using later = await SealedEndpoint.make(server);

    // Without the former key, what it has sealed would be lost.
    const alone = { ...storage.environment, ROTA_SECRET_KEY: next };
    assert.equal((await rota(['serve'], alone)).code, 2);
    const cut = await rota(['secret', 'rotate'], alone);
    assert.equal(cut.code, 4);
    assert.match(cut.stderr, /the last rotation is not finished/);

    assert.equal((await rotate(environment)).resealed, 2);
    const after = await statusIn(alone);
    assert.deepEqual(after.sealed, [
      { table: 'webhook_endpoints', fingerprint: fingerprintOf(next), values: 4 },
    ]);
    for (const each of [endpoint, later]) await each.assertReadableBy(server);
    await stop(server);
  });

  for (const engine of engines) {
    test(`killed at any instant, it is run again to the same end (${engine})`, async () => {
      await using storage = await EmptyStorage.make(engine);
      await using server = await serve(storage);
      await using endpoint = await SealedEndpoint.make(server);
      let settings: Environment = storage.environment;
      if (engine === 'postgres') {
        await stop(server);
        settings = { ...settings, ROTA_SECRET_KEY: newKey(), ROTA_SECRET_KEY_PREVIOUS: SECRET_KEY };
      }
      await using running = engine === 'postgres' ? await serve(storage, settings) : undefined;
      const former = (await statusIn(settings)).mark?.fingerprint;
      const started = performance.now();
      const { code, stderr } = await rotaProcess(['secret', 'status'], settings);
      const usual = performance.now() - started;
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      for (const share of [0.5, 0.7, 0.9]) {
        await using rotation = new RotaProcess(['secret', 'rotate'], settings);
        // A command that does less takes `usual`: the kills fall around its changes.
        setTimeout(() => rotation.signal('SIGKILL'), usual * share);
        await rotation.ended;
        await endpoint.assertReadableBy(running ?? server);
      }
      const ended = await rotate(settings);
      const { mark, sealed } = await statusIn(settings);
      const { fingerprint } = ended;
      assert.notEqual(fingerprint, former);
      assert.equal(mark?.fingerprint, fingerprint);
      assert.equal(mark?.former_fingerprint, null);
      assert.deepEqual(sealed, [{ table: 'webhook_endpoints', fingerprint, values: 2 }]);
      await endpoint.assertReadableBy(running ?? server);
      await stop(running ?? server);
    });
  }

  test('a key that is lost for good is given up on demand only, with what it has sealed', async () => {
    await using embedded = await Embedded.make();
    const { environment } = embedded.storage;
    await using first = await embedded.serve();
    await using endpoint = await SealedEndpoint.make(first);
    const link = await makeLink(environment);
    const early = await rota(['secret', 'rotate', '--lost'], environment);
    assert.equal(early.code, 4);
    assert.match(early.stderr, /the key in force is not lost/);
    await stop(first);

    await rm(embedded.keyFile);
    assert.equal((await embedded.storage.rota('serve')).code, 2);
    const { fingerprint } = await rotate(environment, '--lost');
    assert.equal(fingerprint, fingerprintOf(await readFile(embedded.keyFile, 'utf8')));
    await using second = await embedded.serve();
    assert.notEqual(await opensLink(second, link), 200);
    assert.equal(await opensLink(second, await makeLink(environment)), 200);
    const { sealed } = await statusIn(environment);
    assert.deepEqual(sealed, [{ table: 'webhook_endpoints', fingerprint: undefined, values: 2 }]);
    await endpoint.deleteFrom(second);
    await using another = await SealedEndpoint.make(second);
    await another.assertReadableBy(second);
    await stop(second);
  });

  test('wrong use is refused', async () => {
    await using embedded = await Embedded.make();
    for (const [words, message] of [
      [['--keep-days', '1'], /--keep-days needs --links/],
      [['--links', '--keep-days', '-1'], /keep-days/],
      [['--links', '--keep-days', '3651'], /--keep-days must be a number from 0 to 3650/],
      [['--links', '--lost'], /--lost can't be used with --links/],
    ] as const) {
      const { code, stderr } = await embedded.storage.rota('secret', 'rotate', ...words);
      assert.equal(code, 2);
      assert.match(stderr, message);
    }
    const key = newKey();
    const same = { ROTA_SECRET_KEY: key, ROTA_SECRET_KEY_PREVIOUS: key.toUpperCase() };
    const { code, stderr } = await rota(['serve'], { ...embedded.storage.environment, ...same });
    assert.equal(code, 2);
    assert.match(stderr, /ROTA_SECRET_KEY_PREVIOUS must be another key than ROTA_SECRET_KEY/);
  });
});
