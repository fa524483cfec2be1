// Times in words, from Intl, in any language. Pages and messages say them as src/time/dates.ts puts them together.

import { cityIn } from './city-names.ts';
import { DAY_MS, MINUTE_MS } from './timestamps.ts';
import { currentName } from './zone-names.ts';
import { localMinute } from './zones.ts';

const styles = {
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  dayAndYear: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  shortDay: { weekday: 'short', day: 'numeric', month: 'short' },
  shortDayAndYear: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  weekday: { weekday: 'long' },
  weekdayShort: { weekday: 'short' },
  dayOfMonth: { day: 'numeric', month: 'long' },
  dayNumber: { day: 'numeric' },
  monthShort: { month: 'short' },
  month: { month: 'long', year: 'numeric' },
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  clock: { timeStyle: 'short' },
  clock24: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  shortZone: { timeZoneName: 'short' },
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
  return words(`${style} ${locale} ${timezone} ${at}`, () => {
    const said = dateFormat(locale, timezone, style).format(at);
    if (locale.startsWith('en')) return sameComma(style, said);
    return locale.startsWith('es') ? withoutComma(said) : said;
  });
}

/** English regions differ in the comma before the day of the month, some even with and without the year. */
function sameComma(style: keyof typeof styles, said: string): string {
  if (style.startsWith('day')) return said.replace(/^(\p{L}+) (?=\d)/u, '$1, ');
  return style.startsWith('shortDay') ? withoutComma(said) : said;
}

/** `mié 18 nov`: in the middle of a Spanish sentence, nobody writes the comma that Intl puts behind the day of the week. */
const withoutComma = (said: string) => said.replace(/^(\p{L}+), (?=\d)/u, '$1 ');

interface ZoneWords {
  /** `Berlin time`. */
  place: string;
  /** What the reader calls it if it is their own. */
  yours: string;
}

const ofPlaces: Record<string, (place: string) => ZoneWords> = {
  en: (place) => ({ place: `${place} time`, yours: 'your time' }),
  de: (place) => ({ place: `Ortszeit ${place}`, yours: 'Ihre Ortszeit' }),
  fr: (place) => ({ place: `heure ${ofFrench(place)}`, yours: 'votre heure locale' }),
  es: (place) => ({ place: `hora de ${place}`, yours: 'su hora local' }),
};

/** `de Berlin`, `d’Amsterdam`, `du Caire`, `des Canaries`. */
function ofFrench(place: string): string {
  if (place.startsWith('Le ')) return `du ${place.slice(3)}`;
  if (place.startsWith('Les ')) return `des ${place.slice(4)}`;
  if (place.startsWith('L’')) return `de l’${place.slice(2)}`;
  return /^[AEIOU]/.test(place.normalize('NFD')) ? `d’${place}` : `de ${place}`;
}

/** `Berlin time`, and `your time`, in the language of a locale. A zone without a place, such as UTC, has only its name. */
export function zoneWords(timezone: string, locale: string): ZoneWords {
  const inLanguage = ofPlaces[locale.slice(0, 2)] ?? ofPlaces.en;
  const place = placeOf(timezone, locale);
  const words = (inLanguage as (place: string) => ZoneWords)(place ?? '');
  return place === undefined ? { ...words, place: shortName(timezone, locale, 0) } : words;
}

/** The same, with what the zone is called at a moment: `Berlin time (CET)`, or `your time (Berlin, CET)`. */
export function zoneInWords(at: number, timezone: string, locale: string, isOwn = false): string {
  return words(`${isOwn} ${zoneKey(at, timezone, locale)}`, () => {
    const name = shortName(timezone, locale, at);
    const place = placeOf(timezone, locale);
    const { place: there, yours } = zoneWords(timezone, locale);
    if (isOwn) return `${yours} (${[place, name].filter(Boolean).join(', ')})`;
    return place === undefined ? name : `${there} (${name})`;
  });
}

const shortName = (timezone: string, locale: string, at: number) =>
  nameIn(dateFormat(locale, timezone, 'shortZone'), at) ?? timezone;

const nameIn = (format: Intl.DateTimeFormat, at: number) =>
  format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;

/** The city or island that a zone is named after. UTC and Etc/GMT+5 have none. */
export function placeOf(timezone: string, locale: string): string | undefined {
  const place = /^(?!Etc\/).+\/([^/]+)$/.exec(currentName(timezone))?.[1]?.replaceAll('_', ' ');
  return place && cityIn(locale, place);
}

/** What weeks begin with where the locale is spoken: 0 for Monday, 6 for Sunday. */
export function weekStart(locale: string): number {
  const { firstDay } = (new Intl.Locale(locale) as LocaleWithWeeks).getWeekInfo();
  return firstDay - 1;
}

const MONDAY = Date.UTC(2026, 0, 5);

/** A moment of each day of a week, in the order in which the locale has them. For UTC, to be put into words. */
export const daysOfWeek = (locale: string): number[] =>
  Array.from({ length: 7 }, (_, place) => MONDAY + ((weekStart(locale) + place) % 7) * DAY_MS);

/** In browsers and in Node; not yet in the types of ECMAScript. */
type LocaleWithWeeks = Intl.Locale & { getWeekInfo(): { firstDay: number } };

/** The name of a zone's time changes only when its clock is put forward or back. */
function zoneKey(at: number, timezone: string, locale: string): string {
  const minute = Math.floor(at / MINUTE_MS);
  return `zone ${locale} ${timezone} ${localMinute(timezone, minute) - minute}`;
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
