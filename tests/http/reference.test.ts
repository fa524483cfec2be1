// Full lane, because it checks the whole description by the rules of others: The API description and the reference page are public, cached, compressed and safe in a browser.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { after, before } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, test } from '../support/lanes.ts';
import { freshStorage, type Node, type Storage, startNode } from '../support/server/rota.ts';

const DESCRIPTION = '/openapi.json';
const PAGE = '/docs';
const SCRIPT = '/docs/reference.js';
const FILES = [DESCRIPTION, PAGE, SCRIPT];

let storage: Storage;
let node: Node;
before(async () => {
  storage = await freshStorage('sqlite');
  node = await startNode(storage);
});
after(async () => {
  await node?.stop();
  await storage?.remove();
});

/** The response as it is on the wire, not decompressed. */
async function fetchRaw(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>();
  request(node.url + path, { method, headers })
    .on('response', resolve)
    .on('error', reject)
    .end();
  const incoming = await promise;
  const bytes = Buffer.concat(await incoming.toArray());
  return { status: incoming.statusCode, headers: incoming.headers, bytes };
}

describe('The API description and the reference', () => {
  test('come in the encoding that the caller prefers, with the same content in each', async () => {
    const common = [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['identity', undefined],
    ] as const;
    const rare = [
      ['GZIP;q=0.5, br;q=0', 'gzip'],
      ['*', 'br'],
      ['br;q=0, *;q=0.1', 'gzip'],
      ['gzip;q=0, br;q=0.000', undefined],
    ] as const;
    for (const path of FILES) {
      const plain = await fetchRaw(path);
      assert.equal(plain.status, 200, path);
      assert.equal(plain.headers['content-encoding'], undefined);
      for (const [accepted, expected] of path === PAGE ? [...common, ...rare] : common) {
        const { bytes, headers } = await fetchRaw(path, { 'accept-encoding': accepted });
        assert.equal(headers['content-encoding'], expected, `${path}, accepted is ${accepted}`);
        assert.equal(headers.vary, 'accept-encoding');
        assert.equal(headers.etag, plain.headers.etag);
        assert.equal(headers['content-length'], String(bytes.length));
        const decompress = { br: brotliDecompressSync, gzip: gunzipSync, none: (same: Buffer) => same };
        assert.ok(decompress[expected ?? 'none'](bytes).equals(plain.bytes), `${path} as ${expected}`);
      }
    }
  });

  test('are not sent to a caller who has them', async () => {
    for (const path of FILES) {
      const { etag } = (await fetchRaw(path)).headers as { etag: string };
      for (const known of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
        const { status, headers, bytes } = await fetchRaw(path, { 'if-none-match': known });
        assert.deepEqual([status, bytes.length, headers.etag], [304, 0, etag], `${path}, known is ${known}`);
        assert.match(headers['cache-control'] as string, /^public, /);
      }
      assert.equal((await fetchRaw(path, { 'if-none-match': '"other"' })).status, 200);
    }
  });

  test('answer HEAD like GET, without a body', async () => {
    for (const path of FILES) {
      const [head, get] = [await fetchRaw(path, {}, 'HEAD'), await fetchRaw(path)];
      assert.deepEqual([head.status, head.bytes.length], [200, 0]);
      for (const name of ['etag', 'content-length', 'content-type', 'cache-control']) {
        assert.equal(head.headers[name], get.headers[name], `${path} ${name}`);
      }
    }
  });

  test('are the same for everybody, whatever Host says', async () => {
    for (const path of [DESCRIPTION, PAGE]) {
      const usual = await fetchRaw(path);
      const hostile = await fetchRaw(path, {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'javascript',
      });
      assert.ok(hostile.bytes.equals(usual.bytes), path);
    }
  });

  test('have no other files beside them', async () => {
    for (const path of [
      '/docs/',
      '/docs/x.js',
      '/docs/reference.js/',
      '/docs/..%2fpackage.json',
      '/docs/%2e%2e/README.md',
    ]) {
      assert.equal((await fetchRaw(path)).status, 404, path);
    }
  });
});

describe('The API description', () => {
  test('passes the recommended rules of Redocly, without a warning', async () => {
    const source = (await fetchRaw(DESCRIPTION)).bytes.toString();
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source, config, absoluteRef: 'openapi.json' });
    const found = problems.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`,
    );
    assert.deepEqual(found, []);
  });
});

describe('The reference page', () => {
  const html = async () => (await fetchRaw(PAGE)).bytes.toString();

  test('loads its script from this server, from a path with the version in it', async () => {
    const { headers, bytes } = await fetchRaw(PAGE);
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    const [, source] = /<script src="([^"]+)"><\/script>/.exec(bytes.toString()) ?? [];
    assert.match(source ?? '', /^\/docs\/reference\.js\?v=\d+\.\d+\.\d+$/);
    const script = await fetchRaw(source as string);
    assert.equal(script.headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.match(script.bytes.toString(), /createApiReference/);
  });

  test('may run these two scripts and no other, call this server and no other, and be framed by nobody', async () => {
    const { headers, bytes } = await fetchRaw(PAGE);
    const [, inline] = /<script type="module">([\s\S]*?)<\/script>/.exec(bytes.toString()) ?? [];
    const digest = createHash('sha256')
      .update(inline as string)
      .digest('base64');
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
    );
    assert.deepEqual(Object.fromEntries(policy), {
      'default-src': "'none'",
      'script-src': `'self' 'sha256-${digest}'`,
      'style-src': "'unsafe-inline'",
      'img-src': "'self' data:",
      'font-src': "'self' data:",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    });
    assert.equal(headers['x-frame-options'], 'DENY');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['x-content-type-options'], 'nosniff');
  });

  test('names no other host, and turns off everything by which the component would call one', async () => {
    const text = await html();
    const addresses = [...text.matchAll(/\bhttps?:\/\/[^\s'"<]+/g)].map(([address]) => address);
    assert.deepEqual(addresses, ['http://127.0.0.1:3000'], 'only what the page replaces by its own address');
    const targets = [...text.matchAll(/\s(?:src|href|action)="([^"]*)"/g)].map(
      ([, target]) => target as string,
    );
    assert.deepEqual(
      targets.filter((target) => !/^(\/(?!\/)|data:,$)/.test(target)),
      [],
    );
    const off = ['"telemetry":false', '"withDefaultFonts":false', '"agent":{"disabled":true}'];
    off.push('"mcp":{"disabled":true}', '"hideClientButton":true', '"showDeveloperTools":"never"');
    for (const option of off) assert.ok(text.includes(option), option);
    assert.ok(text.includes('"persistAuth":false'), 'a key that was entered is not kept');
  });
});
