// Forms are taken from pages of this service only: not from other sites, and not with the token of another page.
import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { makeFormToken, readFormToken } from '../../src/tokens/form-tokens.ts';
import { makeToken } from '../../src/tokens/link-tokens.ts';
import { describe, test } from '../support/lanes.ts';
import { makeOffered } from '../support/makers/scheduling.ts';
import { freshStorage, type Node, type Storage, startNode } from '../support/server/rota.ts';
import { snapshotsOf } from '../support/server/snapshot.ts';
import { formFor, pathOf, sendForm, tokenIn } from '../support/server/visits.ts';

const fields = { timezone: 'Asia/Kathmandu' };

describe('Forms of pages', () => {
  let storage: Storage;
  let node: Node;
  let path: string;
  let pathOfAnother: string;

  before(async () => {
    storage = await freshStorage('sqlite');
    node = await startNode(storage, { environment: { ROTA_PUBLIC_URL: 'https://meet.example.com' } });
    const { id } = await makeOffered(node, { participant_emails: ['ada@example.org', 'ben@example.org'] });
    path = await pathOf(node, id);
    pathOfAnother = await pathOf(node, id, 1);
  });
  after(async () => {
    await node.stop();
    await storage.remove();
  });
  // A link has few forms a minute.
  beforeEach(() => node.clock.advance(60_000));

  const statusWith = async (headers: Record<string, string | undefined>) =>
    (await sendForm(node, `${path}/timezone`, { fields, headers })).status;

  test('303: what browsers send from our own pages, old ones and those behind proxies, too', async () => {
    const { host } = new URL(node.url);
    for (const headers of [
      // Chromium, over https and on loopback; over http.
      {},
      { 'sec-fetch-site': undefined },
      // The user, not a site: a tab that is restored.
      { 'sec-fetch-site': 'none' },
      // Too old for it, or no browser.
      { origin: undefined, 'sec-fetch-site': undefined },
      { origin: node.url, 'sec-fetch-site': undefined },
      // TLS ends at a proxy that passes the name on, or does not.
      { origin: `https://${host}`, 'sec-fetch-site': undefined },
      { origin: 'https://meet.example.com', 'sec-fetch-site': undefined },
      {
        origin: 'https://other.example.com',
        'x-forwarded-host': 'other.example.com',
        'sec-fetch-site': undefined,
      },
      {
        origin: 'https://a.example',
        'x-forwarded-host': 'a.example:443, b.example',
        'sec-fetch-site': undefined,
      },
      { origin: 'https://a.example', host: 'a.example:443', 'sec-fetch-site': undefined },
      { origin: 'http://a.example:8080', host: 'A.example:8080', 'sec-fetch-site': undefined },
    ]) {
      assert.equal(await statusWith(headers), 303, JSON.stringify(headers));
    }
  });

  test('403: what they send from other sites', async () => {
    const { port } = new URL(node.url);
    const snapshot = await snapshotsOf(node.services.database);
    const before = await snapshot();
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', origin: node.url },
      { 'sec-fetch-site': 'nonsense' },
      { 'sec-fetch-site': '' },
      ...[
        'https://evil.example',
        'https://meet.example.com.evil.example',
        'https://evil.example/meet.example.com',
        'https://meet.example.com:8443',
        'http://127.0.0.1',
        `http://localhost:${port}`,
        'file://',
        'nonsense',
        '',
      ].map((origin) => ({ 'sec-fetch-site': undefined, origin })),
      { 'sec-fetch-site': undefined, origin: 'https://evil.example', 'x-forwarded-host': '' },
      { 'sec-fetch-site': undefined, origin: 'https://', 'x-forwarded-host': ',,' },
    ]) {
      assert.equal(await statusWith(headers), 403, JSON.stringify(headers));
    }
    assert.deepEqual(await snapshot(), before);
  });

  test('422: without the form token of this page', async () => {
    const snapshot = await snapshotsOf(node.services.database);
    const before = await snapshot();
    const token = tokenIn(path);
    const good = formFor(node, token);
    const [time, nonce, proof] = good.split('.') as [string, string, string];
    const key = node.services.secrets.linkKeys();
    const booking = makeToken(key, 'booking', { ulid: '01KJPWD6M0A57CPWZ0TQZND9PP', place: 0 });
    const forms: [string, string | null][] = [
      ['none', null],
      ['empty', ''],
      ['of another participant', formFor(node, tokenIn(pathOfAnother))],
      ['of a booking link', formFor(node, booking)],
      ['of no page', formFor(node, '')],
      ['the token of the page', token],
      ['another time', `${(Number.parseInt(time, 36) + 1).toString(36)}.${nonce}.${proof}`],
      ['another nonce', `${time}.${nonce.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'))}.${proof}`],
      ['more of it', `${good}x`],
      ['less of it', good.slice(0, -1)],
      ['other case', good.toUpperCase()],
      ['twice', `${good},${good}`],
      ['with a null character', `${good}\0`],
    ];
    for (const [what, form] of forms) {
      const answer = await sendForm(node, `${path}/timezone`, { fields, form });
      assert.equal(answer.status, 422, what);
    }
    assert.equal(
      (await sendForm(node, `${path}/timezone`, { fields: { ...fields, form: [good] }, form: null })).status,
      422,
    );
    assert.deepEqual(await snapshot(), before);
  });

  test('a form token with any of its characters changed is none', () => {
    const key = node.services.secrets.linkKeys();
    const token = tokenIn(path);
    const good = makeFormToken(key, token, 1_900_000_000_000);
    assert.equal(readFormToken(key, token, good)?.made_at, 1_900_000_000_000);
    for (let place = 0; place < good.length; place += 1) {
      for (const other of ['0', 'A', 'z', '.', '-', '']) {
        if (good[place] === other) continue;
        const changed = good.slice(0, place) + other + good.slice(place + 1);
        assert.equal(readFormToken(key, token, changed), undefined, `${changed}, at ${place}`);
      }
    }
    for (const wrong of [undefined, null, 1, {}, [good], '', '.', '..', 'a.b.c']) {
      assert.equal(readFormToken(key, token, wrong), undefined);
    }
  });

  test('each form has a nonce of its own, and is good as long as its page is', async () => {
    const key = node.services.secrets.linkKeys();
    const made = [1, 2, 3].map(() => makeFormToken(key, tokenIn(path), node.clock.now()));
    assert.equal(new Set(made.map((each) => readFormToken(key, tokenIn(path), each)?.nonce)).size, 3);
    node.clock.advance(7 * 24 * 60 * 60_000);
    const late = await sendForm(node, `${path}/timezone`, { fields, form: made[0] as string });
    assert.equal(late.status, 303, 'a page that was open for a week');
  });
});
