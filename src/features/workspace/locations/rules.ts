import { invalidRequest } from '../../../errors.ts';
import { URL_LENGTH } from '../../../limits/limits.ts';
import { phoneNumberFrom } from '../../../text/phone-numbers.ts';
import { multiline, onOneLine } from '../../../text/plain-text.ts';

/** Where a meeting can take place. */
export const locationKinds = [
  'link',
  'personal_link',
  'generated_link',
  'phone',
  'in_person',
  'google_meet',
  'microsoft_teams',
  'custom',
] as const;
export type LocationKind = (typeof locationKinds)[number];

/** Kinds whose place is made by somebody else's service, once the meeting is booked. */
export const madeKinds = ['google_meet', 'microsoft_teams'] as const satisfies LocationKind[];
export type MadeKind = (typeof madeKinds)[number];
export const isMade = (kind: LocationKind): kind is MadeKind =>
  (madeKinds as readonly string[]).includes(kind);

/** Who calls whom. */
export const callers = ['host', 'guest'] as const;

export type Location =
  | { kind: 'link'; url: string }
  /** The address of whoever organizes the meeting. */
  | { kind: 'personal_link' }
  /** An address for each meeting: `{id}` stands for random characters. */
  | { kind: 'generated_link'; template: string }
  /** The host calls: each participant says where. */
  | { kind: 'phone'; caller: 'host'; number: null }
  | { kind: 'phone'; caller: 'guest'; number: string }
  | { kind: 'in_person'; address: string }
  | { kind: 'custom'; text: string }
  | { kind: MadeKind };

/** A location as it is given: which fields there have to be depends on the kind. */
export interface GivenLocation {
  kind: LocationKind;
  url?: string | null;
  template?: string | null;
  caller?: (typeof callers)[number] | null;
  number?: string | null;
  address?: string | null;
  text?: string | null;
}

/** The maximum length of an address and of a text. */
export const LOCATION_LENGTH = 500;
export const ID_IN_TEMPLATE = '{id}';

type DetailName = Exclude<keyof GivenLocation, 'kind'>;
const details = ['url', 'template', 'caller', 'number', 'address', 'text'] as const satisfies DetailName[];
const detailsOf: Record<LocationKind, readonly DetailName[]> = {
  link: ['url'],
  personal_link: [],
  generated_link: ['template'],
  phone: ['caller', 'number'],
  in_person: ['address'],
  google_meet: [],
  microsoft_teams: [],
  custom: ['text'],
};

/** Checks a location and brings it into its one form. `field` is its name in the input. */
export function locationFrom(given: GivenLocation, field = 'location'): Location {
  const { kind } = given;
  for (const name of details) {
    const value = given[name];
    if (value !== undefined && value !== null && !detailsOf[kind].includes(name))
      throw invalidRequest(`${field}.${name} must not be given with the kind ${kind}`, {
        field: `${field}.${name}`,
        plain: 'This doesn’t go with the kind of place. Leave it empty.',
      });
  }
  switch (kind) {
    case 'link':
      return { kind, url: httpsAddress(required(given, 'url', field), `${field}.url`) };
    case 'generated_link':
      return { kind, template: template(required(given, 'template', field), `${field}.template`) };
    case 'phone':
      return phone(given, field);
    case 'in_person':
      return { kind, address: lines(given, 'address', field) };
    case 'custom':
      return { kind, text: lines(given, 'text', field) };
    default:
      return { kind };
  }
}

const missing: Record<DetailName, string> = {
  url: 'Enter the address of the video call.',
  template: 'Enter a link template, such as https://meet.example.org/{id}.',
  caller: 'Choose who calls whom.',
  number: 'Enter the number to call.',
  address: 'Enter the address.',
  text: 'Say where the meeting is.',
};

function required(given: GivenLocation, name: DetailName, field: string): string {
  const value = given[name]?.trim();
  if (value) return value;
  throw invalidRequest(`${field}.${name} is required with the kind ${given.kind}`, {
    field: `${field}.${name}`,
    plain: missing[name],
  });
}

/** Text without what nobody means to write. */
function lines(given: GivenLocation, name: 'address' | 'text', field: string): string {
  const text = multiline(required(given, name, field), LOCATION_LENGTH);
  return text || required({ ...given, [name]: '' }, name, field);
}

function phone(given: GivenLocation, field: string): Location {
  const { kind, number } = given;
  const caller = required(given, 'caller', field);
  if (caller === 'guest') {
    const typed = required(given, 'number', field);
    return { kind: 'phone', caller, number: checkedNumber(typed, `${field}.number`) };
  }
  if (number)
    throw invalidRequest(`${field}.number must not be given when the host calls (kind ${kind})`, {
      field: `${field}.number`,
      plain: 'Leave the number empty: guests are asked for theirs when they book.',
    });
  return { kind: 'phone', caller: 'host', number: null };
}

/** As E.164. */
export function checkedNumber(typed: string, field: string, country?: string): string {
  const number = phoneNumberFrom(typed, country);
  if (number !== undefined) return number;
  throw invalidRequest(`${field} must be a phone number with its country code, such as +442079460018`, {
    field,
    plain: 'Enter a phone number with its country code, such as +44 20 7946 0018.',
  });
}

/** An address that a mail can lead guests to: https, no user name, no control characters. */
export function httpsAddress(typed: string, field: string): string {
  const url = onOneLine(typed, URL_LENGTH + 1) === typed && URL.canParse(typed) ? new URL(typed) : undefined;
  if (
    url?.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    url.href.length <= URL_LENGTH
  )
    return url.href;
  throw invalidRequest(`${field} must be an https address, such as https://meet.example.org/ada`, {
    field,
    plain: 'Enter an address that begins with https://, such as https://meet.example.org/ada.',
  });
}

function template(typed: string, field: string): string {
  const parts = typed.split(ID_IN_TEMPLATE);
  // In the path or after it: an id in the name of the host would lead to hosts of others.
  const isInPath = parts.length === 2 && /^https:\/\/[^/?#{}]+[/?#]/.test(parts[0] as string);
  if (!isInPath)
    throw invalidRequest(`${field} must have ${ID_IN_TEMPLATE} once, after the name of the host`, {
      field,
      plain: `Write ${ID_IN_TEMPLATE} once, after the name of the host, such as https://meet.example.org/${ID_IN_TEMPLATE}.`,
    });
  // Checked with the characters that will be there: encoding the braces would change it.
  httpsAddress(parts.join('0'.repeat(20)), field);
  return typed;
}

/** The first that says where: the most specific comes first. */
export const mostSpecific = (...locations: (Location | null | undefined)[]): Location | null =>
  locations.find((location) => location != null) ?? null;

/** As stored. */
export const locationText = (location: Location | null): string | null =>
  location && JSON.stringify(location);
export const locationIn = (text: string | null): Location | null => (text === null ? null : JSON.parse(text));
