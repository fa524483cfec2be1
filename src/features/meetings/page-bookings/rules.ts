import { DAY_MS, HOUR_MS } from '../../../time/timestamps.ts';
import type { Answer } from '../meeting-types/questions.ts';

/** Whose page it is on which somebody books. In the audit log, it is who acts. */
export interface PageOwner {
  type: 'booking_link' | 'meeting_type';
  id: string;
}

/** A booking that waits for its address to be confirmed, or was confirmed. */
export interface Confirmation {
  id: string;
  owner: PageOwner;
  /** Identifies the submitted form. */
  nonce: string;
  name: string;
  email: string;
  timezone: string | null;
  locale: string | null;
  note: string | null;
  /** To the questions of the meeting type. */
  answers: Answer[];
  phone_number: string | null;
  /** The member whom the guest has chosen; null for anyone. */
  host_id: string | null;
  starts_at: number;
  /** When its link stops working. A confirmed one leads to its meeting until that is over. */
  expires_at: number;
  /** Null until it is confirmed. */
  request_id: string | null;
}

/** A booking, by the form that was submitted. */
export interface Use {
  nonce: string;
  request_id: string;
  email_folded: string;
  starts_at: number;
  kept_until: number;
}

/** How long a confirmation can be used. */
export const CONFIRMATION_MS = HOUR_MS;
/** Unconfirmed bookings of one address on one page. */
export const MAX_WAITING = 3;
/** Confirmation mails to one address in an hour, for all pages of a workspace. */
export const MAX_MAILS = 5;

/** A page left open for longer is out of date and shown anew. */
export const MAX_FORM_AGE_MS = DAY_MS;

/** Kept until its meeting is over, and for as long as its form could be sent again. */
export const keptUntil = (endsAt: number, now: number) => Math.max(endsAt, now + 2 * MAX_FORM_AGE_MS);
