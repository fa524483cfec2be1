import { folded, normalised } from './text.ts';

const SHORTEST = 5;
const LONGEST = 8 * 60;

/** Lengths without a number, and words for numbers, the longest first. */
const SAID: readonly (readonly [RegExp, number])[] = [
  [
    /\b(?:one and a half hours|an hour and a half|anderthalb stunden|eineinhalb stunden|1 1\/2 (?:hours|stunden))\b/g,
    90,
  ],
  [/\b(?:three quarters of an hour|(?:eine )?dreiviertelstunde)\b/g, 45],
  [
    /\b(?:half an hour|a half hour|half hour|half-hour|(?:eine(?:r|n)? )?halbe(?:n)? stunde|halbstuendig\w*)\b/g,
    30,
  ],
  [/\b(?:a quarter of an hour|quarter of an hour|(?:eine )?viertelstunde)\b/g, 15],
  [/\b(?:two hours|zwei stunden|zweistuendig\w*)\b/g, 120],
  [/\b(?:an hour|one hour|one-hour|eine(?:r)? stunde|einstuendig\w*|hour-long|an hour-long)\b/g, 60],
];
/** `45 min`, `45-minute`, `1.5 hours`, `1,5 h`, `1h30`. */
const COUNTED =
  /(?<![\d.,:/-])(\d{1,3})(?:[.,](\d))?[ -]?(minutes?|mins?|minuten|minuetig\w*|hours?|hrs?|h|std|stunden?|stuendig\w*)(?:[ ]?(\d{2})(?:[ ]?min\w*)?)?(?![\p{L}\d])/gu;
/** If this comes before it, it says when, not how long. `30-45 minutes` isn't a length, either. */
const NOT_BEFORE =
  /(?:\b(?:in|within|every|after|for the (?:last|next|past)|last|past|previous|ago|innerhalb von|in den (?:letzten|naechsten)|alle|nach|vor|seit)|\d ?(?:-|to|or|bis|oder)) ?$/;
/** The same for what comes after it. */
const NOT_AFTER =
  /^ ?(?:ago|later|earlier|before|after|away|drive|late|notice|vorher|spaeter|zuvor|davor|entfernt|fahrt|(?:-|to|or|bis|oder) ?\d)/;

/** How long a meeting should take, in minutes. Null unless exactly one length is named. */
export function durationIn(text: string): number | null {
  const plain = folded(normalised(text)).replace(/\s+/g, ' ');
  const found = new Set<number>();
  let rest = plain;
  for (const [phrase, minutes] of SAID) {
    rest = rest.replace(phrase, (words: string, place: number, whole: string) => {
      if (isLength(whole, place, words.length)) found.add(minutes);
      return ' '.repeat(words.length);
    });
  }
  for (const match of rest.matchAll(COUNTED)) {
    if (!isLength(rest, match.index, match[0].length)) return null;
    found.add(minutesOf(match));
  }
  const [minutes, other] = found;
  const isFit = minutes !== undefined && other === undefined && minutes >= SHORTEST && minutes <= LONGEST;
  return isFit ? minutes : null;
}

const isLength = (text: string, place: number, length: number): boolean =>
  !NOT_BEFORE.test(text.slice(Math.max(0, place - 30), place)) &&
  !NOT_AFTER.test(text.slice(place + length, place + length + 20));

function minutesOf([, whole = '0', tenths = '0', unit = '', more = '0']:
  | RegExpExecArray
  | RegExpMatchArray): number {
  if (unit.startsWith('m')) return Number(whole);
  return Math.round((Number(whole) + Number(tenths) / 10) * 60) + Number(more);
}
