// What people wrote, made fit for a message, here and nowhere else. Values keep their letters, marks and emoji; escaping is left to
// whoever writes headers, HTML or MIME. What nobody can mean is removed:
// - controls (C0, DEL, C1) and the byte order mark; tabs and line breaks become spaces, or stay line breaks where lines are meant;
// - overrides, embeddings and isolates of direction: they make a line read otherwise than it is written. Marks of direction stay;
// - halves of surrogate pairs and code points that are no characters become U+FFFD.

const LINE_BREAKS = /\r\n?|[\n\v\f\u0085\u2028\u2029]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what it looks for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff]/g;
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;
const NO_CHARACTERS = /\p{Noncharacter_Code_Point}/gu;

/** How long a value may be where it stands in a line, and where it may have lines. */
const LINE_LENGTH = 500;
const LINES_LENGTH = 5_000;

/** For names, titles and addresses. */
export function onOneLine(text: string, length = LINE_LENGTH): string {
  return clipped(cleaned(text).replace(/\s+/g, ' ').trim(), length);
}

/** For texts that people write at length. At most one empty line in a row. */
export function inLines(text: string, length = LINES_LENGTH): string {
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

/** What mail programs make a link of: `https://…`, and anything that looks like a domain, such as `example.org`. */
const ADDRESS = /\w:\/\/|[\p{L}\p{N}-][.\u3002]\p{L}{2}/u;
/** And times of day, none of them a part of a longer row of digits. */
const DATES =
  /(?<!\d[./]?)(?:\d{4}-\d{2}-\d{2}|\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})?|\d{1,2}[:.]\d{2})(?![./]?\d)/g;
/** As many digits as the shortest phone numbers that anybody is called at from elsewhere. */
const PHONE_NUMBER = /(?:\d[\s()./-]*){7}/;
const INVISIBLE = /\p{Cf}/gu;

/** Whether it leads somewhere: a URL, a domain, an address or a phone number. In doubt it does. */
export function leadsSomewhere(text: string): boolean {
  const plain = text.normalize('NFKC').replace(INVISIBLE, '');
  return ADDRESS.test(plain) || PHONE_NUMBER.test(plain.replace(DATES, ' '));
}

/** A name that somebody outside has given; null for what leads somewhere, so that nobody is led there by a mail of ours. */
export function plainName(name: string, length: number): string | null {
  return leadsSomewhere(name) ? null : onOneLine(name, length) || null;
}

/** Cut between characters as people see them, with an ellipsis. */
function clipped(text: string, length: number): string {
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
