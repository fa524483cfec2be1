// A refusal that a form can meet has words for people: it doesn't speak of fields by their names in the API.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { problemsIn } from '../support/console/refusal-words.ts';
import { describe, test } from '../support/lanes.ts';
import { type ThrownRefusal, thrownIn } from './thrown-refusals.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** No form leads to these, each for a reason. A folder ends in a slash. */
const OF_PROGRAMS_ALONE: Record<string, string> = {
  'src/console/live/routes.ts': 'the stream that open pages listen to',
  'src/features/calendar/calendars/busy-range.ts': 'busy times are sent by programs',
  'src/features/calendar/slots/rules.ts': 'free times are asked for by programs; pages ask within bounds',
  'src/features/leaving/erasures/': 'erasures have no form',
  'src/features/meetings/public-pages/days.ts': 'pages for guests say it in the words of their language',
  'src/features/meetings/booking-page/': 'pages for guests say it in the words of their language',
  'src/features/meetings/inbox/operations.ts': 'mail is handed in by mail servers',
  'src/features/meetings/requests/rules.ts': 'the form of a request gives participants one way only',
  'src/features/operators/': 'the API of operators',
  'src/features/people/members/operations.ts': 'about the key that calls: a session has none',
  'src/features/turns/rotation/slots.ts': 'free times of a team are asked for by programs',
  'src/features/workspace/api-keys/network-rules.ts': 'about the key that calls: a session has none',
  'src/features/workspace/api-keys/operations.ts': 'about the key that calls: a session has none',
  'src/features/workspace/usage/rules.ts': 'usage is asked for by programs',
  'src/features/workspace/workspaces/rules.ts': 'the days of grace are given by operators',
};

const isOfPrograms = (file: string) =>
  Object.keys(OF_PROGRAMS_ALONE).some((place) =>
    place.endsWith('/') ? file.startsWith(place) : file === place,
  );

/** Words of its own, or a rule of a shape, which pages put into words; else the message has to be for people. */
function speaksToPeople({ message, names }: ThrownRefusal): boolean {
  if (names.includes('plain') || names.includes('rule')) return true;
  if (message === undefined) return !names.includes('field');
  return problemsIn(`${message}.`).length === 0;
}

describe('Refusals', () => {
  const files = globSync('src/{console,features}/**/*.ts', { cwd: ROOT }).sort();
  const found = files.map((file) => ({ file, thrown: thrownIn(readFileSync(ROOT + file, 'utf8')) }));

  test('that a form can meet have words for people', () => {
    const wrong = found
      .filter(({ file }) => !isOfPrograms(file))
      .flatMap(({ file, thrown }) =>
        thrown
          .filter((each) => !speaksToPeople(each))
          .map(({ line, message }) => `${file}:${line} ${message}`),
      );
    assert.deepEqual(wrong, [], 'give the refusal `plain`: a sentence without names of the API');
  });

  test('that only programs meet are still there', () => {
    const silent = Object.keys(OF_PROGRAMS_ALONE).filter(
      (place) =>
        !found.some(
          ({ file, thrown }) => file.startsWith(place) && thrown.some((each) => !speaksToPeople(each)),
        ),
    );
    assert.deepEqual(silent, [], 'take it off the list');
  });

  test('are found with what they name', () => {
    const text = [
      `throw validationError(\`title must be at most \${most} (\${unit('x')}) long\`, {`,
      "  field: 'title',",
      "  plain: 'Shorten the title.',",
      '});',
      "if (isLate) throw conflict('It\\'s too late (already)');",
      'const known = (field: string) => invalidRequest(reason, { field });',
      '// validationError is made in errors.ts.',
      'export const validationError = (message: string) => message;',
    ].join('\n');
    assert.deepEqual(thrownIn(text), [
      { line: 1, message: 'title must be at most 1 (1) long', names: ['field', 'plain'] },
      { line: 5, message: "It's too late (already)", names: [] },
      { line: 6, message: undefined, names: ['field'] },
    ]);
    assert.ok(!speaksToPeople({ line: 1, message: 'title must be short', names: ['field'] }));
    assert.ok(!speaksToPeople({ line: 1, message: 'Give exactly one of team_id and email', names: [] }));
    assert.ok(speaksToPeople({ line: 1, message: 'The logo must be a picture', names: ['field'] }));
  });
});
