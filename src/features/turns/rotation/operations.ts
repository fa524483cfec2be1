// The one door for whoever needs somebody assigned: docs/decisions/0019-turns-and-booking-links.md.
import type { Context } from '../../../context.ts';
import { invalidRequest, validationError } from '../../../errors.ts';
import { timeOf } from '../../../ids.ts';
import type { Transaction } from '../../../storage/database.ts';
import { readTogether } from '../../../storage/read-together.ts';
import { createTimeCheck, type TimeWish } from '../../calendar/slots/operations.ts';
import { findMemberByEmail, holdActiveMember, type MemberRow } from '../../people/members/operations.ts';
import { requireSeat } from '../../people/seats/needed.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { changesFromNothing } from '../../workspace/audit-log/rules.ts';
import { readSchedulingSettings } from '../../workspace/scheduling-settings/operations.ts';
import { candidatesOf } from './candidates.ts';
import { requireFewHosts } from './caps.ts';
import { updateLastTurn } from './membership-queries.ts';
import { deleteOwedTurn } from './queries.ts';
import { lockTeam, requireActive } from './routed-teams.ts';
import {
  type Candidate,
  checkOrganizer,
  explainingCandidates,
  type Host,
  isAvailable,
  type RoutedTeam,
  whoseTurn,
} from './rules.ts';
import { eachOnce, findStandingHosts, requireFewInTeam } from './standing-hosts.ts';
import { chooseAt, type Held, NobodyFree, passOverBusy, type WhoHasTime } from './choice.ts';
import { insertTurn, selectLastNumbers, type TurnRow } from './turn-queries.ts';
import { presentCandidate, presentTurn, type Turn } from './turns.ts';

export { type Host, NobodyFree };

/**
 * What somebody is needed for: a new meeting request, with a team, an organizer or both. With `at`, whoever takes part is free at
 * that time and locked, else it throws `NobodyFree`.
 */
export interface Wish extends TimeWish {
  meeting_request_id: string;
  team_id: string | null;
  organizer_email: string | null;
}

export interface Routed {
  organizer: MemberRow;
  /** The members of stack teams, each once. The organizer may be one of them. */
  hosts: Host[];
  /** Undefined when nobody took a turn. */
  turn: Turn | undefined;
}

/**
 * Decides who organizes a new meeting request and who else takes part: the named organizer, or whose turn it is in the team.
 * Locks the team, then the member.
 */
export async function route(context: Context, tx: Transaction, wish: Wish): Promise<Routed> {
  const { team_id, organizer_email } = wish;
  const unknownTeam = () => validationError('team_id is not a team of this workspace');
  const [team, standing, settings] = await readTogether(tx, (reader) => [
    team_id === null ? undefined : lockTeam(context, reader, team_id, unknownTeam),
    findStandingHosts(context, reader),
    readSchedulingSettings(context, reader),
  ]);
  const whoHasTime = createTimeCheck(context, tx, wish, settings);
  checkOrganizer(team?.mode, organizer_email);
  if (team) requireActive(team);
  const named = organizer_email === null ? undefined : await holdOrganizer(context, tx, organizer_email);
  if (named && settings.seats_required) await requireSeat(context, tx, named.id, 'organizer_email');
  const { organizer, hosts, turn } =
    team && team.mode !== 'manual'
      ? await routeToTeam(context, tx, team, wish, { named, standing, whoHasTime })
      : // checkOrganizer has required one.
        { organizer: named as MemberRow, hosts: [], turn: undefined };
  const everyHost = eachOnce([...hosts, ...standing]);
  requireFewHosts(context, eachOnce([hostFrom(organizer), ...everyHost]).length);
  return { organizer, hosts: everyHost, turn };
}

const hostFrom = ({ id, email }: MemberRow): Host => ({ member_id: id, email });

async function routeToTeam(
  context: Context,
  tx: Transaction,
  team: RoutedTeam,
  wish: Wish,
  known: Known,
): Promise<Routed> {
  await requireFewInTeam(context, tx, team);
  const { turn, organizer, candidates } = await assign(context, tx, team, wish, known);
  // Who lacks a seat takes no part, nor does who was deactivated while the turn was decided.
  return { organizer, hosts: team.mode === 'stack' ? candidates.filter(isAvailable) : [], turn };
}

/** An active member, who stays active until the transaction ends. */
export async function holdOrganizer(context: Context, tx: Transaction, email: string): Promise<MemberRow> {
  const found = await findMemberByEmail(context, tx, email);
  const member = found && (await holdActiveMember(context, tx, found.id));
  if (!member) throw notAnActiveMember();
  return member;
}

export const notAnActiveMember = () =>
  validationError('organizer_email is not an active member of this workspace');

/** Takes the next turn for something that Rota does not know: a lead, a ticket, a call. */
export async function takeTurn(context: Context, teamId: string): Promise<Turn> {
  return context.database.transaction(async (tx) => {
    const team = await lockTeam(context, tx, teamId);
    requireActive(team);
    if (team.mode === 'manual') throw invalidRequest('A team in manual mode assigns nobody');
    const { turn } = await assign(context, tx, team, null);
    const { team_id, number, workspace_membership_id } = turn;
    await recordAudit(context, tx, {
      action: 'turn.taken',
      target: { type: 'turn', id: turn.id },
      changes: changesFromNothing({ team_id, number, workspace_membership_id }),
    });
    return turn;
  });
}

/** What a request was routed with so far. */
interface Known {
  named?: MemberRow | undefined;
  standing: Host[];
  whoHasTime?: WhoHasTime;
}

/**
 * Decides who takes the team's next turn, and writes the turn with its candidates. The caller holds the team's row: the
 * turn commits with what it is for, and no other node takes the same one.
 */
async function assign(
  context: Context,
  tx: Transaction,
  team: RoutedTeam,
  wish: Wish | null,
  known: Known = { standing: [] },
) {
  const { workspaceId } = context.caller;
  const candidates = await candidatesOf(context, tx, team);
  const decision = known.named
    ? findNamed(candidates, known.named)
    : await choose(context, tx, team, candidates, wish, known);
  const { chosen, reason, organizer } = decision;
  const { member_id, membership_id, email, name } = chosen;
  const last = decision.last ?? (await selectLastNumbers(tx, workspaceId, team.id, member_id));
  const id = context.ids('turn');
  const turn: TurnRow = {
    id,
    team_id: team.id,
    number: last.number + 1,
    member_id,
    membership_id,
    reason,
    candidates: JSON.stringify(
      explainingCandidates(candidates, (each) => each === chosen).map(presentCandidate),
    ),
    candidates_total: candidates.length,
    candidates_eligible: candidates.filter(isAvailable).length,
    meeting_request_id: wish?.meeting_request_id ?? null,
    // Lists filter by the time in the id.
    created_at: timeOf(id),
    returned_at: null,
    email,
    name,
  };
  insertTurn(tx, workspaceId, { ...turn, member_number: last.member_number + 1 });
  if (chosen.owed_since !== null) await deleteOwedTurn(tx, workspaceId, team.id, member_id);
  if (team.mode === 'pool' && membership_id !== null) {
    updateLastTurn(tx, workspaceId, membership_id, {
      unpaused_at: chosen.unpaused_at,
      last_turn: turn.number,
      last_assigned_at: turn.created_at,
    });
  }
  return { turn: presentTurn(turn), organizer, candidates };
}

function choose(
  context: Context,
  tx: Transaction,
  team: RoutedTeam,
  candidates: Candidate[],
  wish: Wish | null,
  { standing, whoHasTime }: Known,
): Promise<Held> {
  // In a stack team everybody takes part, whoever organizes it.
  const is_pool = team.mode === 'pool';
  if (!wish?.at || !whoHasTime) {
    return chooseNext(context, tx, team, candidates, is_pool ? whoHasTime : undefined);
  }
  const others = eachOnce([...(is_pool ? [] : candidates.filter(isAvailable)), ...standing]);
  return chooseAt(context, tx, { candidates, others, is_pool }, whoHasTime);
}

/** Another transaction may have deactivated the next member meanwhile. Then the one after takes the turn. */
async function chooseNext(
  context: Context,
  tx: Transaction,
  team: RoutedTeam,
  candidates: Candidate[],
  whoHasTime: WhoHasTime | undefined,
): Promise<Held> {
  for (;;) {
    if (whoHasTime) await passOverBusy(candidates, whoHasTime);
    const decision = whoseTurn(candidates);
    if (!decision) throw nobodyFor(candidates);
    const { member_id } = decision.chosen;
    const [organizer, last] = await readTogether(tx, (reader) => [
      holdActiveMember(context, reader, member_id),
      selectLastNumbers(reader, context.caller.workspaceId, team.id, member_id),
    ]);
    if (organizer) return { ...decision, organizer, last };
    decision.chosen.status = 'deactivated';
  }
}

function nobodyFor(candidates: Candidate[]) {
  const lackSeats = candidates.some(({ status }) => status === 'no_seat');
  return validationError(
    lackSeats
      ? 'The team has no member with a seat who could take the turn'
      : 'The team has no member who could take the turn',
  );
}

function findNamed(candidates: Candidate[], organizer: MemberRow): Held {
  const chosen = candidates.find(({ member_id }) => member_id === organizer.id);
  if (!chosen) throw validationError('organizer_email is not a member of the team');
  return { chosen, reason: 'named', organizer };
}
