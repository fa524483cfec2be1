import { readFileSync } from 'node:fs';
import { sourceFile } from '../source-file.ts';
import { languages } from '../text/languages.ts';
import { multiline, onOneLine } from '../text/plain-text.ts';
import { type Block, type Content, type MailBrand, toText } from './content.ts';
import { type Draft, isForGuest, type LinkName } from './drafts.ts';
import {
  filled,
  filledLink,
  holds,
  inBrackets,
  type Line,
  readTemplate,
  type Template,
  type Values,
} from './template.ts';
import { datesFor, rowOf } from './times.ts';
import {
  guestTemplates,
  memberTemplates,
  type TemplateName,
  templateNameOf,
  vocabularies,
} from './vocabularies.ts';
import { valuesOf } from './words.ts';

interface Composed {
  subject: string;
  text: string;
  content: Content;
}

/** As much as any client shows, and any header can hold. */
export const SUBJECT_LENGTH = 200;
/** Of a single value in a subject, so that none pushes out the others. */
const SUBJECT_WORD_LENGTH = 80;
const PREVIEW_LENGTH = 200;

/** Puts a draft into the words of its template, as of this moment. */
export function compose(draft: Draft, now: number): Composed {
  const { headings, stanzas } = templateOf(draft);
  const values = valuesOf(draft, now);
  const short = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value && onOneLine(value, SUBJECT_WORD_LENGTH)]),
  );
  const heading = headingOf(headings.Heading, values);
  const stop = headingOf(headings.Stop, values);
  const stopUrl = 'stop_url' in draft ? draft.stop_url : undefined;
  const content: Content = {
    language: draft.locale.language,
    brand: brandFor(draft),
    preview: onOneLine(headingOf(headings.Preview, values), PREVIEW_LENGTH),
    blocks: [
      ...(heading === '' ? [] : [{ type: 'heading', text: heading } as const]),
      ...stanzas.flatMap((stanza) => blocksOf(stanza, values, draft, now)),
    ],
    why: headingOf(headings.Why, values),
    ...(stop !== '' && stopUrl && { stop: { label: stop, url: stopUrl } }),
  };
  return {
    subject: onOneLine(headingOf(headings.Subject, short), SUBJECT_LENGTH),
    text: toText(content),
    content,
  };
}

function brandFor(draft: Draft): MailBrand {
  const { company, address, shows_rota, ...look } = draft.brand;
  return {
    ...look,
    company: onOneLine(company),
    address: onOneLine(address ?? '') || null,
    // Members know what their company works with.
    shows_rota: shows_rota && isForGuest(draft),
  };
}

const templates = new Map<string, Template>();

/** Called at the start, so that a mistake in a template stops that, and not the first booking. */
export function readTemplates(): void {
  for (const language of languages) for (const name of guestTemplates) readOnce(language, name);
  for (const name of memberTemplates) readOnce('members', name);
}

const templateOf = (draft: Draft): Template =>
  readOnce(isForGuest(draft) ? draft.locale.language : 'members', templateNameOf(draft));

function readOnce(folder: string, name: TemplateName): Template {
  const file = `mail-out/templates/${folder}/${name}.txt`;
  const kept = templates.get(file);
  if (kept) return kept;
  const text = readFileSync(sourceFile(file), 'utf8');
  const template = readTemplate(`src/${file}`, text, vocabularies[name]);
  templates.set(file, template);
  return template;
}

function headingOf(lines: Line[], values: Values): string {
  const first = lines.find((line) => holds(line, values));
  return first ? filled(first, values) : '';
}

/** Consecutive lines of text make one paragraph, consecutive facts one table. */
function blocksOf(stanza: Line[], values: Values, draft: Draft, now: number): Block[] {
  const blocks: Block[] = [];
  for (const line of stanza) {
    if (!holds(line, values)) continue;
    const text = filled(line, values);
    const last = blocks.at(-1);
    if (line.block === null) {
      const strong = inBrackets(line, values)?.label;
      if (last?.type !== 'paragraph') blocks.push({ type: 'paragraph', text, ...(strong && { strong }) });
      else {
        last.text += ` ${text}`;
        if (strong) last.strong ??= strong;
      }
    } else if (line.block === 'fact') {
      const colon = text.indexOf(': ');
      const fact = { label: text.slice(0, colon), value: text.slice(colon + 2) };
      if (last?.type === 'facts') last.facts.push(fact);
      else blocks.push({ type: 'facts', facts: [fact] });
    } else {
      blocks.push(...namedBlock(line, text, draft, values, now));
    }
  }
  return blocks;
}

/** A reminder without a call to join would otherwise have *Reschedule* as its main button. */
const givesUp = (link: LinkName | null) => link === 'reschedule' || link === 'cancel';

function namedBlock(line: Line, text: string, draft: Draft, values: Values, now: number): Block[] {
  const url = line.link && draft.links[line.link];
  switch (line.block) {
    case 'times': {
      if (!('options' in draft) || draft.options.length === 0) return [];
      const dates = datesFor(draft, now);
      // With `zone`, all times are in the same time zone, and the message names it once.
      const times = draft.options.map((option) => ({
        label: rowOf(option, dates, values.zone === null),
        url: option.url,
      }));
      return [{ type: 'times', action: text, times }];
    }
    case 'button':
      return url ? [{ type: 'button', label: text, url, ...(givesUp(line.link) && { is_quiet: true }) }] : [];
    case 'link':
      return url ? [{ type: 'link', ...filledLink(line, values), url }] : [];
    case 'introduction': {
      const introduction = 'introduction' in draft ? multiline(draft.introduction ?? '') : '';
      return introduction === '' ? [] : [{ type: 'paragraph', text: introduction }];
    }
    case 'signature': {
      const signature = multiline(draft.signature ?? '');
      return signature === '' ? [] : [{ type: 'signature', text: signature }];
    }
    default:
      return [{ type: 'note', text }];
  }
}
