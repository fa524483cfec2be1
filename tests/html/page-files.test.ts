// What pages load beside their HTML: from this service only, small, and kept by browsers as long as it is right.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { icon, script, style } from '../../src/html/browser-files.ts';
import { freshStorage, type Node, type Storage, startNode } from '../support/server/rota.ts';

const FILES = [style, script, icon];
const KB = 1024;

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

  test('leave most of 30 KB to the page itself', () => {
    const size = (text: string) => Buffer.byteLength(text) / KB;
    assert.ok(size(style.text) <= 8.5, `style sheet: ${size(style.text)} KB`);
    assert.ok(size(script.text) <= 3, `script: ${size(script.text)} KB`);
    assert.ok(size(icon.text) <= 0.5, `icon: ${size(icon.text)} KB`);
  });
});

describe('The style sheet', () => {
  /** The custom properties of a scheme: the dark one changes those of the light one. */
  const colours = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value as string]),
    );
  const [light = '', dark = ''] = style.text.split('@media (prefers-color-scheme: dark)');
  const schemes = {
    light: colours(light),
    dark: { ...colours(light), ...colours(dark.slice(0, dark.indexOf('}\n}'))) },
  };

  /** WCAG 2.2, contrast ratio. */
  function contrast(one: string, other: string): number {
    const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (lighter + 0.05) / (darker + 0.05);
  }
  function luminance(colour: string): number {
    const digits =
      colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit) : colour.slice(1).match(/../g);
    const [red = 0, green = 0, blue = 0] = (digits ?? []).map((pair) => {
      const part = Number.parseInt(pair, 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  for (const [scheme, colour] of Object.entries(schemes)) {
    test(`has text that can be read, ${scheme}`, () => {
      const on = (background: string, ...texts: string[]) => texts.map((text) => [text, background] as const);
      const pairs = [
        ...on('paper', 'ink', 'soft', 'accent', 'bad'),
        ...on('card', 'ink', 'soft', 'accent'),
        ...on('tint', 'ink', 'soft'),
        ...on('good-tint', 'ink', 'good'),
        ...on('bad-tint', 'ink', 'bad'),
        ...on('accent', 'on-accent'),
      ];
      for (const [text, background] of pairs) {
        const ratio = contrast(colour[text] as string, colour[background] as string);
        assert.ok(ratio >= 4.5, `${text} on ${background}: ${ratio.toFixed(2)}`);
      }
      for (const background of ['paper', 'card']) {
        const ratio = contrast(colour.edge as string, colour[background] as string);
        assert.ok(ratio >= 3, `the edge of a control on ${background}: ${ratio.toFixed(2)}`);
      }
    });
  }
});
