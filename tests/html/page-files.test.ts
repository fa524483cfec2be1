// What pages load beside their HTML: from this service only, small, and kept by browsers as long as it is right.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { gzipSync } from 'node:zlib';
import { coloursIn, pairs } from '../../scripts/style-guide/colour-pairs.ts';
import { contrast } from '../../src/html/brand/contrast.ts';
import {
  type BrowserFile,
  consoleScript,
  consoleStyle,
  embeddedScript,
  embedScript,
  icon,
  keysScript,
  script,
  style,
  zoneScript,
} from '../../src/html/browser-files.ts';
import { describe, test } from '../support/lanes.ts';
import { freshStorage, type Node, type Storage, startNode } from '../support/server/rota.ts';

const FILES = [style, script, consoleStyle, consoleScript, keysScript, zoneScript, embeddedScript, icon];
const KB = 1024;

/** What a browser loads of it, in KB. */
const sent = ({ text }: BrowserFile) => gzipSync(text).length / KB;

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

const get = async (path: string) => {
  const response = await fetch(node.url + path);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('The files of pages', () => {
  test('are named by every page, with their version, and nothing else is loaded', async () => {
    const { status, text } = await get('/m/unknown');
    assert.equal(status, 404);
    const loaded = [...text.matchAll(/<(?:link|script|img)\b[^>]*\b(?:href|src)="([^"]+)"/g)].map(
      ([, url]) => url,
    );
    assert.deepEqual(loaded, [style.url, icon.url, script.url]);
    assert.doesNotMatch(text, /https?:|\/\/\w/, 'no other host is named');
    assert.doesNotMatch(text, /<style|<script[^>]*>[^<]|\sstyle=|\son\w+=/, 'nothing is inline');
  });

  test('may be kept forever under the version of their text, and are asked for again under any other', async () => {
    for (const file of FILES) {
      const known = await get(file.url);
      assert.equal(known.status, 200, file.url);
      assert.equal(known.text, file.text);
      assert.equal(known.headers.get('content-type'), file.contentType);
      assert.equal(known.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      // A node of the next release may have another text, while its pages already name it.
      for (const other of ['', '?v=', '?v=another', `?v=${file.version}&v=${file.version}`]) {
        const { headers, text } = await get(file.path + other);
        assert.equal(headers.get('cache-control'), 'public, no-cache', other);
        assert.equal(text, file.text);
      }
    }
  });

  test('are taken for nothing else, and not embedded by other sites', async () => {
    for (const path of [...FILES.map(({ url }) => url), '/favicon.ico']) {
      const { headers } = await get(path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
      assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'/);
    }
  });

  test('are an icon where browsers look for one without being told', async () => {
    const { status, headers, text } = await get('/favicon.ico');
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'image/svg+xml');
    assert.equal(text, icon.text);
  });

  test('for other websites are one, which any of them may load, below 4 KB as it is', async () => {
    const { status, headers, text } = await get('/embed.js');
    assert.equal(status, 200);
    assert.equal(text, embedScript.text);
    assert.ok(Buffer.byteLength(text) < 4 * KB, `${Buffer.byteLength(text)} bytes`);
    assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.equal(headers.get('cache-control'), 'public, max-age=3600');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.doesNotMatch(text, /^\s*\/[/*]/m, 'without comments');
    const known = await fetch(`${node.url}/embed.js`, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    assert.equal(known.status, 304);
  });

  test('leave most of 30 KB to the page itself', () => {
    assert.ok(sent(style) <= 6, `style sheet: ${sent(style)} KB`);
    assert.ok(sent(script) <= 3, `script: ${sent(script)} KB`);
    assert.ok(sent(embeddedScript) <= 1, `script of a frame: ${sent(embeddedScript)} KB`);
    assert.ok(sent(icon) <= 0.5, `icon: ${sent(icon)} KB`);
  });

  test('of the console are small, too', () => {
    assert.ok(sent(consoleStyle) <= 10, `style sheet: ${sent(consoleStyle)} KB`);
    assert.ok(sent(keysScript) <= 3, `keys: ${sent(keysScript)} KB`);
    assert.ok(sent(consoleScript) <= 5, `script: ${sent(consoleScript)} KB`);
  });
});

describe('The style sheets', () => {
  const schemes = coloursIn(style.text + consoleStyle.text);

  for (const scheme of ['light', 'dark'] as const) {
    test(`have text that can be read and shapes that can be seen, ${scheme}`, () => {
      const colours = schemes[scheme];
      for (const { front, ground, needs } of pairs) {
        const ratio = contrast(colours[front] as string, colours[ground] as string);
        assert.ok(ratio >= needs, `${front} on ${ground}: ${ratio.toFixed(2)}`);
      }
    });
  }

  test('have a colour for each scheme, and no colour besides the named ones', () => {
    assert.deepEqual(Object.keys(schemes.light).sort(), Object.keys(schemes.dark).sort());
    const named = new Set(pairs.flatMap(({ front, ground }) => [front, ground]));
    const shown = Object.keys(schemes.light).filter((name) => !named.has(name));
    assert.deepEqual(shown, ['line', 'accent-line'], 'which only decorate');
    for (const { text } of [style, consoleStyle]) {
      assert.doesNotMatch(text.replaceAll(/--[\w-]+: #\w+;/g, ''), /#[\da-f]{3,8}\b/i);
    }
  });
});

describe('The contrast of two colours', () => {
  test('is as WCAG says', () => {
    assert.equal(contrast('#000', '#fff'), 21);
    assert.equal(contrast('#ffffff', '#ffffff'), 1);
    assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48');
    assert.equal(contrast('#ffffff', '#777777').toFixed(2), '4.48');
  });
});
