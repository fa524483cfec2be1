import type { Poll } from './claim.ts';

/** Polls at least this often, in case a wake-up was lost. */
const POLL_MS = 5_000;
/** After an error of the database. */
const ERROR_BACK_OFF_MS = 1_000;
/** After the second poll in a row that found only items claimed by other nodes. Doubles with each further one. */
const CONTENDED_BACK_OFF_MS = 10;

/**
 * What the loop of an engine does at the moment.
 *
 *     idle          nothing is due: waits for the next poll
 *     waiting       something becomes due before the next regular poll
 *     backing off   other nodes have claimed what is due, or the database failed
 *     claiming      polls for due items; a wake-up meanwhile makes it poll again
 *     draining      no longer claims anything
 *
 * A wake-up or a timer leads from the first three to `claiming`. The poll leads back to one of them. `stop` leads from any state
 * to `draining`.
 */
export type State =
  | ({ name: 'idle' | 'waiting' | 'backing off'; ms: number } & LastPoll)
  | ({ name: 'claiming'; isWoken: boolean } & LastPoll)
  | { name: 'draining' };

/** What the state remembers of the last poll. */
interface LastPoll {
  /** More was due than could be claimed. */
  hasMore: boolean;
  /** Polls in a row that found only items claimed by other nodes. */
  contendedPolls: number;
}

export type Claiming = Extract<State, { name: 'claiming' }>;

export function claimingAfter({ hasMore, contendedPolls }: LastPoll): State {
  return { name: 'claiming', isWoken: false, hasMore, contendedPolls };
}

/** `claimed` is how many items the poll has claimed. */
export function stateAfterPoll(before: Claiming, poll: Poll, claimed: number, now: number): State {
  const { hasMore, isContended, nextDueAt } = poll;
  const contendedPolls = isContended && claimed === 0 ? before.contendedPolls + 1 : 0;
  const last = { hasMore, contendedPolls };
  const untilDueMs = (nextDueAt ?? Number.POSITIVE_INFINITY) - now;
  const backOffMs = contendedPolls < 2 ? 0 : CONTENDED_BACK_OFF_MS * 2 ** (contendedPolls - 2);
  const ms = Math.min(POLL_MS, untilDueMs, isContended ? backOffMs : POLL_MS);
  if (before.isWoken || ms <= 0) return claimingAfter(last);
  if (isContended) return { name: 'backing off', ms, ...last };
  return { name: ms < POLL_MS ? 'waiting' : 'idle', ms, ...last };
}

export function stateAfterError(before: Claiming): State {
  if (before.isWoken) return claimingAfter(before);
  const { hasMore, contendedPolls } = before;
  return { name: 'backing off', ms: ERROR_BACK_OFF_MS, hasMore, contendedPolls };
}
