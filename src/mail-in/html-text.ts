// The HTML of a mail as plain text, in one pass. Puts `>` before each quoted line, as in plain mail, and drops what isn't
// visible.
import { entitiesIn } from './html-entities.ts';

/** A mail with more is cut off. It is quotes that make mails long, and they come last. */
const MAX_TAGS = 10_000;
const MAX_TAG_LENGTH = 2_000;
/** For text between two tags, entities included. */
const MAX_PIECE = 200_000;

/** Elements whose content is no visible text, and is skipped up to the closing tag. */
const RAW = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed']);
const DROPPED = new Set([
  'head',
  'template',
  'svg',
  'math',
  'object',
  'select',
  'datalist',
  'map',
  'video',
  'audio',
]);
const VOID = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'],
]);
const BLOCKS = new Set([
  ...[
    'address',
    'article',
    'aside',
    'blockquote',
    'body',
    'br',
    'caption',
    'center',
    'dd',
    'div',
    'dl',
    'dt',
  ],
  ...[
    'fieldset',
    'figure',
    'footer',
    'form',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'header',
    'hr',
    'html',
    'li',
  ],
  ...['main', 'nav', 'ol', 'pre', 'section', 'table', 'tbody', 'tfoot', 'thead', 'tr', 'ul'],
]);
/** Elements with an empty line before and after. */
const PARAGRAPHS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Elements that contain quotes: Yahoo, Thunderbird's and Apple's citations, Proton, Outlook on phones. */
const QUOTE =
  /type=["']?cite\b|\b(?:yahoo_quoted|moz-cite-prefix|protonmail_quote|zmail_extra|tutanota_quote|ms-outlook-mobile-reference-message|OLK_SRC_BODY_SECTION|gmail_quote_attribution)\b/i;
/** Elements after which everything is quoted: Outlook on the web and on phones. */
const QUOTE_FOLLOWS =
  /\bid=["']?(?:x_)*(?:appendonsend|divRplyFwdMsg|mail-editor-reference-message-container)\b/i;
/** Gmail's way of indenting text. Its quotes have a class or a type. */
const INDENTED = /^<blockquote style="[^"]*\bborder: ?none\b[^"]*">$/i;
const HIDDEN =
  /\shidden(?:=|\s*\/?>|\s+[\w-]+=)|aria-hidden=["']?true|display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|(?:font-size|max-height)\s*:\s*0(?![.\d])/i;

interface Open {
  name: string;
  effect: 'quoted' | 'hidden';
  /** How many elements of the same name inside are still open. */
  inner: number;
}

/** Malformed HTML never makes a quote look like an answer: an element that isn't closed extends to the end. */
export function htmlToText(html: string, maxLength: number): string {
  const lower = html.toLowerCase();
  const text = createText();
  const open: Open[] = [];
  const isIn = (effect: Open['effect']) => open.some((element) => element.effect === effect);
  let tags = 0;
  let at = 0;
  while (at < html.length && text.length() < maxLength && tags < MAX_TAGS) {
    const start = html.indexOf('<', at);
    if (!isIn('hidden'))
      text.add(html.slice(at, Math.min(start === -1 ? html.length : start, at + MAX_PIECE)));
    if (start === -1) break;
    tags += 1;
    if (lower.startsWith('<!--', start)) {
      const end = html.indexOf('-->', start + 4);
      if (end === -1) break;
      at = end + 3;
      continue;
    }
    const name = /^<\/?([a-z][a-z0-9]*)/.exec(lower.slice(start, start + 30))?.[1];
    if (name === undefined && !/^<[!?/]/.test(html.slice(start, start + 2))) {
      if (!isIn('hidden')) text.add('<');
      at = start + 1;
      continue;
    }
    const end = html.indexOf('>', start);
    if (end === -1) break;
    at = end + 1;
    if (name === undefined) continue;

    const isClosing = html[start + 1] === '/';
    if (!isIn('hidden')) layOut(text, name, isClosing);
    if (isClosing) close(open, name);
    else if (RAW.has(name)) {
      const closing = lower.indexOf(`</${name}`, at);
      if (closing === -1) break;
      at = closing;
    } else {
      const tag = html.slice(start, Math.min(end + 1, start + MAX_TAG_LENGTH));
      if (QUOTE_FOLLOWS.test(tag) && open.at(-1)?.name !== '')
        open.push({ name: '', effect: 'quoted', inner: 0 });
      if (!VOID.has(name) && html[end - 1] !== '/') enter(open, name, tag);
    }
    text.setQuoted(isIn('quoted'));
  }
  return text.end();
}

function enter(open: Open[], name: string, tag: string) {
  const effect =
    DROPPED.has(name) || HIDDEN.test(tag)
      ? 'hidden'
      : (name === 'blockquote' && !INDENTED.test(tag)) || QUOTE.test(tag)
        ? 'quoted'
        : undefined;
  const last = open.at(-1);
  // Nested ones end with the outer one.
  if (effect && last?.effect !== effect && last?.effect !== 'hidden') open.push({ name, effect, inner: 0 });
  else if (last?.name === name) last.inner += 1;
}

function close(open: Open[], name: string) {
  const last = open.at(-1);
  if (last?.name !== name) return;
  if (last.inner === 0) open.pop();
  else last.inner -= 1;
}

type Text = ReturnType<typeof createText>;

function layOut(text: Text, name: string, isClosing: boolean) {
  if (PARAGRAPHS.has(name)) text.emptyLine();
  else if (name === 'br') text.lineBreak();
  else if (BLOCKS.has(name)) text.newLine();
  else if (name === 'td' || name === 'th') text.add(' ');
  if (name === 'li' && !isClosing) text.add('- ');
}

/** Builds lines: collapses space, and marks quoted lines. */
function createText() {
  const lines: string[] = [];
  /** Joined once, because a line can have thousands. */
  let pieces: string[] = [];
  let isQuoted = false;
  let length = 0;
  const push = () => {
    const text = pieces.join('').trim();
    lines.push(isQuoted ? `> ${text}` : text);
    length += 1;
    pieces = [];
  };
  const endLine = () => {
    if (pieces.some((piece) => piece !== ' ')) push();
    else pieces = [];
  };
  return {
    length: () => length,
    add(html: string) {
      const text = entitiesIn(html).replace(/[\s\u00a0]+/g, ' ');
      const isAfterSpace = pieces.at(-1)?.endsWith(' ') ?? true;
      const piece = isAfterSpace ? text.trimStart() : text;
      if (piece === '') return;
      pieces.push(piece);
      length += piece.length;
    },
    newLine: endLine,
    lineBreak: push,
    emptyLine() {
      endLine();
      if (lines.length > 0) push();
    },
    setQuoted(value: boolean) {
      if (value === isQuoted) return;
      endLine();
      isQuoted = value;
    },
    end() {
      endLine();
      return lines.join('\n');
    },
  };
}
