// Limits how many people outsiders (anybody but members) can make a workspace write to in a day (UTC): even if everything else
// fails, nobody can use Rota to send bulk mail.
// What else limits them: docs/decisions/0029-what-strangers-can-cause.md.

import type { Context } from '../context.ts';
import type { Transaction } from '../storage/database.ts';
import { networkOf } from '../text/networks.ts';
import type { Clock } from '../time/clock.ts';
import { DAY_MS, startOfDay } from '../time/timestamps.ts';
import { type Sweep, sweepExpired } from '../workers/sweeps.ts';
import {
  ALL,
  addCounted,
  deleteOldOutsiderDays,
  lockOutsiderDay,
  selectCounted,
  updateTold,
} from './outsider-limit-queries.ts';

/** Longer than the limit needs, for whoever investigates an incident in the database. */
const DAYS_KEPT = 7;

/** What an outsider asks for. */
export interface Asked {
  /** How many people would be sent mail. */
  people: number;
  /** Where the request came from, if known. */
  client_address: string | null;
}

/** A limit that has been reached. */
export interface Reached {
  limit: number;
  /** Who has reached it: all outsiders together, or one network. */
  of: 'workspace' | 'network';
  /** The admins haven't been told today: the caller should tell them. */
  is_news: boolean;
}

/**
 * Counts the people, or returns the limit that they would exceed. 0 is no limit. Locks its row, so call it before locking
 * anything else.
 */
export async function countOutsider(
  { caller, clock, config }: Context,
  tx: Transaction,
  { people, client_address }: Asked,
): Promise<Reached | undefined> {
  const { workspaceId } = caller;
  const now = clock.now();
  const day = startOfDay(now);
  const network = client_address === null ? undefined : networkOf(client_address);
  const { counted, told_at } = await lockOutsiderDay(tx, workspaceId, day);
  const ofNetwork = network === undefined ? 0 : await selectCounted(tx, workspaceId, day, network);
  const isFull = (limit: number, soFar: number) => limit > 0 && soFar + people > limit;
  const reached = (of: Reached['of'], limit: number): Reached => ({ of, limit, is_news: told_at === null });
  const { maxOutsiderMessages: most, maxOutsiderMessagesPerNetwork: mostOfNetwork } = config;
  if (isFull(most, counted)) return reached('workspace', most);
  if (network !== undefined && isFull(mostOfNetwork, ofNetwork)) return reached('network', mostOfNetwork);
  await addCounted(tx, workspaceId, day, ALL, people);
  if (network !== undefined) await addCounted(tx, workspaceId, day, network, people);
  return undefined;
}

/** Records that the admins have been told today. */
export async function markTold({ caller, clock }: Context, tx: Transaction): Promise<void> {
  const now = clock.now();
  await updateTold(tx, caller.workspaceId, startOfDay(now), now);
}

export function sweepOutsiderDays(clock: Clock): Sweep {
  return sweepExpired(clock, 'outsider days', (tx, now) =>
    deleteOldOutsiderDays(tx, now - DAYS_KEPT * DAY_MS),
  );
}
