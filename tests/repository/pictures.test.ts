// The pictures of the docs are up to date, valid SVG, readable in light and dark mode, and have a text.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { renderOneDay } from '../../scripts/one-day.ts';
import { renderRequestFlow } from '../../scripts/request-flow.ts';
import { renderRequestTimeline } from '../../scripts/request-timeline.ts';
import { describe, test } from '../support/lanes.ts';

const NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"';

const pictures = [
  {
    file: 'docs/start/request-flow.svg',
    picture: renderRequestFlow(),
    title: 'How a meeting request flows through Rota',
    /** Two of its words in code. */
    codes: ['202', 'team_id'],
    /** Of those, what the description says in words: "posts a meeting request". */
    inWords: ['POST', '/api/v1/meeting_requests'],
  },
  {
    file: 'docs/internals/request-timeline.svg',
    picture: renderRequestTimeline(),
    title: 'The week of a meeting request',
    codes: ['options', 'booked'],
    inWords: [],
  },
  {
    file: 'docs/internals/one-day.svg',
    picture: renderOneDay(),
    title: 'One day, and what is left of it',
    codes: ['outside_hours', 'buffer'],
    inWords: [],
  },
];

/** The text of the element; empty if there is none. */
function contentOf(picture: string, name: string): string {
  return new RegExp(`<${name}[^>]*>([^<]*)</${name}>`).exec(picture)?.[1] ?? '';
}

/** The top-level elements, in order. */
function outermostIn(picture: string): string[] {
  const open: string[] = [];
  const outermost: string[] = [];
  for (const [tag, slash, name = '', end] of picture.matchAll(/<(\/?)([a-z]+)[^<>]*?(\/?)>/g)) {
    if (slash) {
      assert.equal(open.pop(), name, `${tag} closes what was opened last`);
      continue;
    }
    if (open.length === 0) outermost.push(name);
    if (!end) open.push(name);
  }
  assert.deepEqual(open, [], 'every tag is closed');
  return outermost;
}

/** Anything that makes a viewer fetch, run or follow something. */
const reachesOut = (picture: string) =>
  picture.match(/https?:|\/\/|url\(|@import|href|src=|<script|<image|<use|<foreignObject|\son\w+=/gi) ?? [];

for (const { file, picture, title, codes, inWords } of pictures) {
  describe(`The picture ${file}`, () => {
    test('is the one that would be drawn now', async () => {
      const kept = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
      assert.equal(kept, picture, 'run `npm run generate`');
    });

    test('is one svg element, in which every tag is closed', () => {
      const tags = picture.replace(/<!--.*?-->/gs, '');
      assert.deepEqual(outermostIn(tags), ['svg']);
      assert.ok(tags.startsWith('<svg ') && tags.endsWith('</svg>\n'), 'nothing stands around it');
      // A bracket or an ampersand in a text would be markup.
      assert.doesNotMatch(tags.replace(/<\/?[a-z]+[^<>]*>/g, ''), /[<>&]/);
    });

    test('tells what it shows to who cannot see it', () => {
      assert.match(picture, /^<svg [^>]*role="img" aria-labelledby="title desc"/);
      assert.equal(contentOf(picture, 'title'), title);
      const description = contentOf(picture, 'desc');
      const found = [...picture.matchAll(/<tspan class="code">([^<]+)<\/tspan>/g)].map(
        ([, code = '']) => code,
      );
      assert.ok(
        codes.every((code) => found.includes(code)),
        'the words of the picture were found',
      );
      assert.deepEqual(
        found.filter((code) => !description.includes(code)),
        inWords,
      );
    });

    test('has colours for light and for dark mode', () => {
      const [light = '', dark = ''] = contentOf(picture, 'style').split(
        '@media (prefers-color-scheme: dark)',
      );
      const coloured = (rules: string) =>
        [...rules.matchAll(/^ *(\S[^{}\n]*) \{ (?:fill|stroke): #/gm)].map(([, at]) => at);
      assert.ok(coloured(light).length > 5, 'the colours were found');
      assert.deepEqual(coloured(dark), coloured(light));
    });

    test('refers to nothing outside of itself', () => {
      assert.ok(picture.includes(NAMESPACE));
      assert.deepEqual(reachesOut(picture.replace(NAMESPACE, '')), []);
    });
  });
}

describe('The check of pictures', () => {
  test('finds what refers to something outside', () => {
    const outside = ['<a href="x">', '<image src="x"/>', 'fill: url(x)', "@import 'x'", '<g onload="x">'];
    for (const text of outside) assert.notDeepEqual(reachesOut(text), [], text);
  });
});
