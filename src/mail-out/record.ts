import type { Attempt, Recorded } from '../outbox/channel.ts';
import type { Transaction } from '../storage/database.ts';
import { DAY_MS } from '../time/timestamps.ts';
import { MESSAGES_DUE } from './enqueue.ts';
import type { ClaimedMessage } from './queries.ts';
import {
  endClaims,
  lockClaimed,
  type OutcomeRow,
  releaseWaitingForRelay,
  updateOutcomes,
} from './record-queries.ts';
import type { LockRequests, MessageOutcome } from './reports.ts';

/**
 * The result of an attempt. The error is a sentence for the message's page.
 *
 *     sent      the mail server has accepted it
 *     kept      there is no mail server: it is only stored
 *     refused   the mail server rejects this message: another attempt wouldn't help
 *     unwanted  its recipient has opted out since it was written: it wasn't tried
 *     outdated  what it says is no longer true: it wasn't tried
 *     away      the mail server was unavailable, which says nothing about this message
 *     trouble   anything else: another attempt may help
 */
export type MailResult =
  | { fate: 'sent' | 'kept'; error: null }
  | { fate: 'refused' | 'unwanted' | 'outdated' | 'away' | 'trouble'; error: string };

/**
 * Once the mail server accepts mail again, messages that waited for it are due soon, but only if they have waited for less than
 * this: about as long as the retry schedule. A message that itself ends every session gets no fresh attempts after that, and
 * fails.
 */
const RELEASED_FOR_MS = 2 * DAY_MS;

type MailAttempt = Attempt<ClaimedMessage, MailResult>;

/** Writes the outcomes, and reports the messages that won't be retried. */
export async function recordMessages(
  tx: Transaction,
  attempts: MailAttempt[],
  now: number,
  lockRequests: LockRequests,
): Promise<Recorded> {
  const over = attempts.flatMap((attempt) => fateOf(attempt) ?? []);
  const report = over.length > 0 ? await lockRequests(tx, over) : undefined;

  const rows = attempts.map(rowOf);
  const states = await lockClaimed(tx, rows);
  const isDropped = ({ id, status }: OutcomeRow) =>
    states.get(id) !== 'queued' && status !== 'sent' && status !== 'kept';
  const claimed = rows.filter(({ id }) => states.has(id));
  await endClaims(tx, claimed.filter(isDropped));
  const written = claimed.filter((row) => !isDropped(row));
  if (written.length > 0) await updateOutcomes(tx, written);

  if (attempts.some(({ result }) => result.fate === 'sent')) {
    const released = await releaseWaitingForRelay(tx, { now, since: now - RELEASED_FOR_MS });
    if (released > 0) tx.notify(MESSAGES_DUE);
  }

  const writtenIds = new Set(written.map(({ id }) => id));
  const recorded = over.filter(({ id }) => writtenIds.has(id));
  const afterCommit = recorded.length > 0 ? await report?.(recorded, now) : undefined;
  return { ids: new Set(states.keys()), ...(afterCommit && { afterCommit }) };
}

function rowOf({ item, result, outcome, endedAt, retryAt }: MailAttempt): OutcomeRow {
  return {
    workspace_id: item.workspace_id,
    id: item.id,
    claim_id: item.claim_id,
    status: outcome === 'retry' ? 'queued' : statusOf(result),
    // A kept message wasn't tried.
    attempts: result.fate === 'kept' ? item.attempts : item.attempts + 1,
    last_error: result.error,
    sent_at: result.fate === 'sent' ? endedAt : null,
    due_at: retryAt,
    is_of_relay: result.fate === 'away' && outcome === 'retry' ? 1 : 0,
  };
}

const statusOf = ({ fate }: MailResult) => (fate === 'sent' || fate === 'kept' ? fate : 'failed');

/** Undefined for a message that is retried, and for one that nobody misses. */
function fateOf({ item, trace, result, outcome, endedAt }: MailAttempt): MessageOutcome | undefined {
  if (outcome === 'retry' || result.fate === 'outdated') return undefined;
  return {
    workspace_id: item.workspace_id,
    id: item.id,
    meeting_request_id: item.request_id,
    place: item.place,
    kind: item.kind,
    to: item.recipient_address,
    status: statusOf(result),
    is_unwanted: result.fate === 'unwanted',
    last_error: result.error,
    at: endedAt,
    trace,
  };
}
