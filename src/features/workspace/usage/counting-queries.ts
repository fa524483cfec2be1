// What a worker counts in all workspaces. No caller sees what is read here.
import type { Database, Reader, Transaction } from '../../../storage/database.ts';
import type { UsageCounts } from './queries.ts';

/** Which rows to count, in the order of their ids. */
export interface Counted {
  table: string;
  /** The column of `usage_marks`. */
  mark: 'meeting_request_id' | 'message_id' | 'event_id';
  /** The condition on which a row counts for each figure. */
  figures: Partial<Record<keyof UsageCounts, string>>;
}

export interface Uncounted {
  id: string;
  /** The last id of each kind before the end; null if there are no new rows. */
  meeting_request_id: string | null;
  message_id: string | null;
  event_id: string | null;
  members: number;
  seats: number;
  /** The maximum so far in the month. */
  most_members: number;
  most_seats: number;
}

/** A page of workspaces after an id, with what is new since the last count. */
export async function selectUncounted(
  reader: Reader,
  { after, limit, month, now }: { after: string; limit: number; month: string; now: number },
  before: { meeting_request_id: string; message_id: string; event_id: string },
): Promise<Uncounted[]> {
  const newest = (table: string, mark: Counted['mark'], end: string) =>
    `(select max(id) from ${table} where ${table}.workspace_id = workspaces.id
        and ${table}.id > coalesce(usage_marks.${mark}, '') and ${table}.id < ${end}) as ${mark}`;
  return reader.all<Uncounted>(
    `select workspaces.id, ${newest('meeting_requests', 'meeting_request_id', '$4')},
       ${newest('messages', 'message_id', '$5')}, ${newest('events', 'event_id', '$6')},
       (select count(*) from members where members.workspace_id = workspaces.id and deactivated_at is null) as members,
       (select count(*) from seats where seats.workspace_id = workspaces.id and ended_at is null) as seats,
       coalesce(usage_months.members, 0) as most_members, coalesce(usage_months.seats, 0) as most_seats
     from workspaces
     left join usage_marks on usage_marks.workspace_id = workspaces.id
     left join usage_months on usage_months.workspace_id = workspaces.id and usage_months.month = $2
     where workspaces.id > $1 and (delete_at is null or delete_at > $3)
     order by workspaces.id limit ${limit}`,
    [after, month, now, before.meeting_request_id, before.message_id, before.event_id],
  );
}

/** The id up to which rows have been counted. */
export async function selectMark(
  tx: Transaction,
  workspaceId: string,
  mark: Counted['mark'],
): Promise<string> {
  const row = await tx.get<{ mark: string }>(
    `select ${mark} as mark from usage_marks where workspace_id = $1`,
    [workspaceId],
  );
  return row?.mark ?? '';
}

/** The first row between two ids. */
export async function selectFirst(
  tx: Transaction,
  workspaceId: string,
  table: string,
  { after, before }: { after: string; before: string },
): Promise<string | undefined> {
  const row = await tx.get<{ id: string | null }>(
    `select min(id) as id from ${table} where workspace_id = $1 and id > $2 and id < $3`,
    [workspaceId, after, before],
  );
  return row?.id ?? undefined;
}

/** The figures of up to `limit` rows between two ids, and the last id of these. */
export async function countRows(
  tx: Transaction,
  workspaceId: string,
  { table, figures }: Counted,
  { after, before, limit }: { after: string; before: string; limit: number },
): Promise<{ last: string; figures: Partial<UsageCounts> }> {
  const sums = Object.entries(figures).map(
    ([figure, condition]) => `sum(case when ${condition} then 1 else 0 end) as ${figure}`,
  );
  const row = await tx.get<{ last: string } & Partial<UsageCounts>>(
    `select max(id) as last, ${sums.join(', ')} from
       (select * from ${table} where workspace_id = $1 and id > $2 and id < $3 order by id limit ${limit}) as counted`,
    [workspaceId, after, before],
  );
  const { last = '', ...counted } = row ?? {};
  return { last, figures: counted };
}

export async function addUsage(
  tx: Transaction,
  workspaceId: string,
  month: string,
  figures: Partial<UsageCounts>,
): Promise<void> {
  const names = Object.keys(figures);
  await tx.run(
    `insert into usage_months (workspace_id, month, ${names.join(', ')})
     values ($1, $2, ${names.map((_, place) => `$${place + 3}`).join(', ')})
     on conflict (workspace_id, month) do update
     set ${names.map((name) => `${name} = usage_months.${name} + excluded.${name}`).join(', ')}`,
    [workspaceId, month, ...Object.values(figures).map(Number)],
  );
}

export async function updateMark(
  tx: Transaction,
  workspaceId: string,
  mark: Counted['mark'],
  id: string,
): Promise<void> {
  await tx.run(
    `insert into usage_marks (workspace_id, ${mark}) values ($1, $2)
     on conflict (workspace_id) do update set ${mark} = excluded.${mark}`,
    [workspaceId, id],
  );
}

/** Keeps whichever is higher. */
export async function raiseUsage(
  tx: Transaction,
  workspaceId: string,
  month: string,
  { members, seats }: Pick<UsageCounts, 'members' | 'seats'>,
): Promise<void> {
  const higher = (name: string) =>
    `${name} = case when excluded.${name} > usage_months.${name} then excluded.${name} else usage_months.${name} end`;
  await tx.run(
    `insert into usage_months (workspace_id, month, members, seats) values ($1, $2, $3, $4)
     on conflict (workspace_id, month) do update set ${higher('members')}, ${higher('seats')}`,
    [workspaceId, month, members, seats],
  );
}

/** Undefined before the first count. */
export async function selectCountedUntil(reader: Reader): Promise<number | undefined> {
  const row = await reader.get<{ counted_until: number }>(
    'select counted_until from usage_progress where id = 1',
  );
  return row?.counted_until;
}

export async function updateCountedUntil(database: Database, countedUntil: number): Promise<void> {
  await database.change(
    `insert into usage_progress (id, counted_until) values (1, $1)
     on conflict (id) do update set counted_until = excluded.counted_until
     where usage_progress.counted_until < excluded.counted_until`,
    [countedUntil],
  );
}

export interface RequestCount {
  workspace_id: string;
  month: string;
  requests: number;
}

/** Writes in the order of workspaces, so that no two nodes wait for each other. A workspace may have been deleted in the meantime. */
export async function addRequests(tx: Transaction, counts: RequestCount[]): Promise<void> {
  const given = tx.dialect.rows('$1', { workspace_id: 'text', month: 'text', requests: 'bigint' });
  await tx.run(
    `insert into usage_months (workspace_id, month, api_requests)
     select workspace_id, month, requests from (select * from ${given}) as given
     join workspaces on workspaces.id = given.workspace_id
     order by workspace_id, month
     on conflict (workspace_id, month) do update set api_requests = usage_months.api_requests + excluded.api_requests`,
    [JSON.stringify(counts)],
  );
}
