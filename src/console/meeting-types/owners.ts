// Who takes the meetings of a type: a team or a member.
import { validationError } from '../../errors.ts';
import { findActiveMemberByEmail, findMembers, notActive } from '../../features/people/members/operations.ts';
import { nameTeams } from '../../features/turns/teams/operations.ts';
import { isEmail } from '../../text/emails.ts';
import { type SentFields, textOrNull } from '../fields.ts';
import { memberAddresses, teamChoices } from '../requests/colleagues.ts';
import type { Screen } from '../screen.ts';
import type { ShownType } from './words.ts';

type Owner = Pick<ShownType, 'team_id' | 'workspace_membership_id'>;

export interface OwnerChoices {
  teams: { id: string; name: string }[];
  /** Addresses to suggest; only admins get any. */
  members: string[];
  /** The address of the member who takes the meetings now. */
  host: string | null;
}

/** All teams for admins, and for others those that they manage; without those whose hosts are chosen by hand. */
export async function readOwnerChoices(screen: Screen, owner?: Owner): Promise<OwnerChoices> {
  const managed = new Set(await managedTeamIds(screen));
  const teams = (await teamChoices(screen)).filter(
    ({ id, mode }) => mode !== 'manual' && (screen.isAdmin || managed.has(id)),
  );
  const { team_id = null, workspace_membership_id: member_id = null } = owner ?? {};
  // It may be deactivated, or one of very many.
  const isMissing = team_id !== null && !teams.some(({ id }) => id === team_id);
  const current = isMissing ? await nameTeams(screen, [team_id]) : [];
  const [host] = member_id === null ? [] : await findMembers(screen, screen.database, [member_id]);
  return { teams: [...current, ...teams], members: await memberAddresses(screen), host: host?.email ?? null };
}

async function managedTeamIds(screen: Screen): Promise<string[]> {
  const teams = await screen.teams();
  return teams.filter(({ role }) => role === 'manager').map(({ team_id }) => team_id);
}

/** The owner that a form names. Somebody who manages a team may give a type to no other than their own. */
export async function ownerIn(screen: Screen, fields: SentFields, former?: Owner): Promise<Owner> {
  const team_id = textOrNull(fields, 'team_id');
  if (!screen.isAdmin) {
    const isTheirs = team_id !== null && (await managedTeamIds(screen)).includes(team_id);
    if (isTheirs) return { team_id, workspace_membership_id: null };
    throw validationError('team_id is not a team that you manage', {
      field: 'team_id',
      plain: 'Choose one of the teams you manage.',
    });
  }
  const email = textOrNull(fields, 'host_email');
  return { team_id, workspace_membership_id: email && (await memberIdOf(screen, email, former)) };
}

/** Whoever takes the meetings already may be deactivated: other things can still be changed. */
async function memberIdOf(screen: Screen, email: string, former?: Owner): Promise<string> {
  if (!isEmail(email)) throw notActive('host_email', email);
  const id = former?.workspace_membership_id ?? null;
  const [member] = id === null ? [] : await findMembers(screen, screen.database, [id]);
  if (member?.email === email) return member.id;
  return (await findActiveMemberByEmail(screen, screen.database, email, 'host_email')).id;
}
