import type { Context } from '../context.ts';
import {
  type IncomingFate,
  updateIgnored,
  updateIncoming,
  updateRequestOf,
} from '../mail-out/incoming-queries.ts';
import type { ItemKey } from '../outbox/channel.ts';
import type { Claim } from '../outbox/claim-queries.ts';
import type { Transaction } from '../storage/database.ts';
import { keptHeader } from './headers.ts';
import {
  type ClaimedMail,
  endWork,
  lockClaimed,
  releaseWaiting,
  updateRetries,
  updateWaiting,
} from './queries.ts';
import { INBOX_DUE } from './store.ts';

// How a mail is processed exactly once: the transaction that acts on it begins with `lockMail`, and ends with `markDone` or
// `waitUntilResumed`.
// Why: docs/decisions/0028-inbound-mail.md.

export type { IncomingFate };

/** Locks the mail until the transaction ends. False if another node has claimed it by now: then leave it alone. */
export const lockMail: (tx: Transaction, item: Claim) => Promise<boolean> = lockClaimed;

/** Records the outcome, at the end of the transaction. Nothing reads the bytes any more, so only the header is kept. */
export async function markDone(
  { caller }: Context,
  tx: Transaction,
  item: ItemKey & Pick<ClaimedMail, 'raw'>,
  outcome: IncomingFate,
): Promise<void> {
  await endWork(tx, item, keptHeader(item.raw));
  await updateIncoming(tx, caller.workspaceId, item.id, outcome);
}

/**
 * Lets a mail wait while its request is paused: it is read once that is resumed or cancelled. The caller has locked the request.
 */
export async function waitUntilResumed(
  { caller }: Context,
  tx: Transaction,
  item: ItemKey,
  requestId: string,
): Promise<void> {
  await updateWaiting(tx, item, requestId);
  await updateRequestOf(tx, caller.workspaceId, item.id, requestId);
}

/** Makes mail due that has waited for the request. The caller has locked the request. */
export async function resumeMail(
  { caller, clock }: Context,
  tx: Transaction,
  requestId: string,
): Promise<void> {
  const count = await releaseWaiting(tx, caller.workspaceId, requestId, clock.now());
  if (count > 0) tx.notify(INBOX_DUE);
}

/** Returns the ids of those whose claim still held. */
export async function retryLater(
  tx: Transaction,
  retries: (Claim & { retry_at: number })[],
): Promise<string[]> {
  if (retries.length === 0) return [];
  return (await updateRetries(tx, retries)).map(({ id }) => id);
}

/**
 * Ends the work on a mail without attempts left. Keeps its bytes: nothing else says what was in it. False if the claim was lost.
 */
export async function giveUp(tx: Transaction, item: Claim, reason: string): Promise<boolean> {
  if (!(await lockClaimed(tx, item))) return false;
  await endWork(tx, item, null);
  await updateIgnored(tx, item.workspace_id, item.id, reason);
  return true;
}
