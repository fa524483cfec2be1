// Finds zones by the labels that programs show in their settings: Outlook's `(UTC+01:00) Amsterdam, Berlin, Bern, Rome,
// Stockholm, Vienna`, the same with dots and slashes in Zimbra and Lotus, `Eastern Time (US & Canada)`, and Exchange's `GMT -0500
// (Standard) / GMT -0400 (Daylight)`.

import { MINUTE_MS } from '../time/timestamps.ts';
import { localMinute } from '../time/zones.ts';
import { WINDOWS_ZONES } from './windows-zones.ts';
import { readOffset } from './written-times.ts';

const LONGEST_LABEL = 200;

/** Places in labels that aren't cities of the IANA database, or are spelled differently there. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ['alaska', 'America/Anchorage'],
  ['aleutian islands', 'America/Adak'],
  ['arizona', 'America/Phoenix'],
  ['astana', 'Asia/Bishkek'],
  ['baja california', 'America/Tijuana'],
  ['bougainville island', 'Pacific/Bougainville'],
  ['brasilia', 'America/Sao_Paulo'],
  ['cabo verde is.', 'Atlantic/Cape_Verde'],
  ['cape verde is.', 'Atlantic/Cape_Verde'],
  ['chetumal', 'America/Cancun'],
  ['chokurdakh', 'Asia/Srednekolymsk'],
  ['city of buenos aires', 'America/Buenos_Aires'],
  ['coordinated universal time+12', 'Etc/GMT-12'],
  ['coordinated universal time+13', 'Etc/GMT-13'],
  ['coordinated universal time-02', 'Etc/GMT+2'],
  ['coordinated universal time-08', 'Etc/GMT+8'],
  ['coordinated universal time-09', 'Etc/GMT+9'],
  ['coordinated universal time-11', 'Etc/GMT+11'],
  ['fiji islands', 'Pacific/Fiji'],
  ['greenwich mean time', 'Europe/London'],
  ['hawaii', 'Pacific/Honolulu'],
  ['indiana (east)', 'America/Indianapolis'],
  ['international date line west', 'Etc/GMT+12'],
  ['kathmandu', 'Asia/Katmandu'],
  ['kiritimati island', 'Pacific/Kiritimati'],
  ['kolkata', 'Asia/Calcutta'],
  ['lord howe island', 'Australia/Lord_Howe'],
  ['marquesas islands', 'Pacific/Marquesas'],
  ['mid-atlantic', 'Etc/GMT+2'],
  ['midway island', 'Pacific/Midway'],
  ['norfolk island', 'Pacific/Norfolk'],
  ["nuku'alofa", 'Pacific/Tongatapu'],
  ['port louis', 'Indian/Mauritius'],
  ['saint pierre and miquelon', 'America/Miquelon'],
  ['salvador', 'America/Bahia'],
  ['saskatchewan', 'America/Regina'],
  ['solomon is.', 'Pacific/Guadalcanal'],
  ['sri jayawardenepura', 'Asia/Colombo'],
  ['turks and caicos', 'America/Grand_Turk'],
  ['universal coordinated time', 'Etc/UTC'],
  ['west central africa', 'Africa/Lagos'],
  ['yangon (rangoon)', 'Asia/Rangoon'],
]);

/** Zones by both offsets in Exchange's names. Has no pairs whose zones change their clocks on different days. */
const PAIRS: ReadonlyMap<string, string> = new Map([
  ['-0900 -0800', 'America/Anchorage'],
  ['-0800 -0700', 'America/Los_Angeles'],
  ['-0700 -0600', 'America/Denver'],
  ['-0600 -0500', 'America/Chicago'],
  ['-0500 -0400', 'America/New_York'],
  ['+0000 +0100', 'Europe/London'],
  ['+0100 +0200', 'Europe/Berlin'],
]);

/** The IANA name of the zone that a label means. Prefer a calendar's own definition if it has one. */
export function nameOfLabel(written: string): string | undefined {
  if (written.length > LONGEST_LABEL) return undefined;
  const label = written.trim().replace(/^"(.*)"$/, '$1');
  const [, standard, daylight] =
    /^GMT ([+-]\d{4}) \(Standard\) \/ GMT ([+-]\d{4}) \(Daylight\)$/.exec(label) ?? [];
  if (standard) return PAIRS.get(`${standard} ${daylight}`);
  const { offset, places } = partsOf(label);
  const known = ofCountry(places) ?? ofWindows(places);
  if (known !== undefined) return known;
  const listed = places.split(/[,;/:]| - /).map((place) => place.trim());
  const named = listed.map((place) => PLACES.get(place.toLowerCase())).find((name) => name !== undefined);
  if (named !== undefined && (offset === undefined || offsetOf(named) === offset)) return named;
  return ofCities(
    listed.flatMap((place) => ofCity(place) ?? []),
    { offset, isAlone: listed.length === 1 },
  );
}

function ofCities(
  found: string[],
  { offset, isAlone }: { offset: number | undefined; isAlone: boolean },
): string | undefined {
  const [first, second] = found;
  // Without an offset, a single city may be a namesake; two cities with the same clocks are certain.
  if (offset === undefined)
    return first && second && offsetOf(first) === offsetOf(second) ? first : undefined;
  // A single place is meant even if its offset has changed since the label was made.
  return found.find((name) => offsetOf(name) === offset) ?? (isAlone ? first : undefined);
}

/** The offset that a label states, without summer time. */
export const offsetInLabel = (label: string): number | undefined => partsOf(label).offset;

function partsOf(label: string): { offset: number | undefined; places: string } {
  const [, sign, hours = '', minutes = '00', places = label] =
    /^"?\((?:UTC|GMT)\s?(?:([+-])(\d{1,2})[:.]?(\d\d)?)?\)\s*([^"]+)"?$/i.exec(label.trim()) ?? [];
  const isWithout = places === label;
  const offset = sign ? readOffset(`${sign}${hours.padStart(2, '0')}${minutes}`) : isWithout ? undefined : 0;
  return { offset, places };
}

/** `Eastern Time (US & Canada)`, `Atlantic Time (Canada)`, `Pacific Time (US & Canada); Tijuana` */
function ofCountry(places: string): string | undefined {
  const [, name] =
    /^(Atlantic|Eastern|Central|Mountain|Pacific) Time(?:$|;| \((?:US|Canada))/.exec(places) ?? [];
  return name && WINDOWS_ZONES.get(`${name} Standard Time`);
}

/** `Newfoundland`, `W. Europe` (Lotus) and `W. Europe Daylight Time`. */
function ofWindows(places: string): string | undefined {
  const name = places.replace(/ Daylight Time$/, ' Standard Time');
  return WINDOWS_ZONES.get(name) ?? WINDOWS_ZONES.get(`${name} Standard Time`);
}

/** Built with the first label. */
let cities: Map<string, string> | undefined;
function ofCity(place: string): string | undefined {
  cities ??= new Map(Intl.supportedValuesOf('timeZone').map((zone) => [zone.replace(/^.*\//, ''), zone]));
  return cities.get(place.replaceAll(' ', '_'));
}

/** Cities have namesakes, and some have moved to another zone since the label was made: La Paz is in Mexico, too. */
const SEASONS = [Date.parse('2026-01-01T00:00:00Z'), Date.parse('2026-07-01T00:00:00Z')];
/** The offset as labels state it: in winter, when it is smaller. */
function offsetOf(name: string): number {
  const minutes = SEASONS.map((time) => localMinute(name, time / MINUTE_MS) - time / MINUTE_MS);
  return Math.min(...minutes) * MINUTE_MS;
}
