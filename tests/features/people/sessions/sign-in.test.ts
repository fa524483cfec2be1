// Signing in by a link: good once, for 15 minutes, for one member. A session is what its cookie opens.
import assert from 'node:assert/strict';
import { beforeEach } from 'node:test';
import { isIn, sessionCookieIn, useLink } from '../../../support/console/door.ts';
import { linkFor, type Person, signedIn } from '../../../support/console/signed-in.ts';
import { test } from '../../../support/lanes.ts';
import { createMember, deactivate, MEMBERS, makeMember } from '../../../support/makers/team-members.ts';
import { eventually } from '../../../support/makers/webhooks.ts';
import type { AuditEntry } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines, startTwoNodes } from '../../../support/server/rota.ts';
import { visit } from '../../../support/server/visits.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const pageOf = (node: Node, url: string) => visit(node, new URL(url).pathname);

/** What was done, newest first. */
async function logged(node: Node, actor: Person): Promise<AuditEntry[]> {
  const entries = dataOf<AuditEntry[]>(await node.get('/api/v1/audit_log?limit=100'));
  return entries.filter(({ action, actor: { id } }) => action.startsWith('session.') && id === actor.id);
}

onBothEngines('A sign-in link', (node) => {
  // An address has few forms a minute.
  beforeEach(() => node().clock.advance(MINUTE_MS));

  test('200: its page says who signs in, and uses nothing up', async () => {
    const member = await makeMember(node());
    const url = await linkFor(node(), member);
    const visits = new Set<string>();
    for (let time = 0; time < 3; time += 1) {
      const page = await pageOf(node(), url);
      assert.equal(page.status, 200);
      assert.ok(page.text.includes(`Sign in as ${member.email}`));
      const [set, ...others] = page.headers['set-cookie'] ?? [];
      assert.match(String(set), /^rota-visit=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/);
      assert.deepEqual(others, []);
      visits.add(String(set));
    }
    assert.equal(visits.size, 3, 'each visit is another one');
    assert.equal((await useLink(node(), url)).status, 303);
    assert.equal((await pageOf(node(), url)).headers['set-cookie'], undefined);
  });

  test('303: its button starts a session, once', async () => {
    const member = await makeMember(node());
    const url = await linkFor(node(), member);
    const answer = await useLink(node(), url);
    assert.deepEqual([answer.status, answer.headers.location], [303, '/console']);
    const cookie = sessionCookieIn(answer);
    assert.equal(await isIn(node(), cookie), true);

    for (const again of [await pageOf(node(), url), await useLink(node(), url)]) {
      assert.equal(again.status, 410);
      assert.match(again.text, /already been used/);
      assert.equal(sessionCookieIn(again), undefined);
    }
    assert.equal(await isIn(node(), cookie), true);
    const [entry, ...others] = await logged(node(), member);
    assert.equal(others.length, 0);
    assert.deepEqual([entry?.action, entry?.actor.type], ['session.created', 'member']);
    assert.deepEqual(entry?.changes.client_address, [null, '127.0.0.1']);
  });

  test('of many who use it at once, one gets a session', async () => {
    const url = await linkFor(node(), await makeMember(node()));
    const answers = await Promise.all(Array.from({ length: 8 }, () => useLink(node(), url)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, ...Array(7).fill(410)]);
    assert.equal(answers.filter((answer) => sessionCookieIn(answer) !== undefined).length, 1);
  });

  test('is good for 15 minutes', async () => {
    const member = await makeMember(node());
    const [inTime, late] = [await linkFor(node(), member), await linkFor(node(), member)];
    node().clock.advance(15 * MINUTE_MS - 1);
    assert.equal((await useLink(node(), inTime)).status, 303);
    node().clock.advance(1);
    for (const answer of [await pageOf(node(), late), await useLink(node(), late)]) {
      assert.equal(answer.status, 410);
      assert.match(answer.text, /has expired/);
      assert.match(answer.text, /Send sign-in link/);
    }
  });

  test('410: for a member who was deactivated, or has another address', async () => {
    const [leaving, moving, writing] = [
      await makeMember(node()),
      await makeMember(node()),
      await createMember(node(), { email: 'Mixed.Case@example.com' }),
    ];
    const urls = [await linkFor(node(), leaving), await linkFor(node(), moving)];
    const sameAddress = await linkFor(node(), writing);
    await deactivate(node(), leaving);
    dataOf(await node().patch(`${MEMBERS}/${moving.id}`, { email: 'moved@example.com' }));
    dataOf(await node().patch(`${MEMBERS}/${writing.id}`, { email: 'mixed.case@example.com' }));
    for (const url of urls) {
      assert.equal((await pageOf(node(), url)).status, 410);
      assert.equal((await useLink(node(), url)).status, 410);
    }
    assert.equal((await useLink(node(), sameAddress)).status, 303, 'another spelling is the same address');
  });

  test('404: what was guessed or cut short', async () => {
    const url = await linkFor(node(), await makeMember(node()));
    const token = url.split('/').at(-1) as string;
    const last = token.at(-1) === '0' ? '1' : '0';
    for (const wrong of [
      token.slice(0, -1) + last,
      token.slice(0, -1),
      `${token}0`,
      'only-in-the-mail',
      '%00',
    ]) {
      const answer = await pageOf(node(), url.replace(token, wrong));
      assert.equal(answer.status, 404, wrong);
      assert.match(answer.text, /doesn’t work/);
    }
    assert.equal((await pageOf(node(), url.replace(token, token.toUpperCase()))).status, 200);
    const slash = await pageOf(node(), `${url}/`);
    assert.deepEqual([slash.status, slash.headers.location], [302, new URL(url).pathname]);
  });

  test('ends the session that the browser had, of whomever', async () => {
    const [before, after] = [await makeMember(node()), await makeMember(node())];
    const { cookie } = await signedIn(node(), before);
    const elsewhere = await signedIn(node(), before);
    const answer = await useLink(node(), await linkFor(node(), after), cookie);
    assert.deepEqual(
      [
        await isIn(node(), cookie),
        await isIn(node(), sessionCookieIn(answer)),
        await isIn(node(), elsewhere.cookie),
      ],
      [false, true, true],
    );
    assert.deepEqual(
      (await logged(node(), after)).map(({ action }) => action),
      ['session.created', 'session.ended'],
    );
  });

  test('ends a session of another workspace in the log of that one', async () => {
    const other = await node().otherWorkspace();
    const there = await makeMember(node(), null, other.rawKey);
    const { cookie } = await signedIn(node(), there, other.id);
    assert.equal(await isIn(node(), cookie), true);
    await useLink(node(), await linkFor(node(), await makeMember(node())), cookie);
    assert.equal(await isIn(node(), cookie), false);
    const entries = dataOf<AuditEntry[]>(await node().get('/api/v1/audit_log', { key: other.rawKey }));
    assert.deepEqual([entries[0]?.action, entries[0]?.actor.id], ['session.ended', there.id]);
  });

  test('at most 20 sessions of a member: the oldest ends', async () => {
    const member = await makeMember(node());
    const all = [];
    for (let count = 0; count < 21; count += 1) all.push(await signedIn(node(), member));
    const good = await Promise.all(all.map(({ cookie }) => isIn(node(), cookie)));
    assert.deepEqual(good, [false, ...Array(20).fill(true)]);
  });

  test('a session lasts 30 days from signing in, and is seen once an hour', async () => {
    const { cookie, sessionId } = await signedIn(node(), await makeMember(node()));
    const { database, clock } = node().services;
    const seen = async () =>
      (await database.get<{ seen_at: number }>('select seen_at from sessions where id = $1', [sessionId]))
        ?.seen_at;
    const start = clock.now();
    node().clock.advance(HOUR_MS - 1);
    await isIn(node(), cookie);
    assert.equal(await seen(), start);
    node().clock.advance(1);
    await isIn(node(), cookie);
    assert.equal(await seen(), clock.now());
    node().clock.advance(30 * DAY_MS - HOUR_MS - 1);
    assert.equal(await isIn(node(), cookie), true);
    node().clock.advance(1);
    assert.equal(await isIn(node(), cookie), false);
  });

  test('what is over is removed', async () => {
    const { database } = node().services;
    const { sessionId } = await signedIn(node(), await makeMember(node()));
    const left = async (table: string) =>
      (await database.get<{ count: number }>(`select count(*) as count from ${table}`))?.count ?? 0;
    assert.ok((await left('sign_in_links')) > 0);
    const sweptUntil = (isDone: () => Promise<boolean>) =>
      eventually(() => {
        node().clock.advance(10 * MINUTE_MS);
        return isDone();
      });
    node().clock.advance(2 * DAY_MS);
    await sweptUntil(async () => (await left('sign_in_links')) === 0);
    assert.ok(await database.get('select 1 as found from sessions where id = $1', [sessionId]));
    node().clock.advance(30 * DAY_MS);
    await sweptUntil(async () => (await left('sessions')) === 0);
  });
});

test('A link that is used on two nodes at once starts one session', async (t) => {
  const [one, other] = await startTwoNodes(t);
  const url = await linkFor(one, await makeMember(one));
  const nodes = [one, other, one, other];
  const answers = await Promise.all(nodes.map((node) => useLink(node, url)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 410, 410, 410]);
  const cookie = answers.map(sessionCookieIn).find((each) => each !== undefined);
  assert.deepEqual([await isIn(one, cookie), await isIn(other, cookie)], [true, true]);
});
