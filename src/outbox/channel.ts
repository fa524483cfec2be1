import type { Database, Reader, Transaction } from '../storage/database.ts';
import type { Origin, SpanKind, Trace } from '../trace.ts';
import type { RetrySchedule } from './retry-schedule.ts';

// A channel is one way to other systems, such as webhooks or mail: a folder next to this one that implements `Channel`, with its
// own tables. Each channel has its own engine (engine.ts), so a slow one takes no permits from another.
//
//   item       what is sent, one row: a delivery, a mail
//   due        its time has come and nobody has claimed it
//   lane       where items go: an endpoint, a mail domain. The lanes of a workspace share its permits
//   claim      the right of one node to make the next attempt of an item
//   lease      how long a claim lasts at most; it ends sooner if its node dies (node.ts)
//   release    to end a claim without an attempt
//   permit     the right to have one item in flight, as of a semaphore; a node has a fixed number of them
//   ahead      claimed before a permit is free: the item waits in memory
//   attempt    one try to send an item, and its result
//   outcome    what an attempt means for its item: success, retry or failed
//   record     to write outcomes, many in one transaction
//   wake-up    the storage notification that something is due

export interface ItemKey {
  workspace_id: string;
  id: string;
}

/** An item that this node may attempt until the lease ends. */
export interface ClaimedItem extends ItemKey {
  claim_id: string;
  /** How many attempts of the current schedule have been made. */
  attempts: number;
}

/** The due items of a lane, oldest first. */
export interface DueLane {
  workspace_id: string;
  /** Unique across workspaces. */
  lane_id: string;
  /** Items that have not been attempted yet. */
  first_ids: string[];
  retry_ids: string[];
  /** When the next item of the lane becomes due. */
  next_due_at: number | null;
}

/** What a poll finds. */
export interface Due {
  lanes: DueLane[];
  /** False if more may be due: there is a backlog, and a poll sees only part of it. */
  isWhole: boolean;
}

/** Lanes to skip, and workspaces whose lanes are all skipped. */
export interface Skipped {
  lane_ids: string[];
  workspace_ids: string[];
}

export const outcomes = ['success', 'retry', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

/** What the result of an attempt says. `rejected`: another attempt would not help. */
export type Verdict = 'accepted' | 'not accepted' | 'rejected';

/** An attempt that has ended. */
export interface Attempt<Item, Result> {
  item: Item;
  trace: Trace;
  startedAt: number;
  endedAt: number;
  result: Result;
  outcome: Outcome;
  /** When the next attempt is due; null unless the outcome is `retry`. */
  retryAt: number | null;
}

export interface Recorded {
  /** The items whose claim still held. Nothing was written for the others. */
  ids: ReadonlySet<string>;
  /** Called once the transaction has been committed. */
  afterCommit?(): void;
}

/** The most that can be in flight at a time, on a node and in a lane. */
export interface Permits {
  total: number;
  per_lane: number;
  /**
   * How many may wait to be recorded, in addition to those in flight. Without it, items keep their permits until they are
   * recorded, because each takes memory. A channel with few permits needs it: items already sent would keep most of them.
   */
  unrecorded?: number;
  /**
   * How many may be claimed before they have a permit, in all lanes together; none by default. They spend part of their lease
   * waiting, so it must be several times as long as an attempt can take.
   */
  ahead?: number;
}

/** Whether this node may still act. */
export type HoldsClaim = () => true | Promise<boolean>;

export interface Channel<Item extends ClaimedItem, Result> {
  /** For log lines and the name of the worker. */
  readonly name: string;
  readonly wakeUp: string;
  readonly permits: Permits;
  /** Longer than an attempt can take, so that a node that records slowly does not lose its claims. */
  readonly leaseMs: number;
  readonly maxAttempts: number;
  readonly delayAfter: RetrySchedule;
  readonly metrics: MetricTexts;

  /** Finds up to `limit` first attempts and `limit` retries per lane. */
  selectDue(reader: Reader, now: number, limit: number, skipped: Skipped): Promise<Due>;
  /** When the item that has been due for longest became due; undefined when none is. */
  selectOldestDue(reader: Reader, now: number, skipped: Skipped): Promise<number | undefined>;
  /**
   * Claims those that are still due. `taken` counts the claims, `items` are the ones to attempt: there can be fewer, because a
   * channel may release some claims at once, for example of a lane that was disabled after `selectDue`.
   */
  claim(
    database: Database,
    keys: ItemKey[],
    claim: { id: string; now: number; until: number },
  ): Promise<{ taken: number; items: Item[] }>;
  release(database: Database, items: ClaimedItem[]): Promise<void>;

  laneOf(item: Item): string;
  /** The trace that attempts belong to. Without it, each attempt starts a new one. */
  originOf?(item: Item): Origin;
  /** The kind of an attempt's span. By default `client`, a call to another machine. */
  readonly spanKind?: SpanKind;
  /**
   * Rejects only if this node is at fault. Then nothing is recorded, and the item is due again when the lease ends. The claim
   * holds when the attempt begins. If it does something later that can't be undone, it asks `holdsClaim` first, and rejects with
   * `ClaimLost` if the answer is no.
   */
  attempt(item: Item, trace: Trace, holdsClaim: HoldsClaim): Promise<Result> | Result;
  verdictOf(result: Result): Verdict;
  /** Writes outcomes and ends claims. Writes nothing for an attempt whose claim was lost. A call has each item at most once. */
  record(tx: Transaction, attempts: Attempt<Item, Result>[], now: number): Promise<Recorded>;
  /** What a log line says about an item, and about the result of an attempt. */
  logFields(item: Item, result?: Result): object;
  /** Ends attempts that are still under way. */
  close(): Promise<void>;
}

/** The metrics of a channel: `rota_webhook` makes `rota_webhook_attempts_total`. */
export interface MetricTexts {
  prefix: string;
  help: Record<
    | 'attempts_total'
    | 'attempt_duration_seconds'
    | 'claims_lost_total'
    | 'in_flight'
    | 'oldest_due_age_seconds'
    | 'last_record_age_seconds',
    string
  >;
}
