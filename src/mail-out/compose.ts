import { readFileSync } from 'node:fs';
import { sourceFile } from '../source-file.ts';
import { multiline, onOneLine } from '../text/plain-text.ts';
import { type Block, type Content, toText } from './content.ts';
import type { Draft } from './drafts.ts';
import { filled, holds, type Line, readTemplate, type Template, type Values } from './template.ts';
import { spanOf, spanWithZone } from './times.ts';
import { type ComposedKind, valuesOf, vocabularies } from './words.ts';

interface Composed {
  subject: string;
  text: string;
  content: Content;
}

/** As much as any client shows, and any header can hold. */
const SUBJECT_LENGTH = 200;
/** Of a single value in a subject, so that none pushes out the others. */
const SUBJECT_WORD_LENGTH = 80;
const PREVIEW_LENGTH = 200;

/** Puts a draft into the words of its template. */
export function compose(draft: Draft): Composed {
  const template = templateOf(draft.kind);
  const values = valuesOf(draft);
  const short = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value && onOneLine(value, SUBJECT_WORD_LENGTH)]),
  );
  const content: Content = {
    preview: onOneLine(headingOf(template.previews, values), PREVIEW_LENGTH),
    blocks: template.stanzas.flatMap((stanza) => blocksOf(stanza, values, draft)),
  };
  return {
    subject: onOneLine(headingOf(template.subjects, short), SUBJECT_LENGTH),
    text: toText(content),
    content,
  };
}

const templates = new Map<ComposedKind, Template>();

/** Called at the start, so that a mistake in a template stops that, and not the first booking. */
export function readTemplates(): void {
  for (const kind of Object.keys(vocabularies) as ComposedKind[]) templateOf(kind);
}

function templateOf(kind: ComposedKind): Template {
  const kept = templates.get(kind);
  if (kept) return kept;
  const file = `mail-out/templates/${kind}.txt`;
  const text = readFileSync(sourceFile(file), 'utf8');
  const template = readTemplate(`src/${file}`, text, vocabularies[kind]);
  templates.set(kind, template);
  return template;
}

function headingOf(lines: Line[], values: Values): string {
  const first = lines.find((line) => holds(line, values));
  return first ? filled(first, values) : '';
}

/** Consecutive lines of text make one paragraph, consecutive facts one table. */
function blocksOf(stanza: Line[], values: Values, draft: Draft): Block[] {
  const blocks: Block[] = [];
  for (const line of stanza) {
    if (!holds(line, values)) continue;
    const text = filled(line, values);
    const last = blocks.at(-1);
    if (line.block === null) {
      if (last?.type === 'paragraph') last.text += ` ${text}`;
      else blocks.push({ type: 'paragraph', text });
    } else if (line.block === 'fact') {
      const colon = text.indexOf(': ');
      const fact = { label: text.slice(0, colon), value: text.slice(colon + 2) };
      if (last?.type === 'facts') last.facts.push(fact);
      else blocks.push({ type: 'facts', facts: [fact] });
    } else {
      blocks.push(...namedBlock(line.block, text, draft, values));
    }
  }
  return blocks;
}

function namedBlock(
  block: Exclude<Line['block'], null | 'fact'>,
  text: string,
  draft: Draft,
  values: Values,
): Block[] {
  switch (block) {
    case 'times':
      if (!('options' in draft) || draft.options.length === 0) return [];
      return [
        {
          type: 'times',
          times: draft.options.map((option) => ({
            // With `zone`, all times are in the same time zone, and the message names it once.
            label: values.zone ? spanOf(option, draft.timezone) : spanWithZone(option, draft.timezone),
            url: option.url,
          })),
        },
      ];
    case 'button':
    case 'link':
      return 'url' in draft && draft.url !== null ? [{ type: block, label: text, url: draft.url }] : [];
    case 'introduction': {
      const introduction = 'introduction' in draft ? multiline(draft.introduction ?? '') : '';
      return introduction === '' ? [] : [{ type: 'paragraph', text: introduction }];
    }
    case 'signature': {
      const signature = multiline(draft.signature ?? '');
      return signature === '' ? [] : [{ type: 'signature', text: signature }];
    }
    case 'note':
      return [{ type: 'note', text }];
    case 'stop':
      return 'stop_url' in draft ? [{ type: 'link', label: text, url: draft.stop_url, is_small: true }] : [];
  }
}
