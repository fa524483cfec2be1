import { invalidRequest, validationError } from '../../../errors.ts';
import { NAME_LENGTH, TEXT_LENGTH } from '../../../limits/limits.ts';
import { isEmail } from '../../../text/emails.ts';
import { isLoopbackUrl } from '../../../text/networks.ts';
import { DAY_MS, HOUR_MS, parseTimestamp, SECOND_MS } from '../../../time/timestamps.ts';
import type { Mode } from '../../turns/rotation/rules.ts';

/** For each team. */
export const MAX_LINKS = 100;
export const MAX_USES = 1_000_000;

/** Times in milliseconds. */
export interface BookingLink {
  id: string;
  team_id: string;
  title: string | null;
  /** Null: the workspace's usual duration. */
  duration_minutes: number | null;
  /** Whether the visitor has to confirm their address by mail before anything is booked. */
  verify_email: boolean;
  expires_at: number | null;
  /** Null: unlimited. */
  max_uses: number | null;
  uses: number;
  created_at: number;
}

/** Not on loopback: nobody outside can reach it, and mail is usually kept, not sent. */
export function verifiesByDefault(serviceUrl: string): boolean {
  return !isLoopbackUrl(serviceUrl);
}

/** Whether no more bookings are possible, because it has expired or reached its maximum. */
export function isUsedUp({ expires_at, max_uses, uses }: BookingLink, now: number): boolean {
  return (expires_at !== null && expires_at <= now) || (max_uses !== null && uses >= max_uses);
}

/** What can be given, when a link is created and later. */
export const changeable = ['title', 'duration_minutes', 'expires_at', 'max_uses', 'verify_email'] as const;

/** Refuses an end at which nobody could have booked. */
export function requireFuture(expires_at: number | null, now: number): void {
  if (expires_at === null || expires_at > now) return;
  throw validationError('expires_at must be in the future', {
    field: 'expires_at',
    plain: 'Choose a time in the future.',
  });
}

/** Refuses a maximum that has already been exceeded. */
export function requireRoomForUses({ max_uses, uses }: Pick<BookingLink, 'max_uses' | 'uses'>): void {
  if (max_uses === null || max_uses >= uses) return;
  throw validationError(`max_uses must be at least ${uses}, the number of meetings already booked`, {
    field: 'max_uses',
    plain: `${uses} meetings have been booked with it already. Choose at least that many.`,
  });
}

interface LinkedTeam {
  mode: Mode;
  deactivated_at: number | null;
}

/** Whether the team has a way to choose hosts. */
export function canBeBooked({ mode, deactivated_at }: LinkedTeam): boolean {
  return mode !== 'manual' && deactivated_at === null;
}

/** Refuses a link that could never be used. */
export function requireBookable({ mode, deactivated_at }: LinkedTeam): void {
  if (deactivated_at !== null) throw validationError('The team is deactivated');
  if (mode === 'manual')
    throw invalidRequest('A team in manual mode assigns nobody', {
      plain: 'A team in manual mode chooses nobody by itself. Change its mode first.',
    });
}

/** The outcome of a form. The next page puts it into words. */
export const outcomes = [
  /** Nobody is free at that time any more. */
  'taken',
  /** The same address has already booked this time. */
  'known',
  /** A confirmation mail was sent. */
  'mail',
  /** Booked. The mail with the invitation contains the link to the meeting. */
  'booked',
] as const;
export type Outcome = (typeof outcomes)[number];

/** How long a confirmation can be used. */
export const CONFIRMATION_MS = HOUR_MS;
/** Unconfirmed bookings of one address for one link. */
export const MAX_WAITING = 3;
/** Confirmation mails to one address in an hour, across all links. */
export const MAX_MAILS = 5;

/** What the form sends: text, not validated yet. */
export interface SentFields {
  name?: string;
  email?: string;
  note?: string;
  starts_at?: string;
}

export interface FormValues {
  name: string;
  email: string;
  note: string | null;
  starts_at: number;
}

/** What is wrong with each field. */
export interface Problems {
  name?: 'missing' | 'too_long';
  email?: 'missing' | 'invalid';
  note?: 'too_long';
  starts_at?: 'missing';
}

/** The values of a form, or what is wrong with them. */
export function valuesIn(
  sent: SentFields,
): { values: FormValues; problems?: undefined } | { values?: undefined; problems: Problems } {
  const name = sent.name?.trim() ?? '';
  const email = sent.email?.trim() ?? '';
  // Browsers send a line break as two characters but count it as one.
  const note = sent.note?.trim().replaceAll('\r\n', '\n') ?? '';
  const starts_at = parseTimestamp(sent.starts_at ?? '');
  const problems: Problems = {
    ...(name === '' && { name: 'missing' }),
    ...(lengthOf(name) > NAME_LENGTH && { name: 'too_long' }),
    ...(!isEmail(email) && { email: email === '' ? 'missing' : 'invalid' }),
    ...(lengthOf(note) > TEXT_LENGTH && { note: 'too_long' }),
    ...(starts_at === undefined && { starts_at: 'missing' }),
  };
  if (starts_at === undefined || Object.keys(problems).length > 0) return { problems };
  return { values: { name, email, note: note || null, starts_at } };
}

/** In characters, as people count them. */
const lengthOf = (text: string) => [...text].length;

/** No person fills in the form faster, even where the browser knows the name and the address. */
const MIN_FORM_AGE_MS = SECOND_MS;
/** A page left open for longer is out of date and shown anew. */
const MAX_FORM_AGE_MS = DAY_MS;

/** Why a form is shown again whatever it contains: a robot seems to have sent it, or the page is `old`. */
export function refusalOf(
  { made_at }: { made_at: number },
  trap: string | undefined,
  now: number,
): 'again' | 'old' | undefined {
  if (trap || now - made_at < MIN_FORM_AGE_MS) return 'again';
  return now - made_at > MAX_FORM_AGE_MS ? 'old' : undefined;
}

/** Kept until its meeting is over, and for as long as its form could be sent again. */
export const keptUntil = (endsAt: number, now: number) => Math.max(endsAt, now + 2 * MAX_FORM_AGE_MS);
