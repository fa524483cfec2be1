import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Where } from '../../../text/where.ts';
import { ID_IN_TEMPLATE, isMade, type Location } from './rules.ts';

export const placeStatuses = ['ready', 'pending', 'failed'] as const;
export type PlaceStatus = (typeof placeStatuses)[number];

/** Where one booked meeting takes place. */
export interface Place {
  /** What it was made from. */
  location: Location;
  /** Whose it is, if it depends on the person. */
  organizer_id: string;
  /** `pending` until it is made, `failed` if it can't be. */
  status: PlaceStatus;
  join_url: string | null;
  /** The number of whoever is called; null if it isn't known, and if nobody calls. */
  phone_number: string | null;
}

export interface Organizer {
  id: string;
  meeting_url: string | null;
}

/** Whether somebody else in the same role would have another place. */
export const dependsOnPerson = ({ kind }: Location) => kind === 'personal_link' || isMade(kind);

/** The place of a meeting that has just been booked, or got another organizer. One that still fits is kept. */
export function placeAt(
  location: Location,
  organizer: Organizer,
  { former, guestNumber }: { former: Place | null; guestNumber: string | null },
): Place {
  const stays =
    former !== null &&
    former.status !== 'failed' &&
    isDeepStrictEqual(former.location, location) &&
    (former.organizer_id === organizer.id || !dependsOnPerson(location));
  if (stays) return { ...former, organizer_id: organizer.id, phone_number: numberAt(location, guestNumber) };
  const join_url = joinUrlAt(location, organizer);
  return {
    location,
    organizer_id: organizer.id,
    status: isMade(location.kind)
      ? 'pending'
      : location.kind === 'personal_link' && !join_url
        ? 'failed'
        : 'ready',
    join_url,
    phone_number: numberAt(location, guestNumber),
  };
}

function joinUrlAt(location: Location, { meeting_url }: Organizer): string | null {
  switch (location.kind) {
    case 'link':
      return location.url;
    case 'personal_link':
      return meeting_url;
    case 'generated_link':
      return location.template.replace(ID_IN_TEMPLATE, randomId());
    default:
      return null;
  }
}

const numberAt = (location: Location, guestNumber: string | null) =>
  location.kind === 'phone' ? (location.number ?? guestNumber) : null;

/** 32 letters and digits that nobody takes for one another. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const ID_LENGTH = 20;

/** A hundred random bits: nobody walks into a meeting by guessing. */
const randomId = () => Array.from(randomBytes(ID_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('');

/** Whether guests are asked for a number. */
export const asksForNumber = (location: Location | null): boolean =>
  location?.kind === 'phone' && location.caller === 'host';

/** As stored. */
export const placeText = (place: Place | null): string | null => place && JSON.stringify(place);
export const placeIn = (text: string | null): Place | null => (text === null ? null : JSON.parse(text));

const products = { google_meet: 'Google Meet', microsoft_teams: 'Microsoft Teams' } as const;

/** What is said about a place, or about a location while there is no place yet. */
export function whereOf(location: Location, place: Place | null): Where {
  switch (location.kind) {
    case 'in_person':
      return { kind: 'address', address: location.address };
    case 'custom':
      return { kind: 'text', text: location.text };
    case 'phone':
      return { kind: 'call', by: location.caller, number: location.number };
    default:
      return {
        kind: 'video',
        product: isMade(location.kind) ? products[location.kind] : null,
        status: place?.status ?? null,
        join_url: place?.join_url ?? null,
      };
  }
}
