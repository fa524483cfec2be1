// The overview: what needs somebody today, of the workspace for admins and of what is theirs for others.
import assert from 'node:assert/strict';
import { DAY_MS, HOUR_MS } from '../../src/time/timestamps.ts';
import { owner, type SignedIn, signedIn } from '../support/console/signed-in.ts';
import { test } from '../support/lanes.ts';
import { createCalendar, failing } from '../support/makers/calendars.ts';
import { applyTransition, makeRequest } from '../support/makers/meeting-requests.ts';
import { makeOffered, passTime } from '../support/makers/scheduling.ts';
import { createMember, MEMBERS, makeTeam } from '../support/makers/team-members.ts';
import { Feed } from '../support/receivers/feed.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';

onBothEngines('The overview', (node) => {
  const overview = async (who: SignedIn): Promise<string> => {
    const { status, text } = await who.get('/console');
    assert.equal(status, 200, text);
    return text;
  };
  const asOwner = async () => signedIn(node(), await owner(node()));
  const done = (page: string) => page.match(/>Done</g)?.length ?? 0;

  test('of a new workspace says what to do first, and ticks what is done', async () => {
    const admin = await asOwner();
    const empty = await overview(admin);
    assert.match(empty, /First steps/);
    assert.equal(done(empty), 0);
    assert.match(empty, /Nothing needs you/);
    assert.match(empty, /No meeting today/);
    const ada = await createMember(node(), {
      email: 'ada@example.com',
      name: 'Ada',
      timezone: 'Pacific/Auckland',
    });
    assert.equal(done(await overview(admin)), 1);
    const [team] = await makeTeam(node(), [ada]);
    assert.equal(done(await overview(admin)), 2);
    await makeRequest(node(), { team_id: team.id });
    assert.doesNotMatch(await overview(admin), /First steps/);
    assert.doesNotMatch(await overview(await signedIn(node(), ada)), /First steps/);
  });

  test('has what needs attention and why: for admins all, for others what they host', async () => {
    const busy = await createMember(node(), { email: 'busy@example.com', name: 'Busy' });
    await node().patch(`${MEMBERS}/${busy.id}/availability`, { weekly: [] });
    const { id } = await makeOffered(node(), { organizer_email: busy.email, context: { title: 'Stuck' } });
    const other = await createMember(node(), { email: 'other@example.com' });
    for (const who of [await asOwner(), await signedIn(node(), busy)]) {
      const page = await overview(who);
      assert.match(page, /Needs attention: 1/);
      assert.match(page, new RegExp(`href="/console/requests/${id}"><bdi>Stuck`));
      assert.match(page, /No free time/);
    }
    assert.match(await overview(await signedIn(node(), other)), /Nothing needs you/);
  });

  test('has the meetings of the day, on the clock of whoever looks', async () => {
    await passTime(node(), 60 * DAY_MS);
    const midnight = Math.ceil(node().clock.now() / DAY_MS) * DAY_MS;
    await passTime(node(), midnight + 8 * HOUR_MS - node().clock.now());
    const host = await createMember(node(), { email: 'host@example.com', timezone: 'Pacific/Auckland' });
    const book = async (title: string, starts_at: number) => {
      const { id } = await makeRequest(node(), { organizer_email: host.email, context: { title } });
      dataOf(await applyTransition(node(), id, 'book', { starts_at: new Date(starts_at).toISOString() }));
    };
    await book('Later today in UTC', midnight + 20 * HOUR_MS);
    await book('Tomorrow in UTC', midnight + DAY_MS + HOUR_MS);
    const admin = await overview(await asOwner());
    assert.match(admin, /Later today in UTC/);
    assert.doesNotMatch(admin, /Tomorrow in UTC/);
    // In Auckland it is the evening, and both are on the next day.
    const own = await overview(await signedIn(node(), host));
    assert.match(own, /Your meetings today/);
    assert.doesNotMatch(own, /in UTC/);
  });

  test('has calendars that fail: for admins all, for others their own', async () => {
    await using feed = await Feed.start('not a calendar');
    const ada = await createMember(node(), { email: 'failing@example.com', name: 'Failing' });
    const calendar = await createCalendar(
      node(),
      { type: 'ics', url: feed.url, name: 'Private' },
      { member: ada },
    );
    await failing(node(), calendar);
    const other = await createMember(node(), { email: 'fine@example.com' });
    for (const who of [await asOwner(), await signedIn(node(), ada)]) {
      const page = await overview(who);
      assert.match(page, new RegExp(`href="/console/members/${ada.id}/calendars"><bdi>Private`));
      assert.match(page, /Failing/);
    }
    assert.doesNotMatch(await overview(await signedIn(node(), other)), /Calendars that can’t be read/);
  });
});
