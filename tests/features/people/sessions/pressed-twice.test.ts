// The button of a sign-in link, pressed twice: the browser that has used it gets its session again, nobody else does.
import assert from 'node:assert/strict';
import { beforeEach } from 'node:test';
import { endEverySession, findSession } from '../../../../src/features/people/sessions/operations.ts';
import { isIn, lookAt, sessionCookieIn, useLink } from '../../../support/console/door.ts';
import { linkFor, type Person } from '../../../support/console/signed-in.ts';
import { test } from '../../../support/lanes.ts';
import { resume, suspend } from '../../../support/makers/closed-workspaces.ts';
import { deactivate, MEMBERS, makeMember, reactivate } from '../../../support/makers/team-members.ts';
import type { WireAnswer } from '../../../support/server/http.ts';
import type { AuditEntry } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines, startTwoNodes } from '../../../support/server/rota.ts';
import { formFor, sendForm } from '../../../support/server/visits.ts';

const MINUTE_MS = 60_000;

const statusesOf = (answers: WireAnswer[]) => answers.map(({ status }) => status);

/** What the log has of the member's sessions, newest first. */
async function logged(node: Node, { id }: Person): Promise<string[]> {
  const entries = dataOf<AuditEntry[]>(await node.get('/api/v1/audit_log?limit=100'));
  return entries
    .filter(({ action, actor }) => action.startsWith('session.') && actor.id === id)
    .map(({ action }) => action);
}

async function sessionsOf(node: Node, { id }: Person): Promise<number> {
  const { database } = node.services;
  const row = await database.get<{ count: number }>(
    'select count(*) as count from sessions where member_id = $1',
    [id],
  );
  return row?.count ?? 0;
}

onBothEngines('The button of a sign-in link, pressed again', (node) => {
  // An address has few forms a minute.
  beforeEach(() => node().clock.advance(MINUTE_MS));

  /** Somebody who has looked at the page of a link and pressed its button. */
  async function pressed() {
    const member = await makeMember(node());
    const url = await linkFor(node(), member);
    const browser = await lookAt(node(), url);
    const first = await useLink(node(), url, browser);
    assert.equal(first.status, 303);
    return { member, url, browser, cookie: sessionCookieIn(first) };
  }

  function assertRefused(answer: WireAnswer): void {
    assert.equal(answer.status, 410);
    assert.match(answer.text, /already been used/);
    assert.equal(answer.headers['set-cookie'], undefined);
  }

  test('303: in the same browser within a minute, it leads to the same session, which is logged once', async () => {
    const { member, url, browser, cookie } = await pressed();
    node().clock.advance(MINUTE_MS - 1);
    const again = await useLink(node(), url, browser);
    assert.deepEqual([again.status, again.headers.location], [303, '/console']);
    assert.equal(sessionCookieIn(again), cookie);
    assert.match(String(again.headers['set-cookie']?.[0]), /; Max-Age=2591940; /, '30 days from the first');
    assert.equal(await isIn(node(), cookie), true);
    assert.equal(await sessionsOf(node(), member), 1);
    assert.deepEqual(await logged(node(), member), ['session.created']);
  });

  test('303: also with the cookie of the first response, whose session goes on', async () => {
    const { member, url, browser, cookie } = await pressed();
    const again = await useLink(node(), url, `${browser}; ${cookie}`);
    assert.deepEqual([again.status, sessionCookieIn(again)], [303, cookie]);
    assert.equal(await isIn(node(), cookie), true);
    assert.deepEqual(await logged(node(), member), ['session.created']);
  });

  test('410: in the same browser after a minute', async () => {
    const { url, browser, cookie } = await pressed();
    node().clock.advance(MINUTE_MS);
    assertRefused(await useLink(node(), url, browser));
    assert.equal(await isIn(node(), cookie), true);
  });

  test('410: in another browser, in one without cookies, and with one that was made up', async () => {
    const member = await makeMember(node());
    const [url, other] = [await linkFor(node(), member), await linkFor(node(), member)];
    const [browser, late] = [await lookAt(node(), url), await lookAt(node(), url)];
    assert.equal((await useLink(node(), url, browser)).status, 303);
    const elsewhere = [late, await lookAt(node(), other), undefined, 'rota-visit=', `${browser}A`];
    for (const cookie of elsewhere) assertRefused(await useLink(node(), url, cookie));
    assert.equal(await sessionsOf(node(), member), 1);
  });

  test('410: also if the browser that has used the link had no cookie', async () => {
    const url = await linkFor(node(), await makeMember(node()));
    const late = await lookAt(node(), url);
    assert.equal((await useLink(node(), url)).status, 303);
    for (const cookie of [undefined, late]) assertRefused(await useLink(node(), url, cookie));
  });

  test('at once, in two browsers: one of them gets one session, each time', async () => {
    const member = await makeMember(node());
    const url = await linkFor(node(), member);
    const browsers = [await lookAt(node(), url), await lookAt(node(), url)];
    const each = await Promise.all(
      browsers.map((browser) => Promise.all([1, 2, 3, 4].map(() => useLink(node(), url, browser)))),
    );
    const statuses = each.map(statusesOf).sort();
    assert.deepEqual(statuses, [Array(4).fill(303), Array(4).fill(410)]);
    const cookies = new Set(each.flat().map(sessionCookieIn));
    cookies.delete(undefined);
    assert.equal(cookies.size, 1);
    assert.equal(await isIn(node(), [...cookies][0]), true);
    assert.deepEqual(await logged(node(), member), ['session.created']);
  });

  test('410: a session that was ended in that minute does not come back', async () => {
    const left = await pressed();
    const secret = left.cookie?.split('=')[1] as string;
    const found = await findSession(node().services, secret);
    assert.ok(found && left.cookie);
    const form = { form: formFor(node(), found.session.id), headers: { cookie: left.cookie } };
    assert.equal((await sendForm(node(), '/console/sign-out', form)).status, 303);
    const ended = await pressed();
    await endEverySession({ ...node().services, caller: found.caller }, ended.member.id);
    const returned = await pressed();
    await deactivate(node(), returned.member);
    await reactivate(node(), returned.member);
    for (const { url, browser } of [left, ended, returned]) {
      assertRefused(await useLink(node(), url, browser));
    }
  });

  test('410 or 403: for a member who has another address now, was deactivated, or whose workspace is suspended', async () => {
    const [moved, gone, closed] = [await pressed(), await pressed(), await pressed()];
    dataOf(await node().patch(`${MEMBERS}/${moved.member.id}`, { email: 'moved-on@example.com' }));
    await deactivate(node(), gone.member);
    for (const { url, browser } of [moved, gone]) assertRefused(await useLink(node(), url, browser));
    await suspend(node(), 'unpaid bills');
    assert.equal((await useLink(node(), closed.url, closed.browser)).status, 403);
    await resume(node());
    assert.equal((await useLink(node(), closed.url, closed.browser)).status, 303);
  });

  test('303: ends another session that the browser has by then', async () => {
    const [ada, ben] = [await makeMember(node()), await makeMember(node())];
    const [hers, his] = [await linkFor(node(), ada), await linkFor(node(), ben)];
    await lookAt(node(), his);
    const browser = await lookAt(node(), hers);
    await useLink(node(), hers, browser);
    const meanwhile = sessionCookieIn(await useLink(node(), his, browser));
    const again = await useLink(node(), hers, `${browser}; ${meanwhile}`);
    assert.deepEqual(
      [await isIn(node(), sessionCookieIn(again)), await isIn(node(), meanwhile)],
      [true, false],
    );
  });

  test('what the browser is known by opens nothing, and is stored nowhere', async () => {
    const { browser, cookie } = await pressed();
    const visit = browser.split('=')[1] as string;
    assert.notEqual(`rota=${visit}`, cookie);
    assert.equal(await isIn(node(), `rota=${visit}`), false);
    const { database } = node().services;
    const stored = JSON.stringify([
      await database.all('select * from sessions'),
      await database.all('select * from sign_in_links'),
      await database.all('select * from audit_entries'),
      node().logLines,
    ]);
    assert.ok(!stored.includes(visit));
  });
});

test('The button of a sign-in link that is pressed twice on two nodes leads to one session', async (t) => {
  const [one, other] = await startTwoNodes(t);
  const member = await makeMember(one);
  const inTurn = await linkFor(one, member);
  const visitor = await lookAt(other, inTurn);
  const turns = [await useLink(one, inTurn, visitor), await useLink(other, inTurn, visitor)];

  const atOnce = await linkFor(one, member);
  const hasty = await lookAt(one, atOnce);
  const nodes = [one, other, one, other];
  const answers = await Promise.all(nodes.map((node) => useLink(node, atOnce, hasty)));
  for (const each of [turns, answers]) {
    assert.deepEqual(new Set(statusesOf(each)), new Set([303]));
    const cookies = new Set(each.map(sessionCookieIn));
    assert.equal(cookies.size, 1);
    const [cookie] = cookies;
    assert.deepEqual([await isIn(one, cookie), await isIn(other, cookie)], [true, true]);
  }
  assert.equal(await sessionsOf(one, member), 2);
  assert.deepEqual(await logged(one, member), ['session.created', 'session.created']);
});
