// The HTML of a message fetches nothing, runs nothing, and fits a phone and the dark.
import assert from 'node:assert/strict';
import { NOW, sampleDraft, sampleDrafts } from '../../scripts/mail-samples.ts';
import { compose } from '../../src/mail-out/compose.ts';
import { toHtml } from '../../src/mail-out/html.ts';
import { describe, test } from '../support/lanes.ts';

const unescaped = (url = '') => url.replaceAll('&amp;', '&');

describe('The HTML of a message', () => {
  for (const [name, draft] of Object.entries(sampleDrafts)) {
    const { subject, content } = compose(draft, NOW);
    const html = toHtml(subject, content);

    test(`fetches and runs nothing: ${name}`, () => {
      assert.doesNotMatch(
        html,
        /<(?:script|img|link|iframe|object|form|svg)\b|\bsrc=|\bon\w+=|url\(|@import/i,
      );
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url);
      const urls = content.blocks.flatMap((block) =>
        // A row is one link, in two cells.
        block.type === 'times'
          ? block.times.flatMap(({ url }) => [url, url])
          : 'url' in block
            ? block.url
            : [],
      );
      assert.deepEqual(links.map(unescaped), [...urls, ...(content.stop ? [content.stop.url] : [])]);
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
    const { subject, content } = compose(sampleDraft('options'), NOW);
    const html = toHtml(subject, content);
    // Gmail cuts off what is longer than 102 KB.
    assert.ok(Buffer.byteLength(html) < 20_000);
    assert.match(html, /max-width:560px/);
    assert.match(html, /<meta name="color-scheme" content="light dark">/);
    const classes = new Set(
      [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
    );
    for (const name of classes)
      assert.match(html, new RegExp(`\\.${name} \\{`), `there are rules for .${name}`);
  });

  test('begins with the company, as a logo within the mail or as its name', () => {
    const draft = sampleDraft('booked');
    const logo = { key: 'logo_1', width: 640, height: 160 };
    const { subject, content } = compose({ ...draft, brand: { ...draft.brand, logo } }, NOW);
    const named = toHtml(subject, content);
    assert.match(named, /<span class="link" dir="auto" [^>]*>Acme Ltd<\/span>/);
    const drawn = toHtml(subject, content, { logo: 'cid:logo@msg_1' });
    assert.match(drawn, /<img src="cid:logo@msg_1" alt="Acme Ltd" width="160" height="40"/);
    assert.equal(drawn.split('src=').length, 2);
  });

  test('shows first when the meeting is', () => {
    const strongIn = (name: string) => {
      const { subject, content } = compose(sampleDraft(name), NOW);
      return /<strong [^>]*>(.*)<\/strong>/.exec(toHtml(subject, content))?.[1]?.replace(/<[^>]*>/g, '');
    };
    assert.equal(strongIn('booked'), 'Wednesday, 18 November, 09:30–10:00');
    assert.equal(strongIn('booked.de'), 'Mittwoch, 18. November, 09:30–10:00 Uhr');
    assert.equal(strongIn('rescheduled-host'), 'Wednesday, 18 November, 08:30–10:00 (London time)');
    assert.equal(strongIn('options'), undefined);
  });

  test('fills the button that people are led to, never the one that moves or cancels', () => {
    const filledIn = (name: string) => {
      const { subject, content } = compose(sampleDraft(name), NOW);
      const buttons = [...toHtml(subject, content).matchAll(/<td class="(button|plain)".*?>([^<]*)<\/a>/g)];
      return buttons.map(([, kind, label]) => `${kind}: ${label}`);
    };
    assert.deepEqual(filledIn('booked-video'), [
      'button: Join the video call',
      'plain: Add to calendar',
      'plain: Reschedule',
      'plain: Cancel',
    ]);
    assert.deepEqual(filledIn('reminder'), ['plain: Reschedule', 'plain: Cancel']);
  });

  test('leads nowhere for readers who must not follow its links', () => {
    for (const draft of Object.values(sampleDrafts)) {
      const { subject, content } = compose(draft, NOW);
      const html = toHtml(subject, content, { isInert: true });
      assert.doesNotMatch(html, /href|https:|mailto:/);
    }
  });

  test('of earlier versions is still made', () => {
    const url = 'https://rota.example.com/m/token';
    const html = toHtml('Booked', {
      preview: 'Tuesday',
      blocks: [
        { type: 'paragraph', text: 'Hello,' },
        { type: 'times', times: [{ label: 'Tuesday, 14:00', url }] },
        { type: 'button', label: 'See the meeting', url },
        { type: 'note', text: 'Written by your scheduling service.' },
        { type: 'link', label: 'Stop these messages', url, is_small: true },
      ],
    });
    assert.doesNotMatch(html, /undefined|null/);
    assert.match(html, /Tuesday, 14:00/);
  });
});
