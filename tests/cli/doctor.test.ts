// `rota doctor`: a line for everything that Rota needs, with what to do; it changes nothing and shows no secret.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createRawServer } from 'node:net';
import path from 'node:path';
import type { Line } from '../../src/cli/doctor/check.ts';
import { examine } from '../../src/cli/doctor/doctor.ts';
import { describe, test } from '../support/lanes.ts';
import { silentProviders } from '../support/makers/connections.ts';
import { publish } from '../support/makers/signed-mail.ts';
import { NameServer } from '../support/receivers/name-server.ts';
import { SmtpServer } from '../support/receivers/smtp-server.ts';
import { freshDataFolder, freshPostgresDatabase } from '../support/server/databases.ts';
import { about, shown } from '../support/server/doctor.ts';
import { closedPort, EmptyStorage, rota, Served } from '../support/server/process.ts';
import { SECRET_KEY } from '../support/server/rota.ts';

const KEY = 'key-of-the-tests-of-the-doctor-0123456789';
const PASSWORD = 'p@ss:word of the mail server';

/** Listens on a free port until the block ends. */
async function listening(server: ReturnType<typeof createServer> | ReturnType<typeof createRawServer>) {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

describe('rota doctor', () => {
  test('everything is right, beside a running service, and no secret is in what is found', async () => {
    const database = await freshPostgresDatabase();
    await using names = await NameServer.start();
    await using mailServer = await SmtpServer.start({ hasLogin: true });
    publish(names, 'example.com', { spf: 'ip4:93.184.215.14 -all', dmarc: 'p=reject' });
    names.records.set('example.com', { ...names.records.get('example.com'), MX: ['10 mail.example.com'] });
    names.meanings.set('mail.example.com', ['93.184.215.14']);
    const settings = {
      DATABASE_URL: database.url,
      ROTA_SECRET_KEY: SECRET_KEY,
      ROTA_BOOTSTRAP_API_KEY: KEY,
      ROTA_MAIL_DOMAIN: 'example.com',
      ROTA_SMTP_URL: `smtp://rota:${encodeURIComponent(PASSWORD)}@127.0.0.1:${mailServer.port}`,
    };
    try {
      await using node = await Served.start(settings);
      const { port } = new URL(node.address);
      const environment = { ...settings, PORT: port, ROTA_PUBLIC_URL: node.address };
      const lines = await examine(environment, { servers: [names.address] });
      const all = lines.map(shown).join('\n');
      const { hostname, pathname, port: databasePort } = new URL(database.url);
      const expected: [string, RegExp][] = [
        ['settings', /^\d+ of \d+ are set, and all are valid$/],
        ['address', new RegExp(`^127\\.0\\.0\\.1:${port}, which people reach at ${node.address}$`)],
        ['trusted proxies', /^none, and none needed$/],
        ['public address', new RegExp(`^${node.address}/healthz is answered by Rota$`)],
        [
          'database',
          new RegExp(
            `^PostgreSQL, database ${pathname.slice(1)} on ${hostname}:${databasePort}, PostgreSQL [\\d.]+, answers in [\\d.]+ ms`,
          ),
        ],
        ['migrations', /^all are applied$/],
        ['clock', /^\d+ ms from the database's$/],
        ['secret key', /^opens what is sealed$/],
        [
          'mail server',
          /^127\.0\.0\.1 port \d+ answers without TLS, on this machine, and accepts the login$/,
        ],
        ['mail domain', /^example\.com: MX, SPF, DMARC are right$/],
        ['Google calendars', /^not set up$/],
        ['Microsoft calendars', /^not set up$/],
        ['disk', /^no data is stored on this machine$/],
        ['files', /^only this user can read those that exist$/],
        ['node', /^Node 24\.\S+, time zones of 20\d\d\w+$/],
      ];
      assert.deepEqual(
        lines.map(({ check }) => check),
        expected.map(([check]) => check),
        all,
      );
      // In some years, the zones of the Node that runs this are.
      const isOld = new Date().getFullYear() - Number.parseInt(process.versions.tz ?? '', 10) > 2;
      for (const [place, { check, verdict, found }] of lines.entries()) {
        assert.match(found, expected[place]?.[1] as RegExp);
        // On a busy machine, the database is slow.
        if (check === 'database') continue;
        assert.equal(verdict, check === 'node' && isOld ? 'warn' : 'ok', all);
      }
      assert.deepEqual(mailServer.taken, []);
      const secrets = [
        SECRET_KEY,
        KEY,
        PASSWORD,
        encodeURIComponent(PASSWORD),
        new URL(database.url).password,
      ];
      for (const secret of secrets) assert.ok(!all.includes(secret));
    } finally {
      await database.drop();
    }
  });

  test('1: settings that can not be used are all told, and --json has the same', async () => {
    const environment = { PORT: 'x', ROTA_SECRET_KEY: 'short secret', ROTA_MAX_TEAMS: '-1' };
    const { code, stdout } = await rota(['doctor', '--json'], environment);
    assert.equal(code, 1);
    const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Line[] };
    assert.equal(ok, false);
    assert.deepEqual(checks.map(shown), [
      'fail settings: PORT must be a whole number from 0 to 65535 → docs/reference/configuration.md lists all settings',
      'fail settings: ROTA_SECRET_KEY must be 64 hexadecimal digits, as `openssl rand -hex 32` makes them → docs/reference/configuration.md lists all settings',
      'fail settings: ROTA_MAX_TEAMS must be a whole number from 0 to 1000000 → docs/reference/configuration.md lists all settings',
    ]);
  });

  test('names that are no settings, addresses and proxies', async () => {
    const folder = await freshDataFolder();
    const own = { ROTA_DATA_DIR: folder.path, PORT: '0' };
    const keyFile = path.join(folder.path, 'key');
    await writeFile(keyFile, 'sk_live_secret\n');
    const lines = await about('settings', {
      ...own,
      ROTA_PUBLC_URL: 'x',
      ROTA_COLOUR: 'secret',
      ROTA_KEY_FILE: keyFile,
    });
    assert.match(
      lines,
      /^warn settings: ROTA_PUBLC_URL isn't a setting, so it has no effect → did you mean ROTA_PUBLIC_URL\?$/m,
    );
    assert.match(lines, /^warn settings: ROTA_COLOUR isn't a setting, so it has no effect → remove it/m);
    assert.doesNotMatch(lines, /KEY_FILE|secret$/m);
    const smtp = { ROTA_SMTP_URL: `smtp://127.0.0.1:${await closedPort()}` };
    assert.match(
      await about('settings', { ...own, ...smtp }),
      /^fail settings: ROTA_MAIL_DOMAIN is required with ROTA_SMTP_URL/,
    );
    assert.match(
      await about('address', { ...own, HOST: '0.0.0.0' }),
      /^warn address: 0\.0\.0\.0:0 is open to other machines/,
    );
    const http = { ROTA_PUBLIC_URL: 'http://192.0.2.1' };
    assert.match(
      await about('address', { ...own, ...http }),
      /^warn address: http:\/\/192\.0\.2\.1 is not https/,
    );
    const https = { ROTA_PUBLIC_URL: `https://127.0.0.1:${await closedPort()}` };
    assert.match(
      await about('trusted proxies', { ...own, ...https }),
      /^warn trusted proxies: none, but something/,
    );
    assert.match(
      await about('trusted proxies', { ...own, ...https, ROTA_TRUSTED_PROXIES: '10.0.0.0/8,0.0.0.0/0' }),
      /^warn trusted proxies: 0\.0\.0\.0\/0 is everybody/,
    );
    await folder.remove();
  });

  test('a public address that leads elsewhere, or to nobody', async () => {
    const folder = await freshDataFolder();
    const own = { ROTA_DATA_DIR: folder.path, PORT: '0' };
    await using other = await listening(
      createServer((request, response) => {
        if (request.url?.startsWith('/moved'))
          response.writeHead(301, { location: 'https://meet.example.com/' });
        if (request.url?.startsWith('/gone')) response.writeHead(502);
        response.end('{"status":"ok"}');
      }),
    );
    const at = (url: string) => about('public address', { ...own, ROTA_PUBLIC_URL: url });
    assert.match(await at(other.url), /^fail public address: .*\/healthz is answered by something else/);
    assert.match(
      await at(`${other.url}/moved`),
      /^fail public address: .* redirects to https:\/\/meet\.example\.com →/,
    );
    assert.match(
      await at(`${other.url}/gone`),
      /^warn public address: .* \(status 502\) → start `rota serve`/,
    );
    assert.match(
      await at(`http://127.0.0.1:${await closedPort()}`),
      /^warn .* \(ECONNREFUSED\) → start `rota serve`/,
    );
    // A proxy that finds nobody while the service runs is a fault of the proxy.
    await using storage = await EmptyStorage.make('sqlite');
    await using node = await storage.serve();
    const running = {
      ...storage.environment,
      PORT: new URL(node.address).port,
      ROTA_PUBLIC_URL: `${other.url}/gone`,
    };
    assert.match(
      await about('public address', running),
      /^fail .* → check DNS, the proxy and its certificate$/,
    );
    await folder.remove();
  });

  test('a mail server that refuses the login, even if it repeats the password', async () => {
    await using mailServer = await SmtpServer.start({
      hasLogin: true,
      script: (step) => (step === 'AUTH' ? `535 5.7.8 no, not with ${PASSWORD}` : undefined),
    });
    const url = `smtp://rota:${encodeURIComponent(PASSWORD)}@127.0.0.1:${mailServer.port}`;
    const line = await about('mail server', { ROTA_SMTP_URL: url, ROTA_MAIL_DOMAIN: 'rota.test', PORT: '0' });
    assert.match(
      line,
      /^fail mail server: 127\.0\.0\.1 port \d+: the mail server refused the login: .*535 5\.7\.8 no, not with …/,
    );
  });

  test('whatever does not answer ends after five seconds, all at the same time', async () => {
    await using silent = await listening(
      createRawServer((socket) => void socket.on('error', () => {}).resume()),
    );
    const started = performance.now();
    const lines = await examine(
      {
        DATABASE_URL: `postgres://rota:secret@127.0.0.1:${silent.port}/rota`,
        ROTA_SECRET_KEY: SECRET_KEY,
        ROTA_MAIL_DOMAIN: 'silent.example.com',
        ROTA_SMTP_URL: `smtp://127.0.0.1:${silent.port}`,
        ROTA_PUBLIC_URL: silent.url,
        PORT: String(silent.port),
        ...silentProviders,
        ROTA_GOOGLE_TOKEN_URL: `${silent.url}/token`,
        ROTA_MICROSOFT_LOGIN_URL: silent.url,
      },
      // For documentation: no server has it.
      { servers: ['192.0.2.1'] },
    );
    assert.ok(performance.now() - started < 15_000);
    const failed = lines
      .filter(({ verdict }) => verdict !== 'ok')
      .map(({ check, found }) => `${check}: ${found}`);
    const all = failed.join('\n');
    assert.match(all, /^database: .*no answer within 5 seconds|^database: .*timeout/m);
    assert.match(all, /^mail server: 127\.0\.0\.1 port \d+: no answer within 4\.5 seconds$/m);
    assert.match(all, /^mail domain: MX: look-up failed/m);
    assert.match(all, /^public address: /m);
    assert.match(all, /^Google calendars: .* can't be asked: no complete answer within 4\.5 seconds$/m);
    assert.match(all, /^Microsoft calendars: .* can't be asked: no complete answer within 4\.5 seconds$/m);
  });
});
