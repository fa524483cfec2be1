// Full lane, because it starts servers of PostgreSQL: TLS to PostgreSQL: what each sslmode checks, on every connection, and what is said of a server that can't be trusted.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import { type PostgresServer, startPostgresServer } from '../../scripts/postgres/server.ts';
import { RotaError } from '../../src/errors.ts';
import { readConfig } from '../../src/settings/config.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { describe, test } from '../support/lanes.ts';
import { makeCertificate } from '../support/receivers/certificate.ts';
import { startListening } from '../support/server/notifications.ts';
import { rota } from '../support/server/process.ts';

describe('TLS to PostgreSQL', () => {
  let server: PostgresServer;
  let folder: string;
  const file = (name: string) => path.join(folder, name);

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'rota-tls-'));
    const certificate = makeCertificate({ address: '127.0.0.1' });
    await writeFile(file('ca.pem'), certificate.cert);
    await writeFile(file('other.pem'), makeCertificate().cert);
    server = await startPostgresServer({}, { certificate });
  });
  after(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const addressWith = (parameters: Record<string, string>, url = server.url) => {
    const address = new URL(url);
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    return address.href;
  };
  const verified = () => addressWith({ sslmode: 'verify-full', sslrootcert: file('ca.pem') });

  /** The programs that are connected, and whether over TLS. */
  async function connections(environment: Record<string, string>): Promise<Record<string, boolean>> {
    const database = await openDatabase(readConfig(environment));
    try {
      await startListening(database);
      await database.transaction((tx) => tx.get('select 1'));
      const rows = await database.all<{ name: string; ssl: boolean }>(
        `select application_name as name, bool_and(ssl) as ssl from pg_stat_ssl join pg_stat_activity using (pid)
         where application_name like 'rota%' and application_name <> 'rota starting' group by application_name`,
      );
      return Object.fromEntries(rows.map(({ name, ssl }) => [name, ssl]));
    } finally {
      await database.close();
    }
  }

  async function refusal(environment: Record<string, string>): Promise<string> {
    const failed = await openDatabase(readConfig(environment)).then(
      (database) => database.close(),
      (error: unknown) => error,
    );
    assert.ok(failed instanceof RotaError && failed.cause instanceof Error, `not refused: ${failed}`);
    return failed.cause.message;
  }

  test('verify-full with the CA: every connection is encrypted, to an IP address and behind a pooler, too', async () => {
    const both = { rota: true, 'rota listening': true };
    assert.deepEqual(await connections({ DATABASE_URL: verified() }), both);
    assert.deepEqual(await connections({ DATABASE_URL: verified(), DATABASE_DIRECT_URL: verified() }), both);
    // Only what is asked for: the server takes both.
    const plain = { rota: false, 'rota listening': false };
    assert.deepEqual(await connections({ DATABASE_URL: server.url }), plain);
    assert.deepEqual(await connections({ DATABASE_URL: addressWith({ sslmode: 'disable' }) }), plain);
  });

  test('prefer, require and verify-ca check as much as verify-full, without a word on standard error', async () => {
    for (const sslmode of ['prefer', 'require', 'verify-ca']) {
      const wrong = addressWith({ sslmode, sslrootcert: file('other.pem') });
      assert.match(await refusal({ DATABASE_URL: wrong }), /not signed by a CA that is trusted/, sslmode);
    }
    const DATABASE_URL = addressWith({ sslmode: 'require', sslrootcert: file('ca.pem') });
    const { code, stderr } = await rota(['check'], { DATABASE_URL, ROTA_SECRET_KEY: 'aB'.repeat(32) });
    // It is no database of Rota, but it was read.
    assert.deepEqual({ code, stderr }, { code: 1, stderr: 'rota: something is wrong: schema\n' });
  });

  test('no-verify encrypts and checks nothing', async () => {
    const address = addressWith({ sslmode: 'no-verify', sslrootcert: file('other.pem') });
    assert.deepEqual(await connections({ DATABASE_URL: address }), { rota: true, 'rota listening': true });
  });

  test('another CA, another name, no TLS: each is told, with what to do, for the address that is wrong', async () => {
    const withoutCa = addressWith({ sslmode: 'verify-full' });
    assert.match(
      await refusal({ DATABASE_URL: verified(), DATABASE_DIRECT_URL: withoutCa }),
      /^the certificate of 127\.0\.0\.1 is not signed by a CA that is trusted \(\w+\): name the file with its CA in DATABASE_DIRECT_URL, as sslrootcert$/,
    );
    const otherName = verified().replace('127.0.0.1', 'localhost');
    assert.match(
      await refusal({ DATABASE_URL: otherName }),
      /^the certificate of localhost is for another name \(.*localhost.*\): put a name that it has into DATABASE_URL$/,
    );
    const withoutTls = addressWith({ sslmode: 'verify-full' }, process.env.ROTA_TEST_POSTGRES_URL);
    assert.match(
      await refusal({ DATABASE_URL: withoutTls }),
      /^127\.0\.0\.1 does not speak TLS, .*DATABASE_URL/,
    );
  });

  test('a file that is missing is named, and so is a mode that does not exist', async () => {
    const missing = addressWith({ sslmode: 'verify-full', sslrootcert: file('none.pem') });
    const { code, stderr } = await rota(['migrate'], { DATABASE_URL: missing });
    assert.equal(code, 2);
    assert.match(stderr, /^rota: the file that sslrootcert names can't be read: ENOENT.*none\.pem'\n$/);
    assert.throws(() => readConfig({ DATABASE_URL: addressWith({ sslmode: 'verify-all' }) }), {
      message: 'DATABASE_URL must have an sslmode of disable, no-verify or verify-full',
    });
  });
});
