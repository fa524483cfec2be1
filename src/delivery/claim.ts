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
  const found = due.reduce((sum, { deliveryIds }) => sum + deliveryIds.length, 0);
  const isCutShort =
    share === 0 ||
    full.length > 0 ||
    chosen.length < found ||
    due.some((each) => each.deliveryIds.length === share);
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
  const numberTo = ({ endpointId }: EndpointDue) => sending.get(endpointId) ?? 0;
  let open = due.toSorted((one, other) => numberTo(one) - numberTo(other));
  for (let round = 0; open.length > 0; round += 1) {
    open = open.filter((endpoint) => {
      const id = endpoint.deliveryIds[round];
      if (id === undefined || numberTo(endpoint) + round >= shareOf(free - chosen.length)) return false;
      chosen.push({ workspace_id: endpoint.workspaceId, id });
      return true;
    });
  }
  return chosen;
}

/** Their endpoint has been disabled or deleted since they were found. */
async function handBackRest(database: Database, claimId: string, taken: DeliveryKey[], rows: ClaimedRow[]) {
  const sent = new Set(rows.map(({ id }) => id));
  const rest = taken.filter(({ id }) => !sent.has(id)).map((key) => ({ ...key, claim_id: claimId }));
  if (rest.length > 0) await releaseClaims(database, rest);
}
