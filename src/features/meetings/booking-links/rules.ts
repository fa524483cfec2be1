import { invalidRequest, validationError } from '../../../errors.ts';
import type { Mode } from '../../turns/rotation/rules.ts';
import type { Location } from '../../workspace/locations/rules.ts';

/** For each team. */
export const MAX_LINKS = 100;
export const MAX_USES = 1_000_000;

/** Times in milliseconds. */
export interface BookingLink {
  id: string;
  team_id: string;
  /** What is booked with it; null for plain meetings with the team. */
  meeting_type_id: string | null;
  title: string | null;
  /** Null: that of the meeting type, else the workspace's usual duration. */
  duration_minutes: number | null;
  /** Whether the visitor has to confirm their address by mail before anything is booked. */
  verify_email: boolean;
  expires_at: number | null;
  /** Null: unlimited. */
  max_uses: number | null;
  uses: number;
  /** Where its meetings take place; null for where those of the meeting type or the team do. */
  location: Location | null;
  created_at: number;
}

/** Whether no more bookings are possible, because it has expired or reached its maximum. */
export function isUsedUp({ expires_at, max_uses, uses }: BookingLink, now: number): boolean {
  return (expires_at !== null && expires_at <= now) || (max_uses !== null && uses >= max_uses);
}

/** What can be given, when a link is created and later. */
export const changeable = [
  'meeting_type_id',
  'title',
  'duration_minutes',
  'expires_at',
  'max_uses',
  'verify_email',
  'location',
] as const;

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
