// How well replies are understood. `npm run replies` reads the corpus in tests/replies/corpus and prints, by group and language, how many
// replies are acted on, how many of those correctly (precision), and how many of those that should be (recall). Then, by language, for the
// sentences built by tests/replies/adversarial.ts: how many cause something that they must not, and how many clear choices are understood.
// Then the mistakes; only those of one group with `npm run replies -- GROUP`. Exits with 1 if anything is done wrongly.
import { isDeepStrictEqual } from 'node:util';
import { understand } from '../src/replies/understand.ts';
import {
  adversarialSentences,
  described,
  faultIn,
  isClear,
  isUnderstood,
  PROPERTIES,
  understandingOf,
} from '../tests/replies/adversarial.ts';
import {
  type Entry,
  isActing,
  type Label,
  meaningOf,
  questionOf,
  readCorpus,
} from '../tests/replies/corpus.ts';

const LAST_HELD_OUT = 'held-out-eighth';
/** How many wrongly handled built sentences to print. */
const SHOWN = 40;

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

const built = adversarialSentences().map((sentence) => {
  const found = understandingOf(sentence);
  return { sentence, found, fault: faultIn(sentence, found) };
});

console.log(
  `\n${'built'.padEnd(16)}${['sentences', ...PROPERTIES.map((name) => `${name}, wrong`), 'recall'].map((name) => name.padStart(24)).join('')}`,
);
for (const [language, some = []] of Object.entries(
  Object.groupBy(built, ({ sentence }) => sentence.language),
)) {
  const wrong = PROPERTIES.map(
    (name) => some.filter(({ sentence, fault }) => sentence.property === name && fault).length,
  );
  const clear = some.filter(({ sentence }) => isClear(sentence));
  const understood = clear.filter(({ sentence, found }) => isUnderstood(sentence, found)).length;
  const cells = [some.length, ...wrong, share(understood, clear.length)];
  console.log(`${language.padEnd(16)}${cells.map((cell) => String(cell).padStart(24)).join('')}`);
}
const faults = built.flatMap(({ sentence, found, fault }) =>
  fault ? [`${fault}: ${described(sentence, found)}`] : [],
);
console.log(`\n${faults.length} of them wrong${faults.length > SHOWN ? `, such as` : ''}:`);
// Takes every nth, because neighbours are alike.
for (const fault of faults.filter((_, place) => place % Math.ceil(faults.length / SHOWN) === 0)) {
  console.log(`  ${fault}`);
}

const [wanted] = process.argv.slice(2);
const mistakes = results.filter(({ isRight, entry }) => !isRight && (wanted ?? entry.group) === entry.group);
console.log(`\n${mistakes.length} mistakes:`);
for (const { entry, found, rule } of mistakes) {
  const isWrong = isActing(found);
  console.log(`\n${isWrong ? 'WRONG' : 'missed'} (${entry.group}, ${entry.offer}, rule ${rule})`);
  console.log(entry.text.replace(/^/gm, '  | '));
  console.log(`  is ${JSON.stringify(found)}, not ${JSON.stringify(entry.label)}`);
}
const hasWrong = results.some(({ found, isRight }) => !isRight && isActing(found));
process.exitCode = faults.length > 0 || hasWrong ? 1 : 0;
