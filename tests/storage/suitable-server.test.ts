// Before anything is done, a start looks at what is at the addresses of PostgreSQL, and says what it can't work with.
import assert from 'node:assert/strict';
import { withAdmin } from '../../scripts/postgres/databases.ts';
import { assertSuitable } from '../../src/storage/postgres-server.ts';
import { describe, test } from '../support/lanes.ts';
import { emptyPostgresDatabase } from '../support/server/databases.ts';
import { closedPort, rota } from '../support/server/process.ts';
import { SECRET_KEY } from '../support/server/rota.ts';

async function withDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const { url, drop } = await emptyPostgresDatabase();
  try {
    await work(url);
  } finally {
    await drop();
  }
}

/** In this database, the server says that it is another version. */
async function pretend(url: string, version: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await withAdmin(url, async (admin) => {
    await admin.query(
      `create function public.current_setting(text) returns text language sql return '${version}'`,
    );
    await admin.query(`alter database ${name} set search_path = public, pg_catalog`);
  });
}

describe('a server that Rota can not work with', () => {
  test('is refused if it is older than 15, by every command, and nothing is made there', () =>
    withDatabase(async (url) => {
      await pretend(url, '14.23 (Debian 14.23-1.pgdg120+1)');
      for (const command of ['serve', 'migrate']) {
        const exit = await rota([command], { DATABASE_URL: url, ROTA_SECRET_KEY: SECRET_KEY });
        assert.equal(exit.code, 1);
        assert.equal(
          exit.stderr,
          'rota: PostgreSQL 14.23 is too old: Rota needs 15 or newer. Upgrade the server, or use another\n',
        );
      }
      const tables = await withAdmin(url, (admin) =>
        admin.query("select 1 from pg_catalog.pg_tables where schemaname = 'public'"),
      );
      assert.equal(tables.rowCount, 0);
    }));

  test('is not one of 15 or newer, whatever follows the number', () =>
    withDatabase(async (url) => {
      for (const version of ['15.0', '16beta1', '101.2 (Ubuntu)']) {
        await withAdmin(url, (admin) => admin.query('drop function if exists public.current_setting(text)'));
        await pretend(url, version);
        assert.equal((await assertSuitable({ url })).version, version.split(' ')[0]);
      }
    }));

  test('is one where DATABASE_URL and DATABASE_DIRECT_URL are different databases', () =>
    withDatabase((url) =>
      withDatabase(async (directUrl) => {
        await assertSuitable({ url, directUrl: url });
        await assert.rejects(assertSuitable({ url, directUrl }), /lead to different databases/);
      }),
    ));

  test('what PostgreSQL says to a login, and to a user who owns nothing, is one sentence', () =>
    withDatabase(async (url) => {
      const name = `guest_${new URL(url).pathname.slice(-12)}`;
      await withAdmin(url, (admin) => admin.query(`create role ${name} login password 'right'`));
      try {
        const says = async (change: Partial<URL>) => {
          const address = Object.assign(new URL(url), { username: name, password: 'right', ...change });
          const { code, stderr } = await rota(['migrate'], { DATABASE_URL: address.href });
          assert.equal(code, 1);
          return stderr;
        };
        const failure = "rota: the database can't be used:";
        assert.equal(
          await says({ password: 'wrong' }),
          `${failure} password authentication failed for user "${name}"\n`,
        );
        assert.equal(await says({ pathname: '/nowhere' }), `${failure} database "nowhere" does not exist\n`);
        assert.equal(await says({}), `${failure} permission denied for schema public\n`);
      } finally {
        await withAdmin(url, (admin) => admin.query(`drop role ${name}`));
      }
    }));

  test('DATABASE_DIRECT_URL alone is refused, and one that does not answer is told', () =>
    withDatabase(async (url) => {
      const alone = await rota(['migrate'], { DATABASE_DIRECT_URL: url });
      assert.deepEqual(
        { code: alone.code, stderr: alone.stderr },
        {
          code: 2,
          stderr: 'rota: DATABASE_DIRECT_URL needs DATABASE_URL: set that to the address of the pooler\n',
        },
      );
      const gone = new URL(url);
      gone.port = String(await closedPort());
      const { code, stderr } = await rota(['migrate'], { DATABASE_URL: url, DATABASE_DIRECT_URL: gone.href });
      assert.equal(code, 1);
      assert.match(stderr, /^rota: the database can't be used: connect ECONNREFUSED/);
    }));
});
