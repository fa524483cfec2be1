// The calendars of a member: added, read, changed and removed through forms, and by nobody else.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { owner, type SignedIn, signedIn } from '../support/console/signed-in.ts';
import { test } from '../support/lanes.ts';
import { type Calendar, createCalendar, failing, readCalendar, synced } from '../support/makers/calendars.ts';
import { deactivate, type Member, makeMember } from '../support/makers/team-members.ts';
import { calendarText, Feed } from '../support/receivers/feed.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';

onBothEngines('The calendars of a member', (node) => {
  let ada: Member;
  let own: SignedIn;
  let url: string;
  before(async () => {
    ada = await makeMember(node(), 'Ada');
    own = await signedIn(node(), ada);
    url = `/console/members/${ada.id}/calendars`;
  });
  const list = async ({ id } = ada): Promise<Calendar[]> =>
    dataOf(await node().get(`/api/v1/workspace_members/${id}/calendars`));

  test('a feed is added and read; the page says how it is, without its secret path', async () => {
    await using feed = await Feed.start(calendarText(['20260303T100000Z', '20260303T113000Z']));
    const fields = { type: 'ics', url: ` ${feed.url} `, name: 'Work', username: '', password: '' };
    assert.equal((await own.post(url, fields)).headers.location, `${url}?done=calendar_added`);
    const [calendar] = await list();
    assert.ok(calendar);
    await synced(node(), calendar);
    const { text } = await own.get(`${url}?week=2026-03-03`);
    assert.match(text, />Work<[\s\S]*Works[\s\S]*Next read: /);
    assert.match(text, /10:00–11:30/);
    assert.ok(!text.includes('private-4f81c2'));
    assert.ok(!(await own.get(`${url}/${calendar.id}`)).text.includes('private-4f81c2'));
    const asked = feed.asked.length;
    assert.equal(
      (await own.post(`${url}/${calendar.id}/sync`)).headers.location,
      `${url}?done=calendar_read`,
    );
    await feed.askedTimes(asked + 1);
  });

  test('one that fails says why, since when, and when it is tried again', async () => {
    await using feed = await Feed.start(404);
    const calendar = await createCalendar(node(), { type: 'ics', url: feed.url }, { member: ada });
    await failing(node(), calendar);
    const { text } = await own.get(`${url}/${calendar.id}`);
    assert.match(text, /Can’t be read/);
    assert.match(
      text,
      /Since <time[^>]*>[^<]+<\/time>: [^.]*404[^.]*\. Meetings may be booked over anything in it\. Next try: /,
    );
  });

  test('422: what does not go together is said at its field of its own form, and no password comes back', async () => {
    const before = (await list()).length;
    const fields = {
      type: 'caldav',
      url: 'https://dav.example.com/ada',
      username: 'ada:x',
      password: 'hunter2',
      name: 'Mine',
    };
    const { status, text } = await own.post(url, fields);
    assert.equal(status, 422);
    assert.match(text, /id="caldav-username-problem">A user name can’t have colons/);
    assert.match(text, /<details open><summary>Another CalDAV server/);
    assert.ok(text.includes('value="Mine"') && !text.includes('hunter2'));
    assert.equal((await own.post(url, { type: 'ics', url: 'http://10.0.0.1/x', name: '' })).status, 422);
    assert.equal((await own.post(url, { type: 'paper', name: '' })).status, 422);
    assert.equal((await own.post(url, { type: 'ics', url: '', name: '' })).status, 422);
    assert.equal((await list()).length, before);
  });

  test('settings are changed: a name, an address that stays if it is left empty, a user name that is cleared', async () => {
    await using feed = await Feed.start();
    const calendar = await createCalendar(
      node(),
      { type: 'ics', url: feed.url, username: 'ada', password: 'secret' },
      { member: ada },
    );
    const one = `${url}/${calendar.id}`;
    const same = { name: 'Home', url: '', username: 'ada', password: '' };
    assert.equal((await own.post(one, same)).headers.location, `${one}?done=calendar_saved`);
    const renamed = await readCalendar(node(), calendar);
    assert.deepEqual([renamed.name, renamed.url, renamed.username], ['Home', feed.url, 'ada']);
    assert.equal((await own.post(one, { ...same, url: 'https://other.example.com/x.ics' })).status, 422);
    assert.equal((await own.post(one, { ...same, username: '' })).status, 303);
    assert.equal((await readCalendar(node(), calendar)).username, null);
    assert.equal((await own.post(`${one}/remove`)).headers.location, `${url}?done=calendar_removed`);
    assert.equal((await own.get(one)).status, 404);
  });

  test('one for busy times by API says where they are sent to, and is not read', async () => {
    assert.equal((await own.post(url, { type: 'pushed', name: 'Shifts' })).status, 303);
    const pushed = (await list()).find(({ type }) => type === 'pushed') as Calendar;
    const { text } = await own.get(`${url}/${pushed.id}`);
    assert.match(text, new RegExp(`POST /api/v1/calendars/${pushed.id}/busy_times`));
    assert.ok(!text.includes('Read calendar now'));
    assert.equal((await own.post(`${url}/${pushed.id}/sync`)).status, 422);
  });

  test('404: a calendar of somebody else, under their id or the own one, by every page and form', async () => {
    const ben = await makeMember(node());
    const his = await createCalendar(node(), { type: 'pushed', name: 'His' }, { member: ben });
    for (const member of [ada, ben]) {
      const one = `/console/members/${member.id}/calendars/${his.id}`;
      assert.equal((await own.get(one)).status, 404);
      for (const form of ['', '/sync', '/remove']) {
        assert.equal((await own.post(one + form, { name: 'Mine' })).status, 404, form);
      }
    }
    assert.equal((await own.post(`/console/members/${ben.id}/calendars`, { type: 'pushed' })).status, 404);
    assert.deepEqual(await list(ben), [his]);
  });

  test('of a deactivated member nothing is read or added, and the page says so', async () => {
    await using feed = await Feed.start();
    const gone = await makeMember(node());
    const calendar = await createCalendar(node(), { type: 'ics', url: feed.url }, { member: gone });
    await synced(node(), calendar);
    await deactivate(node(), gone);
    const admin = await signedIn(node(), await owner(node()));
    const { text } = await admin.get(`/console/members/${gone.id}/calendars`);
    assert.match(text, /It isn’t read while the member is deactivated/);
    assert.ok(!text.includes('Add a calendar') && !text.includes('Read calendar now'));
    assert.equal((await admin.post(`/console/members/${gone.id}/calendars`, { type: 'pushed' })).status, 422);
  });
});
