// Accounts that members begin to connect: what the API shows of them, and what it refuses.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from '../../../support/lanes.ts';
import {
  begin,
  CONNECTIONS,
  connectionsOf,
  insertConnection,
  readConnections,
  silentProviders,
} from '../../../support/makers/connections.ts';
import { deactivate, entriesAbout, makeMember } from '../../../support/makers/team-members.ts';
import { assertRefused, type Refusal } from '../../../support/server/refusal.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const MINUTE_MS = 60_000;
const RETURN_URL = 'https://app.example.com/calendars?tab=2#top';
const NO_RETURN_URL =
  'return_url must be an https URL without a user name or password, such as https://app.example.com/settings/calendars';

const rowOf = (node: Node, id: string) =>
  node.services.database.get<Record<string, string | number | null>>(
    'select * from calendar_connections where id = $1',
    [id],
  );

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

onBothEngines.fast(
  'Connecting an account',
  (node) => {
    test('begins with the address of the page for consent, which is shown once', async () => {
      const member = await makeMember(node(), 'Ada');
      const begun = await begin(node(), member, { return_url: RETURN_URL });
      const { authorize_url, ...connection } = begun;
      const now = node().clock.now();
      assert.deepEqual(connection, {
        id: connection.id,
        workspace_membership_id: member.id,
        provider: 'google',
        status: 'pending',
        account_email: null,
        expires_at: new Date(now + 15 * MINUTE_MS).toISOString(),
        connected_at: null,
        broken_at: null,
        created_at: new Date(now).toISOString(),
        updated_at: new Date(now).toISOString(),
      });
      const url = new URL(authorize_url);
      const { state = '', code_challenge = '', ...asked } = Object.fromEntries(url.searchParams);
      assert.equal(url.origin + url.pathname, 'https://accounts.google.com/o/oauth2/v2/auth');
      assert.deepEqual(asked, {
        access_type: 'offline',
        prompt: 'consent select_account',
        include_granted_scopes: 'false',
        response_type: 'code',
        client_id: silentProviders.ROTA_GOOGLE_CLIENT_ID,
        redirect_uri: `${node().url}/connect/callback`,
        scope: [
          'https://www.googleapis.com/auth/calendar.events',
          'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
        ].join(' '),
        code_challenge_method: 'S256',
        login_hint: member.email,
      });
      assert.match(state, /^[\w-]{43}$/);
      const row = await rowOf(node(), connection.id);
      assert.deepEqual([row?.state_hash, row?.return_url], [sha256(state), RETURN_URL]);
      assert.ok(!JSON.stringify(row).includes(state));
      const verifier = node().services.secrets.open(row?.sealed_verifier as string, [
        'calendar_connections',
        'sealed_verifier',
        node().workspaceId,
        connection.id,
      ]);
      assert.equal(createHash('sha256').update(verifier).digest('base64url'), code_challenge);

      for (const path of [`${CONNECTIONS}/${connection.id}`, `${connectionsOf(member)}/${connection.id}`])
        assert.deepEqual(dataOf(await node().get(path)), connection);
      assert.deepEqual(await readConnections(node(), member), [connection]);
      assert.deepEqual(await entriesAbout(node(), connection.id), [
        {
          action: 'calendar_connection.created',
          target: { type: 'calendar_connection', id: connection.id },
          changes: { workspace_membership_id: [null, member.id], provider: [null, 'google'] },
        },
      ]);
    });

    test('gives the same answer to a call that is repeated with its key', async () => {
      const member = await makeMember(node());
      const headers = { 'idempotency-key': 'connect-once' };
      const call = () => node().post(connectionsOf(member), { provider: 'microsoft' }, { headers });
      const first = dataOf(await call());
      assert.deepEqual(dataOf(await call()), first);
      assert.equal((await readConnections(node(), member)).length, 1);
    });

    test('ends the oldest that wait for consent, so that there are ten', async () => {
      const member = await makeMember(node());
      const ids: string[] = [];
      for (let count = 0; count < 12; count += 1) ids.unshift((await begin(node(), member)).id);
      const left = await readConnections(node(), member);
      assert.deepEqual(
        left.map(({ id }) => id),
        ids.slice(0, 10),
      );
      assert.equal((await node().get(`${CONNECTIONS}/${ids[11]}`)).status, 404);
    });

    test('is given up by a call, once', async () => {
      const member = await makeMember(node());
      const { id } = await begin(node(), member);
      assert.equal((await node().delete(`${CONNECTIONS}/${id}`)).status, 204);
      assert.deepEqual(await readConnections(node(), member), []);
      assert.equal((await node().delete(`${CONNECTIONS}/${id}`)).status, 404);
      const entries = await entriesAbout(node(), id);
      assert.deepEqual(entries.at(-1)?.changes, { provider: ['google', null] });
    });

    test('is refused with a reason, and changes nothing then', async () => {
      const [member, leaver, collector] = [
        await makeMember(node()),
        await makeMember(node()),
        await makeMember(node()),
      ];
      await deactivate(node(), leaver);
      for (let count = 0; count < 10; count += 1)
        await insertConnection(node(), node().workspaceId, collector.id, { account_id: `a${count}` });
      const invalid = (message: string): Refusal => ['invalid_request', message];
      const google = (return_url: unknown) => ({ provider: 'google', return_url });
      const bad = [
        'http://app.example.com/',
        'https:/app.example.com/',
        'https://ada:secret@app.example.com/',
        'https://app.example.com\\@evil.example/',
        'https://app.example.com/a b',
        'javascript:alert(1)',
        '//app.example.com/',
        'rota',
      ];
      const refused: [who: { id: string }, body: unknown, ...Refusal][] = [
        [member, {}, ...invalid('provider is required')],
        [member, { provider: 'apple' }, ...invalid('provider must be one of google, microsoft')],
        [member, google(7), ...invalid('return_url must be a string or null')],
        [member, google(''), ...invalid('return_url must not be empty')],
        [
          member,
          google(`https://a.example/${'x'.repeat(2_048)}`),
          ...invalid('return_url must be at most 2048 characters'),
        ],
        ...bad.map((url): [typeof member, unknown, ...Refusal] => [
          member,
          google(url),
          ...invalid(NO_RETURN_URL),
        ]),
        [leaver, google(null), 'validation_error', 'The workspace member is deactivated'],
        [
          collector,
          google(null),
          'validation_error',
          'A member may connect 10 accounts: disconnect one first',
        ],
      ];
      await assertRefused(
        node(),
        refused.map(([who, body, ...refusal]) => [() => node().post(connectionsOf(who), body), ...refusal]),
      );
    });

    test('takes an address of this machine to return to, as long as it is for this machine only', async () => {
      const member = await makeMember(node());
      const { id } = await begin(node(), member, { return_url: 'http://127.0.0.1:8080/done' });
      assert.equal((await rowOf(node(), id))?.return_url, 'http://127.0.0.1:8080/done');
    });

    test("shows nobody else's: of another member, of another workspace", async () => {
      const [member, colleague] = [await makeMember(node()), await makeMember(node())];
      const { id } = await begin(node(), member);
      const { rawKey: key } = await node().otherWorkspace();
      const stranger = await makeMember(node(), null, key);
      const paths = [`${connectionsOf(colleague)}/${id}`, `${connectionsOf(stranger)}/${id}`];
      for (const path of paths) {
        assert.equal((await node().get(path)).status, 404);
        assert.equal((await node().delete(path)).status, 404);
      }
      for (const path of [`${CONNECTIONS}/${id}`, connectionsOf(member), `${connectionsOf(stranger)}/${id}`])
        assert.equal((await node().get(path, { key })).status, 404);
      assert.equal((await node().delete(`${CONNECTIONS}/${id}`, { key })).status, 404);
      assert.equal((await node().post(connectionsOf(member), { provider: 'google' }, { key })).status, 404);
      assert.equal((await readConnections(node(), member)).length, 1);
    });
  },
  { environment: silentProviders },
);

onBothEngines('Without an application at the provider, connecting an account', (node) => {
  test('is refused, and names the settings', async () => {
    const member = await makeMember(node());
    await assertRefused(node(), [
      [
        () => node().post(connectionsOf(member), { provider: 'google' }),
        'invalid_request',
        'provider google is not set up: whoever runs Rota has to set ROTA_GOOGLE_CLIENT_ID and ROTA_GOOGLE_CLIENT_SECRET',
      ],
      [
        () => node().post(connectionsOf(member), { provider: 'microsoft' }),
        'invalid_request',
        'provider microsoft is not set up: whoever runs Rota has to set ROTA_MICROSOFT_CLIENT_ID and ROTA_MICROSOFT_CLIENT_SECRET',
      ],
    ]);
  });
});
