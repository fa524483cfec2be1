import type { PageRequest } from '../../../pagination.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { selectNewestFirst } from '../../../storage/newest-first.ts';
import { idRows, insertRowLater, selectByIds, updateRow, wantedRows } from '../../../storage/rows.ts';
import { locationIn, locationText } from '../../workspace/locations/rules.ts';
import type { Team } from './rules.ts';

type Flag = 'stack_always_apply' | 'include_all_members' | 'introduce_member' | 'no_show_returns_turn';
type TeamRow = Omit<Team, Flag | 'location'> & Record<Flag, number> & { location: string | null };

// The handle is a subselect: locking the team must not lock the workspace. $1 is the workspace.
const columns = `teams.id, name, slug, description, mode, stack_always_apply, include_all_members, introduce_member,
  introduction_guidance, no_show_returns_turn, location, deactivated_at, created_at, updated_at,
  (select handle from workspaces where workspaces.id = $1) as handle`;

const memberCount = `(
  select count(*) from team_memberships
  where team_memberships.workspace_id = teams.workspace_id and team_memberships.team_id = teams.id and not exists
    (select 1 from members where members.workspace_id = team_memberships.workspace_id
       and members.id = team_memberships.member_id and members.deactivated_at is not null)
) as member_count`;

function fromRow<Row extends TeamRow>(
  row: Row,
): Omit<Row, Flag | 'location'> & Record<Flag, boolean> & Pick<Team, 'location'> {
  return {
    ...row,
    stack_always_apply: row.stack_always_apply === 1,
    include_all_members: row.include_all_members === 1,
    introduce_member: row.introduce_member === 1,
    no_show_returns_turn: row.no_show_returns_turn === 1,
    location: locationIn(row.location),
  };
}

/** Whether mail can reach a team. */
const isReachable = "deactivated_at is null and mode <> 'manual'";

export interface TeamFilter {
  active: boolean | undefined;
  /** Only the team that has or had this slug, if mail can reach it. */
  reached_by_slug: string | undefined;
}

export async function selectTeams(
  reader: Reader,
  workspaceId: string,
  filter: TeamFilter,
  page: PageRequest,
) {
  const rows = await selectNewestFirst<TeamRow & { member_count: number }>(reader, workspaceId, page, {
    columns: `${columns}, ${memberCount}`,
    table: 'teams',
    where: [
      ...(filter.active === undefined ? [] : [`deactivated_at is ${filter.active ? '' : 'not'} null`]),
      ...(filter.reached_by_slug === undefined ? [] : [isReachable]),
      [
        `teams.id = (select team_id from team_slugs
                     where team_slugs.workspace_id = teams.workspace_id and team_slugs.slug = ?)`,
        filter.reached_by_slug,
      ],
    ],
  });
  return rows.map(fromRow);
}

/** Ids and names of active teams, newest first. */
export function selectActiveNames(reader: Reader, workspaceId: string, limit: number) {
  return reader.all<Pick<Team, 'id' | 'name'>>(
    `select id, name from teams where workspace_id = $1 and deactivated_at is null order by id desc limit ${limit}`,
    [workspaceId],
  );
}

/** The teams that exist among these ids, newest first. */
export async function selectTeamsById(reader: Reader, workspaceId: string, ids: string[]) {
  const rows = await reader.all<TeamRow & { member_count: number }>(
    `with ${wantedRows(reader.dialect)}
     select ${columns}, ${memberCount} from wanted
     join teams on teams.workspace_id = wanted.workspace_id and teams.id = wanted.wanted_id
     order by teams.id desc`,
    [workspaceId, idRows(ids)],
  );
  return rows.map(fromRow);
}

const oneTeam = `select ${columns} from teams where workspace_id = $1 and teams.id = $2`;

export async function selectTeam(reader: Reader, workspaceId: string, id: string) {
  const row = await reader.get<TeamRow>(oneTeam, [workspaceId, id]);
  return row && fromRow(row);
}

export async function selectTeamForUpdate(tx: Transaction, workspaceId: string, id: string) {
  const row = await tx.get<TeamRow>(`${oneTeam} ${tx.dialect.forUpdate}`, [workspaceId, id]);
  return row && fromRow(row);
}

export function selectTeamNames(reader: Reader, workspaceId: string, ids: string[]) {
  return selectByIds<{ id: string; name: string }>(reader, workspaceId, {
    table: 'teams',
    columns: 'id, name',
    ids,
  });
}

/** The team that has or had this slug, if mail can reach it. */
export async function selectTeamReachedBy(
  reader: Reader,
  workspaceId: string,
  slug: string,
): Promise<string | undefined> {
  const row = await reader.get<{ id: string }>(
    `select teams.id from team_slugs
     join teams on teams.workspace_id = team_slugs.workspace_id and teams.id = team_slugs.team_id
     where team_slugs.workspace_id = $1 and team_slugs.slug = $2 and ${isReachable}`,
    [workspaceId, slug],
  );
  return row?.id;
}

export async function existsSlug(reader: Reader, workspaceId: string, slug: string): Promise<boolean> {
  const row = await reader.get('select slug from team_slugs where workspace_id = $1 and slug = $2', [
    workspaceId,
    slug,
  ]);
  return row !== undefined;
}

export async function countActiveTeams(reader: Reader, workspaceId: string): Promise<number> {
  const row = await reader.get<{ count: number }>(
    'select count(*) as count from teams where workspace_id = $1 and deactivated_at is null',
    [workspaceId],
  );
  return row?.count ?? 0;
}

/** The columns of the table. */
export type StoredTeam = Omit<Team, 'handle'>;

function toRow<Fields extends Record<Flag, boolean> & Pick<Team, 'location'>>(
  fields: Fields,
): Omit<Fields, Flag | 'location'> & Record<Flag, number> & { location: string | null } {
  return {
    ...fields,
    stack_always_apply: Number(fields.stack_always_apply),
    include_all_members: Number(fields.include_all_members),
    introduce_member: Number(fields.introduce_member),
    no_show_returns_turn: Number(fields.no_show_returns_turn),
    location: locationText(fields.location),
  };
}

export function insertTeam(tx: Transaction, workspaceId: string, team: StoredTeam): void {
  insertRowLater(tx, 'teams', { workspace_id: workspaceId, ...toRow(team) });
}

export async function updateTeamRow(tx: Transaction, workspaceId: string, team: Team): Promise<void> {
  const { id, handle, ...fields } = team;
  await updateRow(tx, 'teams', { workspace_id: workspaceId, id }, toRow(fields));
}

/** The slug with this base that the team has or had. */
export async function selectOwnSlug(tx: Transaction, workspaceId: string, teamId: string, base: string) {
  const row = await tx.get<{ slug: string }>(
    'select slug from team_slugs where workspace_id = $1 and team_id = $2 and base = $3',
    [workspaceId, teamId, base],
  );
  return row?.slug;
}

/** Whether the slug is the team's, whatever its base. */
export async function isOwnSlug(tx: Transaction, workspaceId: string, teamId: string, slug: string) {
  const row = await tx.get<{ team_id: string }>(
    'select team_id from team_slugs where workspace_id = $1 and slug = $2',
    [workspaceId, slug],
  );
  return row?.team_id === teamId;
}

/** The highest number of a slug with this base; 0 when there is none. */
export async function selectLastSlugNumber(tx: Transaction, workspaceId: string, base: string) {
  const row = await tx.get<{ number: number }>(
    'select number from team_slugs where workspace_id = $1 and base = $2 order by number desc limit 1',
    [workspaceId, base],
  );
  return row?.number ?? 0;
}

/** False when the slug is taken. Waits for another transaction that is about to take it. */
export async function insertSlug(
  tx: Transaction,
  workspaceId: string,
  row: { slug: string; base: string; number: number; team_id: string },
): Promise<boolean> {
  const changed = await tx.run(
    `insert into team_slugs (workspace_id, slug, base, number, team_id) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [workspaceId, row.slug, row.base, row.number, row.team_id],
  );
  return changed === 1;
}
