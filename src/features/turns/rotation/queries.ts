import type { Reader, Transaction } from '../../../storage/database.ts';
import { lacksSeat } from '../../people/seats/needed.ts';
import type { RoutedTeam } from './rules.ts';

// The row of a team, which the rotation reads and locks but never writes, and `owed_turns`.

const routedTeams = `select id, mode, include_all_members, no_show_returns_turn, deactivated_at,
  coalesce(location, (select location from scheduling_settings where scheduling_settings.workspace_id = $1)) as location
  from teams where workspace_id = $1`;
const routedTeam = `${routedTeams} and id = $2`;

export function selectRoutedTeam(reader: Reader, workspaceId: string, id: string) {
  return reader.get<RoutedTeam>(routedTeam, [workspaceId, id]);
}

/** The team's row serves as the lock of its memberships and turns. It is locked before any member's row. */
export function selectRoutedTeamForUpdate(tx: Transaction, workspaceId: string, id: string) {
  return tx.get<RoutedTeam>(`${routedTeam} ${tx.dialect.forUpdate}`, [workspaceId, id]);
}

/** Active stack teams that join every request, oldest first. */
export function selectAlwaysApplied(reader: Reader, workspaceId: string) {
  return reader.all<RoutedTeam>(
    `${routedTeams} and stack_always_apply = 1 and deactivated_at is null order by id`,
    [workspaceId],
  );
}

const everyActive = 'from members where workspace_id = $1 and deactivated_at is null';

/**
 * The active members of the workspace, oldest first: everybody who can get meetings and, to explain why not, some of those
 * without a seat. There may be far more of the latter than a meeting may have hosts.
 */
export function selectEverybody(reader: Reader, workspaceId: string, maxLacking: number) {
  const columns = 'select id, email, name';
  return reader.all<{ id: string; email: string; name: string | null; lacks_seat: number }>(
    `${columns}, 0 as lacks_seat ${everyActive} and ${lacksSeat('members.id')} = 0
     union all
     select * from (${columns}, 1 ${everyActive} and ${lacksSeat('members.id')} = 1
                    order by id limit ${maxLacking}) as lacking
     order by id`,
    [workspaceId],
  );
}

/** How many of them can get meetings. */
export async function countEverybody(reader: Reader, workspaceId: string): Promise<number> {
  const row = await reader.get<{ count: number }>(
    `select count(*) as count ${everyActive} and ${lacksSeat('members.id')} = 0`,
    [workspaceId],
  );
  return row?.count ?? 0;
}

/** One row per member, however many turns were returned: the last return counts. */
export async function upsertOwedTurn(
  tx: Transaction,
  workspaceId: string,
  owed: { team_id: string; member_id: string; owed_since: number },
): Promise<void> {
  await tx.run(
    `insert into owed_turns (workspace_id, team_id, member_id, owed_since) values ($1, $2, $3, $4)
     on conflict (workspace_id, team_id, member_id) do update set owed_since = excluded.owed_since`,
    [workspaceId, owed.team_id, owed.member_id, owed.owed_since],
  );
}

/** Of a turn that is owed still; nothing for a member who is owed none. */
export async function updateOwedSince(
  tx: Transaction,
  workspaceId: string,
  owed: { team_id: string; member_id: string; owed_since: number },
): Promise<void> {
  await tx.run(
    'update owed_turns set owed_since = $4 where workspace_id = $1 and team_id = $2 and member_id = $3',
    [workspaceId, owed.team_id, owed.member_id, owed.owed_since],
  );
}

export async function deleteOwedTurn(
  tx: Transaction,
  workspaceId: string,
  teamId: string,
  memberId: string,
): Promise<void> {
  await tx.run('delete from owed_turns where workspace_id = $1 and team_id = $2 and member_id = $3', [
    workspaceId,
    teamId,
    memberId,
  ]);
}
