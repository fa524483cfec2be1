// Times in words, by Intl: pages say them in the reader's language, messages in English.
import { currentName } from '../time-zones.ts';
import { MINUTE_MS } from '../timestamps.ts';
import { localMinute } from './zones.ts';

const styles = {
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  dayAndYear: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  weekday: { weekday: 'long' },
  dayOfMonth: { day: 'numeric', month: 'long' },
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  clock: { timeStyle: 'short' },
  clock24: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  zone: { timeZoneName: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Making a format takes far longer than using it. Readers choose locale and zone, so there is a bound. */
const MAX_KEPT = 3_000;

function keeper<Value>() {
  const kept = new Map<string, Value>();
  return (key: string, make: () => Value): Value => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (kept.size >= MAX_KEPT) kept.clear();
    const made = make();
    kept.set(key, made);
    return made;
  };
}

const keepFormat = keeper<Intl.DateTimeFormat>();
const keepUnit = keeper<Intl.NumberFormat>();
const keepZone = keeper<string>();

export function dateFormat(
  locale: string,
  timezone: string,
  style: keyof typeof styles,
): Intl.DateTimeFormat {
  return keepFormat(
    `${locale} ${timezone} ${style}`,
    () => new Intl.DateTimeFormat(locale, { timeZone: timezone, ...styles[style] }),
  );
}

/** `Central European Standard Time, Berlin`: what the clock there is called at that moment, and the place. */
export function zoneAt(at: number, timezone: string, locale: string): string {
  const minute = Math.floor(at / MINUTE_MS);
  // A clock is called otherwise when it is put forward or back, and not else: not in our time.
  const offset = localMinute(timezone, minute) - minute;
  return keepZone(`${locale} ${timezone} ${offset}`, () => findZone(at, timezone, locale));
}

function findZone(at: number, timezone: string, locale: string): string {
  const parts = dateFormat(locale, timezone, 'zone').formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value;
  // A zone of no place, such as UTC or Etc/GMT+5, is named well enough.
  const place = /^(?!Etc\/).+\/([^/]+)$/.exec(currentName(timezone))?.[1]?.replaceAll('_', ' ');
  return [name, place].filter(Boolean).join(', ');
}

/** `45 minutes`, `1 hour`, `2 hours 30 minutes`. */
export function durationOf(minutes: number, locale: string): string {
  const count = (number: number, unit: string) =>
    number === 0 ? [] : [unitFormat(locale, unit).format(number)];
  return [...count(Math.floor(minutes / 60), 'hour'), ...count(minutes % 60, 'minute')].join(' ');
}

function unitFormat(locale: string, unit: string): Intl.NumberFormat {
  return keepUnit(
    `${locale} ${unit}`,
    () => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', useGrouping: false }),
  );
}
