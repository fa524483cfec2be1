import type { Context } from '../../../context.ts';
import { invalidRequest, notFound } from '../../../errors.ts';
import { type Page, type PageRequest, takePage } from '../../../pagination.ts';
import type { Static } from '../../../shapes/type.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { readTogether } from '../../../storage/read-together.ts';
import { numberedSlug, slugFrom } from '../../../text/slugs.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { findActiveMembers } from '../../people/members/operations.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { changesBetween, changesFromNothing } from '../../workspace/audit-log/rules.ts';
import { changedLocation, givenLocation } from '../../workspace/locations/operations.ts';
import { requireRoom } from '../../workspace/workspaces/limits.ts';
import { findWorkspaceByHandle, readWorkspace } from '../../workspace/workspaces/operations.ts';
import { addFirstMemberships } from '../rotation/memberships.ts';
import { membersOf } from '../rotation/report.ts';
import {
  countActiveTeams,
  existsSlug,
  insertSlug,
  insertTeam,
  isOwnSlug,
  selectActiveNames,
  selectLastSlugNumber,
  selectOwnSlug,
  selectTeam,
  selectTeamForUpdate,
  selectTeamNames,
  selectTeamReachedBy,
  selectTeams,
  updateTeamRow,
} from './queries.ts';
import { changeable, emailAddress, normalize, partsOfAddress, type Team } from './rules.ts';
import type { NewTeam, TeamChange } from './shapes.ts';

export async function listTeams(
  context: Context,
  { active, email_address }: { active: boolean | undefined; email_address: string | undefined },
  page: PageRequest,
): Promise<Page<ReturnType<typeof presentTeam>>> {
  const { database, caller } = context;
  const slug = email_address === undefined ? undefined : await slugReachedBy(context, email_address);
  const rows = await selectTeams(database, caller.workspaceId, { active, reached_by_slug: slug }, page);
  return takePage(rows, page, (row) => presentTeam(context, row, row.member_count));
}

/** Empty for an address that is not of this workspace: no team has an empty slug. */
async function slugReachedBy({ database, caller, config }: Context, address: string): Promise<string> {
  const parts = partsOfAddress(address, config.mailDomain);
  const owner = parts && (await findWorkspaceByHandle(database, parts.handle));
  return parts && owner === caller.workspaceId ? parts.slug : '';
}

/** How many teams a search reads, the latest first: no index leads to a part of a name. */
const SEARCHED = 2_000;

/** Active teams by a part of their name, in capitals or not. */
export async function searchTeams({ database, caller }: Context, text: string, limit: number) {
  const wanted = text.toLowerCase();
  const teams = await selectActiveNames(database, caller.workspaceId, SEARCHED);
  return teams.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, limit);
}

/** The names of these teams, including deactivated ones. */
export function nameTeams({ database, caller }: Context, ids: string[]) {
  return selectTeamNames(database, caller.workspaceId, ids);
}

export async function getTeam(context: Context, id: string) {
  const { database, caller } = context;
  const team = await selectTeam(database, caller.workspaceId, id);
  if (!team) throw notFound('Team');
  return presentWithMembers(context, database, team);
}

/**
 * Whether messages introduce the member who organizes for the team, and what they should say; undefined if the team does not
 * exist.
 */
export async function readTeamIntroduction({ caller }: Context, reader: Reader, id: string) {
  const team = await selectTeam(reader, caller.workspaceId, id);
  return team && { is_wanted: team.introduce_member, guidance: team.introduction_guidance };
}

/** What messages about its requests need: its address, if it has one, and where its meetings are. */
export async function readTeamForMail({ caller, config }: Context, reader: Reader, id: string) {
  const team = await selectTeam(reader, caller.workspaceId, id);
  return {
    address: team ? emailAddress(team, team.handle, config.mailDomain) : null,
    location: team?.location ?? null,
  };
}

/** The team that has or had this slug; undefined if mail can't reach it. */
export function findTeamReachedBy(
  { caller }: Context,
  reader: Reader,
  slug: string,
): Promise<string | undefined> {
  return selectTeamReachedBy(reader, caller.workspaceId, slug);
}

/** Whether a team of the workspace has or had this slug, active or not. */
export function hasHadSlug({ caller }: Context, reader: Reader, slug: string): Promise<boolean> {
  return existsSlug(reader, caller.workspaceId, slug);
}

/** What outsiders may know about a team; undefined if it does not exist. */
export async function readPublicTeam({ caller, config }: Context, reader: Reader, id: string) {
  const team = await selectTeam(reader, caller.workspaceId, id);
  if (!team) return undefined;
  const { name, mode, deactivated_at, location } = team;
  return {
    id,
    name,
    mode,
    location,
    deactivated_at,
    email_address: emailAddress(team, team.handle, config.mailDomain),
  };
}

export async function createTeam(context: Context, body: Static<typeof NewTeam>) {
  const { database, caller, clock, ids } = context;
  const now = clock.now();
  return database.transaction(async (tx) => {
    const nameOf = (place: number) => `member_ids[${place}]`;
    const firstMembers = await findActiveMembers(context, tx, body.member_ids ?? [], nameOf);
    await requireRoom(context, tx, 'teams', countActiveTeams);
    const id = ids('team');
    const [slug, { handle }] = await readTogether(tx, (together) => [
      takeSlug(context, together, id, body.name),
      readWorkspace(context, together),
    ]);
    const row = normalize({
      id,
      name: body.name,
      slug,
      description: body.description ?? null,
      mode: body.mode ?? 'pool',
      stack_always_apply: body.stack_always_apply ?? false,
      include_all_members: body.include_all_members ?? false,
      introduce_member: false,
      introduction_guidance: null,
      no_show_returns_turn: body.no_show_returns_turn ?? true,
      location: givenLocation(context, body.location),
      deactivated_at: null,
      created_at: now,
      updated_at: now,
    });
    insertTeam(tx, caller.workspaceId, row);
    const members = await addFirstMemberships(context, tx, id, firstMembers);
    const team: Team = { ...row, handle };
    await recordAudit(context, tx, {
      action: 'team.created',
      target: { type: 'team', id },
      changes: changesFromNothing({
        name: team.name,
        slug: team.slug,
        description: team.description,
        mode: team.mode,
        stack_always_apply: team.stack_always_apply,
        include_all_members: team.include_all_members,
        no_show_returns_turn: team.no_show_returns_turn,
        ...(team.location && { location: team.location }),
        member_ids: firstMembers.map((member) => member.id),
      }),
    });
    return { ...presentTeam(context, team, members.length), members };
  });
}

/** Ignores fields that belong to another mode than the team's (the new one, if it changes). */
export async function updateTeam(context: Context, id: string, body: Static<typeof TeamChange>) {
  return changeTeam(context, id, 'updated', async (before, tx) => {
    const location = changedLocation(context, body.location, before.location);
    const after = normalize({ ...before, ...body, location });
    return after.name === before.name
      ? after
      : { ...after, slug: await takeSlug(context, tx, id, after.name) };
  });
}

/** The team keeps its requests; nothing new is routed to it. */
export async function deactivateTeam(context: Context, id: string) {
  return changeTeam(context, id, 'deactivated', async (before) => {
    if (before.deactivated_at !== null) throw invalidRequest('The team is already deactivated');
    return { ...before, deactivated_at: context.clock.now() };
  });
}

export async function reactivateTeam(context: Context, id: string) {
  return changeTeam(context, id, 'reactivated', async (before, tx) => {
    if (before.deactivated_at === null) throw invalidRequest('The team is already active');
    await requireRoom(context, tx, 'teams', countActiveTeams);
    return { ...before, deactivated_at: null };
  });
}

async function changeTeam(
  context: Context,
  id: string,
  action: string,
  decide: (before: Team, tx: Transaction) => Promise<Team>,
) {
  const { database, caller, clock } = context;
  return database.transaction(async (tx) => {
    const before = await selectTeamForUpdate(tx, caller.workspaceId, id);
    if (!before) throw notFound('Team');
    const wanted = await decide(before, tx);
    const changes = changesBetween(presentForAudit(before), presentForAudit(wanted), [
      ...changeable,
      'slug',
      'deactivated_at',
    ]);
    if (!changes) return presentWithMembers(context, tx, before);
    const after = { ...wanted, updated_at: clock.now() };
    await updateTeamRow(tx, caller.workspaceId, after);
    await recordAudit(context, tx, { action: `team.${action}`, target: { type: 'team', id }, changes });
    return presentWithMembers(context, tx, after);
  });
}

function presentForAudit(team: Team) {
  return { ...team, deactivated_at: formatTimestamp(team.deactivated_at) };
}

/** The slug for a name: one the team had before, or a new one, which stays the team's forever. */
async function takeSlug({ caller }: Context, tx: Transaction, teamId: string, name: string): Promise<string> {
  const base = slugFrom(name, 'team');
  const [former, last] = await readTogether(tx, (together) => [
    selectOwnSlug(together, caller.workspaceId, teamId, base),
    selectLastSlugNumber(together, caller.workspaceId, base),
  ]);
  if (former !== undefined) return former;
  for (let number = last + 1; ; number += 1) {
    const slug = numberedSlug(base, number);
    if (await insertSlug(tx, caller.workspaceId, { slug, base, number, team_id: teamId })) return slug;
    // A team once called `Sales 2` may own it: a second `Sales` would get the same slug.
    if (await isOwnSlug(tx, caller.workspaceId, teamId, slug)) return slug;
  }
}

async function presentWithMembers(context: Context, reader: Reader, team: Team) {
  const { members, next_assignee } = await membersOf(context, reader, team);
  return { ...presentTeam(context, team, members.length), members, next_assignee };
}

export function presentTeam({ config }: Context, team: Team, memberCount: number) {
  return {
    id: team.id,
    name: team.name,
    slug: team.slug,
    description: team.description,
    mode: team.mode,
    email_address: emailAddress(team, team.handle, config.mailDomain),
    member_count: memberCount,
    stack_always_apply: team.stack_always_apply,
    include_all_members: team.include_all_members,
    introduce_member: team.introduce_member,
    introduction_guidance: team.introduction_guidance,
    no_show_returns_turn: team.no_show_returns_turn,
    location: team.location,
    active: team.deactivated_at === null,
    deactivated_at: formatTimestamp(team.deactivated_at),
    created_at: formatTimestamp(team.created_at),
    updated_at: formatTimestamp(team.updated_at),
  };
}
