// What `rota doctor` says of Google and Microsoft: is the application known, and whose access has ended or will?
import assert from 'node:assert/strict';
import type { Row } from '../../src/storage/rows.ts';
import { DAY_MS, formatTimestamp } from '../../src/time/timestamps.ts';
import { describe, test } from '../support/lanes.ts';
import { insertConnection, silentProviders } from '../support/makers/connections.ts';
import { createMember, deactivate } from '../support/makers/team-members.ts';
import type { Answer } from '../support/receivers/answering-server.ts';
import { GoogleServer } from '../support/receivers/google-server.ts';
import { MicrosoftServer } from '../support/receivers/microsoft-server.ts';
import { about } from '../support/server/doctor.ts';
import { closedPort } from '../support/server/process.ts';
import { freshStorage, onEachEngine, startNode } from '../support/server/rota.ts';

const GOOGLE = 'Google calendars';
const MICROSOFT = 'Microsoft calendars';
const own = { PORT: '0', ROTA_DATA_DIR: '/no/such/folder' };
const PUBLIC_URL = 'https://127.0.0.1:9';

describe('rota doctor and the application at', () => {
  const providers = [
    { check: GOOGLE, name: 'Google', start: () => GoogleServer.start(), address: 'ROTA_GOOGLE_TOKEN_URL' },
    {
      check: MICROSOFT,
      name: 'Microsoft',
      start: () => MicrosoftServer.start(),
      address: 'ROTA_MICROSOFT_LOGIN_URL',
    },
  ];

  for (const { check, name, start, address } of providers) {
    const prefix = `ROTA_${name.toUpperCase()}`;

    test(`${name}: known, unknown, with a wrong secret, away, and half set up`, async () => {
      await using server = await start();
      const settings = { ...own, ROTA_PUBLIC_URL: 'http://localhost:9', ...server.settings };
      const known = await about(check, settings);
      assert.equal(
        known,
        `ok ${check}: ${name} knows the application\n` +
          `ok ${check}: redirect address to register: http://localhost:9/connect/callback`,
      );
      const [asked] = server.oauth.asked;
      assert.equal(asked?.form.get('redirect_uri'), 'http://localhost:9/connect/callback');
      for (const changed of [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`]) {
        const [refused] = (await about(check, { ...settings, [changed]: 'of-somebody-else' })).split('\n');
        assert.match(
          refused ?? '',
          new RegExp(
            `^fail ${check}: ${name} refuses the application \\(invalid_client\\) → compare ${prefix}`,
          ),
        );
        assert.doesNotMatch(refused ?? '', /of-somebody-else|client-secret-of-the-tests/);
      }
      const away = { [address]: `http://127.0.0.1:${await closedPort()}` };
      assert.match(
        await about(check, { ...settings, ...away }),
        new RegExp(`^fail ${check}: 127\\.0\\.0\\.1:\\d+ can't be asked: the connection was refused → check`),
      );
      server.oauth.answerWith = () => ({ status: 503, body: 'no' });
      assert.match(
        await about(check, settings),
        new RegExp(`^fail ${check}: \\S+ can't be asked: ${name} answered 503 →`),
      );
      const { [`${prefix}_CLIENT_SECRET`]: _, ...half } = settings as Record<string, string>;
      const before = server.oauth.asked.length;
      assert.equal(
        await about(check, half),
        `fail ${check}: ${prefix}_CLIENT_ID is set without ${prefix}_CLIENT_SECRET → set both, or neither: ` +
          `docs/operate/${name.toLowerCase()}-calendar.md`,
      );
      assert.equal(await about(check, own), `ok ${check}: not set up`);
      assert.equal(server.oauth.asked.length, before, 'nobody is asked');
    });
  }

  test('Microsoft: its numbers say what to do, and a code that it can not read is no refusal', async () => {
    await using server = await MicrosoftServer.start();
    const settings = { ...own, ...server.settings, ROTA_PUBLIC_URL: PUBLIC_URL };
    const refusal = (error: string, ...error_codes: unknown[]): Answer => ({
      status: 400,
      body: { error, error_description: `AADSTS: something about ${server.oauth.clientSecret}`, error_codes },
    });
    const answers: [Answer, RegExp][] = [
      [refusal('invalid_grant', 9002313), /^ok .* knows the application$/],
      [refusal('invalid_request', 90023), /^ok .* knows the application$/],
      [
        refusal('invalid_client', 7000215),
        /^fail .* \(invalid_client, AADSTS7000215\) → .* value, not to its id$/,
      ],
      [
        refusal('invalid_client', 7000222),
        /^fail .* \(invalid_client, AADSTS7000222\) → make another client secret/,
      ],
      [
        refusal('unauthorized_client', 700016),
        /^fail .* AADSTS700016\) → compare .*ID and ROTA_MICROSOFT_TENANT/,
      ],
      [
        refusal('invalid_request', 90002),
        /^fail .* \(invalid_request, AADSTS90002\) → set ROTA_MICROSOFT_TENANT/,
      ],
      [
        refusal('invalid_request', 50194),
        /^fail .* AADSTS50194\) → set ROTA_MICROSOFT_TENANT to what the supported/,
      ],
      [refusal('<b>odd</b>', '90002', null), /^fail .* refuses the application \(an error\) → compare/],
      [{ status: 200, body: '<html>' }, /^fail .* can't be asked: Microsoft's answer can't be read/],
      [
        { status: 200, body: { access_token: 'x', token_type: 'bearer' } },
        /^fail .* gave tokens for a made-up code/,
      ],
      [{ status: 302, headers: { location: 'https://example.com/' } }, /^fail .* can't be asked: /],
    ];
    for (const [answer, expected] of answers) {
      server.oauth.answerWith = () => answer;
      const [line = ''] = (await about(MICROSOFT, settings)).split('\n');
      assert.match(line, expected);
      assert.doesNotMatch(line, /client-secret-of-the-tests/);
    }
  });

  test('Google: an application without the redirect address, and one that was deleted', async () => {
    await using server = await GoogleServer.start();
    const settings = { ...own, ...server.settings, ROTA_PUBLIC_URL: 'http://localhost:9' };
    server.oauth.answerWith = () => ({ status: 400, body: { error: 'redirect_uri_mismatch' } });
    assert.match(
      await about(GOOGLE, settings),
      /^fail .* \(redirect_uri_mismatch\) → add http:\/\/localhost:9\/connect\/callback to its redirect addresses/,
    );
    server.oauth.answerWith = () => ({ status: 401, body: { error: 'deleted_client' } });
    assert.match(
      await about(GOOGLE, settings),
      /^fail .* refuses the application \(deleted_client\) → compare/,
    );
  });

  test('both: the redirect address is one that they take', async () => {
    // Nobody is asked about the application: it's away.
    const nowhere = `http://127.0.0.1:${await closedPort()}`;
    const settings = {
      ...{ ...own, ...silentProviders },
      ...{ ROTA_GOOGLE_TOKEN_URL: nowhere, ROTA_MICROSOFT_LOGIN_URL: nowhere },
    };
    const redirects = async (more: Record<string, string>) => {
      const both = await Promise.all(
        [GOOGLE, MICROSOFT].map((check) => about(check, { ...settings, ...more })),
      );
      return both.map((lines) => lines.split('\n')[1] ?? '');
    };
    const of = (address: string) => redirects({ ROTA_PUBLIC_URL: address });
    const unset = await redirects({ PORT: '8080' });
    for (const line of unset)
      assert.match(
        line,
        /^warn .*: redirect address to register: http:\/\/127\.0\.0\.1:8080\/connect\/callback, as ROTA_PUBLIC_URL isn't set → set/,
      );
    const cases: [address: string, google: RegExp, microsoft: RegExp][] = [
      ['http://localhost:9', /^ok/, /^ok/],
      [
        'http://127.0.0.1:9',
        /^ok/,
        /^warn .* takes localhost rather than .* → .* http:\/\/localhost:9, and open/,
      ],
      ['http://[::1]:9', /^ok/, /^warn .* takes localhost rather than an IP address/],
      [
        'http://192.0.2.1:9',
        /^warn .* takes http for this machine only/,
        /^warn .* takes http for localhost only/,
      ],
      ['https://192.0.2.1:9', /^warn .* takes public names only/, /^ok/],
      ['https://[2001:db8::1]:9', /^warn .* takes public names only/, /^ok/],
      [
        'https://rota.invalid/in/a/folder',
        /^ok .*: https:\/\/rota\.invalid\/in\/a\/folder\/connect\/callback$/,
        /^ok/,
      ],
      ['https://rota', /^warn .* takes public names only/, /^ok/],
      ['https://rota.internal', /^warn .* takes public names only/, /^ok/],
    ];
    const lines = await Promise.all(cases.map(([address]) => of(address)));
    for (const [place, [address, ...expected]] of cases.entries())
      for (const [each, pattern] of expected.entries())
        assert.match(lines[place]?.[each] ?? '', pattern, address);
  });
});

onEachEngine((engine) => {
  test(`rota doctor counts the accounts without access, and names those that end soon (${engine})`, async (t) => {
    const storage = await freshStorage(engine);
    const node = await startNode(storage);
    t.after(async () => {
      await node.stop();
      await storage.remove();
    });
    const accounts = () => about('connected accounts', { ...storage.environment, PORT: '0' });
    assert.equal(await accounts(), '');
    const ben = await createMember(node, { email: 'ben@example.com' });
    const gone = await createMember(node, { email: 'gone@example.com' });
    const connect = (member: { id: string }, fields: Row) =>
      insertConnection(node, node.workspaceId, member.id, fields);
    const inDays = (days: number) => Date.now() + days * DAY_MS;
    await connect(ben, { refresh_expires_at: inDays(90) });
    await connect(ben, {});
    assert.equal(await accounts(), '');
    const [in7, in3] = [inDays(7), inDays(3)];
    const dayOf = (ms: number) => formatTimestamp(ms).slice(0, 10);
    await connect(ben, { account_email: 'b@gmail.example', refresh_expires_at: in7 });
    await connect(ben, { account_email: 'a@gmail.example', refresh_expires_at: in3 });
    await connect(ben, { provider: 'microsoft', account_email: 'c@live.example', refresh_expires_at: in7 });
    for (const provider of ['google', 'google', 'microsoft'])
      await connect(ben, { provider, status: 'broken', broken_at: Date.now(), refresh_expires_at: null });
    // Nobody needs them any more, or they are ending already.
    await connect(gone, { status: 'broken' });
    await connect(gone, { refresh_expires_at: in3 });
    await connect(ben, { status: 'ending', refresh_expires_at: in3 });
    await deactivate(node, gone);
    assert.deepEqual((await accounts()).split('\n'), [
      'warn connected accounts: Google no longer lets Rota into 2 accounts → have their owners connect them again: they got a mail',
      'warn connected accounts: Microsoft no longer lets Rota into 1 account → have their owners connect them again: they got a mail',
      "warn connected accounts: Google will end Rota's access to 2 accounts: " +
        `a@gmail.example on ${dayOf(in3)}, b@gmail.example on ${dayOf(in7)} → Google ends access after seven days while the ` +
        'application is in Testing: publish it, and have them connect again (docs/operate/google-calendar.md#testing-or-in-production)',
      "warn connected accounts: Microsoft will end Rota's access to 1 account: " +
        `c@live.example on ${dayOf(in7)} → have them connect again before then`,
    ]);
  });
});
