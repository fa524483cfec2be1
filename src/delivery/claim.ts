import { randomUUID } from 'node:crypto';
import type { Database } from '../storage/database.ts';
import {
  type ClaimedRow,
  claimDeliveries,
  type DeliveryKey,
  type EndpointDue,
  releaseClaims,
  selectClaimed,
  selectDue,
} from './queries.ts';

/** How many deliveries a node holds at the same time. */
const SLOTS = 1_000;
/** How many of them are sent to one endpoint, at most, and at most this part of those that are free. */
const SLOTS_OF_ONE = 50;
const PART_OF_FREE = 1 / 4;
const RETRIES_TO_A_FIRST = 3;

/** A delivery that this node, and nobody else, may send until the lease ends. */
export type Claimed = ClaimedRow & { claim_id: string };

export interface Claims {
  claimed: Claimed[];
  /** When the next delivery becomes due that is not yet. */
  nextDueAt: number | undefined;
  /** Another node was faster with some of them: there may be more. */
  isContended: boolean;
  /** There is, or may be, more that is due than could be taken now. */
  isCutShort: boolean;
}

/** What a node has in its hands. */
export interface Load {
  /** How many it has claimed and not recorded yet. */
  held: number;
  /** How many of those are being sent to each endpoint. */
  sending: ReadonlyMap<string, number>;
}

/** Endpoints that have so much of their share in flight that what they still have to wait for is up to themselves. */
export function slowEndpoints(load: Load): string[] {
  const enough = shareOf(SLOTS - load.held) / 2;
  return [...load.sending].filter(([, number]) => number >= enough).map(([endpointId]) => endpointId);
}

/** Takes what is due and fair, for as long as an attempt can last and then some. */
export async function claimDue(
  database: Database,
  load: Load,
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<Claims> {
  const share = shareOf(SLOTS - load.held);
  const full = [...load.sending].filter(([, number]) => number >= share).map(([endpointId]) => endpointId);
  const due = share > 0 ? await selectDue(database, now, share, full) : [];
  const next = due.flatMap(({ nextDueAt }) => nextDueAt ?? []);
  const nextDueAt = next.length > 0 ? Math.min(...next) : undefined;
  const chosen = choose(due, load);
  const found = due.reduce((sum, { firstIds, retryIds }) => sum + firstIds.length + retryIds.length, 0);
  const isCutShort =
    share === 0 ||
    full.length > 0 ||
    chosen.length < found ||
    due.some(({ firstIds, retryIds }) => firstIds.length === share || retryIds.length === share);
  if (chosen.length === 0) return { claimed: [], nextDueAt, isContended: false, isCutShort };

  const id = randomUUID();
  const taken = await claimDeliveries(database, chosen, { id, now, until: now + leaseMs });
  const rows = taken.length > 0 ? await selectClaimed(database, id, taken) : [];
  await handBackRest(database, id, taken, rows);
  return {
    claimed: rows.map((row) => ({ ...row, claim_id: id })),
    nextDueAt,
    isContended: taken.length < chosen.length,
    isCutShort,
  };
}

/**
 * How many slots an endpoint may have when so many are free. Because it is a part of those, endpoints that do not answer
 * leave room, however many they are: a hundred of them, with all the slots that they can get, leave 38 free.
 */
function shareOf(free: number): number {
  return free === 0 ? 0 : Math.min(SLOTS_OF_ONE, Math.max(1, Math.floor(free * PART_OF_FREE)));
}

/** One for each endpoint in turn, those with the least in flight first, as long as they may have more. */
function choose(due: EndpointDue[], { held, sending }: Load): DeliveryKey[] {
  const chosen: DeliveryKey[] = [];
  const free = SLOTS - held;
  let open = due
    .map((endpoint) => ({
      workspaceId: endpoint.workspaceId,
      ids: mingle(endpoint.firstIds, endpoint.retryIds),
      number: sending.get(endpoint.endpointId) ?? 0,
    }))
    .sort((one, other) => one.number - other.number);
  for (let round = 0; open.length > 0; round += 1) {
    open = open.filter(({ workspaceId, ids, number }) => {
      const id = ids[round];
      if (id === undefined || number + round >= shareOf(free - chosen.length)) return false;
      chosen.push({ workspace_id: workspaceId, id });
      return true;
    });
  }
  return chosen;
}

/**
 * Three retries, then a first attempt, and so on, as long as there are both. If what is older came first, an endpoint that
 * does not answer and gets more than it could take would never come to a second attempt, and never be disabled. With this
 * part for retries it has its tenth failure after 1.9 hours, however much arrives; with nothing else to send, after 1.4.
 */
export function mingle(firstIds: string[], retryIds: string[]): string[] {
  const mingled: string[] = [];
  const [firsts, retries] = [firstIds.values(), retryIds.values()];
  for (let place = 0; mingled.length < firstIds.length + retryIds.length; place += 1) {
    const { value } = (place % (RETRIES_TO_A_FIRST + 1) < RETRIES_TO_A_FIRST ? retries : firsts).next();
    if (value !== undefined) mingled.push(value);
  }
  return mingled;
}

/** Their endpoint has been disabled or deleted since they were found. */
async function handBackRest(database: Database, claimId: string, taken: DeliveryKey[], rows: ClaimedRow[]) {
  const sent = new Set(rows.map(({ id }) => id));
  const rest = taken.filter(({ id }) => !sent.has(id)).map((key) => ({ ...key, claim_id: claimId }));
  if (rest.length > 0) await releaseClaims(database, rest);
}
