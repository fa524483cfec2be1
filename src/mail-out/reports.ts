import type { Transaction } from '../storage/database.ts';
import type { Trace } from '../trace.ts';
import type { MessageKind } from './drafts.ts';

/** A message whose fate was just recorded. */
export interface MessageOutcome {
  workspace_id: string;
  id: string;
  meeting_request_id: string | null;
  place: number | null;
  kind: MessageKind;
  to: string;
  status: 'sent' | 'kept' | 'failed';
  /** It was not sent, because its reader has asked for no such mail. */
  is_unwanted: boolean;
  last_error: string | null;
  at: number;
  /** Of the last attempt to send it. */
  trace: Trace;
}

/**
 * Handed in by the owner of the requests. It locks the requests of messages whose fate changes something for them, because
 * requests are locked before messages are written. It returns the function that takes the outcomes, once they are recorded.
 */
export type LockRequests = (
  tx: Transaction,
  outcomes: MessageOutcome[],
) => Promise<(recorded: MessageOutcome[], now: number) => Promise<(() => void) | undefined>>;
