// What happens to connected accounts by itself: new calendars, revoked access, and access that the provider has ended.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { describe, test } from '../../../support/lanes.ts';
import { calendarsOf } from '../../../support/makers/calendars.ts';
import {
  begin,
  CONNECTIONS,
  comeBack,
  connectionRow,
  readConnections,
  withProviders,
} from '../../../support/makers/connections.ts';
import { payloadsAbout } from '../../../support/makers/events.ts';
import { entriesAbout, makeMember } from '../../../support/makers/team-members.ts';
import { eventually } from '../../../support/makers/webhooks.ts';
import { GoogleServer } from '../../../support/receivers/google-server.ts';
import { oauthRefusals } from '../../../support/receivers/oauth-server.ts';
import { dataOf, type Node, onEachEngine, startTwoNodes } from '../../../support/server/rota.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

onEachEngine.fast((engine) =>
  describe(`A connected account (${engine})`, () => {
    let place: Awaited<ReturnType<typeof withProviders>>;
    let node: Node;
    let people = 0;
    before(async () => {
      place = await withProviders(engine);
      node = place.node;
    });
    after(() => place.stop());

    async function connected(options: { member?: { id: string; email: string }; email?: string } = {}) {
      const member = options.member ?? (await makeMember(node, 'Ada'));
      const email = options.email ?? place.google.addAccount(`kept-${++people}@gmail.example`).email;
      const { id, authorize_url } = await begin(node, member);
      const answer = await comeBack(await place.google.oauth.consent(authorize_url, { email }));
      assert.equal(answer.status, 200, answer.text);
      const account = place.google.accounts.find((each) => each.email === email);
      assert.ok(account);
      return { id, member, account };
    }

    const names = async (member: { id: string }) =>
      dataOf<{ name: string; is_read: boolean }[]>(await node.get(calendarsOf(member))).map(
        (each) => each.name,
      );
    const isGone = (id: string) => eventually(async () => (await connectionRow(node, id)) === undefined);

    test('is looked at once a day: new calendars come unread, and those that are gone go', async () => {
      const { id, member, account } = await connected();
      const old = account.add({ summary: 'Old' });
      node.clock.advance(DAY_MS);
      await eventually(async () => (await names(member)).includes('Old'));
      account.calendars.splice(account.calendars.indexOf(old), 1);
      account.add({ summary: 'New' });
      node.clock.advance(DAY_MS);
      await eventually(async () => (await names(member)).includes('New'));
      assert.deepEqual(await names(member), ['New', account.email]);
      const list = dataOf<{ name: string; is_read: boolean }[]>(await node.get(calendarsOf(member)));
      assert.deepEqual(
        list.map(({ is_read }) => is_read),
        [false, true],
      );
      const entries = await entriesAbout(node, id);
      assert.deepEqual(
        entries.slice(2).map(({ changes }) => changes),
        [{ calendars_added: [null, 1] }, { calendars_added: [null, 1], calendars_removed: [1, null] }],
      );
      const row = await connectionRow(node, id);
      assert.deepEqual([row?.state_hash, row?.browser_hash, row?.return_url], [null, null, null]);
    });

    test('keeps a calendar that is hidden from now on, and adds none that is hidden already', async () => {
      const { member, account } = await connected();
      const chosen = account.add({ summary: 'Chosen' });
      node.clock.advance(DAY_MS);
      await eventually(async () => (await names(member)).includes('Chosen'));
      chosen.about.hidden = true;
      account.add({ summary: 'Never seen', hidden: true });
      account.add({ summary: 'New' });
      node.clock.advance(DAY_MS);
      await eventually(async () => (await names(member)).includes('New'));
      assert.deepEqual((await names(member)).toSorted(), ['Chosen', 'New', account.email].toSorted());
    });

    test('is disconnected at once: calendars and busy times go, and the access is revoked', async () => {
      const { id, member, account } = await connected();
      const { oauth } = place.google;
      const valid = oauth.validRefreshTokens;
      assert.equal((await node.delete(`${CONNECTIONS}/${id}`)).status, 204);
      assert.deepEqual(await names(member), []);
      assert.deepEqual(await readConnections(node, member), []);
      await isGone(id);
      assert.equal(oauth.validRefreshTokens, valid - 1);
      const entries = await entriesAbout(node, id);
      assert.deepEqual(entries.at(-1)?.changes, {
        provider: ['google', null],
        account_email: [account.email, null],
        calendars: [1, 0],
      });
    });

    test('is revoked again and again while the provider is away, and forgotten in the end', async () => {
      const { id } = await connected();
      const { oauth } = place.google;
      let tries = 0;
      oauth.answerWith = ({ endpoint }) => {
        if (endpoint !== 'revoke') return undefined;
        tries += 1;
        return oauthRefusals.unavailable;
      };
      await node.delete(`${CONNECTIONS}/${id}`);
      for (let wanted = 1; wanted <= 8; wanted += 1) {
        await eventually(async () => {
          const row = await connectionRow(node, id);
          return tries >= wanted && (row === undefined || row.claim_id === null);
        });
        node.clock.advance(2 * DAY_MS);
      }
      oauth.answerWith = undefined;
      await isGone(id);
      assert.equal(tries, 8);
    });

    test('is not revoked as long as a colleague uses the same account', async () => {
      const { id, account } = await connected();
      const colleague = await connected({ email: account.email });
      const { oauth } = place.google;
      const revoked = () => oauth.asked.filter(({ endpoint }) => endpoint === 'revoke').length;
      const before_ = revoked();
      await node.delete(`${CONNECTIONS}/${id}`);
      await isGone(id);
      assert.equal(revoked(), before_);
      await node.delete(`${CONNECTIONS}/${colleague.id}`);
      await isGone(colleague.id);
      assert.equal(revoked(), before_ + 1);
    });

    test('that the provider refuses is broken: its member gets one mail, programs an event', async () => {
      const { id, member, account } = await connected();
      place.google.oauth.takeBack(account.email);
      node.clock.advance(2 * 60 * MINUTE_MS);
      const connection = await eventually(async () => {
        const [found] = await readConnections(node, member);
        return found?.status === 'broken' && found;
      });
      assert.equal(connection.broken_at !== null, true);
      const about = await payloadsAbout(node, id);
      const broken = about.filter(({ event }) => event === 'calendar_connection.broken');
      assert.equal(broken.length, 1);
      assert.deepEqual([broken[0]?.email, broken[0]?.account_email], [member.email, account.email]);
      const mails = await node.services.database.all<{ subject: string; text: string }>(
        "select subject, text from messages where kind = 'calendar_disconnected' and recipient_address = $1",
        [member.email],
      );
      assert.equal(mails.length, 1);
      assert.match(String(mails[0]?.subject), /Google has disconnected your calendars/);
      assert.ok(mails[0]?.text.includes(`/console/members/${member.id}/calendars`));
      const row = await connectionRow(node, id);
      assert.deepEqual(
        [row?.sealed_access_token, row?.sealed_refresh_token, row?.due_at],
        [null, null, null],
      );
      const [entry] = (await entriesAbout(node, id)).filter(
        ({ action }) => action === 'calendar_connection.broken',
      );
      assert.deepEqual(entry?.changes.status, ['connected', 'broken']);
      // Connected again, it is whole.
      await connected({ member, email: account.email });
      assert.deepEqual(
        (await readConnections(node, member)).map(({ status }) => status),
        ['connected'],
      );
    });

    test('of a workspace that is deleted is revoked before its rows go', async () => {
      const { account } = await connected();
      const { oauth } = place.google;
      assert.ok(oauth.validRefreshTokens > 0);
      const revoked = () => oauth.asked.filter(({ endpoint }) => endpoint === 'revoke').length;
      const before_ = revoked();
      await node.services.database.change(
        'update workspaces set suspended_at = $2, delete_at = $2 where id = $1',
        [node.workspaceId, node.clock.now()],
      );
      node.clock.advance(20 * MINUTE_MS);
      await eventually(async () => revoked() > before_);
      await eventually(async () => {
        const left = await node.services.database.all('select id from calendar_connections');
        return left.length === 0;
      });
      assert.ok(account.email);
    });
  }),
);

describe('Two nodes', () => {
  test('complete a consent once, whichever it comes back to', async (t) => {
    const google = await GoogleServer.start();
    t.after(() => google[Symbol.asyncDispose]());
    const nodes = await startTwoNodes(t, {
      environment: { ...google.settings, ROTA_PUBLIC_URL: 'http://127.0.0.1:3999' },
    });
    google.oauth.redirectUris.push('http://127.0.0.1:3999/connect/callback');
    google.oauth.now = () => nodes[0].clock.now();
    const account = google.addAccount('ada@gmail.example');
    for (let round = 0; round < 3; round += 1) {
      const member = await makeMember(nodes[0]);
      const { authorize_url } = await begin(nodes[0], member);
      const { search } = new URL(await google.oauth.consent(authorize_url, { email: account.email }));
      const answers = await Promise.all(nodes.map(({ url }) => comeBack(`${url}/connect/callback${search}`)));
      assert.ok(answers.some(({ status }) => status === 200));
      assert.equal(google.oauth.count('authorization_code'), round + 1);
      for (const node of nodes) assert.equal((await readConnections(node, member))[0]?.status, 'connected');
    }
  });
});
