// What kinds of places are called, and places of the audit log in words.
import type { LocationKind } from '../features/workspace/locations/rules.ts';
import { phoneNumberInWords } from '../text/phone-numbers.ts';

/** Who calls makes two choices of one kind. */
export type LocationChoice = Exclude<LocationKind, 'phone'> | 'host_calls' | 'guest_calls';

export const locationChoices: Record<LocationChoice, string> = {
  link: 'Video call: a fixed link',
  personal_link: 'Video call: the host’s own link',
  generated_link: 'Video call: a new link each time',
  google_meet: 'Video call: Google Meet',
  microsoft_teams: 'Video call: Microsoft Teams',
  host_calls: 'Phone: the host calls',
  guest_calls: 'Phone: guests call',
  in_person: 'In person',
  custom: 'Something else',
};

/** A location or a place, as the API shows them and entries of the audit log keep them. */
interface Recorded {
  kind?: unknown;
  caller?: unknown;
  status?: unknown;
  url?: unknown;
  join_url?: unknown;
  number?: unknown;
  address?: unknown;
  text?: unknown;
}

/** In a few words, such as `Video call: https://meet.example.org/ada`; undefined for anything else. */
export function placeInWords(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, caller, status, url, join_url, number, address, text }: Recorded = value;
  const said = (...texts: unknown[]): string | undefined =>
    texts.find((each): each is string => typeof each === 'string' && each !== '');
  switch (kind) {
    case 'phone': {
      const label = locationChoices[caller === 'guest' ? 'guest_calls' : 'host_calls'];
      const called = said(number);
      return said(text) ?? (called ? `${label} ${phoneNumberInWords(called)}` : label);
    }
    case 'in_person':
      return `In person: ${said(address, text) ?? ''}`;
    case 'custom':
      return said(text);
    case 'link':
    case 'personal_link':
    case 'generated_link':
    case 'google_meet':
    case 'microsoft_teams': {
      const link = said(join_url, url);
      if (link) return `Video call: ${link}`;
      if (status === 'failed') return 'Video call without a link';
      return status === 'pending' ? `${locationChoices[kind]}, with a link to come` : locationChoices[kind];
    }
    default:
      return undefined;
  }
}
