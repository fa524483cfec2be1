import { requireFewHosts } from '../../caps.ts';
import type { Context } from '../../context.ts';
import { validationError } from '../../errors.ts';
import type { Transaction } from '../../storage/database.ts';
import { findMemberByEmail, holdActiveMember, type MemberRow } from '../members/operations.ts';
import { lockTeam } from '../memberships/operations.ts';
import { assign, findStandingHosts, requireFewInTeam } from '../routing/operations.ts';
import { checkOrganizer } from './rules.ts';

interface Person {
  id: string;
  email: string;
}

/** Who organizes a new request, and who takes part because a stack team does. */
export interface Routed {
  organizer: Person;
  hosts: Person[];
}

/**
 * Sends a new request where it belongs: to whom it names, or to whose turn it is in the team. Rows are locked in the
 * order team, member, so that no two wait for each other.
 */
export async function routeRequest(
  context: Context,
  tx: Transaction,
  requestId: string,
  given: { organizerEmail: string | null; teamId: string | null },
): Promise<Routed> {
  const { organizerEmail, teamId } = given;
  const noTeam = () => validationError('team_id is not a team of this workspace');
  const team = teamId === null ? undefined : await lockTeam(context, tx, teamId, noTeam);
  checkOrganizer(team?.mode, organizerEmail);
  if (team && team.deactivated_at !== null) throw validationError('The team is deactivated');
  const named = organizerEmail === null ? undefined : await holdOrganizer(context, tx, organizerEmail);
  const standing = (await findStandingHosts(context, tx)).map(toPerson);
  // Without a team that assigns somebody, checkOrganizer has seen to it that one is named.
  if (!team || team.mode === 'manual')
    return fewEnough(context, { organizer: named as MemberRow, hosts: standing });

  await requireFewInTeam(context, tx, team);
  const { turn, candidates } = await assign(context, tx, team, { meetingRequestId: requestId, named });
  const hosts = team.mode === 'stack' ? candidates.filter(isStillThere).map(toPerson) : [];
  return fewEnough(context, {
    organizer: { id: turn.workspace_membership_id, email: turn.email },
    hosts: uniqueById([...hosts, ...standing]),
  });
}

/** The organizer is one of the hosts, too. */
function fewEnough(context: Context, routed: Routed): Routed {
  requireFewHosts(context, uniqueById([routed.organizer, ...routed.hosts]).length);
  return routed;
}

/** An active member, who stays so until the transaction ends. */
export async function holdOrganizer(context: Context, tx: Transaction, email: string): Promise<MemberRow> {
  const found = await findMemberByEmail(context, tx, email);
  const organizer = found && (await holdActiveMember(context, tx, found.id));
  if (!organizer) throw validationError('organizer_email is not an active member of this workspace');
  return organizer;
}

/** Somebody may have been deactivated while the turn was decided. */
function isStillThere({ status }: { status: string }): boolean {
  return status !== 'deactivated';
}

function toPerson({ memberId, email }: { memberId: string; email: string }): Person {
  return { id: memberId, email };
}

function uniqueById(people: Person[]): Person[] {
  return [...new Map(people.map((person) => [person.id, person])).values()];
}
