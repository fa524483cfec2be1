// Chooses who takes a team's next turn: the named organizer, the next in the queue, or the first who is free at a time.
import type { Context } from '../../../context.ts';
import { unavailable, validationError } from '../../../errors.ts';
import type { Transaction } from '../../../storage/database.ts';
import { readTogether } from '../../../storage/read-together.ts';
import { within } from '../../../storage/within.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import type { WhoHasTime } from '../../calendar/slots/time-check.ts';
import { lockActiveMember, lockMembers, type MemberRow } from '../../people/members/operations.ts';
import type { Location } from '../../workspace/locations/rules.ts';
import {
  type Candidate,
  type Decision,
  eachOnce,
  type Host,
  isAvailable,
  NoLocation,
  queueOf,
  type RoutedTeam,
  whoseTurn,
} from './rules.ts';
import { type LastNumbers, selectLastNumbers } from './turn-queries.ts';
import { writeTurn } from './turns.ts';

/** How many members to check at once, after the head of the queue, who usually has time. */
const ASKED_AT_ONCE = 25;
/** Another booking may take the time just before the host is locked. That hardly ever happens twice in a row. */
const MAX_TRIES = 5;

/** Whose turn it is; their row is locked. */
interface ChosenHost extends Decision {
  organizer: MemberRow;
  /** Set if they were read along with the row. */
  last?: LastNumbers;
}

/** A required host is not free at the wanted time. */
export class NobodyFree extends Error {}

/** The meeting that a turn is for. */
interface Meeting {
  meeting_request_id: string;
  /** The organizer named by the request. */
  named: MemberRow | undefined;
  standing: Host[];
  /** Everybody has to be free at this time, or `NobodyFree` is thrown. */
  at?: MeetingTime;
  whoHasTime: WhoHasTime;
  /** Where it takes place, as far as that depends on the organizer. */
  location: Location | null;
}

/**
 * Decides who takes the team's next turn, and writes it. Without a meeting, the turn is for something outside Rota. The caller
 * has locked the team.
 */
export async function assign(
  context: Context,
  tx: Transaction,
  team: RoutedTeam,
  candidates: Candidate[],
  meeting?: Meeting,
) {
  const chosen = meeting?.named
    ? await chooseNamed(context, tx, team, candidates, meeting, meeting.named)
    : meeting?.at
      ? await chooseAt(context, tx, team, candidates, meeting)
      : await chooseNext(context, tx, team, candidates, meeting);
  const turn = await writeTurn(context, tx, team, candidates, chosen, meeting?.meeting_request_id ?? null);
  // Leaves out members without a seat, and those deactivated while the turn was decided.
  const ofTeam = team.mode === 'stack' ? candidates.filter(isAvailable) : [];
  return { turn, organizer: chosen.organizer, ofTeam };
}

async function chooseNamed(
  context: Context,
  tx: Transaction,
  team: RoutedTeam,
  candidates: Candidate[],
  { at, standing, whoHasTime }: Meeting,
  organizer: MemberRow,
): Promise<ChosenHost> {
  const chosen = candidates.find(({ member_id }) => member_id === organizer.id);
  if (!chosen)
    throw validationError('organizer_email is not a member of the team', {
      field: 'organizer_email',
      plain: 'They aren’t in this team. Choose somebody who is.',
    });
  if (team.mode === 'pool' && chosen.status === 'paused' && !at)
    throw validationError('organizer_email is paused in the team', {
      field: 'organizer_email',
      plain: 'They are paused in this team. Choose somebody else.',
    });
  if (at) {
    if (!isAvailable(chosen)) throw new NobodyFree();
    const others = [...(team.mode === 'pool' ? [] : candidates.filter(isAvailable)), ...standing];
    await lockFree(context, tx, eachOnce<Host>([chosen, ...others]), whoHasTime);
  }
  return { chosen, reason: 'named', organizer };
}

/** Locks these hosts in one statement, and makes sure under the lock that all of them are free. */
export async function lockFree(
  context: Context,
  tx: Transaction,
  hosts: Host[],
  whoHasTime: WhoHasTime,
): Promise<void> {
  // Checked before locking, so that somebody who comes too late blocks nobody.
  if (!(await areAllFree(hosts, whoHasTime))) throw new NobodyFree();
  const locked = await lockMembers(context, tx, idsOf(hosts));
  const isGone = locked.some(({ deactivated_at }) => deactivated_at !== null);
  if (isGone || !(await areAllFree(hosts, whoHasTime))) throw new NobodyFree();
}

/**
 * Chooses the first in the queue. In a pool team, those without time for the meeting are passed over; in a stack team everybody
 * takes part, whoever organizes it. If another transaction has just deactivated the next member, the one after takes the turn.
 */
async function chooseNext(
  context: Context,
  tx: Transaction,
  team: RoutedTeam,
  candidates: Candidate[],
  { whoHasTime, location = null }: Partial<Meeting> = {},
): Promise<ChosenHost> {
  for (;;) {
    if (whoHasTime && team.mode === 'pool') await passOverBusy(candidates, whoHasTime);
    const decision = whoseTurn(candidates);
    if (!decision) {
      const isSeatMissing = candidates.some(({ status }) => status === 'no_seat');
      const linkless = candidates.find(({ status }) => status === 'no_location');
      if (linkless && location) throw new NoLocation(linkless, location);
      throw validationError(
        isSeatMissing
          ? 'The team has no member with a seat who could take the turn'
          : 'The team has no member who could take the turn',
      );
    }
    const { member_id } = decision.chosen;
    const [organizer, last] = await readTogether(tx, (reader) => [
      lockActiveMember(context, reader, member_id),
      selectLastNumbers(reader, context.caller.workspaceId, team.id, member_id),
    ]);
    if (organizer) return { ...decision, organizer, last };
    decision.chosen.status = 'deactivated';
  }
}

/** Who may be chosen for a time, and who else takes part. */
interface Party {
  candidates: Candidate[];
  /** The whole stack team, and the standing hosts. */
  others: Host[];
  /** In a pool team, busy members are passed over. In a stack team, everybody has to be free. */
  is_pool: boolean;
}

/**
 * Chooses the first in the queue who is free at this time. Locks everybody who takes part in one statement, and makes sure under
 * the lock that they are free.
 */
async function chooseAt(
  context: Context,
  tx: Transaction,
  team: RoutedTeam,
  candidates: Candidate[],
  { standing, whoHasTime }: Meeting,
): Promise<ChosenHost> {
  const is_pool = team.mode === 'pool';
  const others = eachOnce([...(is_pool ? [] : candidates.filter(isAvailable)), ...standing]);
  const party = { candidates, others, is_pool };
  let cause: unknown;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    try {
      // Rolling back the savepoint unlocks those who have just been booked elsewhere.
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
): Promise<ChosenHost> {
  if (!(await areAllFree(others, whoHasTime))) throw new NobodyFree();
  if (is_pool && !(await passOverBusy(candidates, whoHasTime))) throw new NobodyFree();
  const decision = whoseTurn(candidates);
  if (!decision) throw new NobodyFree();
  const taking = eachOnce<Host>([decision.chosen, ...others]);
  const locked = await lockMembers(context, tx, idsOf(taking));
  const deactivated = new Set(locked.filter((member) => member.deactivated_at !== null).map(({ id }) => id));
  for (const candidate of candidates) {
    if (deactivated.has(candidate.member_id)) candidate.status = 'deactivated';
  }
  const present = taking.filter(({ member_id }) => !deactivated.has(member_id));
  const organizer = locked.find(({ id }) => id === decision.chosen.member_id);
  if (!organizer || deactivated.has(organizer.id) || !(await areAllFree(present, whoHasTime)))
    throw new TakenMeanwhile();
  return { ...decision, organizer };
}

/**
 * Passes over members at the head of the queue who have no time for the meeting: they are `unavailable` for this turn, and keep
 * their place. If nobody in the queue has time, passes over nobody and returns false.
 */
async function passOverBusy(candidates: readonly Candidate[], whoHasTime: WhoHasTime): Promise<boolean> {
  // Resets an earlier try: since then, the one who had time was deactivated, and perhaps nobody is left who has time.
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

async function areAllFree(hosts: Host[], whoHasTime: WhoHasTime): Promise<boolean> {
  return hosts.length === 0 || (await whoHasTime(idsOf(hosts))).size === hosts.length;
}

const idsOf = (hosts: Host[]) => hosts.map(({ member_id }) => member_id);
