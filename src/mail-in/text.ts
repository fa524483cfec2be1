// The text of a mail, from whichever parts have it.
import { multiline } from '../text/plain-text.ts';
import { decodedText, transferDecoded } from './decoding.ts';
import { firstOf } from './header-fields.ts';
import { htmlToText } from './html-text.ts';
import type { Part } from './mime.ts';

const TEXT_LENGTH = 100_000;

/** From `text/plain`, or converted from the HTML. */
export function textOf(root: Part): string {
  const plain = tidy(partsOf(root, 'text/plain').map(plainText).join('\n'));
  if (plain !== '') return plain;
  const html = partsOf(root, 'text/html').map(contentOf).join('\n');
  return tidy(htmlToText(html, TEXT_LENGTH));
}

/** Cuts before cleaning: for a text of this length, cutting between graphemes takes long. */
const tidy = (text: string) =>
  multiline(
    text
      .slice(0, TEXT_LENGTH)
      .replace(/[\u00a0\u2007\u202f]/g, ' ')
      .replace(/[\u200b\u2060]/g, ''),
    TEXT_LENGTH,
  );

/** Parts that are shown, not attached. Inline files count only if there is nothing else. */
function partsOf(root: Part, type: string): Part[] {
  const shown = leavesOf(root).filter(
    ({ content_type, disposition }) => content_type.value === type && disposition !== 'attachment',
  );
  const written = shown.filter(({ filename }) => filename === '');
  return written.length > 0 ? written : shown;
}

/** The parts of a forwarded message don't count. */
export const leavesOf = (part: Part): Part[] =>
  part.parts.length === 0 ? [part] : part.parts.flatMap(leavesOf);

export const bytesOf = (part: Part) =>
  transferDecoded(part.body, firstOf(part.fields, 'content-transfer-encoding'));

export const contentOf = (part: Part) =>
  decodedText(bytesOf(part), part.content_type.parameters.get('charset') ?? 'utf-8');

function plainText(part: Part): string {
  const { parameters } = part.content_type;
  const text = contentOf(part);
  if (parameters.get('format')?.toLowerCase() !== 'flowed') return text;
  return unflowed(text, parameters.get('delsp')?.toLowerCase() === 'yes');
}

/** RFC 3676: a line that ends with a space continues on the next line of the same quote depth. */
function unflowed(text: string, isSpaceDropped: boolean): string {
  const paragraphs: { depth: number; lines: string[]; goesOn: boolean }[] = [];
  for (const line of text.slice(0, TEXT_LENGTH).split(/\r?\n/)) {
    const depth = /^>*/.exec(line)?.[0].length ?? 0;
    // A leading space protects text that would look like a quote.
    const content = line[depth] === ' ' ? line.slice(depth + 1) : line.slice(depth);
    const goesOn = content.endsWith(' ') && content !== '-- ';
    const shown = goesOn && isSpaceDropped ? content.slice(0, -1) : content;
    const last = paragraphs.at(-1);
    if (last?.goesOn && last.depth === depth && content !== '-- ') {
      last.lines.push(shown);
      last.goesOn = goesOn;
    } else paragraphs.push({ depth, lines: [shown], goesOn });
  }
  return paragraphs
    .map(({ depth, lines }) => (depth === 0 ? '' : `${'>'.repeat(depth)} `) + lines.join(''))
    .join('\n');
}
