// The HTML of a message fetches nothing, runs nothing, and fits a phone and the dark.
import assert from 'node:assert/strict';
import { sampleDraft, sampleDrafts } from '../../scripts/mail-samples.ts';
import { compose } from '../../src/mail-out/compose.ts';
import { toHtml } from '../../src/mail-out/html.ts';
import { describe, test } from '../support/lanes.ts';

describe('The HTML of a message', () => {
  for (const [name, draft] of Object.entries(sampleDrafts)) {
    const { subject, content } = compose(draft);
    const html = toHtml(subject, content);

    test(`fetches and runs nothing: ${name}`, () => {
      assert.doesNotMatch(
        html,
        /<(?:script|img|link|iframe|object|form|svg)\b|\bsrc=|\bon\w+=|url\(|@import/i,
      );
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url);
      const urls = content.blocks.flatMap((block) =>
        block.type === 'times' ? block.times.map(({ url }) => url) : 'url' in block ? block.url : [],
      );
      assert.deepEqual(links, urls);
    });

    test(`closes what it opens: ${name}`, () => {
      const open: string[] = [];
      for (const [, slash, tag = ''] of html.matchAll(/<(\/?)([a-z]+)\b/g)) {
        if (['meta', 'br'].includes(tag)) continue;
        if (slash === '') open.push(tag);
        else assert.equal(open.pop(), tag);
      }
      assert.deepEqual(open, []);
    });
  }

  test('is small, narrow, and has colours for the dark', () => {
    const { subject, content } = compose(sampleDraft('options'));
    const html = toHtml(subject, content);
    // Gmail cuts off what is longer than 102 KB.
    assert.ok(Buffer.byteLength(html) < 20_000);
    assert.match(html, /max-width:600px/);
    assert.match(html, /<meta name="color-scheme" content="light dark">/);
    const classes = new Set(
      [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
    );
    for (const name of classes)
      assert.match(html, new RegExp(`\\.${name} \\{`), `there are rules for .${name}`);
  });
});
