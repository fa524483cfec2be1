import { MINUTE_MS } from '../time/timestamps.ts';
import { firstMinuteAt, MINUTES_OF_DAY } from '../time/zones.ts';
import { durationIn } from './duration.ts';
import { readWhen } from './read-when.ts';
import { bestReadings, sentencesOf } from './reading.ts';
import type { Token } from './tokens.ts';
import { type Clock, todayOn } from './when.ts';

interface Phrases {
  duration_minutes: number | null;
  /** Milliseconds since 1970. */
  timeframe: { start: number; end: number } | null;
}

/** The length of a timeframe without an end. */
const DAYS_AHEAD = 28;
/** Anything further away is a typo. */
const DAYS_KNOWN = 400;
/** A sentence is about the meeting if a word begins like one of these, or if it says how long the meeting should take. */
const MEETING = [
  ...[
    'meet',
    'call',
    'chat',
    'talk',
    'speak',
    'discuss',
    'schedul',
    'catch',
    'demo',
    'time',
    'slot',
    'available',
    'free',
    'book',
    'connect',
  ],
  ...[
    'treff',
    'sprech',
    'telefon',
    'bespr',
    'termin',
    'gespraech',
    'zeit',
    'austausch',
    'vorstell',
    'kennenlern',
  ],
];
/** A sentence with one of these says when the meeting can't be, or what happened before. */
const OTHERWISE: readonly Token['sense'][] = [
  'not',
  'cannot',
  'refuse',
  'none',
  'no',
  'except',
  'condition',
  'but',
];
/** In a reply, this is a reason to refuse; here it is what they ask for. */
const ASKED_FOR = new Set(['einen termin']);
const PAST = new Set([
  'last',
  'ago',
  'was',
  'were',
  'met',
  'spoke',
  'talked',
  'letzte',
  'letzten',
  'letzter',
  'gesprochen',
  'war',
  'since',
]);

/** How long a meeting should take and when it should be, if a mail says so in plain phrases. Null for what isn't certain. */
export function phrasesIn(text: string, where: Clock): Phrases {
  return { duration_minutes: durationIn(text), timeframe: timeframeIn(text, where) };
}

type Days = { from: number | null; to: number | null };

function timeframeIn(text: string, where: Clock): Phrases['timeframe'] {
  const today = todayOn(where);
  const [reading] = bestReadings(text);
  const found = sentencesOf(reading?.tokens ?? []).map((sentence) => daysIn(sentence, today));
  if (found.includes('doubtful')) return null;
  const [days, other] = found.filter((one) => one !== null) as Days[];
  return days && !other ? timesOf(days, today, where) : null;
}

/** The days that a sentence names. Doubtful if it names them in more than one way, or says when it can't be. */
function daysIn(tokens: Token[], today: number): Days | 'doubtful' | null {
  const spans: Days[] = [];
  for (let at = 0; at < tokens.length; ) {
    const read = readWhen(tokens, at, today);
    if (!read) {
      at++;
      continue;
    }
    const { span, dates, is_doubtful } = read.found;
    if (is_doubtful) return 'doubtful';
    // A date alone may be about anything; `tomorrow` is about the meeting if the sentence is.
    const isNear = tokens
      .slice(at, read.next)
      .some(({ sense }) => ['today', 'tomorrow', 'overmorrow'].includes(sense));
    if (span) spans.push(span);
    else if (dates && isNear) spans.push({ from: dates[0] as number, to: dates[0] as number });
    at = read.next;
  }
  if (spans.length === 0) return null;
  const isOtherwise = tokens.some(
    ({ sense, text }) => (OTHERWISE.includes(sense) && !ASKED_FOR.has(text)) || PAST.has(text),
  );
  const isMeeting =
    tokens.some(({ text }) => MEETING.some((word) => text.includes(word))) ||
    durationIn(tokens.map(({ text }) => text).join(' ')) !== null;
  if (isOtherwise) return 'doubtful';
  if (!isMeeting) return null;
  return spans.length === 1 ? (spans[0] as Days) : bothEnds(spans);
}

/** `from Monday until Friday`, in two phrases. */
function bothEnds(spans: Days[]): Days | 'doubtful' {
  const [first, second, more] = spans;
  const isPair = first?.to === null && second?.from === null && !more;
  return isPair ? { from: first.from, to: second.to } : 'doubtful';
}

function timesOf({ from, to }: Days, today: number, { timezone, now }: Clock): Phrases['timeframe'] {
  const first = Math.max(from ?? today, today);
  const last = to ?? first + DAYS_AHEAD - 1;
  if (last < first || last > today + DAYS_KNOWN) return null;
  const startOf = (day: number) => firstMinuteAt(timezone, day * MINUTES_OF_DAY) * MINUTE_MS;
  return { start: Math.max(now, startOf(first)), end: startOf(last + 1) };
}
