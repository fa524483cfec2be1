// The cookies of the console: for this machine over http, for everybody else over https alone.
import assert from 'node:assert/strict';
import { readCookie, setCookie } from '../../src/http/cookies.ts';
import { DOOR, isIn, useLink } from '../support/console/door.ts';
import { linkFor, owner } from '../support/console/signed-in.ts';
import { describe, test } from '../support/lanes.ts';
import { freshStorage, startNode } from '../support/server/rota.ts';
import { visit } from '../support/server/visits.ts';

const SECRET = 'S'.repeat(43);
const given = { value: SECRET, seconds: 60 };

describe('A cookie', () => {
  test('goes over http on this machine only', () => {
    for (const url of ['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080']) {
      assert.equal(
        setCookie(url, 'session', given),
        `rota=${SECRET}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`,
      );
      assert.equal(readCookie(url, 'session', `a=b; rota=${SECRET}`), SECRET);
      assert.equal(readCookie(url, 'session', `__Host-rota=${SECRET}`), undefined);
    }
    for (const url of [
      'https://rota.example.com',
      'http://rota.example.com',
      'http://10.0.0.1',
      'https://localhost.example.com',
    ]) {
      assert.equal(
        setCookie(url, 'session', given),
        `__Host-rota=${SECRET}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure`,
      );
      assert.equal(readCookie(url, 'session', `__Host-rota=${SECRET}`), SECRET);
      assert.equal(readCookie(url, 'session', `rota=${SECRET}`), undefined);
    }
  });

  test('has nothing in its value that ends it', () => {
    const value = '/console/requests?q=a;Domain=evil.example,"b\\';
    const set = setCookie('http://127.0.0.1:8080', 'next', { value, seconds: 60 });
    assert.equal(set.split(';').length, 5);
    const read = readCookie('http://127.0.0.1:8080', 'next', set.split(';')[0]);
    assert.equal(decodeURIComponent(String(read)), value);
  });

  test('of a service behind https opens its console', async (t) => {
    const storage = await freshStorage('sqlite');
    const node = await startNode(storage, { environment: { ROTA_PUBLIC_URL: 'https://rota.example.com' } });
    t.after(async () => {
      await node.stop();
      await storage.remove();
    });
    const url = await linkFor(node, await owner(node));
    assert.ok(url.startsWith('https://rota.example.com/console/sign-in/'));
    const page = await visit(node, new URL(url).pathname);
    const [visited] = page.headers['set-cookie'] ?? [];
    assert.match(
      String(visited),
      /^__Host-rota-visit=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax; Secure$/,
    );
    const answer = await useLink(node, url, visited?.split(';')[0]);
    const [set] = answer.headers['set-cookie'] ?? [];
    assert.match(
      String(set),
      /^__Host-rota=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    );
    assert.equal(await isIn(node, String(set).split(';')[0]), true);
    const again = await useLink(node, url, visited?.split(';')[0]);
    assert.equal(again.headers['set-cookie']?.[0], set);
  });

  test('is not set by a service on http that others can reach: its page says why', async (t) => {
    const storage = await freshStorage('sqlite');
    const node = await startNode(storage, { environment: { ROTA_PUBLIC_URL: 'http://rota.example.com' } });
    t.after(async () => {
      await node.stop();
      await storage.remove();
    });
    const url = await linkFor(node, await owner(node));
    for (const path of [DOOR, new URL(url).pathname]) {
      const { status, text, headers } = await visit(node, path);
      assert.equal(status, 200);
      assert.match(text, /The console needs https/);
      assert.doesNotMatch(text, /<form/);
      assert.equal(headers['set-cookie'], undefined);
    }
  });
});
