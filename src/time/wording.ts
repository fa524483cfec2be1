// Times in words, from Intl: pages use the reader's language, messages English.

import { MINUTE_MS } from './timestamps.ts';
import { currentName } from './zone-names.ts';
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

/** Measured: a format takes 50 KB and 100 µs to create, and 2 to 40 µs to use. */
const formats = createCache<Intl.DateTimeFormat>(300);
/** A cache for words that take longer than a microsecond or two. */
const words = createCache<string>(5_000);

export function dateFormat(
  locale: string,
  timezone: string,
  style: keyof typeof styles,
): Intl.DateTimeFormat {
  return formats(
    `${locale} ${timezone} ${style}`,
    () => new Intl.DateTimeFormat(locale, { timeZone: timezone, ...styles[style] }),
  );
}

/** A moment in words. */
export function momentIn(locale: string, timezone: string, style: keyof typeof styles, at: number): string {
  return words(`${style} ${locale} ${timezone} ${at}`, () => dateFormat(locale, timezone, style).format(at));
}

/** The name of the local time at that moment, and the place: `Central European Standard Time, Berlin`. */
export function zoneAt(at: number, timezone: string, locale: string): string {
  const minute = Math.floor(at / MINUTE_MS);
  // The name of a zone's time changes only when its clock is put forward or back.
  const offset = localMinute(timezone, minute) - minute;
  return words(`zone ${locale} ${timezone} ${offset}`, () => makeZone(at, timezone, locale));
}

function makeZone(at: number, timezone: string, locale: string): string {
  const parts = dateFormat(locale, timezone, 'zone').formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value;
  // A zone without a place, such as UTC or Etc/GMT+5, is clear enough by its name.
  const place = /^(?!Etc\/).+\/([^/]+)$/.exec(currentName(timezone))?.[1]?.replaceAll('_', ' ');
  return [name, place].filter(Boolean).join(', ');
}

/** `45 minutes`, `1 hour`, `2 hours 30 minutes`. */
export function durationOf(minutes: number, locale: string): string {
  return words(`duration ${locale} ${minutes}`, () => makeDuration(minutes, locale));
}

function makeDuration(minutes: number, locale: string): string {
  const count = (number: number, unit: string) =>
    number === 0
      ? []
      : [number.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'long', useGrouping: false })];
  return [...count(Math.floor(minutes / 60), 'hour'), ...count(minutes % 60, 'minute')].join(' ');
}

/** A cache for values that are slow to make. When full, it drops the oldest: readers decide which keys are asked for. */
export function createCache<Value>(maxSize: number) {
  const values = new Map<string, Value>();
  return (key: string, make: () => Value): Value => {
    const known = values.get(key);
    if (known !== undefined) return known;
    if (values.size >= maxSize) values.delete(values.keys().next().value as string);
    const made = make();
    values.set(key, made);
    return made;
  };
}
