// Full lane, because it sends every form with every field wrong: What guests read of a refusal never speaks as the API.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { everyPage } from '../../../support/browser/every-page.ts';
import { onSqlite } from '../../../support/browser/site.ts';
import { formsIn, type PageForm } from '../../../support/console/page-forms.ts';
import { problemsIn } from '../../../support/console/refusal-words.ts';
import { test } from '../../../support/lanes.ts';
import { behindProxy, formOf, stranger } from '../../../support/makers/booking-links.ts';
import { sendForm, tokenIn, visit } from '../../../support/server/visits.ts';

const WRONG = [
  '',
  'x'.repeat(6_000),
  'nonsense',
  '-1',
  '99999999',
  'a@',
  '2020-01-01T00:00',
  'opt_01KJPWD6M0A57CPWZ0TQZND9PP',
];
/** Each link takes thirty forms a minute. */
const PAUSE_MS = 3_000;

onSqlite(
  'Every form of the pages for guests',
  (node) => {
    let pages: string[];
    before(async () => {
      const found = await everyPage(node());
      pages = found.filter(({ instead }) => !instead).map(({ url }) => url.slice(node().url.length));
    });

    test('is refused in words for people', async () => {
      const forms = new Map<string, PageForm>();
      for (const page of pages) {
        const { text } = await visit(node(), page, stranger());
        assertForPeople(text, page);
        for (const form of formsIn(text)) {
          if (form.method === 'post') forms.set(`${form.action} ${Object.keys(form.fields)}`, form);
        }
      }
      assert.ok(forms.size > 15, `${forms.size} forms`);
      const seen = new Set<number>();
      for (const { action, fields, choices } of forms.values()) {
        const names = new Set([...Object.keys(fields), ...Object.keys(choices)]);
        for (const name of names) {
          for (const value of [...WRONG, WRONG]) {
            node().clock.advance(PAUSE_MS);
            const form = tokenIn(action) ? formOf(node(), action) : null;
            const sent = { ...fields, ...(form && { form }), [name]: value };
            const answer = await sendForm(node(), action, { fields: sent, form: null, headers: stranger() });
            assert.ok(answer.status < 500, `${action} ${name}: ${answer.status}`);
            assertForPeople(
              answer.text,
              `${action} ${name}: ${JSON.stringify(value).slice(0, 60)}`,
              [value].flat(),
            );
            seen.add(answer.status);
          }
        }
      }
      assert.ok(seen.has(422) && seen.has(303), `${[...seen]}`);
    });
  },
  behindProxy,
);

/** What stands on the page, without what somebody typed, and without markup. */
function shownOn(page: string): string {
  return page
    .replace(/<(script|style|textarea|select)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&[#\w]+;/g, ' ');
}

function assertForPeople(page: string, what: string, typed: string[] = []): void {
  const ofPrograms = ['snake_case', 'a path in a body', 'a bare id', 'a time for programs'];
  const ids = typed.filter((text) => text.includes('_'));
  const shown = ids.reduce((left, id) => left.replaceAll(id, 'What they typed'), shownOn(page));
  for (const line of shown.split('\n')) {
    const found = problemsIn(line.trim()).filter((problem) => ofPrograms.includes(problem));
    assert.deepEqual(found, [], `${what}: “${line.trim()}”`);
  }
}
