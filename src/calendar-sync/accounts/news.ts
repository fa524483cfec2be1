import type { Transaction } from '../../storage/database.ts';
import type { Interval } from '../../time/hosts.ts';
import type { Trace } from '../../trace.ts';
import type { ProviderKind } from '../provider-kinds.ts';

/** What happens to accounts and in their calendars. Provided by the features that decide what it means, and tell people. */
export interface AccountNews {
  /** The provider refuses the account's tokens for good. In the transaction that records it, once. */
  broken(tx: Transaction, connection: BrokenConnection, now: number): Promise<void>;
  /** The video call of a meeting has been made with its event, or never will be. May be called again. */
  conferenceSettled(meeting: { workspace_id: string; request_id: string }): Promise<void>;
  /** Somebody has moved or deleted the event of a booking in the calendar. May be called again for the same change. */
  changedInCalendar(change: ChangeInCalendar, trace: Trace): Promise<void>;
}

export interface BrokenConnection {
  workspace_id: string;
  id: string;
  member_id: string;
  provider: ProviderKind;
  account_email: string;
  trace: Trace;
}

export interface ChangeInCalendar {
  workspace_id: string;
  calendar_id: string;
  member_id: string;
  request_id: string;
  /** When it is in the calendar now, in milliseconds; null if it was deleted. */
  time: Interval | null;
}
