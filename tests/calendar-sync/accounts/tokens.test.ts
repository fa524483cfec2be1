// Tokens of accounts are got by one node at a time, replaced with care, and given up only when the provider says so.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../../../src/time/timestamps.ts';
import { test } from '../../support/lanes.ts';
import {
  busyTimes,
  failing,
  readAgain,
  readCalendar,
  synced,
  syncRow,
} from '../../support/makers/calendars.ts';
import { connectAccount, providerServers } from '../../support/makers/provider-accounts.ts';
import { makeMember } from '../../support/makers/team-members.ts';
import { eventually } from '../../support/makers/webhooks.ts';
import { oauthRefusals } from '../../support/receivers/oauth-server.ts';
import { type Node, onBothEngines, startTwoNodes } from '../../support/server/rota.ts';

const server = await providerServers.microsoft();
after(() => server[Symbol.asyncDispose]());
const { oauth } = server;
let accounts = 0;

async function connected(node: Node) {
  accounts += 1;
  const account = server.addAccount(`grace-${accounts}@example.com`);
  const member = await makeMember(node);
  return { account, member, ...(await connectAccount(node, member, server, account)) };
}

const mailsTo = ({ services }: Node, { email }: { email: string }) =>
  services.database.all('select id from messages where recipient_address = $1', [email]);

const connectionRow = ({ services }: Node, { id }: { id: string }) =>
  services.database.get<{ status: string; token_number: number; sealed_refresh_token: string | null }>(
    'select status, token_number, sealed_refresh_token from calendar_connections where id = $1',
    [id],
  );

/** Moves the clock past the end of the access token, and of the wait for the next reading. */
async function afterTokenEnded(node: Node, calendar: { id: string }) {
  node.clock.advance(HOUR_MS);
  return synced(node, calendar);
}

onBothEngines(
  'The tokens of an account',
  (node) => {
    test('are got once, used by all of its calendars, and got anew when they end', async () => {
      const { calendar } = await connected(node());
      await synced(node(), calendar);
      const before = oauth.count('refresh_token');
      await readAgain(node(), calendar);
      assert.equal(oauth.count('refresh_token'), before);
      await afterTokenEnded(node(), calendar);
      assert.equal(oauth.count('refresh_token'), before + 1);
    });

    test('are got anew if one is refused before its end', async () => {
      const { account, calendar } = await connected(node());
      await synced(node(), calendar);
      account.add('2026-03-20T10:00:00Z', '2026-03-20T11:00:00Z');
      oauth.endAccessTokens();
      const read = await readAgain(node(), calendar);
      assert.equal(read.last_error, null);
      assert.equal((await busyTimes(node(), calendar)).length, 1);
    });

    for (const rotation of ['none', 'added', 'replaced'] as const) {
      test(`go on with a refresh token that is ${rotation === 'none' ? 'never replaced' : rotation}`, async (t) => {
        oauth.rotation = rotation;
        t.after(() => {
          oauth.rotation = 'added';
        });
        const { calendar, id } = await connected(node());
        await synced(node(), calendar);
        for (let hour = 0; hour < 3; hour += 1) await afterTokenEnded(node(), calendar);
        assert.equal((await connectionRow(node(), { id }))?.status, 'connected');
      });
    }

    test('that the provider refuses for good end the account, and its owner is told once', async () => {
      const { account, member, calendar, id } = await connected(node());
      await synced(node(), calendar);
      oauth.takeBack(account.email);
      node().clock.advance(HOUR_MS);
      await failing(node(), calendar);
      const row = await connectionRow(node(), { id });
      assert.deepEqual([row?.status, row?.sealed_refresh_token], ['broken', null]);
      const { last_error } = await readCalendar(node(), calendar);
      assert.match(last_error ?? '', /^Microsoft .*connect the account again$/);
      const { due_at, claim_id } = await syncRow(node(), calendar);
      assert.deepEqual([due_at, claim_id], [null, null]);
      const mails = await mailsTo(node(), member);
      assert.equal(mails.length, 1);
      const asked = oauth.count('refresh_token');
      node().clock.advance(24 * HOUR_MS);
      assert.equal(oauth.count('refresh_token'), asked);
      assert.equal((await mailsTo(node(), member)).length, 1);
    });

    for (const [fault, answer] of Object.entries({
      'is away': oauthRefusals.unavailable,
      'is busy': oauthRefusals.tooMany,
      'refuses the application': oauthRefusals.invalidClient,
      'answers something else': oauthRefusals.garbage,
    })) {
      test(`outlive a provider that ${fault}`, async (t) => {
        const { calendar, id } = await connected(node());
        await synced(node(), calendar);
        oauth.answerWith = ({ endpoint }) => (endpoint === 'token' ? answer : undefined);
        t.after(() => {
          oauth.answerWith = undefined;
        });
        const asked = oauth.count('refresh_token');
        node().clock.advance(HOUR_MS + 6 * MINUTE_MS);
        await eventually(async () => oauth.count('refresh_token') > asked);
        await eventually(async () => (await syncRow(node(), calendar)).claim_id === null);
        assert.equal((await connectionRow(node(), { id }))?.status, 'connected');
        oauth.answerWith = undefined;
        node().clock.advance(HOUR_MS);
        assert.equal((await synced(node(), calendar)).last_error, null);
      });
    }

    test('are in no line of the log, and in no answer', async () => {
      const token = /(access|refresh|code)-token\./;
      assert.doesNotMatch(node().logLines.join('\n'), token);
      const rows = await node().services.database.all('select last_error from calendar_syncs');
      assert.doesNotMatch(JSON.stringify(rows), token);
    });
  },
  { environment: server.settings },
);

test('two nodes that need a token at once get one, also if the former one is worth nothing then', async (t) => {
  oauth.rotation = 'replaced';
  t.after(() => {
    oauth.rotation = 'added';
  });
  const [one, other] = await startTwoNodes(t, { environment: server.settings });
  const connections = [];
  for (let each = 0; each < 10; each += 1) connections.push(await connected(each % 2 === 0 ? one : other));
  for (const { calendar } of connections) await synced(one, calendar);
  for (let hour = 0; hour < 3; hour += 1) {
    one.clock.advance(HOUR_MS);
    for (const { calendar } of connections) await synced(one, calendar);
  }
  for (const connection of connections)
    assert.equal((await connectionRow(one, connection))?.status, 'connected');
});
