import type { Context } from '../../../context.ts';
import { unavailable } from '../../../errors.ts';
import type { Transaction } from '../../../storage/database.ts';
import { within } from '../../../storage/within.ts';
import { lockMembers, type MemberRow } from '../../people/members/operations.ts';
import { type Candidate, type Decision, type Host, queueOf, whoseTurn } from './rules.ts';
import { eachOnce } from './standing-hosts.ts';

/** How many are asked at once, after the head of the queue, who usually has time. */
const ASKED_AT_ONCE = 25;
/** Another booking may take a time in the moment before its host is locked. That hardly ever happens twice. */
const MAX_TRIES = 5;

export type WhoHasTime = (memberIds: string[]) => Promise<Set<string>>;

/**
 * Passes over those at the head of the queue who have no time for the meeting: they are `unavailable` for this turn, and keep
 * their place. If nobody in the queue has time, nobody is passed over, and the result is false.
 */
export async function passOverBusy(
  candidates: readonly Candidate[],
  whoHasTime: WhoHasTime,
): Promise<boolean> {
  // Asked again after the first one with time was deactivated meanwhile: perhaps nobody is left who has time.
  for (const candidate of candidates) {
    if (candidate.status === 'unavailable') candidate.status = 'available';
  }
  const queue = queueOf(candidates);
  for (let asked = 0; asked < queue.length; ) {
    const group = queue.slice(asked, asked === 0 ? 1 : asked + ASKED_AT_ONCE);
    const free = await whoHasTime(idsOf(group));
    const first = group.findIndex(({ member_id }) => free.has(member_id));
    if (first >= 0) {
      for (const candidate of queue.slice(0, asked + first)) candidate.status = 'unavailable';
      return true;
    }
    asked += group.length;
  }
  return false;
}

/** Somebody who is needed is not free at the wanted time. */
export class NobodyFree extends Error {}

/** Whose turn it is; their row is locked. */
export interface Held extends Decision {
  organizer: MemberRow;
  /** As `selectLastNumbers` has it, if it was read with the row. */
  last?: { number: number; member_number: number };
}

/** Who may be chosen for a time, and who takes part besides. */
export interface Party {
  candidates: Candidate[];
  /** Everybody of a stack team, and the standing hosts. */
  others: Host[];
  /** In a pool team, those who are not free are passed over. In a stack team, everybody has to be free. */
  is_pool: boolean;
}

/**
 * Decides whose turn it is at this time: the first in the queue who is free then. Everybody who takes part is locked from then
 * on, in one statement, and was free under the lock.
 */
export async function chooseAt(
  context: Context,
  tx: Transaction,
  party: Party,
  whoHasTime: WhoHasTime,
): Promise<Held> {
  let cause: unknown;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    try {
      // The savepoint releases the rows of those who could not be had.
      return await within(tx).transaction((inner) => chooseOnce(context, inner, party, whoHasTime));
    } catch (error) {
      if (!(error instanceof TakenMeanwhile)) throw error;
      cause = error;
    }
  }
  throw unavailable(cause, 'the hosts of a booking kept changing');
}

class TakenMeanwhile extends Error {}

async function chooseOnce(
  context: Context,
  tx: Transaction,
  { candidates, others, is_pool }: Party,
  whoHasTime: WhoHasTime,
): Promise<Held> {
  if (!(await areAllFree(others, whoHasTime))) throw new NobodyFree();
  if (is_pool && !(await passOverBusy(candidates, whoHasTime))) throw new NobodyFree();
  const decision = whoseTurn(candidates);
  if (!decision) throw new NobodyFree();
  const taking = eachOnce<Host>([decision.chosen, ...others]);
  const locked = await lockMembers(context, tx, idsOf(taking));
  const gone = new Set(locked.filter((member) => member.deactivated_at !== null).map(({ id }) => id));
  for (const candidate of candidates) {
    if (gone.has(candidate.member_id)) candidate.status = 'deactivated';
  }
  const present = taking.filter(({ member_id }) => !gone.has(member_id));
  const organizer = locked.find(({ id }) => id === decision.chosen.member_id);
  if (!organizer || gone.has(organizer.id) || !(await areAllFree(present, whoHasTime)))
    throw new TakenMeanwhile();
  return { ...decision, organizer };
}

async function areAllFree(hosts: Host[], whoHasTime: WhoHasTime): Promise<boolean> {
  return hosts.length === 0 || (await whoHasTime(idsOf(hosts))).size === hosts.length;
}

const idsOf = (hosts: Host[]) => hosts.map(({ member_id }) => member_id);
