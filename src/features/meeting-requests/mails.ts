import type { Context } from '../../context.ts';
import type { OfferReason, Time } from '../../mail/drafts.ts';
import type { Transaction } from '../../storage/database.ts';
import type { AttentionReason } from '../events/event-types.ts';
import type { MeetingRequest } from './rules.ts';

// What is written to whom about a request, in the transaction of its cause. Nothing, for a request with `notify_participants: false`.

export interface OfferedOption extends Time {
  id: string;
}

export interface Offering {
  options: OfferedOption[];
  because: OfferReason;
  introduction: string | null;
}

/** To every participant. */
export async function mailOptions(
  _context: Context,
  _tx: Transaction,
  _request: MeetingRequest,
  _offering: Offering,
): Promise<void> {}

/** To the participants in these places. */
export async function mailFollowUp(
  _context: Context,
  _tx: Transaction,
  _request: MeetingRequest,
  _asked: { options: OfferedOption[]; places: number[] },
): Promise<void> {}

/** To the organizer. */
export async function mailAssigned(
  _context: Context,
  _tx: Transaction,
  _request: MeetingRequest,
  _because: 'turn' | 'organizer_changed',
): Promise<void> {}

/** Invites to everybody who takes part. `before` is the time that the former invite had; null without one. */
export async function mailInvites(
  _context: Context,
  _tx: Transaction,
  _request: MeetingRequest,
  _before: Time | null,
): Promise<void> {}

/** To the hosts, and with `notify` to the participants, if there was an invite. */
export async function mailCancelled(
  _context: Context,
  _tx: Transaction,
  _request: MeetingRequest,
  _told: { participants: boolean },
): Promise<void> {}

/** To the organizer, unless that is who could not be reached. */
export async function mailAttention(
  _context: Context,
  _tx: Transaction,
  _request: MeetingRequest,
  _reason: AttentionReason,
): Promise<void> {}
