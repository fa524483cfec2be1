// What the author of a mail wrote, without quotes below, above or in between. When in doubt, cuts too much: a missing answer
// leads to a reminder, but our own words must never be taken for an answer. Every pattern looks at a bounded part of a line, so
// that the time grows only with the text.
// Why we don't use a library: docs/decisions/0030-reading-replies.md.
import { multiline } from '../text/plain-text.ts';
import {
  BETWEEN_DASHES,
  FORWARDED,
  FROM,
  isAttribution,
  isAttributionBeforeText,
  OTHER_HEADER,
  SEPARATOR,
} from './quote-marks.ts';
import { withoutSignature } from './signatures.ts';

const REPLY_LENGTH = 10_000;
/** Nobody writes or quotes more. */
const MAX_LINES = 5_000;
/** How much of a line the patterns see. */
const LINE_LENGTH = 1_000;
/** `On … wrote:` is wrapped over several lines if names and addresses are long. */
const ATTRIBUTION_LINES = 4;
const HEADER_BLOCK_LINES = 8;

interface Reply {
  text: string;
  /** It answers the quoted lines around it: without them, nobody can tell what it means. */
  is_interleaved: boolean;
}

/** `author` is the name in From, if there is one. */
export function replyIn(text: string, author: string | null): Reply {
  const lines = text.split('\n', MAX_LINES).map((line) => line.slice(0, LINE_LENGTH).trim());
  const end = lines.findIndex((_, at) => beginsOriginal(lines, at));
  const written = end === -1 ? lines : lines.slice(0, end);
  const own = ownTextIn(written);
  const answers = runsIn(own === undefined ? written : written.slice(0, own))
    .map((run) => ({ ...run, text: withoutSignature(run.lines, author).join('\n').trim() }))
    .filter((answer) => answer.text !== '');
  return {
    text: multiline(answers.map((answer) => answer.text).join('\n\n'), REPLY_LENGTH),
    is_interleaved: answers.length > 1 || answers.some(({ is_below_piece }) => is_below_piece),
  };
}

const isQuoted = (line: string | undefined) => line?.startsWith('>') ?? false;
/** Without the asterisks that stand for bold in plain text. */
const bare = (line: string) => line.replaceAll('*', '').trim();

/** Whether the original message begins here and runs to the end, without `>` on each line. */
function beginsOriginal(lines: string[], at: number): boolean {
  const line = bare(lines[at] ?? '');
  if (line === '' || isQuoted(line)) return false;
  if (SEPARATOR.test(line) || FORWARDED.test(line) || BETWEEN_DASHES.test(line)) return true;
  if (/^[_-]{10,}$/.test(line)) return isHeaderBlock(lines, nextWritten(lines, at + 1));
  if (isHeaderBlock(lines, at)) return true;
  if (isTextWithAttribution(lines, at)) return true;
  const end = attributionEnd(lines, at);
  return end !== undefined && !isQuoted(lines[nextWritten(lines, end)]);
}

/** The line may be wrapped, like any other. */
function isTextWithAttribution(lines: string[], at: number): boolean {
  const next = lines[at + 1] ?? '';
  const line = lines[at] ?? '';
  return isAttributionBeforeText(line) || (!isQuoted(next) && isAttributionBeforeText(`${line} ${next}`));
}

function nextWritten(lines: string[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at] === '') at += 1;
  return at;
}

/** `From: …`, `Sent: …`, `To: …`, as Outlook and others put them above a quote, in any order. */
function isHeaderBlock(lines: string[], start: number): boolean {
  const first = bare(lines[start] ?? '');
  if (!FROM.test(first) && !OTHER_HEADER.test(first)) return false;
  let hasFrom = false;
  let others = 0;
  let at = start;
  for (let seen = 0; seen < HEADER_BLOCK_LINES && at < lines.length; seen += 1) {
    const line = bare(lines[at] ?? '');
    if (FROM.test(line)) hasFrom = true;
    else if (OTHER_HEADER.test(line)) others += 1;
    at = nextWritten(lines, at + 1);
  }
  return hasFrom && others >= 2;
}

/** The index after `On … wrote:`; undefined if it doesn't start here. */
function attributionEnd(lines: string[], start: number): number | undefined {
  let joined = '';
  for (let at = start; at < Math.min(start + ATTRIBUTION_LINES, lines.length); at += 1) {
    const line = lines[at] ?? '';
    if (line === '' || isQuoted(line)) return undefined;
    joined = joined === '' ? line : `${joined} ${line}`;
    if (joined.length > LINE_LENGTH) return undefined;
    if (joined.endsWith(':') && isAttribution(joined)) return at + 1;
  }
  return undefined;
}

/**
 * The line at the end of every message that says why the reader gets it: its first words in each language, and what earlier versions
 * wrote there. A test compares them with the messages.
 */
const END_OF_OWN =
  /^[>\s]*(?:You.re getting this because |Sie erhalten diese Nachricht, weil |Vous recevez ce message (?:car|parce que) |Recibe este mensaje porque )|\bwritten by (?:a|your) scheduling service\b/i;
/** A link to a participant's page, that line, and how messages of earlier versions begin. */
const OWN = new RegExp(
  `/m/(?:stop/)?[0-9a-hjkmnp-tv-z]{20,}|${END_OF_OWN.source}|^I am writing (?:again )?(?:for |about your meeting with )`,
  'i',
);
/** How messages begin in each language. */
const OWN_GREETING = /^(?:Hello|Hi|Guten Tag|Bonjour|Hola)(?:,?\s.{1,600})?[,:]$/;

/**
 * Where a message of ours begins that isn't marked as a quote; undefined if there is none. Without its greeting, nobody can tell
 * where it begins, so everything is cut.
 */
function ownTextIn(lines: string[]): number | undefined {
  const mark = lines.findIndex((line) => !isQuoted(line) && OWN.test(line));
  if (mark === -1) return undefined;
  const greeting = lines.slice(0, mark).findLastIndex((line) => OWN_GREETING.test(line));
  return Math.max(greeting, 0);
}

interface Run {
  lines: string[];
  /** The quote above it is a piece of a message, not the whole message with its last line. */
  is_below_piece: boolean;
}

/** Runs of lines that aren't quoted, without the line that says who wrote the quote below. */
function runsIn(lines: string[]): Run[] {
  let run: Run = { lines: [], is_below_piece: false };
  const runs = [run];
  let isWhole = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const end = isQuoted(line) ? undefined : attributionEnd(lines, at);
    if (end !== undefined) {
      at = end - 1;
    } else if (!isQuoted(line)) {
      run.lines.push(line);
    } else {
      isWhole ||= END_OF_OWN.test(line);
      dropIntroduction(run.lines);
      if (run.lines.length > 0) {
        run = { lines: [], is_below_piece: false };
        runs.push(run);
      }
      run.is_below_piece = !isWhole;
    }
  }
  return runs;
}

/** `2026年11月16日(月) 10:00 Rota <rota@example.org>:`, in any language, right above a quote. */
function dropIntroduction(lines: string[]) {
  const last = lines.findLastIndex((line) => line !== '');
  const line = lines[last] ?? '';
  if (/[:：]$/.test(line) && (line.includes('@') || /\d{4}.{0,30}\d[:.]\d\d/.test(line))) lines.length = last;
}
