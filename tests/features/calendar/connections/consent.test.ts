// People come back from Google and Microsoft: what is connected then, and every way in which nothing is.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { hashSecret } from '../../../../src/features/people/sessions/rules.ts';
import { describe, test } from '../../../support/lanes.ts';
import { calendarsOf } from '../../../support/makers/calendars.ts';
import {
  begin,
  type CalendarConnection,
  CONNECTIONS,
  comeBack,
  connectionRow,
  readConnections,
  withProviders,
} from '../../../support/makers/connections.ts';
import { payloadsAbout } from '../../../support/makers/events.ts';
import { deactivate, entriesAbout, makeMember } from '../../../support/makers/team-members.ts';
import { eventually } from '../../../support/makers/webhooks.ts';
import { type Choice, oauthRefusals } from '../../../support/receivers/oauth-server.ts';
import { dataOf, type Node, onEachEngine } from '../../../support/server/rota.ts';

const RETURN_URL = 'https://app.example.com/calendars?tab=2#top';
const MINUTE_MS = 60_000;
const LIST_SCOPE = 'https://www.googleapis.com/auth/calendar.calendarlist.readonly';

interface Calendar {
  id: string;
  type: string;
  name: string;
  is_primary: boolean;
  is_writable: boolean;
  is_read: boolean;
  receives_bookings: boolean;
}

onEachEngine.fast((engine) =>
  describe(`Coming back from a provider (${engine})`, () => {
    let place: Awaited<ReturnType<typeof withProviders>>;
    let node: Node;
    let people = 0;
    before(async () => {
      place = await withProviders(engine);
      node = place.node;
    });
    after(() => place.stop());

    const newAccount = () => place.google.addAccount(`person-${++people}@gmail.example`);
    const calendars = async (member: { id: string }) =>
      dataOf<Calendar[]>(await node.get(`${calendarsOf(member)}?limit=100`));

    /** Begins, and does what somebody does at Google. Returns the connection, and where the browser is sent. */
    async function consented(member: { id: string }, choice: Choice, fields: object = {}) {
      const begun = await begin(node, member, fields);
      const url = await place.google.oauth.consent(begun.authorize_url, choice);
      return { id: begun.id, url };
    }

    /** The same, and comes back. */
    async function connect(member: { id: string }, choice: Choice, fields: object = {}) {
      const { id, url } = await consented(member, choice, fields);
      return { id, url, answer: await comeBack(url) };
    }

    const statusOf = async (id: string) =>
      dataOf<CalendarConnection>(await node.get(`${CONNECTIONS}/${id}`)).status;

    /** The address that a program is told the end at. */
    const told = (answer: { headers: Record<string, unknown> }) => {
      const url = new URL(String(answer.headers.location));
      return { url, status: url.searchParams.get('status'), id: url.searchParams.get('calendar_connection') };
    };

    test('makes every calendar of the account one of the member, of which the primary is read and written to', async () => {
      const [account, member] = [newAccount(), await makeMember(node, 'Ada')];
      account.add({ summary: 'Family' });
      account.add({ summary: 'Holidays', accessRole: 'reader' });
      const { id, answer } = await connect(member, { email: account.email }, { return_url: RETURN_URL });
      assert.equal(answer.status, 303, answer.text);
      const { url, status } = told(answer);
      assert.deepEqual([status, url.searchParams.get('calendar_connection')], ['connected', id]);
      assert.deepEqual(
        [url.origin, url.hash, url.searchParams.get('tab')],
        ['https://app.example.com', '#top', '2'],
      );

      const [connection] = await readConnections(node, member);
      assert.deepEqual(
        [connection?.id, connection?.status, connection?.account_email, connection?.expires_at],
        [id, 'connected', account.email, null],
      );
      const made = (await calendars(member)).map((each) => [
        ...[each.type, each.name, each.is_primary, each.is_writable, each.is_read, each.receives_bookings],
      ]);
      assert.deepEqual(made, [
        ['google', account.email, true, true, true, true],
        ['google', 'Family', false, true, false, false],
        ['google', 'Holidays', false, false, false, false],
      ]);
      const [event] = await payloadsAbout(node, id);
      assert.deepEqual(
        [event?.event, event?.account_email, event?.email],
        ['calendar_connection.connected', account.email, member.email],
      );
      const entries = await entriesAbout(node, id);
      assert.deepEqual(
        entries.map(({ action }) => action),
        ['calendar_connection.created', 'calendar_connection.connected'],
      );
      assert.deepEqual(entries[1]?.changes, {
        account_email: [null, account.email],
        calendars: [null, 3],
      });
    });

    test('works for Microsoft in the same way', async () => {
      const member = await makeMember(node);
      place.microsoft.addAccount('ada@acme.example');
      const begun = await begin(node, member, { provider: 'microsoft' });
      const url = await place.microsoft.oauth.consent(begun.authorize_url, { email: 'ada@acme.example' });
      const answer = await comeBack(url);
      assert.equal(answer.status, 200, answer.text);
      assert.match(answer.text, /Your Microsoft account is connected/);
      assert.match(answer.text, /ada@acme\.example/);
      assert.equal(await statusOf(begun.id), 'connected');
    });

    test('keeps tokens sealed, and out of answers, the audit log, events and exports', async () => {
      const [account, member] = [newAccount(), await makeMember(node)];
      const { id, url } = await connect(member, { email: account.email });
      const row = await connectionRow(node, id);
      const { searchParams } = new URL(url);
      const secrets = [searchParams.get('code'), searchParams.get('state')];
      for (const column of ['sealed_refresh_token', 'sealed_access_token']) {
        const place_ = ['calendar_connections', column, node.workspaceId, id] as const;
        const token = node.services.secrets.open(String(row?.[column]), place_);
        assert.match(token, /-token\./);
        secrets.push(token);
      }
      const seen = [
        (await node.get(`${CONNECTIONS}/${id}`)).text,
        (await node.get(calendarsOf(member))).text,
        (await node.get('/api/v1/audit_log?limit=100')).text,
        (await node.get('/api/v1/events?limit=100')).text,
        (await node.post('/api/v1/exports', { email: member.email })).text,
        (await node.post('/api/v1/exports', { email: account.email })).text,
        node.logLines.join('\n'),
        JSON.stringify(row),
      ];
      for (const secret of secrets)
        for (const [place_, text] of seen.entries())
          assert.ok(!text.includes(String(secret)), `text ${place_} has ${secret}`);
    });

    test('works once: who comes again is told so, and nothing changes', async () => {
      const [account, member] = [newAccount(), await makeMember(node)];
      const { url, id } = await connect(member, { email: account.email });
      const row = await connectionRow(node, id);
      const asked = place.google.oauth.count('authorization_code');
      const again = await comeBack(url);
      assert.deepEqual([again.status, again.text.includes(account.email)], [410, false]);
      assert.equal(place.google.oauth.count('authorization_code'), asked);
      assert.deepEqual(await connectionRow(node, id), row);
    });

    test('lets one of two win that come at the same time', async () => {
      const [account, member] = [newAccount(), await makeMember(node)];
      const { url, id } = await consented(member, { email: account.email });
      const asked = place.google.oauth.count('authorization_code');
      const answers = await Promise.all([comeBack(url), comeBack(url), comeBack(url)]);
      const used = answers.filter(({ status }) => status !== 200);
      assert.ok(used.length < 3 && used.every(({ status }) => status === 410));
      assert.equal(place.google.oauth.count('authorization_code'), asked + 1);
      assert.equal(await statusOf(id), 'connected');
    });

    test('says what happened when nothing was connected, once on a page and once to a program', async () => {
      const account = newAccount();
      const cases: [why: string, choice: Choice, text: RegExp, status: number, told: string][] = [
        ['consent refused', { refuses: true }, /Nothing was connected/, 422, 'refused'],
        ['a box unticked', { leavesOut: [LIST_SCOPE] }, /every permission/, 422, 'missing_scope'],
      ];
      for (const [why, choice, text, status, word] of cases) {
        const member = await makeMember(node);
        const { answer, url } = await connect(member, { email: account.email, ...choice });
        assert.equal(answer.status, status, why);
        assert.match(answer.text, text);
        assert.ok(answer.text.includes(`/console/members/${member.id}/calendars`), why);
        assert.deepEqual(await readConnections(node, member), [], why);
        const again = await comeBack(url);
        assert.ok(again.status === 410 || again.status === 404, why);
        const program = await connect(
          member,
          { email: account.email, ...choice },
          { return_url: RETURN_URL },
        );
        assert.equal(told(program.answer).status, word, why);
        assert.equal(told(program.answer).id, program.id);
      }
    });

    test('forgets what was given with too few permissions, and takes nothing back: it may be somebody else’s access, too', async () => {
      const [account, member, colleague] = [newAccount(), await makeMember(node), await makeMember(node)];
      const { oauth } = place.google;
      await connect(colleague, { email: account.email });
      const revoked = () => oauth.asked.filter(({ endpoint }) => endpoint === 'revoke').length;
      const before_ = revoked();
      const { id } = await connect(member, { email: account.email, leavesOut: [LIST_SCOPE] });
      const row = await connectionRow(node, id);
      assert.deepEqual([row?.sealed_refresh_token, row?.sealed_access_token], [null, null]);
      assert.equal((await readConnections(node, colleague))[0]?.status, 'connected');
      assert.equal(revoked(), before_);
    });

    test('connects nothing without a token that lasts, or with a code that is refused', async () => {
      const [account, member] = [newAccount(), await makeMember(node)];
      const { oauth } = place.google;
      oauth.givesRefreshTokens = false;
      const { answer } = await connect(member, { email: account.email });
      oauth.givesRefreshTokens = true;
      assert.deepEqual([answer.status, /no lasting access/.test(answer.text)], [422, true]);
      for (const refusal of [
        oauthRefusals.invalidGrant,
        oauthRefusals.invalidClient,
        oauthRefusals.garbage,
      ]) {
        oauth.answerWith = ({ endpoint }) => (endpoint === 'token' ? refusal : undefined);
        const refused = await connect(member, { email: account.email });
        oauth.answerWith = undefined;
        assert.equal(refused.answer.status, 422, refused.answer.text);
        // The provider's word for it is shown with spaces.
        const reason = /What went wrong: (.*)\.</.exec(refused.answer.text)?.[1] ?? '';
        assert.match(reason, /^Google[^_]+$/);
        assert.equal((await comeBack(refused.url)).status, 410);
      }
      assert.deepEqual(await readConnections(node, member), []);
    });

    test('can be tried again while the provider is away, at the same address', async () => {
      const [account, member] = [newAccount(), await makeMember(node)];
      const { google } = place;
      const { id, url } = await consented(member, { email: account.email }, { return_url: RETURN_URL });
      google.oauth.answerWith = ({ endpoint }) =>
        endpoint === 'token' ? oauthRefusals.unavailable : undefined;
      const first = await comeBack(url);
      google.oauth.answerWith = undefined;
      assert.deepEqual([first.status, /isn’t answering/.test(first.text)], [503, true]);
      google.answerWith = () => ({ status: 500, body: 'oops' });
      const second = await comeBack(url);
      google.answerWith = undefined;
      assert.equal(second.status, 503);
      assert.equal(await statusOf(id), 'pending');
      assert.equal(told(await comeBack(url)).status, 'connected');
      assert.equal(await statusOf(id), 'connected');
      assert.equal((await calendars(member)).length, 1);
    });

    test('is refused after fifteen minutes, and the page says so', async () => {
      const [account, member] = [newAccount(), await makeMember(node)];
      const { url } = await consented(member, { email: account.email });
      const program = await consented(member, { email: account.email }, { return_url: RETURN_URL });
      node.clock.advance(15 * MINUTE_MS);
      const answer = await comeBack(url);
      assert.deepEqual([answer.status, /took too long/.test(answer.text)], [410, true]);
      await eventually(async () => (await connectionRow(node, program.id))?.status === 'ending');
      assert.equal(told(await comeBack(program.url)).status, 'expired');
      assert.deepEqual(await readConnections(node, member), []);
    });

    test('is refused without a state, and with one that nobody knows', async () => {
      for (const query of [
        '',
        '?state=',
        `?state=${'x'.repeat(43)}&code=1`,
        `?state=${'%00'.repeat(9)}&error=a`,
      ]) {
        const answer = await comeBack(`${node.url}/connect/callback${query}`);
        assert.equal(answer.status, 404, query);
        assert.match(answer.text, /doesn’t work any more/);
      }
      assert.equal((await comeBack(`${node.url}/connect`)).status, 404);
    });

    test('is refused in another browser than the one it began in, which can still go on', async () => {
      const [account, member] = [newAccount(), await makeMember(node)];
      const { id, url } = await consented(member, { email: account.email });
      const browser = 'b'.repeat(43);
      await node.services.database.change('update calendar_connections set browser_hash = $2 where id = $1', [
        id,
        hashSecret(browser),
      ]);
      for (const cookie of ['', `rota-connect=${'c'.repeat(43)}`]) {
        const answer = await comeBack(url, { cookie });
        assert.deepEqual([answer.status, /another browser/.test(answer.text)], [403, true]);
      }
      assert.equal(await statusOf(id), 'pending');
      const answer = await comeBack(url, { cookie: `rota-connect=${browser}` });
      assert.deepEqual(
        [answer.status, answer.headers.location],
        [303, `/console/members/${member.id}/calendars?done=account_connected&with=${id}`],
      );
    });

    test('is refused for a member who was deactivated meanwhile, and in a workspace that was suspended', async () => {
      const [account, leaver] = [newAccount(), await makeMember(node)];
      const { url } = await consented(leaver, { email: account.email });
      await deactivate(node, leaver);
      const answer = await comeBack(url);
      assert.deepEqual([answer.status, /since been deactivated/.test(answer.text)], [422, true]);
      const member = await makeMember(node);
      const other = await consented(member, { email: account.email });
      const suspend = (at: number | null) =>
        node.services.database.change('update workspaces set suspended_at = $2 where id = $1', [
          node.workspaceId,
          at,
        ]);
      await suspend(node.clock.now());
      const closed = await comeBack(other.url);
      await suspend(null);
      assert.equal(closed.status, 403);
      // The state was not used up.
      assert.equal((await comeBack(other.url)).status, 200);
    });

    test('keeps calendars, entries and choices when the same account is connected again', async () => {
      const [account, member] = [newAccount(), await makeMember(node)];
      account.add({ summary: 'Family' });
      const gone = account.add({ summary: 'Gone' });
      const first = await connect(member, { email: account.email });
      const [primary, family] = await calendars(member);
      await node.patch(`/api/v1/calendars/${family?.id}`, { is_read: true, name: 'Home' });
      await node.patch(`/api/v1/calendars/${primary?.id}`, { is_read: false });
      await node.services.database.change(
        `update calendar_syncs set health = 'failing', last_error = 'x', due_at = null where calendar_id = $1`,
        [family?.id as string],
      );
      await node.services.database.change(
        "update calendar_connections set status = 'broken', due_at = null where id = $1",
        [first.id],
      );
      account.calendars.splice(account.calendars.indexOf(gone), 1);
      account.add({ summary: 'New' });
      const second = await connect(member, { email: account.email });
      assert.equal(second.answer.status, 200, second.answer.text);
      assert.deepEqual(
        (await readConnections(node, member)).map(({ id, status }) => [id, status]),
        [[second.id, 'connected']],
      );
      assert.equal(await connectionRow(node, first.id), undefined);
      const after_ = await calendars(member);
      assert.deepEqual(
        after_.map(({ name, is_read, receives_bookings }) => [name, is_read, receives_bookings]),
        [
          ['New', false, false],
          [account.email, false, true],
          ['Home', true, false],
        ],
      );
      assert.deepEqual([after_[1]?.id, after_[2]?.id], [primary?.id, family?.id]);
      const sync = await node.services.database.get<{ health: string; due_at: number | null }>(
        'select health, due_at from calendar_syncs where calendar_id = $1',
        [family?.id as string],
      );
      assert.ok(sync && sync.health !== 'failing' && sync.due_at !== null, JSON.stringify(sync));
    });

    test('leaves bookings where they go already, and has at most ten accounts of a member', async () => {
      const member = await makeMember(node);
      const accounts = Array.from({ length: 11 }, newAccount);
      for (const { email } of accounts.slice(0, 10)) await connect(member, { email });
      const receiving = (await calendars(member)).filter((each) => each.receives_bookings);
      assert.deepEqual(
        receiving.map(({ name }) => name),
        [accounts[0]?.email],
      );
      const { status } = await node.post(`/api/v1/workspace_members/${member.id}/calendar_connections`, {
        provider: 'google',
      });
      assert.equal(status, 422);
    });

    test('takes nothing while the service is read-only, and leaves the state for later', async () => {
      const [account, member] = [newAccount(), await makeMember(node)];
      const { url } = await consented(member, { email: account.email });
      const { config } = node.services;
      Object.assign(config, { readOnly: true });
      const answer = await comeBack(url);
      Object.assign(config, { readOnly: false });
      assert.equal(answer.status, 503);
      assert.equal((await comeBack(url)).status, 200);
    });
  }),
);
