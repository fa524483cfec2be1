// Whoever is no member can have a workspace write to so many people in a day, by UTC: whatever else fails, Rota is no way to send
// mail in masses.
// What else bounds them: docs/decisions/0029-what-strangers-can-cause.md.

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

/** Counts are for the day itself, and for anybody who reads the database after an incident. */
const DAYS_KEPT = 7;

/** What somebody outside asks for. */
export interface Asked {
  /** Whom it would be written to. */
  people: number;
  /** Where it came from, as far as that is known. */
  client_address: string | null;
}

/** A limit that is reached. */
export interface Reached {
  limit: number;
  /** What has reached it: everybody together, or one network. */
  of: 'workspace' | 'network';
  /** Nobody has been told today. Whoever asks is to tell. */
  is_news: boolean;
}

/** Counts it, unless that would be too much: then nothing is counted. 0 is no limit. It locks, before anything else is locked. */
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

/** Admins know it for today. */
export async function markTold({ caller, clock }: Context, tx: Transaction): Promise<void> {
  const now = clock.now();
  await updateTold(tx, caller.workspaceId, startOfDay(now), now);
}

export function sweepOutsiderDays(clock: Clock): Sweep {
  return sweepExpired(clock, 'outsider days', (tx, now) =>
    deleteOldOutsiderDays(tx, now - DAYS_KEPT * DAY_MS),
  );
}
