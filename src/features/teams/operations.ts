import { requireRoom } from '../../caps.ts';
import type { Context } from '../../context.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import { type Page, type PageRequest, takePage } from '../../pages.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import { formatTimestamp } from '../../timestamps.ts';
import { recordAudit } from '../audit-log/operations.ts';
import { changesBetween, changesFromNothing } from '../audit-log/rules.ts';
import { findActiveMembers } from '../members/operations.ts';
import {
  addFirstMemberships,
  type MembershipRow,
  presentMembership,
  readMemberships,
} from '../memberships/operations.ts';
import { nextAssignee } from '../routing/operations.ts';
import { getWorkspace } from '../workspaces/operations.ts';
import {
  countActiveTeams,
  insertSlug,
  insertTeam,
  isOwnSlug,
  selectLastSlugNumber,
  selectOwnSlug,
  selectTeam,
  selectTeamForUpdate,
  selectTeams,
  updateTeamRow,
} from './queries.ts';
import {
  type Changeable,
  changeable,
  emailAddress,
  normalize,
  numberedSlug,
  slugFrom,
  slugInAddress,
  type Team,
} from './rules.ts';

export async function listTeams(
  context: Context,
  filter: { active: boolean | undefined; emailAddress: string | undefined },
  page: PageRequest,
): Promise<Page<ReturnType<typeof presentTeam>>> {
  const { database, caller } = context;
  const reachedBySlug =
    filter.emailAddress === undefined ? undefined : await slugReachedBy(context, filter.emailAddress);
  const rows = await selectTeams(
    database,
    caller.workspaceId,
    { active: filter.active, reachedBySlug },
    page,
  );
  return takePage(rows, page, (row) => presentTeam(context, row, row.member_count));
}

/** No team has an empty slug: that is what an address elsewhere gets. */
async function slugReachedBy(context: Context, address: string): Promise<string> {
  const { handle } = await getWorkspace(context);
  return slugInAddress(address, handle, context.config.mailDomain) ?? '';
}

export async function getTeam(context: Context, id: string) {
  const { database, caller } = context;
  const team = await selectTeam(database, caller.workspaceId, id);
  if (!team) throw notFound('Team');
  return presentWhole(context, database, team);
}

export interface TeamInput {
  name: string;
  description: string | null;
  mode: Team['mode'];
  memberIds: string[];
  stackAlwaysApply: boolean;
  includeAllMembers: boolean;
}

export async function createTeam(context: Context, input: TeamInput) {
  const { database, caller, clock, ids } = context;
  const now = clock.now();
  return database.transaction(async (tx) => {
    const members = await findActiveMembers(context, tx, input.memberIds, (place) => `member_ids[${place}]`);
    await requireRoom(context, tx, 'maxTeams', countActiveTeams);
    const id = ids('team');
    await insertTeam(
      tx,
      caller.workspaceId,
      normalize({
        id,
        name: input.name,
        slug: await takeSlug(context, tx, id, input.name),
        description: input.description,
        mode: input.mode,
        stack_always_apply: input.stackAlwaysApply,
        include_all_members: input.includeAllMembers,
        introduce_member: false,
        introduction_guidance: null,
        deactivated_at: null,
        created_at: now,
        updated_at: now,
      }),
    );
    const memberships = await addFirstMemberships(context, tx, id, members);
    const team = (await selectTeam(tx, caller.workspaceId, id)) as Team;
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
        member_ids: members.map((member) => member.id),
      }),
    });
    return presentWithMembers(context, team, memberships);
  });
}

/** What is set for another mode than the team's, which the same change may set, is ignored. */
export async function updateTeam(context: Context, id: string, change: Partial<Changeable>) {
  return changeTeam(context, id, 'updated', async (before, tx) => {
    const after = normalize({ ...before, ...change });
    return after.name === before.name
      ? after
      : { ...after, slug: await takeSlug(context, tx, id, after.name) };
  });
}

/** What was routed to the team goes on; nothing new is routed to it. */
export async function deactivateTeam(context: Context, id: string) {
  return changeTeam(context, id, 'deactivated', async (before) => {
    if (before.deactivated_at !== null) throw invalidRequest('The team is already deactivated');
    return { ...before, deactivated_at: context.clock.now() };
  });
}

/** With its members, its slugs and its turns, as it was. */
export async function reactivateTeam(context: Context, id: string) {
  return changeTeam(context, id, 'reactivated', async (before, tx) => {
    if (before.deactivated_at === null) throw invalidRequest('The team is already active');
    await requireRoom(context, tx, 'maxTeams', countActiveTeams);
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
    if (!changes) return presentWhole(context, tx, before);
    const after = { ...wanted, updated_at: clock.now() };
    await updateTeamRow(tx, caller.workspaceId, after);
    await recordAudit(context, tx, { action: `team.${action}`, target: { type: 'team', id }, changes });
    return presentWhole(context, tx, after);
  });
}

function presentForAudit(team: Team) {
  return { ...team, deactivated_at: formatTimestamp(team.deactivated_at) };
}

/** A slug for the name: one that the team has had before, or a new one that stays with it for good. */
async function takeSlug({ caller }: Context, tx: Transaction, teamId: string, name: string): Promise<string> {
  const base = slugFrom(name);
  const former = await selectOwnSlug(tx, caller.workspaceId, teamId, base);
  if (former !== undefined) return former;
  const last = await selectLastSlugNumber(tx, caller.workspaceId, base);
  for (let number = last + 1; ; number += 1) {
    const slug = numberedSlug(base, number);
    if (await insertSlug(tx, caller.workspaceId, { slug, base, number, teamId })) return slug;
    // Another name of the team may have made it: `Sales 2` has the slug that a second `Sales` would get.
    if (await isOwnSlug(tx, caller.workspaceId, teamId, slug)) return slug;
  }
}

async function presentWhole(context: Context, reader: Reader, team: Team) {
  const memberships = await readMemberships(context, reader, team.id);
  const assigns = team.mode === 'pool' && team.deactivated_at === null;
  const next = assigns ? nextAssignee(memberships) : undefined;
  return {
    ...presentWithMembers(context, team, memberships),
    next_assignee: next ? presentMembership(next) : null,
  };
}

/** Memberships of deactivated members are hidden. */
function presentWithMembers(context: Context, team: Team, memberships: MembershipRow[]) {
  const shown = memberships.filter((membership) => membership.member_deactivated_at === null);
  return { ...presentTeam(context, team, shown.length), members: shown.map(presentMembership) };
}

function presentTeam({ config }: Context, team: Team, memberCount: number) {
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
    active: team.deactivated_at === null,
    deactivated_at: formatTimestamp(team.deactivated_at),
    created_at: formatTimestamp(team.created_at),
    updated_at: formatTimestamp(team.updated_at),
  };
}
