// Every test file has a first line that says what it is for, a folder where a reader looks, and the seed of the run.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from '../support/lanes.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const FOLDERS =
  'browser calendar-sync console icalendar mail-out writer outbox webhooks http storage shapes time cli client whole-service repository html mail-in smtp replies tracing mcp text'.split(
    ' ',
  );
/** Parts of a folder that are large enough for tests of their own. */
const PARTS = [
  'browser/console',
  'calendar-sync/accounts',
  'calendar-sync/caldav',
  'calendar-sync/google',
  'calendar-sync/ical',
  'calendar-sync/microsoft',
];
const DRAWN = /\bfc\.(?:assert|sample|check)\(/;
/** Nobody can draw these values again. */
const UNREPEATABLE = /\bMath\.random\(/;
const FIRST_LINE = /^\/\/ (Full lane, because [^:]{10,60}: )?\S.{18,116}$/;

/** Why a test file with this path and text is refused; undefined if it is not. */
function refusal(
  file: string,
  text: string,
  featureExists: (feature: string) => boolean,
): string | undefined {
  const [, folder = '', second, ...deeper] = file.split('/');
  const isFeature = folder === 'features' && deeper.length === 2 && featureExists(`${second}/${deeper[0]}`);
  const isPart = PARTS.includes(`${folder}/${second}`) && deeper.length === 1;
  if (!isFeature && !isPart && !(FOLDERS.includes(folder) && deeper.length === 0)) {
    return `${file}: no folder for tests; a feature's are in tests/features/<domain>/<name of the feature>`;
  }
  const [first = '', next = ''] = text.split('\n');
  if (FIRST_LINE.test(first) && !next.startsWith('//')) return undefined;
  return `${file}: begin with one line, "// …", of at most 120 characters, that says what the file is for`;
}

describe('Test files', () => {
  test('begin with a line of purpose, in a folder of their own kind', () => {
    const files = globSync('tests/**/*.test.ts', { cwd: ROOT });
    assert.ok(files.length > 100, 'the test files are found');
    const featureExists = (name: string) => existsSync(path.join(ROOT, 'src/features', name));
    const refusals = files.map((file) =>
      refusal(file, readFileSync(path.join(ROOT, file), 'utf8'), featureExists),
    );
    assert.deepEqual(
      refusals.filter((reason) => reason !== undefined),
      [],
    );
  });

  test('draw random values by the seed of the run', () => {
    const files = globSync('tests/**/*.ts', { cwd: ROOT }).map((file) => ({
      file,
      text: readFileSync(path.join(ROOT, file), 'utf8'),
    }));
    const drawing = files.filter(({ text }) => DRAWN.test(text));
    assert.ok(drawing.length > 20, 'the property tests are found');
    assert.deepEqual(
      drawing.filter(({ text }) => !text.includes("/chance.ts'")).map(({ file }) => file),
      [],
      'take the settings of fast-check from tests/support/chance.ts',
    );
    assert.deepEqual(
      files.filter(({ text }) => UNREPEATABLE.test(text)).map(({ file }) => file),
      [],
    );
  });

  test('are refused without the line, and elsewhere', () => {
    const line = '// Teams have members, each of them once.\n';
    const isAccepted = (file: string, text: string) =>
      refusal(file, text, (name) => name === 'turns/teams') === undefined;
    assert.ok(isAccepted('tests/features/turns/teams/create.test.ts', `${line}import a from 'a';\n`));
    assert.ok(isAccepted('tests/http/http.test.ts', `${line}\nimport a from 'a';\n`));
    for (const file of [
      'tests/features/turns/taems/a.test.ts',
      'tests/features/teams/a.test.ts',
      'tests/features/a.test.ts',
      'tests/a.test.ts',
      'tests/http/x/a.test.ts',
    ]) {
      assert.ok(!isAccepted(file, line), file);
    }
    const texts = [
      "import a from 'a';\n",
      `\n${line}`,
      '// Tests.\n',
      `${line}// It goes on.\n`,
      `// ${'x'.repeat(118)}\n`,
    ];
    for (const text of texts) assert.ok(!isAccepted('tests/http/http.test.ts', text), text);
  });
});
