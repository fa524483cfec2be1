// Parses templates into lines that can be filled in. `templates/README.md` describes the format.
// Why we have our own format: docs/decisions/0027-the-words-of-messages.md.
import { ConfigError } from '../settings/config.ts';

/** What a template may use. */
export interface Vocabulary {
  /** Used in `{braces}`, and in conditions that ask whether the word has a value. */
  words: readonly string[];
  /** Used in conditions only: each has one of several values. */
  choices: Readonly<Record<string, readonly string[]>>;
  blocks: readonly BlockName[];
}

export const blockNames = [
  'times',
  'button',
  'link',
  'fact',
  'introduction',
  'signature',
  'note',
  'stop',
] as const;
type BlockName = (typeof blockNames)[number];

/** By word or choice; null for none. */
export type Values = Readonly<Record<string, string | null>>;

interface Condition {
  name: string;
  /** The value of a choice; with null, the condition asks whether the word has a value. */
  value: string | null;
  isNegated: boolean;
}

type Piece = { text: string } | { word: string };

export interface Line {
  conditions: Condition[];
  /** Null for text of a paragraph. */
  block: BlockName | null;
  pieces: Piece[];
}

export interface Template {
  /** The first whose conditions hold is used. */
  subjects: Line[];
  previews: Line[];
  /** Lines that belong together: those between two empty lines. */
  stanzas: Line[][];
}

/** Blocks that take no words. The others need some. */
const WORDLESS: readonly BlockName[] = ['times', 'introduction', 'signature'];

/** Throws for anything unknown, and names the line. */
export function readTemplate(file: string, text: string, vocabulary: Vocabulary): Template {
  const template: Template = { subjects: [], previews: [], stanzas: [] };
  let stanza: Line[] = [];
  text.split(/\r?\n/).forEach((written, place) => {
    const fail = (why: string): never => {
      throw new ConfigError(`${file}, line ${place + 1}: ${why}`);
    };
    const line = written.trim();
    if (line.startsWith('#')) return;
    if (line === '') {
      stanza = [];
      return;
    }
    const { conditions, rest } = readConditions(line, vocabulary, fail);
    const heading = /^(Subject|Preview):\s*(.+)$/.exec(rest);
    if (heading) {
      const headings = heading[1] === 'Subject' ? template.subjects : template.previews;
      headings.push({ conditions, block: null, pieces: readPieces(heading[2] ?? '', vocabulary, fail) });
      return;
    }
    const { block, words } = readBlock(rest, vocabulary, fail);
    if (stanza.length === 0) template.stanzas.push(stanza);
    stanza.push({ conditions, block, pieces: readPieces(words, vocabulary, fail) });
  });
  for (const [name, lines] of [
    ['Subject', template.subjects],
    ['Preview', template.previews],
  ] as const) {
    if (lines.at(-1)?.conditions.length !== 0) {
      throw new ConfigError(`${file}: the last line with "${name}:" must have no condition`);
    }
  }
  return template;
}

type Fail = (why: string) => never;

function readConditions(
  line: string,
  vocabulary: Vocabulary,
  fail: Fail,
): { conditions: Condition[]; rest: string } {
  if (!line.startsWith('[')) return { conditions: [], rest: line };
  const end = line.indexOf(']');
  if (end < 0) return fail('"[" without "]"');
  const rest = line.slice(end + 1).trim();
  if (rest === '') fail('nothing follows the condition: it holds for its line alone');
  const conditions = line
    .slice(1, end)
    .split(',')
    .map((text) => readCondition(text.trim(), vocabulary, fail));
  return { conditions, rest };
}

function readCondition(text: string, { words, choices }: Vocabulary, fail: Fail): Condition {
  const [, no, name = '', verb, value] = /^(no )?(\w+)(?: (is|is not) (\w+))?$/.exec(text) ?? [];
  if (verb === undefined) {
    if (!words.includes(name)) fail(`"${text}" is no condition here. Words: ${words.join(', ')}`);
    return { name, value: null, isNegated: no !== undefined };
  }
  const values = choices[name];
  if (no !== undefined || !values?.includes(value ?? '')) {
    const known = Object.entries(choices).map(([choice, among]) => `${choice} is ${among.join(' | ')}`);
    fail(`"${text}" is no condition here. There are: ${known.join('; ') || 'none'}`);
  }
  return { name, value: value ?? '', isNegated: verb === 'is not' };
}

function readBlock(
  rest: string,
  { blocks }: Vocabulary,
  fail: Fail,
): { block: BlockName | null; words: string } {
  if (!rest.startsWith('@')) return { block: null, words: rest };
  const [, name, words = ''] = /^@(\w*)\s*(.*)$/.exec(rest) ?? [];
  const block = blocks.find((known) => known === name);
  if (block === undefined) return fail(`there is no @${name} here. Blocks: ${blocks.join(', ')}`);
  if (WORDLESS.includes(block) !== (words === '')) {
    fail(words === '' ? `@${block} needs words` : `@${block} stands alone`);
  }
  if (block === 'fact' && !/^[^{}:]+: ./.test(words)) fail('a fact is "@fact Name: words"');
  return { block, words };
}

function readPieces(text: string, { words }: Vocabulary, fail: Fail): Piece[] {
  return text
    .split(/(\{[^{}]*\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const word = /^\{(.*)\}$/.exec(part)?.[1];
      if (word === undefined) return /[{}]/.test(part) ? fail('a brace without the other') : { text: part };
      return words.includes(word) ? { word } : fail(`there is no {${word}} here. Words: ${words.join(', ')}`);
    });
}

export function holds({ conditions }: Line, values: Values): boolean {
  return conditions.every(({ name, value, isNegated }) => {
    const actual = values[name] ?? null;
    return (value === null ? actual !== null : actual === value) !== isNegated;
  });
}

/** Never parses values as template text: braces in them stay as they are. */
export function filled({ pieces }: Line, values: Values): string {
  return pieces.map((piece) => ('text' in piece ? piece.text : (values[piece.word] ?? ''))).join('');
}
