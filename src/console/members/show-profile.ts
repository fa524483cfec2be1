import { readHandOver } from '../../features/leaving/deactivation/overview.ts';
import { getMember } from '../../features/people/members/operations.ts';
import { findSeat } from '../../features/people/seats/operations.ts';
import { teamsOf } from '../../features/turns/rotation/own-teams.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { memberPage } from './frame.ts';
import { profileOf } from './profile.ts';

/** The page of a member: by their id for admins, and by `/console/profile` for themselves. */
export async function showProfile(screen: Screen, id: string): Promise<Shown> {
  const member = await getMember(screen, id);
  const teams = await teamsOf(screen, member.id);
  const managed = (await screen.may('manage_members')) ? await readManaged(screen, member.id) : undefined;
  return memberPage(screen, member, 'Profile', profileOf(screen, { member, teams, managed }));
}

async function readManaged(screen: Screen, id: string) {
  return { seat: await findSeat(screen, id), handOver: await readHandOver(screen, id) };
}
