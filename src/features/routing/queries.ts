import type { PageRequest } from '../../pages.ts';
import { BATCH, type Range } from '../../storage/batches.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import { selectNewestFirst } from '../../storage/newest-first.ts';
import { idRows, insertRow } from '../../storage/rows.ts';
import type { Reason } from './rules.ts';

export interface TurnRow {
  id: string;
  team_id: string;
  number: number;
  member_id: string;
  membership_id: string | null;
  reason: Reason;
  candidates: string;
  /** What the turn was for; null when for something that Rota does not know of. */
  meeting_request_id: string | null;
  created_at: number;
  /** Of the workspace member. */
  email: string;
  name: string | null;
}

export function selectTurns(reader: Reader, workspaceId: string, teamId: string, page: PageRequest) {
  return selectNewestFirst<TurnRow>(reader, workspaceId, page, {
    columns: `turns.id, team_id, number, member_id, membership_id, reason, candidates, meeting_request_id,
      turns.created_at, members.email, members.name`,
    table: 'turns',
    join: 'join members on members.workspace_id = turns.workspace_id and members.id = turns.member_id',
    where: [['team_id = ?', teamId]],
  });
}

/** The number of the team's last turn, 0 before the first. */
export async function selectLastNumber(tx: Transaction, workspaceId: string, teamId: string) {
  const row = await tx.get<{ number: number }>(
    'select number from turns where workspace_id = $1 and team_id = $2 order by number desc limit 1',
    [workspaceId, teamId],
  );
  return row?.number ?? 0;
}

export function insertTurn(tx: Transaction, workspaceId: string, turn: TurnRow): Promise<void> {
  const { email, name, ...row } = turn;
  return insertRow(tx, 'turns', { workspace_id: workspaceId, ...row });
}

export interface LastTurn {
  member_id: string;
  number: number;
  created_at: number;
}

/** The last turn that each of these members took in the team, a step down the index for each of them. */
export function selectLastTurns(reader: Reader, workspaceId: string, teamId: string, memberIds: string[]) {
  const given = reader.dialect.rows('$3', { id: 'text' });
  return reader.all<LastTurn>(
    `select turns.member_id, turns.number, turns.created_at
     from (select id from ${given}) as wanted
     join turns on turns.workspace_id = $1 and turns.team_id = $2 and turns.number =
       (select max(number) from turns as own
        where own.workspace_id = $1 and own.team_id = $2 and own.member_id = wanted.id)`,
    [workspaceId, teamId, idRows(memberIds)],
  );
}

/** How many turns each member took in the team since then. */
export function countTurnsSince(reader: Reader, workspaceId: string, teamId: string, since: number) {
  return reader.all<{ member_id: string; turns: number }>(
    `select member_id, count(*) as turns from turns
     where workspace_id = $1 and team_id = $2 and created_at > $3 group by member_id`,
    [workspaceId, teamId, since],
  );
}

/** Removes turns of the team, but for the last one of each member: by that it is decided whose turn it is. */
export function deleteTurns(tx: Transaction, workspaceId: string, teamId: string, { after, before }: Range) {
  return tx.all<{ id: string }>(
    `delete from turns where workspace_id = $1 and team_id = $2 and id in
       (select id from turns as old where workspace_id = $1 and team_id = $2 and id > $3 and id < $4
          and exists (select 1 from turns as later where later.workspace_id = $1 and later.team_id = $2
                        and later.member_id = old.member_id and later.number > old.number)
        order by id limit ${BATCH})
     returning id`,
    [workspaceId, teamId, after, before],
  );
}

/** The teams in which turns have been taken, each found by a step down the index. */
export async function selectTeamsWithTurns(reader: Reader, workspaceId: string): Promise<string[]> {
  const rows = await reader.all<{ team_id: string }>(
    `with recursive taking (team_id) as (
       select min(team_id) from turns where workspace_id = $1
       union all
       select (select min(team_id) from turns where workspace_id = $1 and team_id > taking.team_id)
       from taking where taking.team_id is not null
     )
     select team_id from taking where team_id is not null`,
    [workspaceId],
  );
  return rows.map(({ team_id }) => team_id);
}
