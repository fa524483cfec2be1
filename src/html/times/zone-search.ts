// Finding a time zone by what people call it: a city, a country, or a name such as "Pacific Time" or "EST".
import { cityIn } from '../../time/city-names.ts';
import { countryOfZone } from '../../time/zone-countries.ts';
import { currentName } from '../../time/zone-names.ts';
import type { Language } from '../words/words.ts';

export interface Place {
  timezone: string;
  /** `Europe`; empty for UTC. */
  region: string;
  /** `Berlin`, `Knox (Indiana)`. */
  label: string;
}

/**
 * What else people look for: names of zones and their abbreviations, and large cities that no zone is named after. Intl would have to
 * be asked for each zone in several languages, and doesn't know the cities.
 */
const OTHER_NAMES: Record<string, string> = {
  'Africa/Cairo': 'Alexandria',
  'Africa/Johannesburg': 'SAST South Africa Standard Time Cape Town Durban Pretoria',
  'Africa/Lagos': 'WAT West Africa Time Abuja',
  'Africa/Nairobi': 'EAT East Africa Time Mombasa',
  'America/Anchorage': 'AKST AKDT Alaska Time',
  'America/Argentina/Buenos_Aires': 'ART Argentina Time Cordoba Rosario',
  'America/Chicago':
    'CST CDT CT Central Time Dallas Houston Austin San Antonio Minneapolis New Orleans Nashville St Louis Kansas City',
  'America/Denver': 'MST MDT MT Mountain Time Salt Lake City Colorado Springs Albuquerque',
  'America/Halifax': 'AST ADT Atlantic Time',
  'America/Los_Angeles':
    'PST PDT PT Pacific Time San Francisco Seattle San Diego Portland Sacramento Las Vegas San Jose West Coast',
  'America/New_York':
    'EST EDT ET Eastern Time Boston Washington DC Philadelphia Miami Atlanta Orlando Pittsburgh Baltimore Charlotte East Coast',
  'America/Phoenix': 'Arizona Tucson',
  'America/Sao_Paulo': 'BRT Brasilia Rio de Janeiro',
  'America/St_Johns': 'NST NDT Newfoundland Time',
  'America/Toronto': 'EST EDT ET Eastern Time Ottawa Montreal Quebec',
  'America/Vancouver': 'PST PDT PT Pacific Time Victoria',
  'Asia/Dubai': 'GST Gulf Standard Time Abu Dhabi',
  'Asia/Hong_Kong': 'HKT',
  'Asia/Jakarta': 'WIB',
  'Asia/Karachi': 'PKT Islamabad Lahore',
  'Asia/Kolkata':
    'IST India Standard Time Mumbai Bombay Delhi Bangalore Bengaluru Chennai Hyderabad Pune Calcutta',
  'Asia/Manila': 'PHT',
  'Asia/Seoul': 'KST Busan',
  'Asia/Shanghai': 'CST China Standard Time Beijing Peking Shenzhen Guangzhou',
  'Asia/Singapore': 'SGT',
  'Asia/Tokyo': 'JST Japan Standard Time Osaka Kyoto Nagoya',
  'Atlantic/Reykjavik': 'GMT Greenwich Mean Time',
  'Australia/Adelaide': 'ACST ACDT',
  'Australia/Brisbane': 'AEST Gold Coast Queensland',
  'Australia/Melbourne': 'AEST AEDT Victoria',
  'Australia/Perth': 'AWST Western Australia',
  'Australia/Sydney': 'AEST AEDT Canberra New South Wales',
  'Europe/Athens': 'EET EEST Eastern European Time Thessaloniki',
  'Europe/Berlin':
    'CET CEST MEZ MESZ Central European Time Munich München Hamburg Frankfurt Köln Cologne Stuttgart Düsseldorf Leipzig',
  'Europe/Brussels': 'CET CEST Antwerp Gent',
  'Europe/Bucharest': 'EET EEST',
  'Europe/Dublin': 'IST GMT Cork',
  'Europe/Helsinki': 'EET EEST Tampere Turku',
  'Europe/Istanbul': 'TRT Ankara Izmir',
  'Europe/Kyiv': 'EET EEST Kiev Lviv Odesa',
  'Europe/Lisbon': 'WET WEST Western European Time Porto',
  'Europe/London':
    'GMT BST Greenwich Mean Time British Summer Time England Scotland Wales Edinburgh Manchester Leeds Birmingham Glasgow',
  'Europe/Madrid': 'CET CEST Barcelona Sevilla Valencia Bilbao',
  'Europe/Moscow': 'MSK Saint Petersburg',
  'Europe/Paris': 'CET CEST Lyon Marseille Toulouse Bordeaux Nice Lille',
  'Europe/Rome': 'CET CEST Milan Milano Napoli Torino Roma',
  'Europe/Stockholm': 'CET CEST Göteborg Malmö',
  'Europe/Vienna': 'CET CEST Wien Graz Salzburg Linz',
  'Europe/Warsaw': 'CET CEST Krakow Wroclaw Gdansk',
  'Europe/Zurich': 'CET CEST Zürich Geneva Genève Basel Bern Lausanne',
  'Pacific/Auckland': 'NZST NZDT Wellington Christchurch',
  'Pacific/Honolulu': 'HST Hawaii Time',
  UTC: 'GMT Coordinated Universal Time Zulu',
};

const known = new Map<Language, Place[]>();

/** By name. Made on first use, because few readers need it. */
export function places(language: Language): readonly Place[] {
  const made = known.get(language) ?? makePlaces(language);
  known.set(language, made);
  return made;
}

const makePlaces = (language: Language) =>
  Intl.supportedValuesOf('timeZone')
    .map((listed) => placeOf(currentName(listed), language))
    .sort((one, other) => one.label.localeCompare(other.label, language));

function placeOf(timezone: string, language: Language): Place {
  const [region = '', ...rest] = timezone.replaceAll('_', ' ').split('/');
  const [place = region, within] = rest.reverse();
  const label = cityIn(language, place);
  return { timezone, region, label: within ? `${label} (${within})` : label };
}

interface FoundPlace extends Place {
  /** In the reader's language; empty for UTC. */
  country: string;
}

const MAX_FOUND = 12;

/**
 * Places for which each word that was typed begins a word of theirs. First those that have just these words: their own name, then other
 * names, their country, their region; then those whose words only begin like this. Well-known zones come before others.
 */
export function findPlaces(typed: string, language: Language): FoundPlace[] {
  const wanted = wordsOf(typed);
  if (wanted.length === 0) return [];
  return entries(language)
    .flatMap((entry) => {
      const rank = rankOf(entry, wanted);
      return rank === undefined ? [] : [{ place: entry.place, rank }];
    })
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MAX_FOUND)
    .map(({ place }) => place);
}

/** Undefined if it doesn't match. */
function rankOf({ place, words }: Entry, wanted: readonly string[]): number | undefined {
  const known = place.timezone in OTHER_NAMES ? 0 : 0.5;
  const exact = words.findIndex((own) => wanted.every((word) => own.includes(word)));
  if (exact !== -1) return exact + known;
  const begun = words.findIndex((own) => wanted.every((word) => own.some((each) => each.startsWith(word))));
  return begun === -1 ? undefined : words.length + begun + known;
}

interface Entry {
  place: FoundPlace;
  /** Of its own name, of others, of its country, of its region; at last, all of these. */
  words: readonly (readonly string[])[];
}

const madeEntries = new Map<Language, Entry[]>();

function entries(language: Language): Entry[] {
  const made = madeEntries.get(language) ?? makeEntries(language);
  madeEntries.set(language, made);
  return made;
}

function makeEntries(language: Language): Entry[] {
  const countries = (locale: string) => new Intl.DisplayNames(locale, { type: 'region' });
  const [own, english] = [countries(language), countries('en')];
  const codes = new Map([...countryOfZone].map(([zone, code]) => [currentName(zone), code]));
  return [...places(language), placeOf('UTC', language)].map((place) => {
    const code = codes.get(place.timezone);
    const country = code === undefined ? '' : (own.of(code) ?? '');
    const said = code === undefined ? '' : `${country} ${english.of(code)} ${code}`;
    const others = `${placeOf(place.timezone, 'en').label} ${OTHER_NAMES[place.timezone] ?? ''}`;
    const words = [place.label, others, said, place.region].map(wordsOf);
    return { place: { ...place, country }, words: [...words, words.flat()] };
  });
}

/** Without accents and in small letters, so that "Zurich" finds Zürich. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}+-]+/u)
    .filter(Boolean);
