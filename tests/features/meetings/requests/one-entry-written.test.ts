// A host who imports every invitation has one entry for a meeting, with what is really written to their calendar.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { ConnectedServer } from '../../../calendar-sync/caldav/connected.ts';
import { test } from '../../../support/lanes.ts';
import { synced } from '../../../support/makers/calendars.ts';
import { applyTransition, makeRequest } from '../../../support/makers/meeting-requests.ts';
import { CALENDAR_KINDS, inviteIn, messagesAbout } from '../../../support/makers/messages-about.ts';
import {
  connectAccount,
  type ProviderServer,
  providerServers,
} from '../../../support/makers/provider-accounts.ts';
import { type Member, makeMember } from '../../../support/makers/team-members.ts';
import { propertyIn } from '../../../support/receivers/calendar.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const FIRST = '2026-04-01T10:00:00.000Z';
const SECOND = '2026-04-02T15:00:00.000Z';

/** The calendar that receives the bookings of somebody. */
interface Receiving {
  /** When the entries of a request are that Rota has written. */
  written(requestId: string): Promise<string[]>;
}

const servers = { google: await providerServers.google(), microsoft: await providerServers.microsoft() };
const caldav = await ConnectedServer.start();
for (const server of [...Object.values(servers), caldav]) after(() => server[Symbol.asyncDispose]());

async function ofAccount(node: Node, member: Member, server: ProviderServer): Promise<Receiving> {
  const account = server.addAccount(member.email);
  const { calendar } = await connectAccount(node, member, server, account);
  await synced(node, calendar);
  return {
    async written() {
      await synced(node, calendar);
      return account.events().map(({ from }) => from);
    },
  };
}

async function onCaldav(node: Node, member: Member): Promise<Receiving> {
  const calendar = await synced(node, await caldav.connect(node, { receives_bookings: true }, member));
  return {
    async written(requestId) {
      await synced(node, calendar);
      const text = await caldav.server.account.read(caldav.url, `${requestId}.ics`);
      if (text === undefined) return [];
      const start = propertyIn(text, 'DTSTART') ?? '';
      return [start.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6.000Z')];
    },
  };
}

const receiving: Record<string, (node: Node, member: Member) => Promise<Receiving>> = {
  google: (node, member) => ofAccount(node, member, servers.google),
  microsoft: (node, member) => ofAccount(node, member, servers.microsoft),
  caldav: onCaldav,
  none: async () => ({ written: async () => [] }),
};

onBothEngines(
  'A host',
  (node) => {
    /** What their mail program makes of the invitations that they got, by UID. */
    async function imported(requestId: string, { email }: Member): Promise<string[]> {
      const entries = new Map<string, string>();
      for (const message of await messagesAbout(node(), requestId, CALENDAR_KINDS)) {
        if (message.to !== email || message.invite === null) continue;
        const { method, uid, starts_at } = inviteIn(message);
        if (method === 'CANCEL') entries.delete(uid);
        else entries.set(uid, new Date(starts_at).toISOString());
      }
      return [...entries.values()];
    }

    for (const [kind, connect] of Object.entries(receiving)) {
      test(`with the calendar ${kind} has one entry: of a meeting that is booked, moved and cancelled`, async () => {
        const member = await makeMember(node());
        const { written } = await connect(node(), member);
        const { id } = await makeRequest(node(), {
          organizer_email: member.email,
          participant_emails: ['grace@example.org'],
        });
        const entriesAfter = async (name: Parameters<typeof applyTransition>[2], body: object) => {
          dataOf(await applyTransition(node(), id, name, body));
          return [...(await written(id)), ...(await imported(id, member))];
        };
        assert.deepEqual(await entriesAfter('book', { starts_at: FIRST }), [FIRST]);
        assert.deepEqual(await entriesAfter('reschedule', { starts_at: SECOND }), [SECOND]);
        assert.deepEqual(await entriesAfter('cancel', { notify: true }), []);
        const told = await messagesAbout(node(), id, CALENDAR_KINDS);
        assert.deepEqual(
          told.filter(({ to }) => to === member.email).map((message) => message.kind),
          ['booked', 'rescheduled', 'cancelled'],
          'they are told all the same',
        );
      });
    }
  },
  { environment: { ...servers.google.settings, ...servers.microsoft.settings } },
);
