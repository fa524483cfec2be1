// How much mail a workspace takes in a day (UTC). Each recipient counts with the bytes stored for it until they are processed.

import type { Services } from '../context.ts';
import { RotaError } from '../errors.ts';
import type { Transaction } from '../storage/database.ts';
import type { Clock } from '../time/clock.ts';
import { DAY_MS, SECOND_MS, startOfDay } from '../time/timestamps.ts';
import { type Sweep, sweepExpired } from '../workers/sweeps.ts';
import type { Recipient, Target } from './arrival.ts';
import { addBytes, deleteOldDays, selectBytes } from './quota-queries.ts';

const MEGABYTE = 1_000_000;
/** More for addresses known only to people we have written to: whoever fills the others must not shut them out. */
const ANSWERS_FACTOR = 2;
/** Longer than the limit needs, for whoever investigates an incident in the database. */
const DAYS_KEPT = 7;

/** Temporary: mail servers keep retrying for days. */
export class InboxFull extends RotaError {
  constructor(now: number) {
    super('rate_limited', 'The workspace has taken as much mail as it may in a day: try again tomorrow', {
      retryAfter: Math.ceil((startOfDay(now) + DAY_MS - now) / SECOND_MS),
    });
  }
}

/** In bytes; infinite without a limit. */
function limitFor({ config: { maxInboxMbPerDay } }: Services, target: Target['target']): number {
  if (maxInboxMbPerDay === 0) return Number.POSITIVE_INFINITY;
  const isAnswer = target === 'reply' || target === 'bounce';
  return maxInboxMbPerDay * MEGABYTE * (isAnswer ? ANSWERS_FACTOR : 1);
}

/** False if the recipient's workspace has already taken as much as it may. */
export async function hasRoom(services: Services, { workspace_id, target }: Recipient): Promise<boolean> {
  const limit = limitFor(services, target);
  if (limit === Number.POSITIVE_INFINITY) return true;
  const { database, clock } = services;
  return (await selectBytes(database, workspace_id, startOfDay(clock.now()))) < limit;
}

/**
 * Counts what is stored for these recipients, and throws if their workspaces have more than they may. Call it after storing the
 * mail: the counts are locks, taken in the order of workspaces.
 */
export async function countStored(
  services: Services,
  tx: Transaction,
  recipients: Recipient[],
  bytes: number,
): Promise<void> {
  if (services.config.maxInboxMbPerDay === 0 || recipients.length === 0) return;
  const now = services.clock.now();
  const byWorkspace = Map.groupBy(recipients, ({ workspace_id }) => workspace_id);
  for (const [workspaceId, own] of [...byWorkspace].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const taken = await addBytes(tx, workspaceId, startOfDay(now), bytes * own.length);
    const limit = Math.min(...own.map(({ target }) => limitFor(services, target)));
    if (taken > limit) throw new InboxFull(now);
  }
}

export function sweepInboxDays(clock: Clock): Sweep {
  return sweepExpired(clock, 'inbox days', (tx, now) => deleteOldDays(tx, now - DAYS_KEPT * DAY_MS));
}
