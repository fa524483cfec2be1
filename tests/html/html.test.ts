// Text of people can't become markup: whatever is put into a template is escaped, between tags and in attributes.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { type Content, html } from '../../src/html/html.ts';
import { runs } from '../support/chance.ts';
import { describe, test } from '../support/lanes.ts';
import { trouble } from '../support/makers/hostile.ts';

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
/** As a browser does it. An ampersand that begins no entity of ours must not be there. */
const decoded = (text: string) =>
  text.replace(/&(?:([^;&]*);)?/g, (_found, name = '') => {
    assert.ok(name in entities, `&${name}; is an entity of ours`);
    return entities[name] as string;
  });

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc
    .array(fc.constantFrom(...`<>"'&;=/ \n\0a!-[]#x39lt`, '&amp;', '</p>', '<!--', ']]>'), { maxLength: 40 })
    .map((parts) => parts.join('')),
  fc.constantFrom(...trouble),
);

describe.inBothLanes('A template', () => {
  test('gives back any text between tags and in an attribute, and never opens a tag or ends the attribute', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const between = html`<p>${text}</p>`.text.slice('<p>'.length, -'</p>'.length);
        const within = html`<p title="${text}">`.text.slice('<p title="'.length, -'">'.length);
        for (const written of [between, within]) {
          assert.doesNotMatch(written, /[<>"']/);
          assert.equal(decoded(written), text);
        }
      }),
      runs(100),
    );
  });

  test('keeps what is a template itself, in lists of any depth, and writes nothing for nothing', () => {
    const list: Content = [html`<li>a</li>`, [html`<li>${'<b>'}</li>`, [null, false, undefined, '&', 0]]];
    assert.equal(html`<ul>${list}</ul>`.text, '<ul><li>a</li><li>&lt;b&gt;</li>&amp;0</ul>');
  });

  test('does not take an object for a template because it looks like one', () => {
    const pretender = { text: '<script>', toString: () => '<script>' } as unknown as Content;
    assert.throws(() => html`${pretender}`);
    assert.equal(html`${JSON.parse('"<i>"')}`.text, '&lt;i&gt;');
  });

  test('is never given a value where escaping would not help: outside of quotes, in a script or a style', () => {
    const root = new URL('../../', import.meta.url);
    const files = globSync(['src/html/**/*.ts', 'src/console/**/*.ts', 'src/features/**/*.ts'], {
      cwd: root,
    });
    const withTemplates = files
      .map((file) => ({ file, text: readFileSync(new URL(file, root), 'utf8') }))
      .filter(({ text }) => text.includes('html`'));
    assert.ok(withTemplates.length > 5, 'templates were found');
    for (const { file, text } of withTemplates) {
      for (const [, template] of text.matchAll(/html`([^`]*)`/g)) {
        assert.doesNotMatch(
          template as string,
          /=\s*\$\{/,
          `${file}: a value in an attribute has quotes around it`,
        );
        assert.doesNotMatch(template as string, /<style|<script(?! type="module"(?: async)? src=")/, file);
        assert.doesNotMatch(
          template as string,
          /\s(?:on\w+|style)=/,
          `${file}: the policy forbids it inline`,
        );
      }
    }
  });
});
