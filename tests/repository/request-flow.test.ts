// The picture of a request is up to date, valid SVG, readable in light and dark mode, and has a text.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { renderRequestFlow } from '../../scripts/request-flow.ts';

const NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"';

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

describe('The picture of a request', () => {
  const picture = renderRequestFlow();

  test('in docs/request-flow.svg is the one that would be drawn now', async () => {
    const kept = await readFile(new URL('../../docs/request-flow.svg', import.meta.url), 'utf8');
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
    assert.equal(contentOf(picture, 'title'), 'How a meeting request flows through Rota');
    const description = contentOf(picture, 'desc');
    const codes = [...picture.matchAll(/<tspan class="code">([^<]+)<\/tspan>/g)].map(([, code = '']) => code);
    assert.ok(codes.includes('202') && codes.includes('team_id'), 'the words of the picture were found');
    const told = ['POST', '/api/v1/meeting_requests']; // in words: "posts a meeting request"
    assert.deepEqual(
      codes.filter((code) => !description.includes(code)),
      told,
    );
  });

  test('has colours for light and for dark mode', () => {
    const [light = '', dark = ''] = contentOf(picture, 'style').split('@media (prefers-color-scheme: dark)');
    const coloured = (rules: string) =>
      [...rules.matchAll(/^ *(\S[^{}\n]*) \{ (?:fill|stroke): #/gm)].map(([, at]) => at);
    assert.ok(coloured(light).length > 5, 'the colours were found');
    assert.deepEqual(coloured(dark), coloured(light));
  });

  test('refers to nothing outside of itself', () => {
    assert.ok(picture.includes(NAMESPACE));
    assert.deepEqual(reachesOut(picture.replace(NAMESPACE, '')), []);
    const outside = ['<a href="x">', '<image src="x"/>', 'fill: url(x)', "@import 'x'", '<g onload="x">'];
    for (const text of outside) assert.notDeepEqual(reachesOut(text), [], text);
  });
});
