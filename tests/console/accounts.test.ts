// Accounts in the console: how connecting begins, which calendars are chosen, and how an account goes.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { owner, type SignedIn, signedIn } from '../support/console/signed-in.ts';
import { test } from '../support/lanes.ts';
import { type Calendar, calendarsOf, createCalendar } from '../support/makers/calendars.ts';
import { makeConnectedAccount } from '../support/makers/connected-calendars.ts';
import { readConnections, silentProviders } from '../support/makers/connections.ts';
import { deactivate, entriesAbout, type Member, makeMember } from '../support/makers/team-members.ts';
import { dataOf, type Node, onBothEngines } from '../support/server/rota.ts';

const pageOf = ({ id }: { id: string }) => `/console/members/${id}/calendars`;
const choicesOf = async (node: Node, member: { id: string }) => {
  const calendars = dataOf<Calendar[]>(await node.get(calendarsOf(member)));
  return new Map(calendars.map(({ id, is_read, receives_bookings }) => [id, { is_read, receives_bookings }]));
};

onBothEngines(
  'Connected accounts',
  (node) => {
    let ada: Member;
    let own: SignedIn;
    before(async () => {
      ada = await makeMember(node(), 'Ada');
      own = await signedIn(node(), ada);
    });

    test('a page says what Rota will be able to do, and a link leads on; the browser is bound by a cookie', async () => {
      const { text: listed } = await own.get(pageOf(ada));
      assert.match(listed, /Connect Google Calendar[\s\S]*Connect Microsoft 365 or Outlook\.com/);
      for (const [provider, host] of [
        ['google', 'accounts.google.com'],
        ['microsoft', 'login.microsoftonline.com'],
      ]) {
        const { status, text, headers } = await own.post(`${pageOf(ada)}/connect`, {
          provider: `${provider}`,
        });
        assert.equal(status, 200);
        const link = /href="(https:\/\/[^"]+)">Continue to (?:Google|Microsoft)</.exec(text)?.[1] ?? '';
        const url = new URL(link.replaceAll('&amp;', '&'));
        assert.equal(url.host, host);
        assert.equal(url.searchParams.get('login_hint'), ada.email);
        assert.match(text, /See and change events in your calendars/);
        assert.match(text, /never gets to see your mail, contacts or files/);
        assert.match(
          `${headers['set-cookie']}`,
          /^rota-connect=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/,
        );
      }
      const pending = await readConnections(node(), ada);
      assert.deepEqual(
        pending.map(({ provider, status }) => [provider, status]),
        [
          ['microsoft', 'pending'],
          ['google', 'pending'],
        ],
      );
      // Nobody has consented yet.
      assert.ok(!(await own.get(pageOf(ada))).text.includes('Disconnect account'));
    });

    test('a browser that connects two accounts at once keeps its cookie, and a reload begins anew', async () => {
      const ben = await makeMember(node(), 'Ben');
      const his = await signedIn(node(), ben);
      const first = await his.post(`${pageOf(ben)}/connect`, { provider: 'google' });
      const cookie = /rota-connect=([\w-]{43})/.exec(`${first.headers['set-cookie']}`)?.[1];
      assert.ok(cookie);
      const headers = { cookie: `${his.cookie}; rota-connect=${cookie}` };
      const again = await his.post(`${pageOf(ben)}/connect`, { provider: 'google' }, { headers });
      assert.match(`${again.headers['set-cookie']}`, new RegExp(`rota-connect=${cookie};`));
      assert.equal((await readConnections(node(), ben)).length, 2);
    });

    test('an admin sees whose calendars they will be', async () => {
      const admin = await signedIn(node(), await owner(node()));
      const { text } = await admin.post(`${pageOf(ada)}/connect`, { provider: 'google' });
      assert.match(text, /<h1[^>]*>Connect Google Calendar for <bdi>Ada<\/bdi>/);
      assert.match(text, /Continue only if it’s <bdi>Ada<\/bdi>’s account, not yours/);
    });

    test('calendars are chosen together, and bookings leave the calendar that they went into before', async () => {
      const member = await makeMember(node());
      const theirs = await signedIn(node(), member);
      const { id, calendars } = await makeConnectedAccount(node(), member);
      const [main = '', family = '', holidays = ''] = calendars;
      const caldav = await createCalendar(
        node(),
        {
          type: 'caldav',
          url: 'https://caldav.example.com/',
          username: 'ada',
          password: 'x',
          receives_bookings: true,
        },
        { member },
      );
      const action = `${pageOf(member)}/accounts/${id}`;
      const { text } = await theirs.get(pageOf(member));
      assert.match(text, /<bdi>ada@example\.com<\/bdi> <span class="badge good">Connected/);
      assert.match(text, /They go into <bdi>caldav\.example\.com<\/bdi>, as they do now/);
      // Bookings can't be written into the last one.
      assert.ok(text.includes(`name="receives_bookings" value="${family}"`));
      assert.ok(!text.includes(`name="receives_bookings" value="${holidays}"`));

      const sent = { is_read: [family, holidays], receives_bookings: family };
      const { headers } = await theirs.post(action, sent);
      assert.equal(headers.location, `${pageOf(member)}?done=account_saved`);
      const no = { is_read: false, receives_bookings: false };
      assert.deepEqual(
        await choicesOf(node(), member),
        new Map([
          [caldav.id, { ...no, is_read: true }],
          [holidays, { ...no, is_read: true }],
          [family, { is_read: true, receives_bookings: true }],
          [main, no],
        ]),
      );
      assert.deepEqual(
        (await entriesAbout(node(), main)).map(({ action: done, changes }) => [done, changes]),
        [['calendar.updated', { is_read: [true, false] }]],
      );

      const admin = await signedIn(node(), await owner(node()));
      assert.match((await admin.get('/console/audit-log')).text, /Family \(ada@example\.com\)/);

      // From one to another of the same account, either way; then to none.
      for (const receives of [main, family, 'none']) {
        await theirs.post(action, { is_read: [main], receives_bookings: receives });
        const receiving = [...(await choicesOf(node(), member))].filter(
          ([, chosen]) => chosen.receives_bookings,
        );
        assert.deepEqual(
          receiving.map(([calendar]) => calendar),
          receives === 'none' ? [] : [receives],
        );
      }
      for (const wrong of [holidays, caldav.id, 'clr_nonsense']) {
        const refused = await theirs.post(action, { is_read: [], receives_bookings: wrong });
        assert.equal(refused.status, 422);
        assert.match(refused.text, /Choose another one for bookings/);
      }
      assert.equal((await choicesOf(node(), member)).get(main)?.is_read, true);
    });

    test('a calendar of an account has a page: it can be renamed there, and goes with its account', async () => {
      const member = await makeMember(node());
      const theirs = await signedIn(node(), member);
      const { calendars } = await makeConnectedAccount(node(), member);
      const url = `${pageOf(member)}/${calendars[1]}`;
      const { text } = await theirs.get(url);
      assert.match(text, /It comes with the account <bdi>ada@example\.com<\/bdi>/);
      assert.ok(!text.includes('Another address') && !text.includes('Remove calendar'));
      assert.equal((await theirs.post(url, { name: 'Home' })).headers.location, `${url}?done=calendar_saved`);
      assert.match((await theirs.get(url)).text, /Home/);
      assert.equal((await theirs.post(`${url}/sync`)).status, 422);
      assert.equal((await theirs.post(`${url}/remove`)).status, 422);
    });

    test('an account is disconnected after a page that says what happens', async () => {
      const member = await makeMember(node());
      const theirs = await signedIn(node(), member);
      const { id } = await makeConnectedAccount(node(), member);
      const leave = `${pageOf(member)}/accounts/${id}/disconnect`;
      const { text } = await theirs.get(leave);
      assert.match(text, /Disconnect <bdi>ada@example\.com/);
      assert.match(text, /Rota tells Google to end its access/);
      assert.equal(
        (await theirs.post(leave)).headers.location,
        `${pageOf(member)}?done=account_disconnected`,
      );
      assert.deepEqual(await readConnections(node(), member), []);
      assert.deepEqual(dataOf(await node().get(calendarsOf(member))), []);
      assert.equal((await theirs.get(leave)).status, 404);
      const admin = await signedIn(node(), await owner(node()));
      const audit = (await admin.get('/console/audit-log')).text;
      assert.match(audit, /disconnected the account (?:<a[^>]*>)?<bdi>ada@example\.com/);
    });

    test('one that lets nobody in any more is shown on the overview and the page, with a way to connect it again', async () => {
      const member = await makeMember(node(), 'Grace');
      const theirs = await signedIn(node(), member);
      const admin = await signedIn(node(), await owner(node()));
      await makeConnectedAccount(node(), member, {
        provider: 'microsoft',
        connection: {
          ...{ status: 'broken', broken_at: node().clock.now(), account_email: 'grace@navy.example' },
        },
      });
      const { text } = await theirs.get(pageOf(member));
      assert.match(text, /Access ended[\s\S]*Connect again[\s\S]*Rota lost access at <time/);
      const told = 'Microsoft account <strong><bdi>grace@navy.example</bdi></strong>';
      assert.ok((await theirs.get('/console')).text.includes(`Rota lost access to your ${told}`));
      assert.ok(
        (await admin.get('/console')).text.includes(`Rota lost access to <bdi>Grace</bdi>’s ${told}`),
      );
      assert.ok(!(await own.get('/console')).text.includes('grace@navy.example'));
      await deactivate(node(), member);
      assert.ok(!(await admin.get('/console')).text.includes('grace@navy.example'));
      assert.ok(!(await admin.get(pageOf(member))).text.includes('Connect again'));
    });

    test('404: an account of somebody else, under their id or the own one, by every page and form', async () => {
      const ben = await makeMember(node());
      const { id, calendars } = await makeConnectedAccount(node(), ben);
      for (const member of [ada, ben]) {
        const url = `${pageOf(member)}/accounts/${id}`;
        assert.equal((await own.get(`${url}/disconnect`)).status, 404);
        assert.equal((await own.post(`${url}/disconnect`)).status, 404);
        assert.equal((await own.post(url, { receives_bookings: calendars[0] as string })).status, 404);
      }
      assert.equal((await own.post(`${pageOf(ben)}/connect`, { provider: 'google' })).status, 404);
      const [mine] = await readConnections(node(), ada);
      // Nobody has consented to it, so there's nothing to choose.
      assert.equal((await own.post(`${pageOf(ada)}/accounts/${mine?.id}`)).status, 404);
    });
  },
  { environment: silentProviders },
);

onBothEngines('Without a registered application', (node) => {
  test('nothing can be connected, and nothing offers it', async () => {
    const ada = await makeMember(node(), 'Ada');
    const own = await signedIn(node(), ada);
    for (const page of [pageOf(ada), '/console/welcome/calendar'])
      assert.ok(!(await own.get(page)).text.includes('Connect Google Calendar'));
    const { status, text } = await own.post(`${pageOf(ada)}/connect`, { provider: 'google' });
    assert.equal(status, 422);
    assert.match(text, /Google calendars aren’t set up on this server/);
    assert.equal((await own.post(`${pageOf(ada)}/connect`, { provider: 'apple' })).status, 422);
  });
});
