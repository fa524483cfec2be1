import type { Context } from '../context.ts';
import type { Transaction } from '../storage/database.ts';
import type { Draft } from './drafts.ts';

/** The notification that wakes the engines. */
export const MESSAGES_DUE = 'messages_due';

/** Composes messages and writes them in the transaction of their cause. They are due at once. */
export async function queueMessages(_context: Context, tx: Transaction, drafts: Draft[]): Promise<void> {
  if (drafts.length > 0) tx.notify(MESSAGES_DUE);
}

/** Messages of these requests that are still to be sent wait until `releaseMessages`: the requests are paused. */
export async function holdMessages(_context: Context, _tx: Transaction, _requestId: string): Promise<void> {}

export async function releaseMessages(
  _context: Context,
  _tx: Transaction,
  _requestId: string,
): Promise<void> {}

/** Offers and follow-ups that nobody has begun to send are not sent any more. `because` is a sentence for their fate. */
export async function dropOffers(
  _context: Context,
  _tx: Transaction,
  _requestId: string,
  _because: string,
): Promise<void> {}

/** Starts a message again, with a fresh schedule. */
export async function requeueMessage(_context: Context, _tx: Transaction, _id: string): Promise<void> {}
