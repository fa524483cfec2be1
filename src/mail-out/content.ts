// The body of a message as blocks. Plain text and HTML are made from the same ones.
import { companyLine, madeWith } from '../text/company.ts';
import type { Language } from '../text/languages.ts';

interface Fact {
  label: string;
  value: string;
}

export type Block =
  /**
   * What is new, where the subject stays the same. Not in plain text, where the first sentence says it: a reply that quotes without marks
   * is cut at the greeting (src/mail-in/reply-text.ts).
   */
  | { type: 'heading'; text: string }
  /** `strong`: what of the text to see first, such as when the meeting is. */
  | { type: 'paragraph'; text: string; strong?: string }
  /** Times to choose from, numbered from 1 so that a reply can name one. `action`: what following the link does. */
  | { type: 'times'; action?: string; times: { label: string; url: string }[] }
  /** Of buttons that follow one another, the first one is filled, unless nobody should be led to it. */
  | { type: 'button'; label: string; url: string; is_quiet?: true }
  /** Words before and after belong to the same sentence. */
  | { type: 'link'; before?: string; label: string; after?: string; url: string; is_small?: true }
  | { type: 'facts'; facts: Fact[] }
  | { type: 'signature'; text: string }
  /** Small print. */
  | { type: 'note'; text: string };

/** Shades of the company's colour that can be read. */
export interface Shades {
  /** Of links. */
  accent: string;
  /** Of what stands on it. */
  on_accent: string;
  /** Behind a button, and of the line below the company. */
  fill: string;
  /** Around a time. */
  line: string;
}

/** Whose message it is, as it was when the message was written. */
export interface MailBrand {
  company: string;
  address: string | null;
  shows_rota: boolean;
  light: Shades;
  dark: Shades;
  logo: { key: string; width: number; height: number } | null;
}

export interface Content {
  /** Shown next to the subject in a list of messages. */
  preview: string;
  blocks: Block[];
  /** What follows is missing in messages of earlier versions. */
  language?: Language;
  brand?: MailBrand;
  /** Why the reader gets it, and where they can stop that. */
  why?: string;
  stop?: { label: string; url: string };
}

export function toText({ blocks, why, stop, brand, language = 'en' }: Content): string {
  const end = [
    brand && companyLine(brand),
    why,
    stop && labelled(stop.label, stop.url, language),
    brand?.shows_rota && madeWith[language],
  ].filter(Boolean);
  const parts = inGroups(blocks.filter(({ type }) => type !== 'heading')).map((group) =>
    group.map((block) => textOf(block, language)).join('\n'),
  );
  return `${[...parts, end.join('\n')].filter((part) => part !== '').join('\n\n')}\n`;
}

/** Each block on its own, and buttons that follow one another together. */
export function inGroups(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.type === 'button' && last?.[0]?.type === 'button') last.push(block);
    else groups.push([block]);
  }
  return groups;
}

function textOf(block: Block, language: Language): string {
  switch (block.type) {
    case 'times':
      return block.times.map(({ label, url }, place) => `${place + 1}. ${label}\n   ${url}`).join('\n');
    case 'button':
      return labelled(block.label, block.url, language);
    case 'link':
      return linkText(block, language);
    case 'facts':
      return block.facts
        .map(({ label, value }) => `${label}: ${value.replace(/\n(?=.)/g, '\n    ')}`)
        .join('\n');
    default:
      return block.text;
  }
}

/** French has a space before the colon. */
export const labelled = (label: string, url: string, language: Language): string =>
  `${label}${language === 'fr' ? '\u00a0:' : ':'} ${url}`;

/** The address stands apart, so that no full stop becomes part of it. */
const linkText = (
  { before = '', label, after = '', url }: Extract<Block, { type: 'link' }>,
  language: Language,
): string =>
  before === '' && after === '' ? labelled(label, url, language) : `${before}${label}${after}\n${url}`;
