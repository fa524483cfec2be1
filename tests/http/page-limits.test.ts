// Calls with one link, sent forms and guessed tokens are limited, and nobody is locked out by what others do.
import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { makeToken } from '../../src/tokens/link-tokens.ts';
import { describe, test } from '../support/lanes.ts';
import { makeRequest } from '../support/makers/meeting-requests.ts';
import { freshStorage, type Node, type Storage, startNode } from '../support/server/rota.ts';
import { pathOf, sendForm, visit } from '../support/server/visits.ts';

const MINUTE_MS = 60_000;
const CALLS = 120;
const FORMS = 30;
const WRONG_TOKENS = 120;

describe('Limits of pages', () => {
  let storage: Storage;
  let node: Node;

  before(async () => {
    storage = await freshStorage('sqlite');
    node = await startNode(storage, { environment: { ROTA_TRUSTED_PROXIES: '127.0.0.1' } });
  });
  after(async () => {
    await node.stop();
    await storage.remove();
  });
  beforeEach(() => node.clock.advance(MINUTE_MS));

  const from = (address: string) => ({ 'x-forwarded-for': address });
  const freshPath = async (place = 0) =>
    pathOf(
      node,
      (await makeRequest(node, { participant_emails: ['ada@example.org', 'ben@example.org'] })).id,
      place,
    );
  async function repeat(
    times: number,
    call: (number: number) => Promise<{ status: number }>,
  ): Promise<number[]> {
    const statuses = [];
    for (let number = 0; number < times; number += 1) statuses.push((await call(number)).status);
    return [...new Set(statuses)];
  }

  test('429: calls with one link, whatever its case and wherever they come from', async () => {
    const path = await freshPath();
    const call = (number: number) => visit(node, path, from(`203.0.113.${number}`));
    assert.deepEqual(await repeat(CALLS - 1, call), [200]);
    assert.equal((await visit(node, path.toUpperCase().replace('/M/', '/m/'))).status, 200);
    const refused = await visit(node, path);
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '60']);
    assert.match(refused.text, /^<!doctype html>/);
    assert.equal(refused.headers['content-security-policy']?.includes('unsafe'), false);
    assert.equal((await visit(node, path, {}, 'HEAD')).status, 429);
    assert.equal((await sendForm(node, `${path}/timezone`)).status, 429);
    assert.equal((await visit(node, await freshPath(1))).status, 200, 'the others of the meeting');
    node.clock.advance(MINUTE_MS);
    assert.equal((await visit(node, path)).status, 200);
  });

  test('429: sent forms of one link, sooner; the page can still be read', async () => {
    const path = await freshPath();
    const send = () => sendForm(node, `${path}/timezone`, { fields: { timezone: 'Asia/Kathmandu' } });
    assert.deepEqual(await repeat(FORMS, send), [303]);
    assert.deepEqual(await repeat(3, send), [429]);
    assert.equal((await visit(node, path)).status, 200);
    node.clock.advance(MINUTE_MS);
    assert.equal((await send()).status, 303);
  });

  test('what another site makes browsers send does not count', async () => {
    const path = await freshPath();
    const foreign = { headers: { 'sec-fetch-site': 'cross-site' } };
    assert.deepEqual(await repeat(CALLS + 1, () => sendForm(node, `${path}/timezone`, foreign)), [403]);
    assert.equal((await visit(node, path)).status, 200);
  });

  test('429: guessed tokens of all kinds, by address; a good link behind the same address leads to its page', async () => {
    const path = await freshPath();
    const wrong = '0'.repeat(54);
    const guesses = [`/m/${wrong}`, `/m/${wrong}/times`, `/b/${wrong}`, `/b/confirm/${wrong}`, '/m/x'];
    const guess = (number: number) => visit(node, guesses[number % 5] as string, from('198.51.100.7'));
    assert.deepEqual(await repeat(WRONG_TOKENS, guess), [404]);
    assert.deepEqual(await repeat(3, guess), [429]);
    assert.equal((await visit(node, path, from('198.51.100.7'))).status, 200);
    assert.equal((await visit(node, '/m/x', from('198.51.100.8'))).status, 404, 'another address');
    node.clock.advance(MINUTE_MS);
    assert.deepEqual(await repeat(1, guess), [404]);
  });

  test('429: forms of a booking link, by address and for all addresses; pages by both', async () => {
    const ulid = '01KJPWD6M0A57CPWZ0TQZND9PP';
    const token = makeToken(node.services.secrets.linkKeys(), 'booking', { ulid, place: 0 });
    const other = makeToken(node.services.secrets.linkKeys(), 'booking', {
      ulid: ulid.replace('P', 'Q'),
      place: 0,
    });
    // There is no such link any more. That is found out after the limits.
    const sendFrom =
      (address: string, link = token) =>
      () =>
        sendForm(node, `/b/${link}`, { headers: from(address) });
    const refusedFrom = async (address: string, link?: string) =>
      (await sendFrom(address, link)()).status === 429;
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      assert.deepEqual(await repeat(10, sendFrom(address)), [410], address);
    }
    assert.ok(await refusedFrom('203.0.113.1', other), 'ten of one address, with any link');
    assert.ok(await refusedFrom('203.0.113.4'), 'thirty with one link, from anywhere');
    assert.ok(!(await refusedFrom('203.0.113.4', other)));
    const read = () => visit(node, `/b/${token}`, from('203.0.113.5'));
    assert.deepEqual(await repeat(CALLS, read), [410]);
    assert.deepEqual(await repeat(1, read), [429]);
    assert.equal((await visit(node, `/b/${token}`, from('203.0.113.6'))).status, 410, 'somebody else');
  });
});
