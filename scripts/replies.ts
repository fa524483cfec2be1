// How well replies are understood: `npm run replies` reads the corpus in tests/replies/corpus and prints, by group and language, how many
// are acted on, how many of those rightly (precision), and how many of those that could be (recall), and lists the mistakes, of one group
// with `npm run replies -- GROUP`. Exits 1 if anything is done wrongly.
import { isDeepStrictEqual } from 'node:util';
import { understand } from '../src/replies/understand.ts';
import {
  type Entry,
  isActing,
  type Label,
  meaningOf,
  questionOf,
  readCorpus,
} from '../tests/replies/corpus.ts';

const LAST_HELD_OUT = 'held-out-third';

interface Result {
  entry: Entry;
  found: Label;
  rule: string;
  isRight: boolean;
}

const results = readCorpus().map((entry): Result => {
  const understanding = understand(questionOf(entry.offer), entry.text);
  const found = meaningOf(understanding);
  return { entry, found, rule: understanding.rule, isRight: isDeepStrictEqual(found, entry.label) };
});

const share = (part: number, whole: number) => (whole === 0 ? '-' : (part / whole).toFixed(3));

function row(name: string, some: Result[]): string {
  const acted = some.filter(({ found }) => isActing(found));
  const right = acted.filter(({ isRight }) => isRight).length;
  const actable = some.filter(({ entry }) => isActing(entry.label)).length;
  const accurate = some.filter(({ isRight }) => isRight).length;
  const cells = [
    some.length,
    acted.length,
    share(right, acted.length),
    share(right, actable),
    share(accurate, some.length),
  ];
  return `${name.padEnd(16)}${cells.map((cell) => String(cell).padStart(11)).join('')}`;
}

function print(title: string, keyOf: (entry: Entry) => string) {
  console.log(
    `\n${title.padEnd(16)}${['replies', 'acted on', 'precision', 'recall', 'accuracy'].map((name) => name.padStart(11)).join('')}`,
  );
  for (const [key, some] of Object.entries(Object.groupBy(results, ({ entry }) => keyOf(entry)))) {
    console.log(row(key, some ?? []));
  }
}

print('group', ({ group }) => group);
print('held out', ({ group, language }) => (group === LAST_HELD_OUT ? language : 'others'));
print('language', ({ language }) => language);
print('all', () => 'all');

const [wanted] = process.argv.slice(2);
const mistakes = results.filter(({ isRight, entry }) => !isRight && (wanted ?? entry.group) === entry.group);
console.log(`\n${mistakes.length} mistakes:`);
for (const { entry, found, rule } of mistakes) {
  const isWrong = isActing(found);
  console.log(`\n${isWrong ? 'WRONG' : 'missed'} (${entry.group}, ${entry.offer}, rule ${rule})`);
  console.log(entry.text.replace(/^/gm, '  | '));
  console.log(`  is ${JSON.stringify(found)}, not ${JSON.stringify(entry.label)}`);
}
process.exitCode = results.some(({ found, isRight }) => !isRight && isActing(found)) ? 1 : 0;
