// Parses templates into lines that can be filled in. `templates/README.md` describes the format.
// Why we have our own format: docs/decisions/0027-the-words-of-messages.md.
import { ConfigError } from '../settings/config.ts';
import { type LinkName, linkNames } from './drafts.ts';

/** What a template may use. */
export interface Vocabulary {
  /** Used in `{braces}`, and in conditions that ask whether the word has a value. */
  words: readonly string[];
  /** Used in conditions only: each has one of several values. */
  choices: Readonly<Record<string, readonly string[]>>;
  blocks: readonly BlockName[];
  /** What buttons and links may lead to. */
  links: readonly LinkName[];
}

export const blockNames = ['times', 'button', 'link', 'fact', 'introduction', 'signature', 'note'] as const;
export type BlockName = (typeof blockNames)[number];

/** By word or choice; null for none. */
export type Values = Readonly<Record<string, string | null>>;

interface Condition {
  name: string;
  /** The value of a choice; with null, the condition asks whether the word has a value. */
  value: string | null;
  isNegated: boolean;
}

/** The brackets are those around the words of a sentence that are linked or stand out. */
type Piece = { text: string } | { word: string } | { bracket: '<' | '>' };

export interface Line {
  conditions: Condition[];
  /** Null for text of a paragraph. */
  block: BlockName | null;
  /** What a button or a link leads to; null for anything else. */
  link: LinkName | null;
  pieces: Piece[];
}

export interface Template {
  /** The first whose conditions hold is used. */
  headings: Record<HeadingName, Line[]>;
  /** Lines that belong together: those between two empty lines. */
  stanzas: Line[][];
}

/** Of these lines, the first whose conditions hold is used. */
const headingNames = ['Subject', 'Preview', 'Heading', 'Why', 'Stop'] as const;
type HeadingName = (typeof headingNames)[number];
/** Every message needs these, so the last line of each has no condition. */
const REQUIRED = ['Subject', 'Preview', 'Why'] as const;

/** Blocks that take no words. The others need some. */
const WORDLESS: readonly BlockName[] = ['introduction', 'signature'];
/** Blocks that say what they lead to: `@button cancel: Cancel`. */
const LEADING: readonly BlockName[] = ['button', 'link'];

/** Throws for anything unknown, and names the line. */
export function readTemplate(file: string, text: string, vocabulary: Vocabulary): Template {
  const template: Template = {
    headings: { Subject: [], Preview: [], Heading: [], Why: [], Stop: [] },
    stanzas: [],
  };
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
    const [, named, said = ''] = HEADING.exec(rest) ?? [];
    if (named !== undefined) {
      const pieces = readPieces(said, vocabulary, fail);
      template.headings[named as HeadingName].push({ conditions, block: null, link: null, pieces });
      return;
    }
    const { block, link, words } = readBlock(rest, vocabulary, fail);
    if (stanza.length === 0) template.stanzas.push(stanza);
    const pieces = readPieces(words, vocabulary, fail);
    const hasBrackets = block === null || link !== null;
    stanza.push({ conditions, block, link, pieces: hasBrackets ? withBrackets(pieces) : pieces });
  });
  for (const name of REQUIRED) {
    if (template.headings[name].at(-1)?.conditions.length !== 0) {
      throw new ConfigError(`${file}: the last line with "${name}:" must have no condition`);
    }
  }
  return template;
}

const HEADING = new RegExp(`^(${headingNames.join('|')}):\\s*(.+)$`);

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
  { blocks, links }: Vocabulary,
  fail: Fail,
): { block: BlockName | null; link: LinkName | null; words: string } {
  if (!rest.startsWith('@')) {
    if (/[<>]/.test(rest) && !BRACKETED.test(rest)) fail('words that stand out are "before <words> after"');
    return { block: null, link: null, words: rest };
  }
  const [, name, words = ''] = /^@(\w*)\s*(.*)$/.exec(rest) ?? [];
  const block = blocks.find((known) => known === name);
  if (block === undefined) return fail(`there is no @${name} here. Blocks: ${blocks.join(', ')}`);
  if (WORDLESS.includes(block) !== (words === '')) {
    fail(words === '' ? `@${block} needs words` : `@${block} stands alone`);
  }
  if (block === 'fact' && !/^[^{}:]+: ./.test(words)) fail('a fact is "@fact Name: words"');
  if (!LEADING.includes(block)) return { block, link: null, words };
  const [, leadsTo = '', label = ''] = /^(\w+): (.+)$/.exec(words) ?? [];
  const link = linkNames.find((known) => known === leadsTo);
  if (link === undefined || !links.includes(link)) {
    return fail(`@${block} must say where it leads: "@${block} name: words". Names: ${links.join(', ')}`);
  }
  if (/[<>]/.test(label) && !(block === 'link' && BRACKETED.test(label))) {
    fail('the words of a link are "before <words that lead there> after"');
  }
  return { block, link, words: label };
}

/** A link within a sentence, or words of it that stand out. */
const BRACKETED = /^[^<>]*<[^<>]+>[^<>]*$/;

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

/** Tells the brackets of a template from those that somebody wrote. */
function withBrackets(pieces: Piece[]): Piece[] {
  return pieces.flatMap((piece) =>
    'text' in piece
      ? piece.text
          .split(/([<>])/)
          .filter((part) => part !== '')
          .map((part): Piece => (part === '<' || part === '>' ? { bracket: part } : { text: part }))
      : piece,
  );
}

export function holds({ conditions }: Line, values: Values): boolean {
  return conditions.every(({ name, value, isNegated }) => {
    const actual = values[name] ?? null;
    return (value === null ? actual !== null : actual === value) !== isNegated;
  });
}

/** Never parses values as template text: braces in them stay as they are. `Acme Inc.` at the end of a sentence ends it. */
export function filled({ pieces }: Pick<Line, 'pieces'>, values: Values): string {
  let said = '';
  for (const piece of pieces) {
    if ('bracket' in piece) continue;
    const next = 'text' in piece ? piece.text : (values[piece.word] ?? '');
    said += said.endsWith('.') && 'text' in piece && next.startsWith('.') ? next.slice(1) : next;
  }
  return said;
}

/** A link within a sentence: what stands before it, its own words, and what stands after it. Without brackets, all are its own. */
export function filledLink(line: Line, values: Values): { before: string; label: string; after: string } {
  return inBrackets(line, values) ?? { before: '', label: filled(line, values), after: '' };
}

/** The words in brackets, and those around them; undefined if there are none. */
export function inBrackets(
  { pieces }: Line,
  values: Values,
): { before: string; label: string; after: string } | undefined {
  const place = (bracket: string) =>
    pieces.findIndex((piece) => 'bracket' in piece && piece.bracket === bracket);
  const [open, close] = [place('<'), place('>')];
  if (open === -1) return undefined;
  const said = (from: number, to?: number) => filled({ pieces: pieces.slice(from, to) }, values);
  return { before: said(0, open), label: said(open, close), after: said(close) };
}
