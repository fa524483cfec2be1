// Full lane, because it sends every form of the console with every field wrong: What people read of a refusal is a sentence for them, and never speaks as the API does.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { onSqlite } from '../support/browser/site.ts';
import type { PageForm } from '../support/console/page-forms.ts';
import { fieldsNamedIn, labelsIn, problemsIn, refusalsIn } from '../support/console/refusal-words.ts';
import { makeFor, makePeople, PAUSE_MS, type People } from '../support/console/roles.ts';
import { rows } from '../support/console/route-rows.ts';
import { isGeneric, successIn } from '../support/console/success-words.ts';
import { findForm, kindsIn, nameOf, pathWith, tried } from '../support/console/tried-routes.ts';
import { test } from '../support/lanes.ts';
import { silentProviders } from '../support/makers/connections.ts';
import type { WireAnswer } from '../support/server/http.ts';

type Fields = PageForm['fields'];

/** What somebody could type, or a program could send, in place of a value. */
const wrong = (value: string | string[], strangers: string[]): (string | string[])[] => {
  const texts = [
    '',
    'x'.repeat(6_000),
    'nonsense',
    '-1',
    '99999999',
    'a\0b',
    'nobody@nowhere.example',
    '2020-01-01T00:00',
  ];
  if (Array.isArray(value)) return [[], ['nonsense'], [...value, ...value], strangers, 'text'];
  return [...texts, ...strangers, ['a', 'list']];
};

onSqlite(
  'Every form of the console',
  (node) => {
    let people: People;
    before(async () => {
      people = await makePeople(node());
    });

    for (const route of tried.filter(({ method }) => method === 'POST')) {
      test(`${nameOf(route)} is refused in words for people`, async () => {
        const row = rows[nameOf(route)];
        const browser = people.browsers.admin;
        const made = async () => {
          // Otherwise the same few people would run out of free times.
          await node().services.database.change('delete from bookings');
          // The first steps offer the zone of the browser only while there is none.
          await node().services.database.change("update workspaces set timezone = 'UTC'");
          const things = await makeFor(node(), people, kindsIn(route), { role: 'admin', side: 'ours' });
          await row?.prepare?.(node(), things, people.members.admin);
          const { form } = await findForm(node(), browser, route, things);
          const typed = await row?.fill?.(node(), things, form.choices);
          return { path: pathWith(route, things), fields: { ...form.fields, ...typed } as Fields, form };
        };
        const sent = async (path: string, fields: Fields, what: string, typed?: string | string[]) => {
          const answer = await browser.post(path, fields);
          node().clock.advance(PAUSE_MS);
          assertForPeople(answer, what, typed);
          return answer;
        };

        let state = await made();
        const names = [...new Set([...Object.keys(state.fields), ...Object.keys(state.form.choices)])];
        const ids = node().services.ids;
        const strangers = [ids('member'), ids('team'), ids('entitlement')];
        await sent(state.path, {}, 'nothing at all');
        for (const name of names) {
          for (const value of wrong(state.fields[name] ?? '', strangers)) {
            const answer = await sent(
              state.path,
              { ...state.fields, [name]: value },
              `${name}: ${JSON.stringify(value).slice(0, 60)}`,
              value,
            );
            // It was good enough, and may have changed or deleted what it is about.
            if (answer.status !== 422) state = await made();
          }
        }
        const done = await sent(state.path, state.fields, 'as it should be');
        if (done.status === 303) await assertNamed(browser, String(done.headers.location));
        await sent(state.path, state.fields, 'the same again');
      });
    }
  },
  { environment: silentProviders },
);

/** The page that it leads to says what was done, and to what. */
async function assertNamed(browser: People['browsers']['admin'], location: string): Promise<void> {
  if (!/[?&]done=/.test(location)) return;
  const said = successIn((await browser.get(location)).text);
  assert.ok(said !== undefined && !isGeneric(said), `${location} says “${said}”`);
}

/** What somebody typed themselves may be repeated to them: they know it. */
function withoutTyped(text: string, typed: string | string[] | undefined): string {
  const words = [typed ?? []].flat().filter((word) => word.length > 1);
  return words.reduce((left, word) => left.replaceAll(word, 'What they typed'), text);
}

/** Groups of choices are called after both: “Events: Members”. */
const isLabel = (labels: string[], name: string) =>
  labels.some((label) => label === name || label.startsWith(`${name}: `));

function assertForPeople(answer: WireAnswer, what: string, typed?: string | string[]): void {
  assert.ok(answer.status < 500, `${what}: ${answer.status}`);
  const said = refusalsIn(answer.text);
  if (answer.status === 422) assert.ok(said.length > 0, `${what}: the page says why`);
  const labels = labelsIn(answer.text);
  for (const text of said) {
    for (const label of fieldsNamedIn(withoutTyped(text, typed))) {
      // Somebody may have done it meanwhile: then the page has no fields any more.
      assert.ok(
        labels.length === 0 || isLabel(labels, label),
        `${what}: “${text}”, but the form says ${labels.join(', ')}`,
      );
    }
    assert.ok(text.length < 300, `${what}: ${text.length} characters`);
    assert.deepEqual(problemsIn(withoutTyped(text, typed)), [], `${what}: “${text}”`);
  }
}
