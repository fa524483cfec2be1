// Whatever a provider does wrong, a calendar keeps its last good copy, and keeps nobody else waiting.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { PERMITS } from '../../../src/calendar-sync/channel.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/time/timestamps.ts';
import { test } from '../../support/lanes.ts';
import { bookHour } from '../../support/makers/booked-hours.ts';
import { busyTimes, failing, readCalendar, synced, syncRow } from '../../support/makers/calendars.ts';
import {
  connectAccount,
  type ProviderServer,
  providerServers,
} from '../../support/makers/provider-accounts.ts';
import { makeMember } from '../../support/makers/team-members.ts';
import { eventually } from '../../support/makers/webhooks.ts';
import { Node, onBothEngines } from '../../support/server/rota.ts';

const faults = {
  'an error of its own': { status: 500, body: 'Oops' },
  'half an answer': 'half',
  'nothing, and closes the connection': 'lost',
  'something that is no JSON': { status: 200, body: '<html>' },
  'JSON of another kind': { status: 200, body: '[1, 2]' },
  'a redirect to somebody else': { status: 302, headers: { location: 'http://198.51.100.7/' } },
  'that nobody may': { status: 403, body: { error: { code: 'ErrorAccessDenied' } } },
  'that it is gone': { status: 404, body: { error: { code: 'ErrorItemNotFound' } } },
} as const;

for (const [name, start] of Object.entries(providerServers)) {
  const server = await start();
  after(() => server[Symbol.asyncDispose]());

  onBothEngines(
    `A calendar of ${name}`,
    (node) => {
      for (const [answer, fault] of Object.entries(faults)) {
        test(`keeps its busy times when the provider answers ${answer}`, async (t) => {
          const { calendar } = await connectedAndRead(node(), server);
          server.answerWith = () => fault;
          t.after(() => {
            server.answerWith = undefined;
          });
          node().clock.advance(6 * MINUTE_MS);
          const { last_error } = await failing(node(), calendar);
          assert.match(last_error ?? '', /\S/);
          assert.doesNotMatch(last_error ?? '', /198\.51\.100\.7|html|Oops/);
          assert.equal((await busyTimes(node(), calendar)).length, 1);
          const { due_at } = await syncRow(node(), calendar);
          assert.ok(Number(due_at) - node().clock.now() <= MINUTE_MS, 'it is tried again within a minute');

          server.answerWith = undefined;
          node().clock.advance(MINUTE_MS);
          assert.equal((await synced(node(), calendar)).last_error, null);
        });
      }

      test('waits as long as the provider asks for, and is well all the time', async (t) => {
        const { calendar } = await connectedAndRead(node(), server);
        const tooMany = {
          status: 429,
          headers: { 'retry-after': '600' },
          body: { error: { code: 'TooManyRequests' } },
        };
        server.answerWith = () => tooMany;
        t.after(() => {
          server.answerWith = undefined;
        });
        const now = await postponed(node(), calendar);
        assert.deepEqual([now.health, now.last_error], ['ok', null]);
        assert.equal(Number((await syncRow(node(), calendar)).due_at) - node().clock.now(), 600 * SECOND_MS);

        server.answerWith = () => ({ ...tooMany, headers: {} });
        node().clock.advance(600 * SECOND_MS);
        await eventually(async () => {
          const { due_at, claim_id } = await syncRow(node(), calendar);
          return claim_id === null && Number(due_at) > node().clock.now();
        });
        const wait = Number((await syncRow(node(), calendar)).due_at) - node().clock.now();
        assert.ok(wait >= MINUTE_MS && wait <= 1.1 * MINUTE_MS, `a minute without a word: ${wait} ms`);
        assert.equal((await readCalendar(node(), calendar)).health, 'ok');
      });

      test('makes no calls during such a pause, also for a new booking', async (t) => {
        const { account, member, calendar } = await connectedAndRead(node(), server);
        server.answerWith = () => ({ status: 429, headers: { 'retry-after': '600' }, body: '' });
        t.after(() => {
          server.answerWith = undefined;
        });
        await postponed(node(), calendar);
        server.answerWith = undefined;
        const asked = server.asked.length;
        await bookHour(node(), member, '2026-03-24T09:00:00Z');
        await eventually(async () => {
          const { due_at, claim_id } = await syncRow(node(), calendar);
          return claim_id === null && Number(due_at) > node().clock.now() + 9 * MINUTE_MS;
        });
        assert.equal(server.asked.length, asked);
        node().clock.advance(600 * SECOND_MS);
        await eventually(async () =>
          account.events().some(({ from }) => from === '2026-03-24T09:00:00.000Z'),
        );
      });

      test('is not asked again and again by a provider that asks to wait for no time at all', async (t) => {
        const { calendar } = await connectedAndRead(node(), server);
        server.answerWith = () => ({ status: 429, headers: { 'retry-after': '0' }, body: '' });
        t.after(() => {
          server.answerWith = undefined;
        });
        const asked = server.asked.length;
        node().clock.advance(6 * MINUTE_MS);
        await eventually(async () => {
          const { due_at, claim_id } = await syncRow(node(), calendar);
          return server.asked.length > asked && claim_id === null && Number(due_at) > node().clock.now();
        });
        const { due_at } = await syncRow(node(), calendar);
        assert.equal(Number(due_at) - node().clock.now(), 10 * SECOND_MS);
      });

      test('counts as failing when it could not be read for an hour because the provider asked to wait', async (t) => {
        const { calendar } = await connectedAndRead(node(), server);
        server.answerWith = () => ({ status: 429, headers: { 'retry-after': '3600' }, body: '' });
        t.after(() => {
          server.answerWith = undefined;
        });
        await postponed(node(), calendar);
        node().clock.advance(HOUR_MS);
        const { last_error } = await failing(node(), calendar);
        assert.match(last_error ?? '', /asks Rota to wait \(429\)/);
      });

      test('waits for no other: those that never answer keep no other workspace from being read', async (t) => {
        const silent: Awaited<ReturnType<typeof connectedAndRead>>[] = [];
        // More than one workspace may have in flight.
        for (let place = 0; place < PERMITS.per_lane + 2; place += 1)
          silent.push(await connectedAndRead(node(), server));
        const isSilent = (path: string) => silent.some(({ account }) => path.includes(account.calendarId));
        server.answerWith = ({ path }) => (isSilent(decodeURIComponent(path)) ? 'silence' : undefined);
        t.after(() => {
          server.answerWith = undefined;
        });
        const asked = server.asked.length;
        node().clock.advance(6 * MINUTE_MS);
        await eventually(async () => server.asked.length > asked);
        const { id: workspaceId, rawKey } = await node().otherWorkspace();
        const { url, app, services, clock, logLines } = node();
        const elsewhere = new Node({ url, app, services, clock, logLines, workspaceId, rawKey });
        const other = await connectedAndRead(elsewhere, server);
        assert.equal((await busyTimes(elsewhere, other.calendar)).length, 1);
      });
    },
    { environment: server.settings },
  );
}

let accounts = 0;

/** A calendar with one event, which has been read. */
async function connectedAndRead(node: Node, server: ProviderServer) {
  accounts += 1;
  const account = server.addAccount(`joan-${accounts}@example.com`);
  account.add('2026-03-20T10:00:00Z', '2026-03-20T11:00:00Z');
  const member = await makeMember(node);
  const connected = await connectAccount(node, member, server, account);
  await synced(node, connected.calendar);
  return { account, member, ...connected };
}

/** The calendar, once its next reading was postponed. */
async function postponed(node: Node, calendar: { id: string }) {
  node.clock.advance(6 * MINUTE_MS);
  await eventually(async () => {
    const { due_at, claim_id } = await syncRow(node, calendar);
    return claim_id === null && Number(due_at) > node.clock.now() + 2 * MINUTE_MS;
  });
  return readCalendar(node, calendar);
}
