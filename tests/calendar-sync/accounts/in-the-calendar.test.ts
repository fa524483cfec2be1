// The whole way with the providers: calls made with the event, and events that people move or delete.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { putBack } from '../../../src/features/meetings/requests/lifecycle/in-calendars.ts';
import { asScheduling } from '../../../src/features/meetings/schedules/operations.ts';
import { MINUTE_MS } from '../../../src/time/timestamps.ts';
import { test } from '../../support/lanes.ts';
import { bookHour, rescheduleHour } from '../../support/makers/booked-hours.ts';
import { busyTimes, failing, readAgain, synced } from '../../support/makers/calendars.ts';
import { REQUESTS } from '../../support/makers/meeting-requests.ts';
import {
  connectAccount,
  type ProviderAccount,
  providerServers,
} from '../../support/makers/provider-accounts.ts';
import { makeMember } from '../../support/makers/team-members.ts';
import { eventually } from '../../support/makers/webhooks.ts';
import type { ShownMeetingRequest } from '../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../support/server/rota.ts';

const calls = { google: 'google_meet', microsoft: 'microsoft_teams' } as const;
const BOOKED = '2026-03-10T09:00:00Z';

for (const [name, start] of Object.entries(providerServers)) {
  const server = await start();
  after(() => server[Symbol.asyncDispose]());
  const location = { kind: calls[server.kind] };
  let accounts = 0;

  async function connected(node: Node) {
    accounts += 1;
    const account = server.addAccount(`mary-${accounts}@example.com`);
    const member = await makeMember(node);
    const { calendar } = await connectAccount(node, member, server, account);
    await synced(node, calendar);
    return { account, member, calendar };
  }

  const read = async (node: Node, { id }: { id: string }) =>
    dataOf<ShownMeetingRequest>(await node.get(`${REQUESTS}/${id}`));
  const requestWhen = (node: Node, request: { id: string }, isSo: (now: ShownMeetingRequest) => unknown) =>
    eventually(async () => {
      const now = await read(node, request);
      return isSo(now) ? now : undefined;
    });
  const untilWritten = (account: ProviderAccount, from: string) =>
    eventually(async () => account.events().some((event) => event.from.startsWith(from)));

  onBothEngines(
    `In a calendar of ${name}`,
    (node) => {
      test('a call is made with the event, becomes the place, and stays when the meeting is moved', async () => {
        const { account, member, calendar } = await connected(node());
        const request = await bookHour(node(), member, BOOKED, { location });
        const { place } = await requestWhen(node(), request, (now) => now.place?.status === 'ready');
        const [event] = account.events();
        assert.ok(event?.join_url);
        assert.equal(place?.join_url, event.join_url);
        await rescheduleHour(node(), request, '2026-03-11T09:00:00Z');
        await untilWritten(account, '2026-03-11T09:00');
        await synced(node(), calendar);
        assert.deepEqual(
          account.events().map(({ join_url }) => join_url),
          [event.join_url],
        );
        assert.equal((await read(node(), request)).place?.join_url, event.join_url);
      });

      test('a call that comes later becomes the place then', async () => {
        const { account, member } = await connected(node());
        account.calls('late');
        const request = await bookHour(node(), member, BOOKED, { location });
        await untilWritten(account, '2026-03-10T09:00');
        assert.equal((await read(node(), request)).place?.status, 'pending');
        account.finishCalls();
        const { place } = await requestWhen(node(), request, (now) => {
          node().clock.advance(11_000);
          return now.place?.status === 'ready';
        });
        assert.equal(place?.join_url, account.events()[0]?.join_url);
      });

      test('a call that can not be had leaves the meeting with attention', async () => {
        const { account, member } = await connected(node());
        account.calls('missing');
        const request = await bookHour(node(), member, BOOKED, { location });
        const { status } = await requestWhen(node(), request, ({ attention, place }) => {
          node().clock.advance(5_000);
          return place?.status === 'failed' && attention?.reason === 'place_failed';
        });
        assert.equal(status, 'booked');
        assert.equal(account.events().length, 1);
      });

      test('an event that was moved is noticed, and put back when somebody wants that', async () => {
        const { account, member, calendar } = await connected(node());
        const request = await bookHour(node(), member, BOOKED);
        await untilWritten(account, '2026-03-10T09:00');
        await readAgain(node(), calendar);
        const [event] = account.events();
        account.move(event?.id ?? '', '2026-03-10T13:00:00Z', '2026-03-10T14:00:00Z');
        await readAgain(node(), calendar);
        const noticed = await requestWhen(node(), request, ({ attention }) => attention !== null);
        assert.equal(noticed.attention?.reason, 'moved_in_calendar');
        assert.equal(noticed.calendar_changes.length, 1);
        assert.equal(noticed.starts_at, '2026-03-10T09:00:00.000Z');
        await readAgain(node(), calendar);
        assert.equal(account.events()[0]?.from, '2026-03-10T13:00:00.000Z');

        await putBack(asScheduling(node().services, node().workspaceId), request.id);
        await untilWritten(account, '2026-03-10T09:00');
        await readAgain(node(), calendar);
        assert.deepEqual((await read(node(), request)).calendar_changes, []);
        assert.equal(account.events().length, 1);
      });

      test('an event that was moved is noticed also if it could not be looked at for a while, and its owner is busy there', async () => {
        const { account, member, calendar } = await connected(node());
        const request = await bookHour(node(), member, BOOKED);
        await untilWritten(account, '2026-03-10T09:00');
        await readAgain(node(), calendar);
        const id = account.events()[0]?.id ?? '';
        account.move(id, '2026-03-10T13:00:00Z', '2026-03-10T14:00:00Z');
        const isAbout = (path: string) => decodeURIComponent(path).endsWith(`/${id}`);
        server.answerWith = ({ method, path }) =>
          method === 'GET' && isAbout(path) ? { status: 503, body: '' } : undefined;
        node().clock.advance(6 * MINUTE_MS);
        await failing(node(), calendar);
        server.answerWith = undefined;
        assert.equal((await read(node(), request)).attention, null);
        node().clock.advance(MINUTE_MS);
        const noticed = await requestWhen(node(), request, ({ attention }) => attention !== null);
        assert.equal(noticed.attention?.reason, 'moved_in_calendar');
        await synced(node(), calendar);
        assert.deepEqual(await busyTimes(node(), calendar), ['2026-03-10T13:00/2026-03-10T14:00']);
        await putBack(asScheduling(node().services, node().workspaceId), request.id);
        await untilWritten(account, '2026-03-10T09:00');
        await readAgain(node(), calendar);
        assert.deepEqual(await busyTimes(node(), calendar), []);
      });

      test('an event that was deleted is noticed, and there again once the meeting is moved', async () => {
        const { account, member, calendar } = await connected(node());
        const request = await bookHour(node(), member, BOOKED);
        await untilWritten(account, '2026-03-10T09:00');
        await readAgain(node(), calendar);
        account.remove(account.events()[0]?.id ?? '');
        await readAgain(node(), calendar);
        const noticed = await requestWhen(node(), request, ({ attention }) => attention !== null);
        assert.equal(noticed.attention?.reason, 'deleted_in_calendar');
        assert.equal(noticed.status, 'booked');
        await rescheduleHour(node(), request, '2026-03-12T09:00:00Z');
        await untilWritten(account, '2026-03-12T09:00');
        await readAgain(node(), calendar);
        assert.equal(account.events().length, 1);
        const moved = await read(node(), request);
        assert.deepEqual([moved.attention, moved.calendar_changes], [null, []]);
      });
    },
    { environment: server.settings },
  );
}
