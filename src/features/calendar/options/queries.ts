import { deleteExpired } from '../../../storage/batches.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { idRows, insertRows, insertRowsLater, wantedRows } from '../../../storage/rows.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import type { Option } from './rules.ts';

/** The request leads to the rows: see the indexes. */
const ofRequest = 'request_id = $2 and workspace_id = $1';

/** In order of round and time. */
export async function selectOptions(
  reader: Reader,
  workspaceId: string,
  requestId: string,
): Promise<Option[]> {
  type Row = Omit<Option, 'accepted_by'> & { accepted_by: string | null };
  const rows = await reader.all<Row>(
    `select id, request_id, starts_at, ends_at, round, status,
       (select ${reader.dialect.list('place order by place')} from option_acceptances as accepted
        where accepted.workspace_id = options.workspace_id and accepted.option_id = options.id) as accepted_by
     from options where ${ofRequest} order by round, starts_at, id`,
    [workspaceId, requestId],
  );
  return rows.map((row) => ({ ...row, accepted_by: JSON.parse(row.accepted_by ?? '[]') }));
}

export function insertOptions(tx: Transaction, workspaceId: string, options: Option[], now: number): void {
  const columns = {
    id: 'text',
    request_id: 'text',
    starts_at: 'bigint',
    ends_at: 'bigint',
    round: 'bigint',
    status: 'text',
    created_at: 'bigint',
  } as const;
  const rows = options.map((option) => ({ ...option, created_at: now }));
  insertRowsLater(tx, 'options', workspaceId, columns, rows);
}

/** Deletes the oldest `count` of the withdrawn options. */
export async function deleteOldest(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  count: number,
): Promise<void> {
  const oldest = await tx.all<{ id: string }>(
    `select id from options where ${ofRequest} and status = 'withdrawn' order by id limit $3`,
    [workspaceId, requestId, count],
  );
  const given = `(select id from ${tx.dialect.rows('$3', { id: 'text' })})`;
  const values = [workspaceId, requestId, idRows(oldest.map(({ id }) => id))];
  await tx.run(`delete from option_acceptances where ${ofRequest} and option_id in ${given}`, values);
  await tx.run(`delete from options where ${ofRequest} and id in ${given}`, values);
}

/** Withdraws everything that these requests have on offer. */
export async function updateOffered(
  tx: Transaction,
  workspaceId: string,
  requestIds: string[],
): Promise<void> {
  await tx.run(
    `with ${wantedRows(tx.dialect)} update options set status = 'withdrawn' from wanted
     where options.request_id = wanted.wanted_id and options.workspace_id = wanted.workspace_id
       and options.status = 'offered'`,
    [workspaceId, idRows(requestIds)],
  );
}

/** Withdraws one option. False if it was not on offer. */
export async function updateOneOffered(tx: Transaction, workspaceId: string, id: string): Promise<boolean> {
  const changed = await tx.run(
    "update options set status = 'withdrawn' where workspace_id = $1 and id = $2 and status = 'offered'",
    [workspaceId, id],
  );
  return changed === 1;
}

/** Marks one option as chosen, or none, and withdraws all others, even one that was chosen before. */
export async function updateChosen(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  optionId: string | null,
): Promise<void> {
  await tx.run(
    `update options set status = case when id = $3 then 'chosen' else 'withdrawn' end
     where ${ofRequest} and (status <> 'withdrawn' or id = $3)`,
    [workspaceId, requestId, optionId],
  );
}

/** Clears what the participant has accepted of the options on offer. */
export async function deleteAcceptances(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  place: number,
): Promise<void> {
  await tx.run(
    `delete from option_acceptances where ${ofRequest} and place = $3
       and option_id in (select id from options where ${ofRequest} and status = 'offered')`,
    [workspaceId, requestId, place],
  );
}

export function insertAcceptances(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  place: number,
  optionIds: string[],
): Promise<void> {
  const columns = { option_id: 'text', request_id: 'text', place: 'bigint' } as const;
  const rows = optionIds.map((option_id) => ({ option_id, request_id: requestId, place }));
  return insertRows(tx, 'option_acceptances', workspaceId, columns, rows);
}

/** A time that is kept free for an option, for one host. */
interface Hold extends MeetingTime {
  option_id: string;
  member_id: string;
  request_id: string;
  held_until: number;
}

export function insertHolds(tx: Transaction, workspaceId: string, holds: Hold[]): void {
  const columns = {
    option_id: 'text',
    member_id: 'text',
    request_id: 'text',
    starts_at: 'bigint',
    ends_at: 'bigint',
    held_until: 'bigint',
  } as const;
  insertRowsLater(tx, 'option_holds', workspaceId, columns, holds);
}

export async function deleteHolds(tx: Transaction, workspaceId: string, requestIds: string[]): Promise<void> {
  await tx.run(
    `delete from option_holds where workspace_id = $1
       and request_id in (select id from ${tx.dialect.rows('$2', { id: 'text' })})`,
    [workspaceId, idRows(requestIds)],
  );
}

export async function deleteHoldsOf(tx: Transaction, workspaceId: string, optionId: string): Promise<void> {
  await tx.run('delete from option_holds where option_id = $2 and workspace_id = $1', [
    workspaceId,
    optionId,
  ]);
}

export function deleteExpiredHolds(tx: Transaction, now: number): Promise<{ id: string }[]> {
  const key = ['option_id', 'workspace_id', 'member_id'];
  return deleteExpired(tx, { table: 'option_holds', key, until: 'held_until', id: 'option_id' }, now);
}
