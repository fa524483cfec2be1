// The text of a mail, from whichever of its parts have it.
import { inLines } from '../plain-text.ts';
import { decodedText, transferDecoded } from './decoding.ts';
import { firstOf } from './header-fields.ts';
import type { Part } from './mime.ts';

export const TEXT_LENGTH = 100_000;

/** Of `text/plain`, else made of the HTML. */
export function textOf(root: Part): string {
  const plain = partsOf(root, 'text/plain').map(contentOf).join('\n');
  // Cut before it is cleaned: to cut between characters as people see them takes long for a text of this length.
  return inLines(plain.slice(0, TEXT_LENGTH), TEXT_LENGTH);
}

/** Those that are shown, not attached. What a forwarded message has inside is no part of this one. */
export function partsOf(part: Part, type: string): Part[] {
  if (part.parts.length > 0) return part.parts.flatMap((inner) => partsOf(inner, type));
  return part.content_type.value === type && part.disposition !== 'attachment' ? [part] : [];
}

export function contentOf(part: Part): string {
  const encoding = firstOf(part.fields, 'content-transfer-encoding');
  return decodedText(
    transferDecoded(part.body, encoding),
    part.content_type.parameters.get('charset') ?? 'utf-8',
  );
}
