// Cleans up what people wrote before it goes into a message; this is the only place that does. Values keep their
// letters, marks and emoji; escaping is up to the code that writes headers, HTML or MIME. These are removed,
// because nobody means to write them:
// - controls (C0, DEL, C1) and the byte order mark; tabs and line breaks become spaces, or stay where several lines are
// allowed;
// - direction overrides, embeddings and isolates, which make a line read differently from how it is written; plain
// direction marks stay;
// - halves of surrogate pairs and non-characters become U+FFFD.

const LINE_BREAKS = /\r\n?|[\n\v\f\u0085\u2028\u2029]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what it looks for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff]/g;
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;
const NO_CHARACTERS = /\p{Noncharacter_Code_Point}/gu;

/** The maximum length of a one-line value, and of one with several lines. */
const LINE_LENGTH = 500;
const LINES_LENGTH = 5_000;

/** For names, titles and addresses. */
export function onOneLine(text: string, length = LINE_LENGTH): string {
  return clipped(cleaned(text).replace(/\s+/g, ' ').trim(), length);
}

/** What somebody typed, short enough to be repeated in a sentence. */
export const asTyped = (text: string): string => onOneLine(text, 60);

/** For longer texts. Keeps at most one empty line in a row. */
export function multiline(text: string, length = LINES_LENGTH): string {
  const lines = cleaned(text)
    .split('\n')
    .map((line) => line.trimEnd());
  return clipped(
    lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    length,
  );
}

/** What mail programs turn into a link: `https://…`, and anything that looks like a domain, such as `example.org`. */
const ADDRESS = /\w:\/\/|[\p{L}\p{N}-][.\u3002]\p{L}{2}/u;
/** Including times of day. None of them may be part of a longer run of digits. */
const DATES =
  /(?<!\d[./]?)(?:\d{4}-\d{2}-\d{2}|\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})?|\d{1,2}[:.]\d{2})(?![./]?\d)/g;
/** As many digits as in the shortest phone number that works from abroad. */
const PHONE_NUMBER = /(?:\d[\s()./-]*){7}/;
const INVISIBLE = /\p{Cf}/gu;

/** Whether text contains a URL, a domain, an address or a phone number. If in doubt, true. */
export function leadsSomewhere(text: string): boolean {
  const plain = text.normalize('NFKC').replace(INVISIBLE, '');
  return ADDRESS.test(plain) || PHONE_NUMBER.test(plain.replace(DATES, ' '));
}

/** A name that an outsider gave. Null if it contains a link or the like, so that our mails never lead anybody there. */
export function plainName(name: string, length: number): string | null {
  return leadsSomewhere(name) ? null : onOneLine(name, length) || null;
}

/** Cut between visible characters, with an ellipsis. */
export function clipped(text: string, length: number): string {
  if (text.length <= length) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter('en').segment(text.slice(0, length))) {
    if (kept.length + segment.length >= length) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

function cleaned(text: string): string {
  return text
    .toWellFormed()
    .replace(LINE_BREAKS, '\n')
    .replace(/\t/g, ' ')
    .replace(CONTROLS, '')
    .replace(DIRECTIONS, '')
    .replace(NO_CHARACTERS, '\ufffd');
}
