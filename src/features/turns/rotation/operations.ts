// The only way to get somebody assigned: docs/decisions/0019-turns-and-booking-links.md.
import type { Context } from '../../../context.ts';
import { invalidRequest, validationError } from '../../../errors.ts';
import type { Transaction } from '../../../storage/database.ts';
import { readTogether } from '../../../storage/read-together.ts';
import { isWithoutMeans } from '../../calendar/calendars/receiving.ts';
import { createTimeCheck, type TimeNeeded } from '../../calendar/slots/time-check.ts';
import {
  findActiveMemberByEmail,
  lockActiveMemberByEmail,
  type MemberRow,
} from '../../people/members/operations.ts';
import { requireSeat } from '../../people/seats/needed.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { changesFromNothing } from '../../workspace/audit-log/rules.ts';
import { type Location, locationIn, mostSpecific } from '../../workspace/locations/rules.ts';
import { readSchedulingSettings } from '../../workspace/scheduling-settings/operations.ts';
import { assign, lockFree, NobodyFree } from './assign.ts';
import { lockTeam, readCandidates, readStandingHosts } from './routed-teams.ts';
import {
  checkOrganizer,
  eachOnce,
  type Host,
  markUnableToHost,
  NoLocation,
  requireActive,
  requireFewHosts,
} from './rules.ts';
import type { Turn } from './turns.ts';

export { type Host, NobodyFree };

/**
 * A new meeting request that needs hosts, with a team, an organizer or both. With `at`, all hosts are free at that time and
 * locked, or `NobodyFree` is thrown.
 */
export interface HostsNeeded extends TimeNeeded {
  meeting_request_id: string;
  team_id: string | null;
  organizer_email: string | null;
  /** The guest has chosen the organizer among the members of a pool team. */
  is_chosen?: boolean;
  /** Where it takes place, if its request or its type says so. */
  location: Location | null;
}

export interface Routed {
  organizer: MemberRow;
  /** The hosts from stack teams, each once. The organizer may be one of them. */
  hosts: Host[];
  /** Undefined when nobody took a turn. */
  turn: Turn | undefined;
}

/**
 * Decides who organizes a new meeting request and who else takes part: the named organizer, or the member whose turn it is in the
 * team. Locks the team, then the member.
 */
export async function route(context: Context, tx: Transaction, needed: HostsNeeded): Promise<Routed> {
  const { team_id, organizer_email, is_chosen, at } = needed;
  const unknownTeam = () =>
    validationError('team_id is not a team of this workspace', {
      field: 'team_id',
      plain: 'This team isn’t there any more. Choose another one.',
    });
  const [team, standing, settings] = await readTogether(tx, (reader) => [
    team_id === null ? undefined : lockTeam(context, reader, team_id, unknownTeam),
    readStandingHosts(context, reader),
    readSchedulingSettings(context, reader),
  ]);
  const whoHasTime = createTimeCheck(context, tx, needed, settings);
  if (!(is_chosen && team?.mode === 'pool')) checkOrganizer(team?.mode, organizer_email);
  if (team) requireActive(team);
  // With a time, all hosts are locked at once.
  const findNamed = at ? findActiveMemberByEmail : lockActiveMemberByEmail;
  const named =
    organizer_email === null ? undefined : await findNamed(context, tx, organizer_email, 'organizer_email');
  if (named && settings.seats_required) await requireSeat(context, tx, named.id, 'organizer_email');
  const everybody = team ? await readCandidates(context, tx, team, context.config.maxHosts) : [];
  const location = mostSpecific(needed.location, team ? locationIn(team.location) : settings.location);
  const candidates = team?.mode === 'pool' ? markUnableToHost(everybody, location) : everybody;
  const { organizer, ofTeam, turn } =
    team && team.mode !== 'manual'
      ? await assign(context, tx, team, candidates, { ...needed, location, named, standing, whoHasTime })
      : // checkOrganizer has made sure that there is one.
        { organizer: named as MemberRow, ofTeam: [], turn: undefined };
  if (location && (await isWithoutMeans(context, tx, location, organizer)))
    throw new NoLocation(organizer, location);
  const hosts = eachOnce([...ofTeam, ...standing]);
  const { id: member_id, email } = organizer;
  if (at && !turn) await lockFree(context, tx, eachOnce([{ member_id, email }, ...hosts]), whoHasTime);
  requireFewHosts(eachOnce([{ member_id, email }, ...hosts]).length, context.config.maxHosts);
  return { organizer, hosts, turn };
}

/** Takes the next turn for something outside Rota: a lead, a ticket, a call. */
export async function takeTurn(context: Context, teamId: string): Promise<Turn> {
  return context.database.transaction(async (tx) => {
    const team = await lockTeam(context, tx, teamId);
    requireActive(team);
    if (team.mode === 'manual')
      throw invalidRequest('A team in manual mode assigns nobody', {
        plain: 'A team in manual mode chooses nobody by itself. Change its mode first.',
      });
    const { turn } = await assign(context, tx, team, await readCandidates(context, tx, team));
    const { team_id, number, workspace_membership_id } = turn;
    await recordAudit(context, tx, {
      action: 'turn.taken',
      target: { type: 'turn', id: turn.id },
      changes: changesFromNothing({ team_id, number, workspace_membership_id }),
    });
    return turn;
  });
}
