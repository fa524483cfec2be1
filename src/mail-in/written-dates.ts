// Finds dates as people write them in English and German, if they can mean only one day.
import { DAY_MS } from '../time/timestamps.ts';

interface FoundDate {
  /** Its place in the text. */
  start: number;
  end: number;
  /** Days since 1970. */
  day: number;
}

const MONTHS = [
  ...[
    'jan',
    'feb',
    'mar|mär|mrz|maer',
    'apr',
    'may|mai',
    'jun',
    'jul',
    'aug',
    'sep',
    'oct|okt',
    'nov',
    'dec|dez',
  ],
];
const MONTH = `(${MONTHS.join('|')})[a-zäß]{0,7}\\.?`;
/** How far away a date may be. Without a year, one further away was more likely meant as past. */
const MAX_DAYS = 400;
const MAX_DAYS_WITHOUT_YEAR = 200;

const PATTERNS: { pattern: RegExp; read: (groups: string[]) => Written | undefined }[] = [
  {
    pattern: /\b(\d{4})-(\d\d)-(\d\d)\b/g,
    read: ([year, month, date]) => ({ year: Number(year), month: Number(month), date: Number(date) }),
  },
  {
    pattern: /\b(\d{1,2})\.\s?(\d{1,2})\.(?:\s?(\d{4}|\d\d)\b)?/g,
    read: ([date, month, year]) => ({ year: yearIn(year), month: Number(month), date: Number(date) }),
  },
  {
    // 3/4 is ambiguous.
    pattern: /\b(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d\d))?\b/g,
    read: ([first, second, year]) =>
      Number(first) > 12
        ? { year: yearIn(year), month: Number(second), date: Number(first) }
        : Number(second) > 12
          ? { year: yearIn(year), month: Number(first), date: Number(second) }
          : undefined,
  },
  {
    pattern: new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th|\\.)?\\s(?:of\\s)?${MONTH}(?:,?\\s(\\d{4})\\b)?`, 'gi'),
    read: ([date, month, year]) => ({ year: yearIn(year), month: monthIn(month), date: Number(date) }),
  },
  {
    pattern: new RegExp(`\\b${MONTH}\\s(\\d{1,2})(?:st|nd|rd|th)?\\b(?!\\s?:)(?:,?\\s(\\d{4})\\b)?`, 'gi'),
    read: ([month, date, year]) => ({ year: yearIn(year), month: monthIn(month), date: Number(date) }),
  },
];

interface Written {
  year: number | null;
  month: number;
  date: number;
}

const yearIn = (text: string | undefined) =>
  text === undefined ? null : text.length === 2 ? 2000 + Number(text) : Number(text);

const monthIn = (text = '') => MONTHS.findIndex((names) => names.split('|').includes(text.toLowerCase())) + 1;

/** A date without a year is the next one on or after `from`. Leaves out dates before it, or too far after it. */
export function datesIn(text: string, from: number): FoundDate[] {
  const today = Math.floor(from / DAY_MS);
  const found: FoundDate[] = [];
  for (const { pattern, read } of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      if (found.some((other) => start < other.end && other.start < end)) continue;
      const written = read(match.slice(1));
      const day = written && dayOf(written, today);
      if (day !== undefined) found.push({ start, end, day });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function dayOf({ year, month, date }: Written, today: number): number | undefined {
  const last = today + (year === null ? MAX_DAYS_WITHOUT_YEAR : MAX_DAYS);
  const thisYear = new Date(today * DAY_MS).getUTCFullYear();
  for (const candidate of year === null ? [thisYear, thisYear + 1] : [year]) {
    const time = Date.UTC(candidate, month - 1, date);
    const isDate = new Date(time).getUTCMonth() === month - 1 && date >= 1;
    const day = Math.floor(time / DAY_MS);
    if (isDate && day >= today && day <= last) return day;
  }
  return undefined;
}
