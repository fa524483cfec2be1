// Times in words, by Intl: pages say them in the reader's language, messages in English.

const styles = {
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  dayAndYear: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  clock: { timeStyle: 'short' },
  clock24: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  zone: { timeZoneName: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Making a format takes far longer than using it. Readers choose locale and zone, so there is a bound. */
const MAX_FORMATS = 3_000;
const kept = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>();

function keep<Format extends Intl.DateTimeFormat | Intl.NumberFormat>(
  key: string,
  make: () => Format,
): Format {
  const known = kept.get(key);
  if (known) return known as Format;
  if (kept.size >= MAX_FORMATS) kept.clear();
  const made = make();
  kept.set(key, made);
  return made;
}

export function dateFormat(
  locale: string,
  timezone: string,
  style: keyof typeof styles,
): Intl.DateTimeFormat {
  return keep(
    `${locale} ${timezone} ${style}`,
    () => new Intl.DateTimeFormat(locale, { timeZone: timezone, ...styles[style] }),
  );
}

/** `Central European Standard Time, Berlin`: what the clock there is called at that moment, and the place. */
export function zoneAt(at: number, timezone: string, locale: string): string {
  const parts = dateFormat(locale, timezone, 'zone').formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value;
  // A zone of no place, such as UTC or Etc/GMT+5, is named well enough.
  const place = /^(?!Etc\/).+\/([^/]+)$/.exec(timezone)?.[1]?.replaceAll('_', ' ');
  return [name, place].filter(Boolean).join(', ');
}

/** `45 minutes`, `1 hour`, `2 hours 30 minutes`. */
export function durationOf(minutes: number, locale: string): string {
  const count = (number: number, unit: string) =>
    number === 0 ? [] : [unitFormat(locale, unit).format(number)];
  return [...count(Math.floor(minutes / 60), 'hour'), ...count(minutes % 60, 'minute')].join(' ');
}

function unitFormat(locale: string, unit: string): Intl.NumberFormat {
  return keep(
    `${locale} ${unit}`,
    () => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', useGrouping: false }),
  );
}
