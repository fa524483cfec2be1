// What other sites, and people without a session, try on the console: nothing of it changes anything.
import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { consoleRoutes } from '../../src/console/routes.ts';
import { idOf } from '../../src/ids.ts';
import { ask, DOOR, isIn, sendAtDoor, sessionCookieIn, useLink } from '../support/console/door.ts';
import { linkFor, owner, type Person, type SignedIn, signedIn } from '../support/console/signed-in.ts';
import { describe, test } from '../support/lanes.ts';
import { makeMember } from '../support/makers/team-members.ts';
import { send, type WireAnswer } from '../support/server/http.ts';
import { freshStorage, type Node, type Storage, startNode } from '../support/server/rota.ts';
import { snapshotsOf } from '../support/server/snapshot.ts';
import { formFor, sendForm, visit } from '../support/server/visits.ts';

const ULID = '01KJPWD6M0A57CPWZ0TQZND9PP';
const WRONG_SECRET = 'A'.repeat(43);

const GUARDED = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
};

/** A preview in a frame of a page of ours. */
const FRAMED = {
  ...GUARDED,
  'content-security-policy':
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; form-action 'none'; base-uri 'none'; " +
    "frame-ancestors 'self'; sandbox allow-same-origin",
  'x-frame-options': 'SAMEORIGIN',
};

/** Paths of the console, with ids that nothing has. */
const pathsOf = (method: 'GET' | 'POST') =>
  consoleRoutes
    .filter((route) => route.method === method && route.access.kind === 'session')
    .map(({ url, path = {} }) =>
      url.replace(/:(\w+)/g, (_, name: string) => idOf(path[name]?.kind ?? 'request', ULID)),
    );

function assertGuarded({ headers, status }: WireAnswer, what: string): void {
  const isFramed = what.includes('/sample-') && status === 200;
  for (const [name, value] of Object.entries(isFramed ? FRAMED : GUARDED)) {
    // Signed in, pages may show frames of their own site.
    const sent = String(headers[name]).replace(/; frame-src 'self'$/, '');
    assert.equal(sent, value, `${name} of ${what}, ${status}`);
  }
  assert.ok(['no-referrer', 'same-origin'].includes(String(headers['referrer-policy'])), what);
}

describe('The console', () => {
  let storage: Storage;
  let node: Node;
  let admin: Person;
  let session: SignedIn;
  let other: SignedIn;

  before(async () => {
    storage = await freshStorage('sqlite');
    node = await startNode(storage);
    admin = await owner(node);
    session = await signedIn(node, admin);
    other = await signedIn(node, admin);
  });
  after(async () => {
    await node.stop();
    await storage.remove();
  });
  // Sessions and addresses have few forms a minute.
  beforeEach(() => node.clock.advance(60_000));

  /** Runs the work and asserts that the database is as before, but for what is only seen. */
  async function changingNothing(work: () => Promise<void>): Promise<void> {
    const snapshot = await snapshotsOf(node.services.database);
    const earlier = await snapshot();
    await work();
    assert.deepEqual(await snapshot(), earlier);
  }

  test('303: without a session every page leads to the one on which to sign in, and comes back', async () => {
    await changingNothing(async () => {
      for (const path of [...pathsOf('GET'), '/console/nowhere', '/console?x=1&y=%2F']) {
        node.clock.advance(3_000);
        for (const headers of [{}, { cookie: `rota=${WRONG_SECRET}` }] as Record<string, string>[]) {
          const answer = await visit(node, path, headers);
          assert.equal(answer.status, 303, path);
          const location = new URL(String(answer.headers.location), node.url);
          assert.deepEqual([location.pathname, location.searchParams.get('next')], [DOOR, path]);
          assertGuarded(answer, path);
        }
      }
    });
  });

  test('303: without a session no form is taken, whatever token it has', async () => {
    await changingNothing(async () => {
      for (const path of pathsOf('POST')) {
        const answer = await sendForm(node, path, { form: session.formToken() });
        assert.deepEqual([answer.status, answer.headers.location], [303, DOOR], path);
      }
    });
  });

  test('403: forms that another site sends', async () => {
    await changingNothing(async () => {
      for (const path of pathsOf('POST')) {
        node.clock.advance(3_000);
        const answer = await session.post(path, {}, { headers: { 'sec-fetch-site': 'cross-site' } });
        assert.equal(answer.status, 403, path);
        assertGuarded(answer, path);
      }
      for (const headers of [
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': undefined, origin: 'https://evil.example' },
        { 'sec-fetch-site': undefined, origin: 'http://localhost:1' },
      ]) {
        assert.equal((await session.post('/console/sign-out', {}, { headers })).status, 403);
      }
    });
  });

  test('422: forms without the token of this session', async () => {
    const wrong: [string, string | null][] = [
      ['none', null],
      ['empty', ''],
      ['of another session', other.formToken()],
      ['of the door', formFor(node, DOOR)],
      ['of the page of a participant', formFor(node, '0'.repeat(54))],
      ['of the member', formFor(node, admin.id)],
      ['of the secret', formFor(node, session.secret)],
    ];
    await changingNothing(async () => {
      for (const [what, form] of wrong) {
        assert.equal((await session.post('/console/sign-out', {}, { form })).status, 422, what);
      }
      for (const path of pathsOf('POST')) {
        node.clock.advance(3_000);
        assert.equal((await session.post(path, {}, { form: null })).status, 422, path);
        assert.equal((await session.post(path, {}, { form: other.formToken() })).status, 422, path);
      }
      const json = { 'content-type': 'application/json' };
      assert.equal((await session.post('/console/sign-out', {}, { headers: json })).status, 415);
    });
    assert.equal(await isIn(node, session.cookie), true);
  });

  test('no page can be framed, kept or indexed, whatever its status', async () => {
    for (const path of [
      ...pathsOf('GET'),
      '/console/nowhere',
      '/console/%',
      DOOR,
      `${DOOR}/x`,
      `${DOOR}/x/y`,
    ]) {
      const answer = await session.get(path);
      assert.match(String(answer.headers['content-type']), /^text\/(?:html|event-stream|javascript)/, path);
      assertGuarded(answer, path);
    }
    const { status, headers } = await session.get('/console/');
    assert.deepEqual([status, headers.location], [302, '/console']);
    assertGuarded(
      await send({ method: 'PUT', url: `${node.url}/console/sign-out`, headers: { cookie: session.cookie } }),
      'PUT',
    );
  });

  test('a planted cookie never becomes a session', async () => {
    const member = await makeMember(node);
    const planted = `rota=${'B'.repeat(43)}`;
    const answer = await useLink(node, await linkFor(node, member), planted);
    const cookie = sessionCookieIn(answer);
    assert.equal(answer.status, 303);
    assert.notEqual(cookie, planted);
    assert.deepEqual([await isIn(node, planted), await isIn(node, cookie)], [false, true]);
    assert.match(String(cookie), /^rota=[\w-]{43}$/);
    // The secret of a victim is not taken over either: whoever signs in has a fresh one.
    const again = await useLink(node, await linkFor(node, member), cookie);
    assert.notEqual(sessionCookieIn(again), cookie);
    assert.equal(await isIn(node, cookie), false);
  });

  test('neither the database nor the log has what opens it', async () => {
    const token = new URL(await linkFor(node, admin)).pathname.split('/').at(-1) as string;
    await visit(node, `${DOOR}/${token}`);
    await session.get('/console');
    const { database } = node.services;
    const rows = JSON.stringify([
      await database.all('select * from sessions'),
      await database.all('select * from sign_in_links'),
      await database.all('select * from audit_entries'),
      node.logLines,
    ]);
    assert.ok(rows.includes(session.sessionId));
    for (const secret of [session.secret, other.secret, token]) assert.ok(!rows.includes(secret));
  });

  test('malformed cookies are no session', async () => {
    const { secret } = session;
    for (const [place, cookie] of [
      ...['', ';', '=', 'rota', 'rota=', 'rota=;', `rota =${secret}`, `Rota=${secret}`, `rota=${secret}=`],
      ...[
        `rota="${secret}"`,
        `rota=${secret} x`,
        `rota=${secret.slice(1)}`,
        `rota=${secret}A`,
        `xrota=${secret}`,
      ],
      ...[
        `__Host-rota=${secret}`,
        `rota=%41${secret.slice(3)}`,
        `rota=${secret}\u00ff`,
        `rota=x; rota=${secret}`,
      ],
      ...[`${'a=b; '.repeat(1_000)}`, `rota=${'A'.repeat(8_000)}`, `rota=${secret},rota=${secret}`],
    ].entries()) {
      assert.equal(await isIn(node, cookie), false, `${place}: ${cookie.slice(0, 60)}`);
    }
    for (const cookie of [
      `a=b; rota=${secret}`,
      `rota=${secret};a=b`,
      ` rota=${secret} `,
      `rota=${secret}; rota=x`,
    ]) {
      assert.equal(await isIn(node, cookie), true, cookie);
    }
  });

  test('signing in for another site is refused: its form can be ours, but not its origin', async () => {
    const url = await linkFor(node, await makeMember(node));
    const path = new URL(url).pathname;
    await changingNothing(async () => {
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': undefined, origin: 'https://evil.example' },
        // A page that hides where it is.
        { 'sec-fetch-site': undefined, origin: 'null' },
      ]) {
        const answer = await sendAtDoor(node, path, { headers });
        assert.deepEqual([answer.status, sessionCookieIn(answer)], [403, undefined], JSON.stringify(headers));
      }
      for (const form of [null, formFor(node, DOOR), session.formToken(), formFor(node, path.slice(0, -1))]) {
        assert.equal((await sendAtDoor(node, path, { form })).status, 422);
      }
    });
    const own = { 'sec-fetch-site': undefined, origin: node.url };
    assert.equal((await sendAtDoor(node, path, { headers: own })).status, 303);
  });

  test('429: guessing is bounded, and locks nobody out', async () => {
    assert.equal(await isIn(node, session.cookie), true);
    const statuses = new Map<number, number>();
    // After ten more for each of 120, only sessions that this node has seen are looked up.
    for (let guess = 0; guess < 1_330; guess += 1) {
      const cookie = `rota=${String(guess).padStart(43, 'G')}`;
      const { status } = await visit(node, '/console/nowhere', { cookie });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    assert.deepEqual(
      [...statuses],
      [
        [303, 120],
        [429, 1_210],
      ],
    );
    assert.equal(await isIn(node, session.cookie), true);
    const links = [];
    for (let guess = 0; guess < 130; guess += 1) links.push((await visit(node, `${DOOR}/${guess}`)).status);
    assert.deepEqual([links.filter((status) => status === 404).length, links.at(-1)], [120, 429]);
  });

  test('429: a session has 300 calls and 60 forms a minute', async () => {
    const busy = await signedIn(node, await makeMember(node));
    const forms = [];
    for (let count = 0; count < 61; count += 1) {
      forms.push((await busy.post('/console/nowhere')).status);
    }
    assert.deepEqual([forms[0], forms.at(-2), forms.at(-1)], [404, 404, 429]);
    const calls = [];
    for (let count = 0; count < 241; count += 1) calls.push((await busy.get('/console/nowhere')).status);
    assert.deepEqual([calls[0], calls.at(-2), calls.at(-1)], [404, 404, 429]);
    assert.equal(await isIn(node, session.cookie), true, 'others are not concerned');
  });

  test('signing out ends the session, and the browser forgets it', async () => {
    const leaving = await signedIn(node, await makeMember(node));
    const answer = await leaving.post('/console/sign-out');
    assert.deepEqual([answer.status, answer.headers.location], [303, `${DOOR}?done=signed_out`]);
    assert.deepEqual(answer.headers['set-cookie'], ['rota=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax']);
    assert.equal(await isIn(node, leaving.cookie), false);
    assert.equal((await leaving.get('/console/sign-out')).status, 303, 'nobody is signed out by a link');
  });

  test('after signing in, browsers go to pages of the console only', async () => {
    const asked = await ask(node, 'nobody@example.com', { next: '/console/teams?x=1' });
    const remembered = asked.headers['set-cookie']?.[0]?.split(';')[0];
    assert.equal(remembered, 'rota-next=/console/teams?x=1');
    const path = new URL(await linkFor(node, await makeMember(node))).pathname;
    const page = await visit(node, path, { cookie: String(remembered) });
    assert.match(page.text, /name="next" value="\/console\/teams\?x=1"/);
    const hostile = await visit(node, path, { cookie: 'rota-next=https://evil.example' });
    assert.match(hostile.text, /name="next" value="\/console"/);
    for (const next of ['//evil.example', 'https://evil.example/console', '/console@evil.example', '/m/x']) {
      const url = await linkFor(node, admin);
      const answer = await sendAtDoor(node, new URL(url).pathname, { fields: { next } });
      assert.deepEqual([answer.status, answer.headers.location], [303, '/console'], next);
    }
  });
});
