import { firstIdAt } from '../../../ids.ts';
import type { PageRequest } from '../../../pagination.ts';
import { deleteBatch, type Range } from '../../../storage/batches.ts';
import type { Reader, Transaction, Value } from '../../../storage/database.ts';
import { selectNewestFirst } from '../../../storage/newest-first.ts';
import { idRows, insertRowLater } from '../../../storage/rows.ts';
import type { Reason } from './rules.ts';

export interface ListedTurnRow {
  id: string;
  team_id: string;
  number: number;
  member_id: string;
  membership_id: string | null;
  reason: Reason;
  /** Null for a turn taken for something outside Rota. */
  meeting_request_id: string | null;
  created_at: number;
  returned_at: number | null;
  /** Of the workspace member. */
  email: string;
  name: string | null;
}

export interface TurnRow extends ListedTurnRow {
  /** A JSON list. If there were many candidates, only those who explain the decision. */
  candidates: string;
  /** How many candidates there were, and how many of them were available. Null in turns older than these columns. */
  candidates_total: number | null;
  candidates_eligible: number | null;
}

const listed = `turns.id, team_id, number, member_id, membership_id, reason, meeting_request_id,
  turns.created_at, returned_at, members.email, members.name`;
const withMember =
  'join members on members.workspace_id = turns.workspace_id and members.id = turns.member_id';

export interface TurnFilter {
  workspace_membership_id: string | undefined;
  /** Both inclusive. */
  from: number | undefined;
  to: number | undefined;
}

// An id begins with its time, so a range of times is a range in the index on ids.
const firstOf = ({ from }: TurnFilter) => (from === undefined ? undefined : firstIdAt('turn', from));
const endOf = ({ to }: TurnFilter) => (to === undefined ? undefined : firstIdAt('turn', to + 1));

/** Without their candidates, which are large. */
export function selectTurns(
  reader: Reader,
  workspaceId: string,
  teamId: string,
  filter: TurnFilter,
  page: PageRequest,
) {
  return selectNewestFirst<ListedTurnRow>(reader, workspaceId, page, {
    columns: listed,
    table: 'turns',
    found: 'turns',
    beside: withMember,
    where: [
      ['team_id = ?', teamId],
      ['member_id = ?', filter.workspace_membership_id],
    ],
    from: firstOf(filter),
    before: endOf(filter),
  });
}

/** Whether more than `count` turns match the filter. */
export async function hasMoreTurns(
  reader: Reader,
  workspaceId: string,
  teamId: string,
  filter: TurnFilter,
  { count, cursor }: { count: number; cursor: string | undefined },
): Promise<boolean> {
  const { workspace_membership_id: memberId } = filter;
  const [end] = [cursor, endOf(filter)].filter((bound) => bound !== undefined).sort();
  const values: Value[] = [workspaceId, teamId, firstOf(filter) ?? ''];
  const bind = (value: Value) => `$${values.push(value)}`;
  const row = await reader.get(
    `select id from turns where workspace_id = $1 and team_id = $2 and id >= $3
       ${memberId === undefined ? '' : `and member_id = ${bind(memberId)}`}
       ${end === undefined ? '' : `and id < ${bind(end)}`}
     order by id desc limit 1 offset ${count}`,
    values,
  );
  return row !== undefined;
}

const whole = `select ${listed}, candidates, candidates_total, candidates_eligible from turns ${withMember}
  where turns.workspace_id = $1`;

export function selectTurn(reader: Reader, workspaceId: string, teamId: string, id: string) {
  return reader.get<TurnRow>(`${whole} and team_id = $2 and turns.id = $3`, [workspaceId, teamId, id]);
}

/** The turn that a request took. */
export function selectTurnFor(reader: Reader, workspaceId: string, meetingRequestId: string) {
  return reader.get<TurnRow>(`${whole} and meeting_request_id = $2`, [workspaceId, meetingRequestId]);
}

/** The numbers of the team's last turn, and of the member's last turn in it; 0 before the first. */
export interface LastNumbers {
  number: number;
  member_number: number;
}

export async function selectLastNumbers(
  tx: Transaction,
  workspaceId: string,
  teamId: string,
  memberId: string,
): Promise<LastNumbers> {
  const row = await tx.get<{ number: number | null; member_number: number | null }>(
    `select
       (select max(number) from turns where workspace_id = $1 and team_id = $2) as number,
       (${last('member_number', '$3')}) as member_number`,
    [workspaceId, teamId, memberId],
  );
  return { number: row?.number ?? 0, member_number: row?.member_number ?? 0 };
}

/** `member_number` counts the member's turns in the team from 1. */
export function insertTurn(
  tx: Transaction,
  workspaceId: string,
  turn: TurnRow & { member_number: number },
): void {
  const { email, name, ...row } = turn;
  insertRowLater(tx, 'turns', { workspace_id: workspaceId, ...row });
}

export interface LastTurn {
  member_id: string;
  number: number;
  created_at: number;
  /** Since when the team owes the member a turn. */
  owed_since: number | null;
}

/**
 * The last turn of each of these members in the team, if any. One index lookup for each member and column: with a join, SQLite
 * reads all turns of the team, and so does PostgreSQL when other teams have few.
 */
export function selectLastTurns(reader: Reader, workspaceId: string, teamId: string, memberIds: string[]) {
  return reader.all<LastTurn>(
    `select member_id, number, created_at, owed_since from
       (select wanted.id as member_id, (${last('number', 'wanted.id')}) as number,
          (${last('created_at', 'wanted.id')}) as created_at,
          (select owed_since from owed_turns
           where workspace_id = $1 and team_id = $2 and member_id = wanted.id) as owed_since
        from (select id from ${reader.dialect.rows('$3', { id: 'text' })}) as wanted) as taken
     where number is not null`,
    [workspaceId, teamId, idRows(memberIds)],
  );
}

/**
 * How many turns each of these members took in the team since then, without returned ones; null for none. Computed as the
 * difference of two numbers, minus the returned turns between them.
 */
export function selectTurnsSince(
  reader: Reader,
  workspaceId: string,
  teamId: string,
  memberIds: string[],
  since: number,
) {
  return reader.all<{ member_id: string; turns: number | null }>(
    `select wanted.id as member_id, 1 + (${last('member_number', 'wanted.id')}) -
       (select member_number from turns
        where workspace_id = $1 and team_id = $2 and member_id = wanted.id and created_at > $4
        order by created_at, member_number limit 1) -
       (select count(*) from turns where workspace_id = $1 and team_id = $2 and member_id = wanted.id
          and created_at > $4 and returned_at is not null) as turns
     from (select id from ${reader.dialect.rows('$3', { id: 'text' })}) as wanted`,
    [workspaceId, teamId, idRows(memberIds), since],
  );
}

/** Undefined when the request took no turn, or when the turn was removed after its retention. */
export function selectTurnOfRequest(reader: Reader, workspaceId: string, meetingRequestId: string) {
  return reader.get<{ id: string; team_id: string; member_id: string; returned_at: number | null }>(
    'select id, team_id, member_id, returned_at from turns where workspace_id = $1 and meeting_request_id = $2',
    [workspaceId, meetingRequestId],
  );
}

export async function updateReturnedAt(
  tx: Transaction,
  workspaceId: string,
  meetingRequestId: string,
  at: number | null,
): Promise<void> {
  await tx.run('update turns set returned_at = $3 where workspace_id = $1 and meeting_request_id = $2', [
    workspaceId,
    meetingRequestId,
    at,
  ]);
}

/** More than anybody is owed at once: older ones have been made up for long since. */
const LAST_RETURNED = 50;

/** When the member last had a turn returned in the team; null for never. */
export async function selectLastReturn(
  reader: Reader,
  workspaceId: string,
  teamId: string,
  memberId: string,
): Promise<number | null> {
  const row = await reader.get<{ returned_at: number | null }>(
    `select max(returned_at) as returned_at from
       (select returned_at from turns
        where workspace_id = $1 and team_id = $2 and member_id = $3 and returned_at is not null
        order by created_at desc limit ${LAST_RETURNED}) as latest`,
    [workspaceId, teamId, memberId],
  );
  return row?.returned_at ?? null;
}

/** Removes a batch of turns, except the last of each member, on which the queue depends. */
export function deleteTurns(tx: Transaction, workspaceId: string, teamId: string, range: Range) {
  return deleteBatch(tx, {
    table: 'turns',
    scope: { workspace_id: workspaceId, team_id: teamId },
    ...range,
    mayGo: `exists (select 1 from turns as later where later.workspace_id = $1 and later.team_id = $2
                      and later.member_id = turns.member_id and later.number > turns.number)`,
  });
}

/** The teams that have turns. One index lookup for each team. */
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

/** A column of the member's last turn in the team $2. */
function last(column: string, memberId: string): string {
  return `select ${column} from turns
    where workspace_id = $1 and team_id = $2 and member_id = ${memberId} order by number desc limit 1`;
}
