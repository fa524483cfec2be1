import { randomUUID } from 'node:crypto';
import type { Database } from '../storage/database.ts';
import type { LeftOut } from './backlog-queries.ts';
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
/** How many of them are sent to one endpoint, at most, and at most this part of those that are free for its workspace. */
const SLOTS_OF_ONE = 50;
const PART_OF_FREE = 1 / 4;
/** A workspace has at most so many times as many as are free: alone, three quarters of all. */
const WORKSPACE_TO_FREE = 3;
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
  /** How many of those are being sent to each endpoint, */
  sending: ReadonlyMap<string, { workspaceId: string; number: number }>;
  /** and for each workspace. */
  sendingFor: ReadonlyMap<string, number>;
}

/** Those that have so much of their share in flight that what they still have to wait for is up to themselves. */
export const slowOnes = (load: Load) => thoseWith(load, 1 / 2);

/** Endpoints that have this part of their share in flight, and workspaces that have all of theirs. */
function thoseWith({ held, sending, sendingFor }: Load, part: number): LeftOut {
  const free = SLOTS - held;
  const freeFor = (workspaceId: string) => freeOf(free, sendingFor.get(workspaceId) ?? 0);
  return {
    endpointIds: [...sending]
      .filter(([, { workspaceId, number }]) => number >= shareOf(freeFor(workspaceId)) * part)
      .map(([id]) => id),
    workspaceIds: [...sendingFor.keys()].filter((id) => freeFor(id) === 0),
  };
}

/** Takes what is due and fair, for as long as an attempt can last and then some. */
export async function claimDue(
  database: Database,
  load: Load,
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<Claims> {
  const share = shareOf(freeOf(SLOTS - load.held, 0));
  const full = thoseWith(load, 1);
  const due = share > 0 ? await selectDue(database, now, share, full) : [];
  const next = due.flatMap(({ nextDueAt }) => nextDueAt ?? []);
  const nextDueAt = next.length > 0 ? Math.min(...next) : undefined;
  const chosen = choose(due, load);
  const found = due.reduce((sum, { firstIds, retryIds }) => sum + firstIds.length + retryIds.length, 0);
  const isCutShort =
    share === 0 ||
    full.endpointIds.length > 0 ||
    full.workspaceIds.length > 0 ||
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
 * How many of the free slots a workspace with so many in flight may have: until it has three times as many as are left. An
 * endpoint gets a slot as long as there is one, so that a thousand silent ones could take all; those of one workspace leave a
 * quarter to the others, those of two an eighth.
 */
function freeOf(free: number, ofWorkspace: number): number {
  return Math.max(0, Math.floor((WORKSPACE_TO_FREE * free - ofWorkspace) / (WORKSPACE_TO_FREE + 1)));
}

/**
 * How many slots an endpoint may have when so many are free for its workspace. Because it is a part of those, endpoints that
 * do not answer leave room, however many they are: a hundred of them, with all the slots that they can get, leave 31 free.
 */
function shareOf(free: number): number {
  return free === 0 ? 0 : Math.min(SLOTS_OF_ONE, Math.max(1, Math.floor(free * PART_OF_FREE)));
}

/** One for each endpoint in turn, those with the least in flight first, as long as they may have more. */
function choose(due: EndpointDue[], { held, sending, sendingFor }: Load): DeliveryKey[] {
  const chosen: DeliveryKey[] = [];
  const free = SLOTS - held;
  const numberFor = new Map(sendingFor);
  let open = due
    .map((endpoint) => ({
      workspaceId: endpoint.workspaceId,
      ids: mingle(endpoint.firstIds, endpoint.retryIds),
      number: sending.get(endpoint.endpointId)?.number ?? 0,
    }))
    .sort((one, other) => one.number - other.number);
  for (let round = 0; open.length > 0; round += 1) {
    open = open.filter(({ workspaceId, ids, number }) => {
      const id = ids[round];
      const ofWorkspace = numberFor.get(workspaceId) ?? 0;
      if (id === undefined || number + round >= shareOf(freeOf(free - chosen.length, ofWorkspace)))
        return false;
      numberFor.set(workspaceId, ofWorkspace + 1);
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
