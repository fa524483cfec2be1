// Full lane, because it goes by browser: The whole way with Google and Microsoft, from connecting a calendar to disconnecting it.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { withQuery } from '../../../src/html/urls.ts';
import { MINUTE_MS } from '../../../src/time/timestamps.ts';
import { fillIn, linkWords } from '../../support/browser/booking-links.ts';
import { asMember } from '../../support/browser/console.ts';
import { bannerOf, button, freeTimes, GRACE, linkOf, words } from '../../support/browser/meetings.ts';
import { browserTest, type Visit } from '../../support/browser/visitors.ts';
import { describe } from '../../support/lanes.ts';
import { type Calendar, calendarsOf, synced } from '../../support/makers/calendars.ts';
import { REQUESTS } from '../../support/makers/meeting-requests.ts';
import { addType, takeHandle } from '../../support/makers/meeting-type-pages.ts';
import { inShort, inviteIn, messagesAbout } from '../../support/makers/messages-about.ts';
import { type ProviderServer, providerServers } from '../../support/makers/provider-accounts.ts';
import { showRequest, untilIdle } from '../../support/makers/scheduling.ts';
import { always, setAvailability } from '../../support/makers/taken-times.ts';
import { type Member, makeMember } from '../../support/makers/team-members.ts';
import { eventually } from '../../support/makers/webhooks.ts';
import { propertyIn } from '../../support/receivers/calendar.ts';
import type { ShownMeetingRequest } from '../../support/server/resources.ts';
import { dataOf, freshStorage, type Node, startNode } from '../../support/server/rota.ts';

const DENTIST = ['2026-03-03T10:00:00Z', '2026-03-03T11:30:00Z'] as const;

const wordsOf = {
  google: { connect: 'Connect Google Calendar', go: 'Continue to Google', call: 'google_meet' },
  microsoft: {
    connect: 'Connect Microsoft 365 or Outlook.com',
    go: 'Continue to Microsoft',
    call: 'microsoft_teams',
  },
};

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

for (const [name, start] of Object.entries(providerServers)) {
  describe(`With a calendar of ${name}, people`, () => {
    let server: ProviderServer;
    let node: Node;
    // Pages follow the service until the browser closes them, so it is stopped afterwards.
    const opened = new AsyncDisposableStack();
    after(() => opened.disposeAsync());
    before(async () => {
      server = opened.use(await start());
      const storage = await freshStorage('sqlite');
      opened.defer(storage.remove);
      node = await startNode(storage, { environment: server.settings });
      opened.defer(() => node.stop());
      server.oauth.redirectUris.push(`${node.url}/connect/callback`);
      server.oauth.now = () => node.clock.now();
    });

    browserTest('connect, book with a call, move, drag, cancel and disconnect', (visit) =>
      journey(visit, node, server),
    );
  });
}

async function journey(visit: Visit, node: Node, server: ProviderServer): Promise<void> {
  const ada = await makeMember(node, 'Ada', node.rawKey);
  await setAvailability(node, ada, always);
  const account = server.addAccount(`ada@${server.kind}.example`).addCalendar('Meetings');
  const dentist = account.add(...DENTIST);
  const meeting = () => {
    const events = account.events().filter(({ id }) => id !== dentist);
    assert.ok(events.length <= 1, 'one event for the meeting');
    return events[0];
  };

  const ownPage = await connect(visit, node, server, { member: ada, email: account.email });
  const chosen = await chooseCalendar(node, ownPage, ada);
  await isBusy(node, ada);

  // A guest books: the call is made with the event, and everybody has its link.
  await takeHandle(node);
  const location = { kind: wordsOf[server.kind].call };
  const { type } = await addType(node, { workspace_membership_id: ada.id, duration_minutes: 30, location });
  const guest = await visit(type.url as string, { timezoneId: 'UTC' });
  const booked = await fillIn(node, guest, GRACE);
  await button(guest, linkWords.book).click();
  await guest.getByRole('heading', { name: linkWords.booked.title }).waitFor();
  const [{ id }] = dataOf<[{ id: string }]>(await node.get(`${REQUESTS}?limit=1`));
  const request = () => showRequest(node, id);
  const requestWhen = (isSo: (now: ShownMeetingRequest) => boolean) =>
    eventually(async () => {
      const now = await request();
      return isSo(now) && now;
    });
  const told = async (to: string) => {
    await untilIdle(node);
    return (await messagesAbout(node, id)).filter((message) => message.to === to);
  };
  const { place } = await requestWhen((now) => now.place?.status === 'ready');
  const joinUrl = place?.join_url as string;
  assert.deepEqual([meeting()?.from, meeting()?.join_url], [booked, joinUrl]);
  const mail = (await told(GRACE.email)).at(-1);
  assert.ok(mail);
  assert.ok(mail.text.includes(joinUrl));
  assert.equal(propertyIn(mail.invite ?? '', 'LOCATION'), joinUrl);
  assert.match(unfolded(mail.invite), new RegExp(`^CONFERENCE;[^\\n]*:${RegExp.escape(joinUrl)}$`, 'm'));
  await guest.goto(linkOf(await request()));
  assert.equal(await link(guest, words.place.join).getAttribute('href'), joinUrl);

  // The guest moves it.
  await link(guest, words.booked.reschedule).click();
  const slot = freeTimes(guest).nth(9);
  const moved = await slot.getAttribute('value');
  await slot.click();
  await button(guest, words.times.moveButton).click();
  await bannerOf(guest).getByText(words.outcomes.moved).waitFor();
  await eventually(async () => meeting()?.from === moved);
  assert.equal(meeting()?.join_url, joinUrl);
  await synced(node, chosen);

  // The host drags the event in the calendar; one click moves the meeting after it.
  const dragged = ['2026-03-05T14:00:00.000Z', '2026-03-05T14:30:00.000Z'] as const;
  account.move(meeting()?.id ?? '', ...dragged);
  node.clock.advance(6 * MINUTE_MS);
  await requestWhen(({ attention }) => attention?.reason === 'moved_in_calendar');
  await ownPage.goto(`${node.url}/console/requests/${id}`);
  await ownPage.getByText('In your calendar, it’s now on').waitFor();
  await ownPage.getByRole('button', { name: /^Move meeting to/ }).click();
  await ownPage.getByRole('status').getByText('Meeting moved.').waitFor();
  const news = (await told(GRACE.email)).at(-1);
  assert.ok(news);
  assert.deepEqual([news.kind, inviteIn(news).starts_at], ['rescheduled', Date.parse(dragged[0])]);
  await guest.goto(linkOf(await request()));
  await guest.getByText('5 March').first().waitFor();
  await synced(node, chosen);
  assert.deepEqual([meeting()?.from, meeting()?.join_url], [dragged[0], joinUrl]);

  // The guest cancels it.
  await guest.getByText(words.cancel.summary, { exact: true }).click();
  await button(guest, words.cancel.button).click();
  await bannerOf(guest).getByText(words.outcomes.cancelled).waitFor();
  await eventually(async () => meeting() === undefined);
  const toHost = await told(ada.email);
  assert.ok(toHost.length >= 4);
  assert.deepEqual(
    toHost.filter(({ invite }) => invite !== null).map(inShort),
    [],
    'the calendar has it already',
  );
  await disconnect(node, ownPage, ada);
  if (server.kind === 'google')
    await eventually(async () => server.oauth.asked.some(({ endpoint }) => endpoint === 'revoke'));
  assert.deepEqual(
    account.events().map((event) => event.id),
    [dentist],
  );
}

const unfolded = (invite: string | null) => (invite ?? '').replace(/\r?\n /g, '').replaceAll('\r', '');

const calendarsPath = (member: Member) => `/console/members/${member.id}/calendars`;

async function connect(
  visit: Visit,
  node: Node,
  server: ProviderServer,
  { member, email }: { member: Member; email: string },
): Promise<Page> {
  const origins = Object.values(server.settings).flatMap((value) => URL.parse(value)?.origin ?? []);
  const page = await visit(node.url + calendarsPath(member), await asMember(node, member), { origins });
  await button(page, wordsOf[server.kind].connect).click();
  await link(page, wordsOf[server.kind].go).click();
  await page.getByLabel(email).check();
  await button(page, 'Allow').click();
  await page.getByRole('status').getByText(`${email} is connected.`).waitFor();
  return page;
}

/** Reads the calendar Meetings, and has bookings written to it. */
async function chooseCalendar(node: Node, page: Page, member: Member): Promise<Calendar> {
  await page.getByRole('checkbox', { name: 'Meetings' }).check();
  const bookings = page.getByRole('group', { name: 'Where bookings go' });
  await bookings.getByRole('radio', { name: 'Meetings' }).check();
  await button(page, 'Save calendars').click();
  await page.getByRole('status').getByText('Calendar choices saved.').waitFor();
  const calendars = dataOf<Calendar[]>(await node.get(`${calendarsOf(member)}?limit=100`));
  const chosen = calendars.find((calendar) => calendar.name === 'Meetings');
  assert.ok(chosen?.is_read && chosen.receives_bookings);
  return synced(node, chosen);
}

async function isBusy(node: Node, { id }: Member): Promise<void> {
  const [from, to] = DENTIST;
  const path = withQuery(`/api/v1/workspace_members/${id}/slots`, { from, to, explain: 'true' });
  assert.match((await node.get(path)).text, /"reason":"busy"/);
}

async function disconnect(node: Node, page: Page, member: Member): Promise<void> {
  await page.goto(node.url + calendarsPath(member));
  await link(page, 'Disconnect account').click();
  await button(page, 'Disconnect account').click();
  await page.getByRole('status').getByText('Account disconnected.').waitFor();
  assert.deepEqual(dataOf(await node.get(calendarsOf(member))), []);
}
