// What every page behind a link has in common: headers, errors as pages, spellings of a link that lead to it.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { describe, test } from '../support/lanes.ts';
import { applyTransition, makeRequest } from '../support/makers/meeting-requests.ts';
import { send, type WireAnswer } from '../support/server/http.ts';
import { dataOf, freshStorage, type Node, type Storage, startNode } from '../support/server/rota.ts';
import { formFor, pathOf, sendForm, tokenIn, visit } from '../support/server/visits.ts';

const HTML = 'text/html; charset=utf-8';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const WRONG = '0'.repeat(54);

/** Not framed, not indexed, not kept, no other host told of it, and no script or style but our own files. */
const GUARDED = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
  vary: 'Accept-Language',
};

describe('Pages behind links', () => {
  let storage: Storage;
  let node: Node;
  let path: string;

  before(async () => {
    storage = await freshStorage('sqlite');
    node = await startNode(storage);
    const { id } = await makeRequest(node);
    dataOf(await applyTransition(node, id, 'book'));
    path = await pathOf(node, id);
  });
  after(async () => {
    await node.stop();
    await storage.remove();
  });

  function assertGuarded({ headers, status }: WireAnswer, what: string): void {
    for (const [name, value] of Object.entries(GUARDED)) {
      assert.equal(headers[name], value, `${name} of ${what}, ${status}`);
    }
    assert.ok(headers['x-request-id'], what);
    assert.equal(headers['set-cookie'], undefined, what);
    assert.equal(headers['access-control-allow-origin'], undefined, what);
  }

  /** What is not a page says in a page why. */
  function assertErrorPage(answer: WireAnswer, status: number, what: string): void {
    assert.equal(answer.status, status, what);
    assert.equal(answer.headers['content-type'], HTML, what);
    assert.match(answer.text, /^<!doctype html>\n<html lang="en"/, what);
    assertGuarded(answer, what);
  }

  test('200: pages, files and what a form leads to have the same headers, with GET and with HEAD', async () => {
    for (const below of ['', '/times', '/invite.ics']) {
      const page = await visit(node, path + below);
      assert.equal(page.status, 200, below);
      assertGuarded(page, below);
      const head = await visit(node, path + below, {}, 'HEAD');
      const { date: _, 'x-request-id': __, ...same } = page.headers;
      assert.deepEqual([head.status, head.text], [200, '']);
      for (const [name, value] of Object.entries(same)) {
        if (name !== 'content-length') assert.equal(head.headers[name], value, `${name} of HEAD ${below}`);
      }
    }
    const sent = await sendForm(node, `${path}/timezone`, { fields: { timezone: 'Asia/Kathmandu' } });
    assert.equal(sent.status, 303);
    assert.match(sent.headers.location as string, new RegExp(`^${path}\\?`));
    assertGuarded(sent, 'a sent form');
  });

  test('404: what is no link, and what is below none', async () => {
    for (const unknown of [
      ...['/m', '/m/', '/m?x=1', '/m/x', `/m/${WRONG}`, `/m/${WRONG}/times`, `/m/${WRONG}/`],
      ...['/m/%00', '/m/%zz', '/m/%E0%A4%A', '/m/..%2f..%2fetc', `/m/${'a'.repeat(2_000)}`],
      ...['/b', '/b/', `/b/${WRONG}`, `/b/confirm/${WRONG}`, '/b/confirm', '/b/%zz'],
      ...[`${path}/unknown`, `${path}/times/unknown`, `${path}x`, `${path}%00`, `${path}/%zz`],
    ]) {
      const answer = await visit(node, unknown);
      // A slash too many leads to the path without it.
      const followed = answer.status === 302 ? await visit(node, answer.headers.location as string) : answer;
      assertErrorPage(followed, 404, unknown);
    }
    for (const other of ['/mx', '/booking', '/M/x']) {
      assert.match((await visit(node, other)).headers['content-type'] as string, /json/, other);
    }
  });

  test('405: other methods are refused with a page, and told which there are', async () => {
    for (const [method, below, allowed] of [
      ['POST', '', 'GET, HEAD'],
      ['DELETE', '', 'GET, HEAD'],
      ['OPTIONS', '', 'GET, HEAD'],
      ['PUT', '/times', 'GET, POST, HEAD'],
      ['GET', '/answer', 'POST'],
      ['HEAD', '/answer', 'POST'],
      ['PATCH', '/answer', 'POST'],
    ] as const) {
      const answer = await visit(node, path + below, { 'sec-fetch-site': 'same-origin' }, method);
      if (method === 'HEAD') assert.equal(answer.status, 405);
      else assertErrorPage(answer, 405, `${method} ${below}`);
      assert.equal(answer.headers.allow, allowed, `${method} ${below}`);
    }
    assertErrorPage(await visit(node, `/m/${WRONG}`, {}, 'DELETE'), 404, 'another method without a link');
  });

  test('413, 415, 422, 403: forms that can not be taken are refused with a page', async () => {
    const post = (body: string, headers: Record<string, string> = {}) =>
      send({
        method: 'POST',
        url: `${node.url}${path}/timezone`,
        headers: { 'content-type': FORM_TYPE, ...headers },
        body,
      });
    assertErrorPage(await post(`x=${'x'.repeat(70_000)}`), 413, 'too large');
    assertErrorPage(await post('{}', { 'content-type': 'application/json' }), 415, 'JSON');
    assertErrorPage(await post('x', { 'content-type': 'text/plain' }), 415, 'plain text');
    assertErrorPage(await post('timezone=UTC'), 422, 'without a form token');
    assertErrorPage(await post(''), 422, 'empty');
    assertErrorPage(await post('%'), 422, 'no text');
    assertErrorPage(await post('timezone=UTC', { 'sec-fetch-site': 'cross-site' }), 403, 'of another site');
    const form = formFor(node, tokenIn(path));
    assertErrorPage(await post(`form=${form}&timezone=${'x'.repeat(101)}`), 422, 'too long');
    assertErrorPage(await post(`form=${form}&timezone[]=UTC`), 422, 'a list');
  });

  test('422: parameters that no page of ours has', async () => {
    for (const query of ['outcome=x', 'outcome=booked&outcome=booked', 'timezone=%00', 'option=a&option=b']) {
      assertErrorPage(await visit(node, `${path}?${query}`), 422, query);
    }
    for (const query of ['x=1', 'timezone=Mars', 'lang=xx', 'lang=de&lang=en', 'option=%F0%9F%99%82', '%']) {
      assert.equal((await visit(node, `${path}?${query}`)).status, 200, query);
    }
  });

  test('errors are in the language of the reader', async () => {
    const languageOf = ({ text }: WireAnswer) => /<html lang="(\w+)"/.exec(text)?.[1];
    const german = { 'accept-language': 'it, de-CH;q=0.8, en;q=0.5' };
    assert.equal(languageOf(await visit(node, `/m/${WRONG}`, german)), 'de');
    assert.equal(languageOf(await visit(node, '/m/%zz', german)), 'de');
    assert.equal(languageOf(await visit(node, `/m/${WRONG}?lang=en`, german)), 'en');
    assert.equal(languageOf(await visit(node, `/b/${WRONG}?lang=de`)), 'de');
    assert.equal(languageOf(await visit(node, `${path}?lang=de`)), 'de');
    const strange = ['*', ',,;q', 'de;q=x', 'de_DE', 'ja;q=0', 'ja-JP-u-ca-japanese, de;q=0'];
    for (const header of [...strange, 'x'.repeat(10_000)]) {
      const answer = await visit(node, `/m/${WRONG}`, { 'accept-language': header });
      assert.deepEqual([answer.status, languageOf(answer)], [404, 'en'], header.slice(0, 40));
    }
  });

  test('a link whose case was changed on its way is the same one', async () => {
    const upper = `/m/${tokenIn(path).toUpperCase()}`;
    const page = await visit(node, upper);
    assert.equal(page.status, 200);
    assert.ok(!page.text.includes(tokenIn(upper)), 'it links to itself as we write it');
    const form = formFor(node, tokenIn(path));
    const sent = await sendForm(node, `${upper}/timezone`, { form, fields: { timezone: 'Asia/Kathmandu' } });
    assert.equal(sent.status, 303);
    assert.match(sent.headers.location as string, new RegExp(`^${path}\\?`));
  });

  test('a slash at the end leads to the page, if the link is a good one', async () => {
    const answer = await visit(node, `${path}/?timezone=Asia%2FKathmandu&lang=de`);
    assert.deepEqual(
      [answer.status, answer.headers.location],
      [302, `${path}?timezone=Asia%2FKathmandu&lang=de`],
    );
    assertGuarded(answer, 'a slash');
    assert.equal((await visit(node, `${path}/times/`)).headers.location, `${path}/times`);
    assertErrorPage(await sendForm(node, `${path}/timezone/`), 404, 'a form is sent nowhere else');
  });

  test('the files of a page are kept by browsers, under an address with their version', async () => {
    const { text } = await visit(node, path);
    const files = [...text.matchAll(/(?:href|src)="(\/[^"]+\?v=[^"]+)"/g)].map(([, file]) => file as string);
    assert.ok(files.length >= 2, 'a style sheet and a module');
    for (const file of files) {
      const { status, headers } = await visit(node, file);
      assert.equal(status, 200, file);
      assert.match(headers['cache-control'] as string, /^public, max-age=31536000, immutable$/, file);
      assert.equal(headers['x-content-type-options'], 'nosniff', file);
      const known = await visit(node, file, { 'if-none-match': headers.etag as string });
      assert.deepEqual([known.status, known.text], [304, ''], file);
    }
  });
});
