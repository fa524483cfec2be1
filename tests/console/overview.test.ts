// The overview: what needs a person, what is coming, and how it goes, for admins and for others.
import assert from 'node:assert/strict';
import { inShort } from '../../src/console/overview/figures.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/time/timestamps.ts';
import { owner, type SignedIn, signedIn } from '../support/console/signed-in.ts';
import { test } from '../support/lanes.ts';
import { createCalendar, failing } from '../support/makers/calendars.ts';
import { applyTransition, makeRequest } from '../support/makers/meeting-requests.ts';
import { makeOffered, passTime } from '../support/makers/scheduling.ts';
import { createMember, MEMBERS, type Member, makeTeam, takeTurn } from '../support/makers/team-members.ts';
import { createEndpoint, tryOnce } from '../support/makers/webhooks.ts';
import { Feed } from '../support/receivers/feed.ts';
import { untilIdle } from '../support/server/idle.ts';
import type { MeetingRequest } from '../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../support/server/rota.ts';

/** The page as one line of text, without tags. */
const textOf = (page: string): string =>
  page
    .slice(page.indexOf('<main'))
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

/** A part of the page, as text. */
function partOf(page: string, id: string): string {
  const start = page.indexOf(`id="${id}"`);
  assert.ok(start >= 0, `no part ${id}`);
  return textOf(`<main>${page.slice(start, page.indexOf('</section>', start))}`);
}

async function bookAt(
  node: Node,
  fields: object,
  starts_at: number,
  { title = 'A meeting' } = {},
): Promise<MeetingRequest> {
  const request = await makeRequest(node, { context: { title }, ...fields });
  dataOf(await applyTransition(node, request.id, 'book', { starts_at: new Date(starts_at).toISOString() }));
  return request;
}

test('times are short, in two units at most', () => {
  const seconds = [0, 29, 30, 3_599, 3_600, 15_000, 86_400, 183_600];
  const words = ['<1 min', '<1 min', '1 min', '1 h', '1 h', '4 h 10 min', '1 d', '2 d 3 h'];
  assert.deepEqual(
    seconds.map((each) => inShort(each * 1_000)),
    words,
  );
});

onBothEngines('The overview', (node) => {
  const overview = async (who: SignedIn): Promise<string> => {
    const { status, text } = await who.get('/console');
    assert.equal(status, 200, text);
    return text;
  };
  const asOwner = async () => signedIn(node(), await owner(node()));
  let ada: Member;

  test('of a new workspace says what to do first, ticks what is done, and has nothing to say otherwise', async () => {
    const admin = await asOwner();
    const empty = await overview(admin);
    assert.match(empty, /First steps/);
    assert.doesNotMatch(empty, /of 7 done/);
    assert.match(empty, /Add your people/);
    assert.match(partOf(empty, 'needs'), /All clear Requests that need a person show up here\./);
    assert.match(empty, /No meetings in the next seven days/);
    assert.match(partOf(empty, 'figures'), /Open requests 0 Nothing to arrange .* Median time to book – /);
    ada = await createMember(node(), {
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      timezone: 'Pacific/Auckland',
    });
    const withPeople = await overview(admin);
    assert.match(withPeople, /1 of 7 done/);
    assert.doesNotMatch(withPeople, /Add your people/);
    const [team] = await makeTeam(node(), [ada]);
    assert.match(await overview(admin), /2 of 7 done/);
    await makeRequest(node(), { team_id: team.id });
    for (const step of ['time_zone', 'company', 'mail', 'calendars', 'booking_link']) {
      assert.match(await overview(admin), /First steps/, step);
      assert.equal((await admin.post('/console/first-steps/skip', { step })).status, 303);
    }
    assert.doesNotMatch(await overview(admin), /First steps/);
    assert.doesNotMatch(await overview(await signedIn(node(), ada)), /First steps/);
  });

  test('greets by the first name and by the member’s own clock, and never by an address', async () => {
    const midnight = Math.ceil(node().clock.now() / DAY_MS) * DAY_MS;
    await passTime(node(), midnight + 8 * HOUR_MS - node().clock.now());
    const nameless = await createMember(node(), { email: 'nameless@example.com' });
    assert.match(await overview(await signedIn(node(), ada)), /<h1[^>]*>Good evening, Ada<\/h1>/);
    assert.match(await overview(await signedIn(node(), nameless)), /<h1[^>]*>Good morning<\/h1>/);
    await passTime(node(), 5 * HOUR_MS);
    assert.match(await overview(await signedIn(node(), nameless)), /<h1[^>]*>Good afternoon<\/h1>/);
  });

  test('has what needs a person, with who and one thing to do: for admins all, for others what they host', async () => {
    const busy = await createMember(node(), { email: 'busy@example.com', name: 'Busy Lizzy' });
    await node().patch(`${MEMBERS}/${busy.id}/availability`, { weekly: [] });
    const { id } = await makeOffered(node(), {
      organizer_email: busy.email,
      participants: [{ name: 'Grace Hopper', email: 'grace@example.org' }],
      context: { title: 'Stuck' },
    });
    const other = await createMember(node(), { email: 'other@example.com' });
    const admin = await overview(await asOwner());
    assert.match(
      partOf(admin, 'needs'),
      /Busy Lizzy has no free time for Grace Hopper Stuck · hosted by Busy Lizzy/,
    );
    const own = await overview(await signedIn(node(), busy));
    assert.match(
      partOf(own, 'needs'),
      /Needs a person 1 You have no free time for Grace Hopper Stuck Find a time/,
    );
    for (const page of [admin, own]) assert.ok(page.includes(`href="/console/requests/${id}/times"`));
    assert.match(own, /id="needing-attention-overview"[^>]*><span[^>]*>[^<]*<\/span>1</);
    assert.match(partOf(await overview(await signedIn(node(), other)), 'needs'), /All clear/);
  });

  test('has the next seven days by day, on the clock of whoever looks, with names and answers', async () => {
    await passTime(node(), 60 * DAY_MS);
    const midnight = Math.ceil(node().clock.now() / DAY_MS) * DAY_MS;
    await passTime(node(), midnight + 8 * HOUR_MS - node().clock.now());
    const host = await createMember(node(), { email: 'host@example.com', timezone: 'Pacific/Auckland' });
    const grace = { name: 'Grace Hopper', email: 'grace@example.org' };
    const fields = { organizer_email: host.email, participants: [grace] };
    const today = await bookAt(node(), fields, midnight + 20 * HOUR_MS, { title: 'First' });
    await bookAt(node(), fields, midnight + DAY_MS + 9 * HOUR_MS, { title: 'Second' });
    await bookAt(node(), fields, midnight + 6 * DAY_MS + 9 * HOUR_MS, { title: 'Last' });
    await bookAt(node(), fields, midnight + 7 * DAY_MS, { title: 'Too late' });
    await node().services.database.change(
      "update meeting_request_participants set attendance = 'declined' where request_id = $1",
      [today.id],
    );
    const admin = partOf(await overview(await asOwner()), 'meetings');
    assert.match(
      admin,
      /Next seven days .*Today .* First with Grace Hopper Hosted by host@example.com Declined/,
    );
    assert.match(admin, /Tomorrow .* Second with Grace Hopper .* No answer yet .* Last with/);
    assert.doesNotMatch(admin, /Too late/);
    // In Auckland it is the evening, and both are on the next day.
    const own = partOf(await overview(await signedIn(node(), host)), 'meetings');
    assert.match(own, /Your next seven days .*Tomorrow .* First with Grace Hopper Hosted by you/);
    assert.doesNotMatch(own, /Today/);
  });

  test('counts what was booked this week and the last, how long it took, and what was cancelled', async () => {
    const organizer = await createMember(node(), { email: 'counted@example.com', name: 'Count' });
    const at = () => node().clock.now() + 30 * DAY_MS;
    const make = () => makeRequest(node(), { organizer_email: organizer.email });
    const book = async (afterMs: number) => {
      const { id } = await make();
      await passTime(node(), afterMs);
      const starts_at = new Date(at()).toISOString();
      dataOf(await applyTransition(node(), id, 'book', { starts_at, force: true }));
      return id;
    };
    // A Monday at noon, so that the week before has had its Monday morning, too.
    const week = 7 * DAY_MS;
    const monday = Math.ceil((node().clock.now() - 4 * DAY_MS) / week) * week + 4 * DAY_MS;
    await passTime(node(), monday + 10 * HOUR_MS - node().clock.now());
    await book(30 * MINUTE_MS);
    await passTime(node(), 2 * HOUR_MS);
    await book(30 * MINUTE_MS);
    await passTime(node(), monday + week + 10 * HOUR_MS - node().clock.now());
    const cancelled = await book(90 * MINUTE_MS);
    await book(20 * MINUTE_MS);
    dataOf(await applyTransition(node(), cancelled, 'cancel'));
    await make();
    const page = partOf(await overview(await signedIn(node(), organizer)), 'figures');
    assert.match(page, /Your open requests 1 /);
    // One of last week was booked later on its Monday than it is now.
    assert.match(page, /Booked this week 2 1 more than this time last week/);
    assert.match(page, /Median time to book 30 min Last 30 days/);
    assert.match(page, /Cancelled, 30 days 25% 1 of 4 booked/);
  });

  test('has who is next in a team with a queue, why, and how many turns everybody had', async () => {
    const members = [
      await createMember(node(), { email: 'first@example.com', name: 'First Person' }),
      await createMember(node(), { email: 'second@example.com', name: 'Second Person' }),
    ];
    const [team] = await makeTeam(node(), members);
    await takeTurn(node(), team);
    const page = await overview(await signedIn(node(), members[1] as Member));
    assert.match(
      partOf(page, `next-${team.id}`),
      /who’s next .* Second Person \(you\) no turn yet Next .* First Person/,
    );
    assert.match(partOf(page, `turns-${team.id}`), /First Person 1 Second Person 0/);
  });

  test('has calendars that fail: for admins all, for others their own', async () => {
    await using feed = await Feed.start('not a calendar');
    const member = await createMember(node(), { email: 'failing@example.com', name: 'Fay Ling' });
    const calendar = await createCalendar(
      node(),
      { type: 'ics', url: feed.url, name: 'Private' },
      { member },
    );
    await failing(node(), calendar);
    const other = await createMember(node(), { email: 'fine@example.com' });
    const words = (whose: string) =>
      new RegExp(
        `${whose} calendar Private can’t be read Since .* Meetings may be booked over events added since\\.`,
      );
    const [admin, own] = [await overview(await asOwner()), await overview(await signedIn(node(), member))];
    assert.match(partOf(admin, 'needs'), words('Fay Ling ?’s'));
    assert.match(partOf(own, 'needs'), words('Your'));
    for (const page of [admin, own])
      assert.ok(page.includes(`href="/console/members/${member.id}/calendars"`));
    assert.doesNotMatch(await overview(await signedIn(node(), other)), /can’t be read/);
  });

  test('tells admins that no email leaves the server, and what to do; others can do nothing about it', async () => {
    await untilIdle(node());
    const admin = await asOwner();
    const page = await overview(admin);
    assert.match(
      textOf(page),
      /No email is leaving this server\. (\d+|99\+) messages are waiting\. Set up a mail server to send them\. Set up mail/,
    );
    assert.match(partOf(page, 'needs'), /messages haven’t been sent No mail server configured\./);
    assert.match((await admin.get('/console/messages')).text, /No email is leaving this server/);
    const { text } = await admin.get('/console/messages/mail-server');
    assert.match(text, /ROTA_SMTP_URL/);
    assert.match(text, /href="\/console\/messages\?status=kept"/);
    assert.doesNotMatch(await overview(await signedIn(node(), ada)), /leaving this server/);
  });

  test('has endpoints that refuse events, from the first refused delivery on', async () => {
    const endpoint = await createEndpoint(node(), 'http://127.0.0.1:9/hook', {
      events: ['member.deactivated'],
      description: 'CRM',
    });
    await tryOnce(node(), endpoint.id);
    const page = await overview(await asOwner());
    assert.match(
      partOf(page, 'needs'),
      /Webhook CRM isn’t accepting events Retrying since .* Retrying See deliveries/,
    );
    assert.ok(page.includes(`href="/console/webhooks/${endpoint.id}"`));
  });
});
