/** Names that were looked up before. Asking Intl takes 100 µs, and it accepts each name in any case. */
const known = new Set<string>();
const MAX_KNOWN = 1_000;

/** True for names of the IANA database, such as Europe/Berlin or UTC. An offset is not a time zone. */
export function isTimeZone(text: string): boolean {
  if (known.has(text)) return true;
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    if (known.size < MAX_KNOWN) known.add(text);
    return true;
  } catch {
    return false;
  }
}

/** The name if the zone exists; else null. */
export const knownTimeZone = (text: string | undefined): string | null =>
  text !== undefined && isTimeZone(text) ? text : null;

/** Intl and browsers use outdated names for some places. */
const renamed: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};
/** The same zone under the name that people know. Both names are accepted as input. */
export const currentName = (timezone: string): string => renamed[timezone] ?? timezone;
