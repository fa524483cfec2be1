// A calendar of a connected account is read by what has changed, and gets each booking once.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { MINUTE_MS } from '../../../src/time/timestamps.ts';
import { test } from '../../support/lanes.ts';
import { bookHour, cancelHour, rescheduleHour } from '../../support/makers/booked-hours.ts';
import { makeBooked } from '../../support/makers/bookings.ts';
import {
  busyTimes,
  quiet,
  readAgain,
  readCalendar,
  synced,
  syncRow,
} from '../../support/makers/calendars.ts';
import { CONNECTIONS } from '../../support/makers/connections.ts';
import { readRequest } from '../../support/makers/meeting-requests.ts';
import {
  connectAccount,
  type ProviderAccount,
  providerServers,
} from '../../support/makers/provider-accounts.ts';
import { addToTeam, MEMBERS, makeMember, TEAMS, type Team } from '../../support/makers/team-members.ts';
import { eventually } from '../../support/makers/webhooks.ts';
import { dataOf, Node, onBothEngines } from '../../support/server/rota.ts';

for (const [name, start] of Object.entries(providerServers)) {
  const server = await start();
  after(() => server[Symbol.asyncDispose]());
  let accounts = 0;

  async function connected(node: Node) {
    accounts += 1;
    const account = server.addAccount(`ada-${accounts}@example.com`);
    const member = await makeMember(node);
    const { id, calendar } = await connectAccount(node, member, server, account);
    return { account, member, calendar, connectionId: id };
  }

  const eventTimes = (account: ProviderAccount) =>
    account.events().map(({ from, to }) => `${from.slice(0, 16)}/${to.slice(0, 16)}`);

  onBothEngines(
    `A calendar of ${name}`,
    (node) => {
      test('is read at once, then every five minutes by what has changed', async () => {
        const { account, calendar } = await connected(node());
        const first = account.add('2026-03-03T10:00:00Z', '2026-03-03T11:30:00Z');
        await readAgain(node(), calendar);
        assert.deepEqual(await busyTimes(node(), calendar), ['2026-03-03T10:00/2026-03-03T11:30']);
        const { due_at } = await syncRow(node(), calendar);
        const wait = Number(due_at) - node().clock.now();
        assert.ok(wait >= 5 * MINUTE_MS && wait <= 5.5 * MINUTE_MS, `after ${wait} ms`);

        account.add('2026-03-04T10:00:00Z', '2026-03-04T11:00:00Z');
        account.move(first, '2026-03-03T12:00:00Z', '2026-03-03T13:00:00Z');
        await readAgain(node(), calendar);
        assert.deepEqual(await busyTimes(node(), calendar), [
          '2026-03-03T12:00/2026-03-03T13:00',
          '2026-03-04T10:00/2026-03-04T11:00',
        ]);
        account.remove(first);
        await readAgain(node(), calendar);
        assert.deepEqual(await busyTimes(node(), calendar), ['2026-03-04T10:00/2026-03-04T11:00']);
      });

      test('that the provider has forgotten the state of is read anew, and only what differs is written', async () => {
        const { account, calendar } = await connected(node());
        const [kept, gone] = ['03', '04'].map((day) =>
          account.add(`2026-03-${day}T10:00:00Z`, `2026-03-${day}T11:00:00Z`),
        );
        await readAgain(node(), calendar);
        server.forgetTokens();
        account.remove(gone as string);
        account.add('2026-03-05T10:00:00Z', '2026-03-05T11:00:00Z');
        await readAgain(node(), calendar);
        assert.deepEqual(await busyTimes(node(), calendar), [
          '2026-03-03T10:00/2026-03-03T11:00',
          '2026-03-05T10:00/2026-03-05T11:00',
        ]);
        assert.ok(kept);
        assert.equal((await readCalendar(node(), calendar)).last_error, null);
      });

      test('has a booking at once, where it is when it was moved, and no more once it is cancelled', async () => {
        const { account, member, calendar } = await connected(node());
        await synced(node(), calendar);
        const request = await bookHour(node(), member, '2026-03-10T09:00:00Z');
        await eventually(async () => account.events().length === 1);
        await synced(node(), calendar);
        assert.deepEqual(eventTimes(account), ['2026-03-10T09:00/2026-03-10T10:00']);
        assert.deepEqual(await busyTimes(node(), calendar), []);
        const [event] = account.events();

        await rescheduleHour(node(), request, '2026-03-11T09:00:00Z');
        await eventually(async () => eventTimes(account)[0] === '2026-03-11T09:00/2026-03-11T10:00');
        await synced(node(), calendar);
        assert.deepEqual(
          account.events().map(({ id }) => id),
          [event?.id],
        );
        assert.deepEqual(await busyTimes(node(), calendar), []);

        await cancelHour(node(), request);
        await eventually(async () => account.events().length === 0);
      });

      test('has a booking once, also if the answer was lost', async () => {
        const { account, member, calendar } = await connected(node());
        await synced(node(), calendar);
        let lost = 0;
        server.answerWith = ({ method }) => {
          if (method !== 'POST' || lost > 0) return undefined;
          lost += 1;
          return 'lost';
        };
        await bookHour(node(), member, '2026-03-10T09:00:00Z');
        await eventually(
          async () => lost === 1 && (await readCalendar(node(), calendar)).health === 'failing',
        );
        assert.equal(account.events().length, 1);
        server.answerWith = undefined;
        node().clock.advance(MINUTE_MS);
        await synced(node(), calendar);
        assert.deepEqual(eventTimes(account), ['2026-03-10T09:00/2026-03-10T10:00']);
        const rows = await entriesOf(node(), calendar);
        assert.deepEqual(rows, [{ url: account.events()[0]?.id }]);
      });

      /** The answer to one call with this method is lost while `work` leads to it. */
      async function losing(method: string, calendar: { id: string }, work: () => Promise<unknown>) {
        let lost = 0;
        server.answerWith = (asked) => {
          if (asked.method !== method || lost > 0) return undefined;
          lost += 1;
          return 'lost';
        };
        await work();
        await eventually(
          async () => lost === 1 && (await readCalendar(node(), calendar)).health === 'failing',
        );
        server.answerWith = undefined;
      }

      test('has no booking that was cancelled before anybody knew that it had been written', async () => {
        const { account, member, calendar } = await connected(node());
        await synced(node(), calendar);
        let request = { id: '' };
        await losing('POST', calendar, async () => {
          request = await bookHour(node(), member, '2026-03-10T09:00:00Z');
        });
        assert.equal(account.events().length, 1);
        await cancelHour(node(), request);
        await synced(node(), calendar);
        assert.deepEqual(account.events(), []);
        assert.deepEqual(await entriesOf(node(), calendar), []);
      });

      test('has a booking where it is, also if it was moved back before anybody knew that it had been moved', async () => {
        const { account, member, calendar } = await connected(node());
        await synced(node(), calendar);
        const request = await bookHour(node(), member, '2026-03-10T09:00:00Z');
        await eventually(async () => account.events().length === 1);
        await synced(node(), calendar);
        await losing('PATCH', calendar, () => rescheduleHour(node(), request, '2026-03-11T09:00:00Z'));
        assert.deepEqual(eventTimes(account), ['2026-03-11T09:00/2026-03-11T10:00']);
        await rescheduleHour(node(), request, '2026-03-10T09:00:00Z');
        await synced(node(), calendar);
        assert.deepEqual(eventTimes(account), ['2026-03-10T09:00/2026-03-10T10:00']);
        assert.equal((await readRequest(node(), request.id)).attention, null);
      });

      test('that was connected before finds its own events', async () => {
        const { account, member, calendar, connectionId } = await connected(node());
        await synced(node(), calendar);
        const request = await bookHour(node(), member, '2026-03-10T09:00:00Z');
        await eventually(async () => account.events().length === 1);
        await synced(node(), calendar);
        const { database } = node().services;
        await database.change('delete from calendars where id = $1', [calendar.id]);
        await database.change('delete from calendar_connections where id = $1', [connectionId]);

        const again = await connectAccount(node(), member, server, account);
        await synced(node(), again.calendar);
        assert.deepEqual(eventTimes(account), ['2026-03-10T09:00/2026-03-10T10:00']);
        await rescheduleHour(node(), request, '2026-03-12T09:00:00Z');
        await eventually(async () => eventTimes(account)[0] === '2026-03-12T09:00/2026-03-12T10:00');
        assert.equal(account.events().length, 1);
      });

      test('that was disconnected has only what still belongs there, once it is connected again', async () => {
        const { account, member, calendar, connectionId } = await connected(node());
        await synced(node(), calendar);
        const moved = await bookHour(node(), member, '2026-03-10T09:00:00Z');
        await bookHour(node(), member, '2026-03-11T09:00:00Z');
        const cancelled = await bookHour(node(), member, '2026-03-12T09:00:00Z');
        await eventually(async () => account.events().length === 3);
        await synced(node(), calendar);
        assert.equal((await node().delete(`${CONNECTIONS}/${connectionId}`)).status, 204);
        await rescheduleHour(node(), moved, '2026-03-13T09:00:00Z');
        await cancelHour(node(), cancelled);
        const again = await connectAccount(node(), member, server, account);
        await readAgain(node(), again.calendar);
        assert.deepEqual(eventTimes(account), ['2026-03-11T09:00/2026-03-11T10:00']);
        assert.deepEqual(await busyTimes(node(), again.calendar), []);
      });

      // Its copy at Google has the same id.
      if (server.kind === 'google')
        test('is busy at the meeting of a colleague who has added its owner', async () => {
          const [ada, ben] = [await connected(node()), await connected(node())];
          await synced(node(), ada.calendar);
          await synced(node(), ben.calendar);
          await bookHour(node(), ada.member, '2026-03-10T09:00:00Z');
          await eventually(async () => ada.account.events().length === 1);
          const id = ada.account.events()[0]?.id ?? '';
          ben.account.move(id, '2026-03-10T09:00:00Z', '2026-03-10T10:00:00Z');
          await readAgain(node(), ben.calendar);
          assert.deepEqual(await busyTimes(node(), ben.calendar), ['2026-03-10T09:00/2026-03-10T10:00']);
          await readAgain(node(), ben.calendar);
          assert.equal(ben.account.events().length, 1);
        });

      test('is busy at meetings of its owner that another workspace has written, and where they are a guest', async () => {
        const { account, member, calendar } = await connected(node());
        await synced(node(), calendar);
        const { id: workspaceId, rawKey } = await node().otherWorkspace();
        const { url, app, services, clock, logLines } = node();
        const elsewhere = new Node({ url, app, services, clock, logLines, workspaceId, rawKey });
        const colleague = await makeMember(elsewhere);
        const same = await connectAccount(elsewhere, colleague, server, account);
        await synced(elsewhere, same.calendar);
        await bookHour(node(), member, '2026-03-10T09:00:00Z');
        await eventually(async () => account.events().length === 1);
        await bookHour(elsewhere, colleague, '2026-03-10T15:00:00Z');
        await eventually(async () => account.events().length === 2);
        await makeBooked(
          elsewhere,
          { organizer_email: colleague.email, participants: [{ email: account.email }] },
          { starts_at: '2026-03-11T09:00:00Z', duration_minutes: 60 },
        );
        await eventually(async () => account.events().length === 3);
        await readAgain(node(), calendar);
        await readAgain(elsewhere, same.calendar);
        assert.deepEqual(await busyTimes(node(), calendar), [
          '2026-03-10T15:00/2026-03-10T16:00',
          '2026-03-11T09:00/2026-03-11T10:00',
        ]);
        assert.deepEqual(await busyTimes(elsewhere, same.calendar), ['2026-03-10T09:00/2026-03-10T10:00']);
      });

      test('has its bookings again when it gets none for a while', async () => {
        const { account, member, calendar } = await connected(node());
        await synced(node(), calendar);
        await bookHour(node(), member, '2026-03-10T09:00:00Z');
        await eventually(async () => account.events().length === 1);
        const receive = async (receives_bookings: boolean) => {
          await quiet(node(), calendar);
          node().clock.advance(MINUTE_MS);
          dataOf(await node().patch(`/api/v1/calendars/${calendar.id}`, { receives_bookings }));
        };
        await receive(false);
        await eventually(async () => account.events().length === 0);
        await receive(true);
        await eventually(async () => account.events().length === 1);
        assert.deepEqual(eventTimes(account), ['2026-03-10T09:00/2026-03-10T10:00']);
      });

      test('gives a booking to that of the successor of whoever leaves, and is not read any more', async () => {
        const [one, other] = [await connected(node()), await connected(node())];
        await synced(node(), one.calendar);
        await synced(node(), other.calendar);
        await bookHour(node(), one.member, '2026-03-10T09:00:00Z');
        await eventually(async () => one.account.events().length === 1);
        dataOf(
          await node().post(`${MEMBERS}/${one.member.id}/deactivate`, {
            transfer_to: other.member.email,
          }),
        );
        await eventually(async () => other.account.events().length === 1);
        await eventually(async () => one.account.events().length === 0);
        await eventually(async () => (await syncRow(node(), one.calendar)).due_at === null);
      });

      test('that two members have connected keeps the event that is the other one’s by now', async () => {
        const one = await connected(node());
        await synced(node(), one.calendar);
        const successor = await makeMember(node());
        const { calendar } = await connectAccount(node(), successor, server, one.account);
        await synced(node(), calendar);
        await bookHour(node(), one.member, '2026-03-10T09:00:00Z');
        await eventually(async () => one.account.events().length === 1);
        // The successor's calendar comes first.
        server.answerWith = ({ method }) => (method === 'DELETE' ? { status: 503, body: '' } : undefined);
        dataOf(await node().post(`${MEMBERS}/${one.member.id}/deactivate`, { transfer_to: successor.email }));
        await eventually(async () => (await entriesOf(node(), calendar)).length === 1);
        await synced(node(), calendar);
        await quiet(node(), one.calendar);
        server.answerWith = undefined;
        node().clock.advance(MINUTE_MS);
        await eventually(async () => (await syncRow(node(), one.calendar)).due_at === null);
        assert.deepEqual(eventTimes(one.account), ['2026-03-10T09:00/2026-03-10T10:00']);
      });

      test('that two hosts have connected has their booking once, and no more once it is cancelled', async () => {
        const one = await connected(node());
        await synced(node(), one.calendar);
        const other = await makeMember(node());
        const { calendar } = await connectAccount(node(), other, server, one.account);
        await synced(node(), calendar);
        const team = dataOf<Team>(await node().post(TEAMS, { name: `Pair ${accounts}`, mode: 'stack' }));
        for (const member of [one.member, other]) await addToTeam(node(), team, member);
        const time = { starts_at: '2026-03-10T09:00:00Z', duration_minutes: 60 };
        const request = await makeBooked(node(), { team_id: team.id }, time);
        await eventually(async () => one.account.events().length >= 1);
        for (const each of [one.calendar, calendar]) await synced(node(), each);
        // Microsoft gives ids itself, and two nodes may make the event at the same time.
        if (server.kind === 'google') assert.equal(one.account.events().length, 1);
        await cancelHour(node(), request);
        await eventually(async () => one.account.events().length === 0);
        for (const each of [one.calendar, calendar]) {
          await synced(node(), each);
          assert.deepEqual(await entriesOf(node(), each), []);
        }
      });

      test('that nothing can be written to any more is still read, and gets no bookings', async () => {
        const { account, member, calendar } = await connected(node());
        await synced(node(), calendar);
        await bookHour(node(), member, '2026-03-10T09:00:00Z');
        await eventually(async () => account.events().length === 1);
        await synced(node(), calendar);
        // As the daily look at the account finds it.
        await node().services.database.change(
          'update calendars set is_writable = 0, receives_bookings = 0 where id = $1',
          [calendar.id],
        );
        account.add('2026-03-20T10:00:00Z', '2026-03-20T11:00:00Z');
        const isWrite = ({ method, path }: { method: string; path: string }) =>
          method !== 'GET' && decodeURIComponent(path).includes(account.calendarId);
        const writes = () => server.asked.filter(isWrite).length;
        const before = writes();
        await readAgain(node(), calendar);
        assert.deepEqual(await entriesOf(node(), calendar), []);
        assert.ok((await busyTimes(node(), calendar)).includes('2026-03-20T10:00/2026-03-20T11:00'));
        assert.equal(writes(), before);
      });

      test('leaves no token in the log', () => {
        const lines = node().logLines.join('\n');
        assert.doesNotMatch(lines, /(access|refresh|code)-token\./);
      });
    },
    { environment: server.settings },
  );
}

const entriesOf = ({ services }: Node, { id }: { id: string }) =>
  services.database.all('select url from calendar_entries where calendar_id = $1', [id]);
