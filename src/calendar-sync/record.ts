import type { Attempt, Recorded } from '../outbox/channel.ts';
import { createMinutesSchedule, withJitter } from '../outbox/retry-schedule.ts';
import type { Transaction } from '../storage/database.ts';
import { HOUR_MS } from '../time/timestamps.ts';
import type { Trace } from '../trace.ts';
import type { ClaimedSync } from './queries.ts';
import { lockClaimed, type OutcomeRow, updateOutcomes } from './record-queries.ts';
import { CALENDARS_DUE } from './sync-requests.ts';

/** The result of an attempt to read a calendar. The error is a sentence for its member. */
export interface SyncResult {
  error: string | null;
  /** Why some of it wasn't understood although it could be read: also a sentence for the member. */
  note?: string | null;
  /** The provider asks to wait so long: nobody is at fault. */
  postponedMs?: number;
  /** When to read it again, if sooner than usual. */
  nextMs?: number;
}

type SyncAttempt = Attempt<ClaimedSync, SyncResult>;

/** A calendar that is reported, because it has failed for long or has recovered. */
export interface HealthChange {
  workspace_id: string;
  id: string;
  change: 'failing' | 'recovered';
  last_error: string | null;
  failing_since: number;
  /** The trace of the attempt that found it. */
  trace: Trace;
}

/** Provided by the feature that owns calendars, which decides when to report and does so. */
export interface HealthReports {
  /** Whether a calendar that has been failing since `failingSince` is reported. */
  isLong(failingSince: number, now: number): boolean;
  /** Called once per failing calendar, and once more when it can be read again. May return what to do after the commit. */
  tell(tx: Transaction, changes: HealthChange[], now: number): Promise<(() => void) | undefined>;
}

/** Writes outcomes and ends claims. Each attempt has already written the busy times itself. */
export async function recordSyncs(
  tx: Transaction,
  attempts: SyncAttempt[],
  now: number,
  reports: HealthReports,
): Promise<Recorded> {
  const ids = await lockClaimed(
    tx,
    attempts.map(({ item }) => item),
  );
  const recorded = attempts
    .filter(({ item }) => ids.has(item.id))
    .map((attempt) => ({ attempt, outcome: outcomeOf(attempt, now, reports) }));
  if (recorded.length === 0) return { ids };
  const outcomes = recorded.map(({ outcome }) => outcome);
  if (await updateOutcomes(tx, outcomes, now)) tx.notify(CALENDARS_DUE);
  const changes = recorded.flatMap(({ attempt, outcome }) => changeBetween(attempt, outcome) ?? []);
  const afterCommit = changes.length > 0 ? await reports.tell(tx, changes, now) : undefined;
  return { ids, ...(afterCommit && { afterCommit }) };
}

function outcomeOf(attempt: SyncAttempt, now: number, reports: HealthReports): OutcomeRow {
  const { item, result, endedAt, retryAt } = attempt;
  const { workspace_id, id, claim_id, wish_number } = item;
  const key = { workspace_id, id, claim_id, wish_number };
  if (result.error === null) {
    return {
      ...key,
      health: 'ok',
      attempts: 0,
      last_synced_at: endedAt,
      last_error: result.note ?? null,
      failing_since: null,
      announced_at: null,
      due_at: isFollowed(item) ? endedAt + (result.nextMs ?? nextSyncAfter(item)) : null,
    };
  }
  if (result.postponedMs !== undefined && !isStale(item, endedAt)) {
    const { health, attempts, last_error, failing_since, announced_at } = item;
    const due_at = endedAt + result.postponedMs;
    return {
      ...key,
      health,
      attempts,
      last_synced_at: null,
      last_error,
      failing_since,
      announced_at,
      due_at,
    };
  }
  const since = item.failing_since ?? endedAt;
  return {
    ...key,
    health: 'failing',
    attempts: item.attempts + 1,
    last_synced_at: null,
    last_error: result.error,
    failing_since: since,
    announced_at: item.announced_at ?? (reports.isLong(since, now) ? now : null),
    due_at: isGivenUp(item)
      ? null
      : Math.max(retryOf(item, endedAt) ?? retryAt ?? now, endedAt + (result.postponedMs ?? 0)),
  };
}

/** Otherwise, this was the sync that took the last bookings out of it. */
const isFollowed = ({ is_read, receives_bookings, has_left }: ClaimedSync) =>
  has_left === 0 && (is_read === 1 || receives_bookings === 1);

/** How often it is tried to take the last bookings out of a calendar that gets no more. */
const MAX_LAST_ATTEMPTS = 10;
const isGivenUp = (item: ClaimedSync) => !isFollowed(item) && item.attempts + 1 >= MAX_LAST_ATTEMPTS;

/** Whether a provider has made us wait for so long that somebody should know. */
const isStale = ({ last_synced_at }: ClaimedSync, now: number) =>
  last_synced_at === null || now - last_synced_at > HOUR_MS;

function changeBetween({ item: before, trace }: SyncAttempt, after: OutcomeRow): HealthChange | undefined {
  const { workspace_id, id } = before;
  const failing_since = after.failing_since ?? before.failing_since;
  const isSame = (before.announced_at === null) === (after.announced_at === null);
  if (isSame || failing_since === null) return undefined;
  const change = after.announced_at === null ? 'recovered' : 'failing';
  return { workspace_id, id, change, last_error: after.last_error, failing_since, trace };
}

const INTERVAL_MINUTES = 10;
/** By the number of failures in a row. */
const RETRY_MINUTES = [10, 20, 30, 60, 120, 240, 360];
/** Asking a provider what has changed is a small call. */
const ACCOUNT_INTERVAL_MINUTES = 5;
/** Its answers are rarely wrong for long, and a booking may wait to be written. */
const ACCOUNT_RETRY_MINUTES = [0.5, 1, 2, 5, 10, 20, 30, 60];

const isOfAccount = ({ type }: ClaimedSync) => type === 'google' || type === 'microsoft';

/** The delay after a successful sync, in milliseconds. */
const nextSyncAfter = (item: ClaimedSync) =>
  withJitter(isOfAccount(item) ? ACCOUNT_INTERVAL_MINUTES : INTERVAL_MINUTES);

export const delayAfter = createMinutesSchedule(RETRY_MINUTES);
const accountDelayAfter = createMinutesSchedule(ACCOUNT_RETRY_MINUTES);

const retryOf = (item: ClaimedSync, endedAt: number) =>
  isOfAccount(item) ? endedAt + accountDelayAfter(item.attempts + 1) : undefined;
