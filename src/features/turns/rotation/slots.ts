import type { Context } from '../../../context.ts';
import { invalidRequest, RotaError } from '../../../errors.ts';
import type { Reader } from '../../../storage/database.ts';
import { isWithoutMeans } from '../../calendar/calendars/receiving.ts';
import { explainTime, type TimeAsked } from '../../calendar/slots/one-time.ts';
import {
  type DaysSearch,
  findOpenDays,
  listSlots,
  type SlotSubject,
} from '../../calendar/slots/operations.ts';
import type { SlotQuery, SlotType } from '../../calendar/slots/rules.ts';
import { findMember } from '../../people/members/operations.ts';
import { dependsOnPerson } from '../../workspace/locations/place.ts';
import { type Location, locationIn, mostSpecific } from '../../workspace/locations/rules.ts';
import { findTeam, readCandidates, readHosts, readStandingHosts } from './routed-teams.ts';
import {
  type Candidate,
  eachOnce,
  isAvailable,
  markUnableToHost,
  queueOf,
  type RoutedTeam,
  requireActive,
  requireFewHosts,
} from './rules.ts';

/** Whose time counts in a pool team: the next assignee's, or that of anybody who can take a turn. */
export const poolHosts = ['next', 'any'] as const;

export interface TeamSlotQuery extends SlotQuery {
  hosts: (typeof poolHosts)[number] | undefined;
}

/** The type of the meeting, as far as it matters for its time and its hosts. */
type LocatedType = SlotType & { location?: Location | null };

/** The times at which a request to the team could take place. */
export async function findTeamSlots(
  context: Context,
  teamId: string,
  query: TeamSlotQuery,
  type?: LocatedType,
) {
  const { database } = context;
  const team = await findAssigningTeam(context, teamId);
  if (team.mode !== 'pool' && query.hosts !== undefined) {
    throw invalidRequest(
      'hosts can be given for a team in pool mode only: in stack mode, everybody takes part',
    );
  }
  requireActive(team);
  const find = team.mode === 'stack' ? stackSubject : poolSubject;
  return listSlots(context, query, { ...(await find(context, database, team, query, type)), type });
}

/** The days on which a request to the team could take place. In a pool team, with anybody who can take a turn. */
export async function findTeamDays(context: Context, teamId: string, search: DaysSearch, type?: LocatedType) {
  const team = await findAssigningTeam(context, teamId);
  requireActive(team);
  const find = team.mode === 'stack' ? stackSubject : poolSubject;
  const subject = await find(context, context.database, team, { hosts: 'any', explain: false }, type);
  return findOpenDays(context, { ...subject, type }, search);
}

/** The times at which one member could take a meeting, whether they are in a team or not. */
export async function findHostSlots(context: Context, memberId: string, query: SlotQuery, type?: SlotType) {
  return listSlots(context, query, { ...(await hostSubject(context, memberId)), type });
}

/** The days on which one member could. */
export async function findHostDays(context: Context, memberId: string, search: DaysSearch, type?: SlotType) {
  return findOpenDays(context, { ...(await hostSubject(context, memberId)), type }, search);
}

/** Standing hosts take part in every meeting. */
async function hostSubject(context: Context, memberId: string): Promise<SlotSubject> {
  const standing = idsOf(await readStandingHosts(context, context.database));
  const others = standing.filter(({ member_id }) => member_id !== memberId);
  return { hosts: [{ member_id: memberId }, ...others] };
}

/** Those whom a guest can choose in a pool team: who takes turns at the moment, and has a place for a meeting there. */
export async function listChoosable(
  context: Context,
  teamId: string,
  location: Location | null,
): Promise<Candidate[]> {
  const team = await findAssigningTeam(context, teamId);
  const candidates = team.mode === 'pool' ? await readCandidates(context, context.database, team) : [];
  return markUnableToHost(candidates, mostSpecific(location, locationIn(team.location))).filter(isAvailable);
}

/** Whether a stack team would meet where its next organizer lacks what that takes. */
export async function lacksPlace(
  context: Context,
  teamId: string,
  location: Location | null,
): Promise<boolean> {
  const { database } = context;
  const team = await findTeam(context, database, teamId);
  const where = mostSpecific(location, locationIn(team.location));
  if (team.mode !== 'stack' || !where || !dependsOnPerson(where)) return false;
  const everybody = await readCandidates(context, database, team, context.config.maxHosts).catch(
    ignoreRefusal,
  );
  const [next] = queueOf(everybody);
  const organizer = next && (await findMember(context, database, next.member_id));
  return organizer !== undefined && (await isWithoutMeans(context, database, where, organizer));
}

/** A team that is too large to meet has no next organizer: its own page says what is wrong. */
function ignoreRefusal(error: unknown): Candidate[] {
  if (error instanceof RotaError) return [];
  throw error;
}

/** Whether it could at one time. In a pool team, checks everybody who can take a turn, the next one first. */
export async function explainTeamTime(
  context: Context,
  teamId: string,
  asked: TimeAsked,
  type?: LocatedType,
) {
  const team = await findAssigningTeam(context, teamId);
  requireActive(team);
  const find = team.mode === 'stack' ? stackSubject : poolSubject;
  const subject = await find(context, context.database, team, { hosts: 'any', explain: true }, type);
  return explainTime(context, { ...subject, type }, asked);
}

async function findAssigningTeam(context: Context, teamId: string): Promise<RoutedTeam> {
  const team = await findTeam(context, context.database, teamId);
  if (team.mode === 'manual') {
    throw invalidRequest('A team in manual mode assigns nobody: ask for the slots of a member');
  }
  return team;
}

async function stackSubject(context: Context, reader: Reader, team: RoutedTeam): Promise<SlotSubject> {
  const ofTeam = await readHosts(context, reader, team);
  const hosts = eachOnce([...ofTeam, ...(await readStandingHosts(context, reader))]);
  requireFewHosts(hosts.length, context.config.maxHosts);
  // With nobody in the team, standing hosts have nobody to join.
  return { hosts: ofTeam.length === 0 ? [] : idsOf(hosts) };
}

async function poolSubject(
  context: Context,
  reader: Reader,
  team: RoutedTeam,
  query: Pick<TeamSlotQuery, 'hosts' | 'explain'>,
  type: LocatedType | undefined,
): Promise<SlotSubject> {
  const location = mostSpecific(type?.location, locationIn(team.location));
  const candidates = markUnableToHost(await readCandidates(context, reader, team), location);
  const queue = queueOf(candidates);
  const standing = await readStandingHosts(context, reader);
  if (query.hosts !== 'any') {
    const [next] = queue;
    const hosts = next ? eachOnce([next, ...standing]) : [];
    requireFewHosts(hosts.length, context.config.maxHosts);
    return { hosts: idsOf(hosts) };
  }
  // Members who take no turns never count as free, but `explain` names them.
  const among = (wanted: Candidate['status']) =>
    query.explain ? candidates.filter(({ status }) => status === wanted) : [];
  return {
    hosts: idsOf(standing),
    one_of: [
      ...idsOf(queue),
      ...idsOf(among('paused')).map((person) => ({ ...person, is_paused: true })),
      ...idsOf(among('no_seat')),
    ],
  };
}

const idsOf = (hosts: { member_id: string }[]) => hosts.map(({ member_id }) => ({ member_id }));
