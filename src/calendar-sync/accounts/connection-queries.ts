// The accounts that members connect: how they begin and end. What keeps their tokens fresh is in token-queries.ts.
import type { PageRequest } from '../../pagination.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import { selectNewestFirst } from '../../storage/newest-first.ts';
import { idRows, insertRow, type Row, selectByIds, updateRow, wantedRows } from '../../storage/rows.ts';
import type { ProviderKind } from '../provider-kinds.ts';

/** `ending` until its tokens are revoked: nobody sees it any more. */
export type ConnectionStatus = 'pending' | 'connected' | 'broken' | 'ending';

export interface ConnectionRow {
  id: string;
  member_id: string;
  provider: ProviderKind;
  status: ConnectionStatus;
  account_id: string | null;
  account_email: string | null;
  expires_at: number | null;
  connected_at: number | null;
  broken_at: number | null;
  created_at: number;
  updated_at: number;
}

const columns = `id, member_id, provider, status, account_id, account_email, expires_at, connected_at, broken_at,
  created_at, updated_at`;

export function selectConnections(
  reader: Reader,
  workspaceId: string,
  memberId: string,
  page: PageRequest,
): Promise<ConnectionRow[]> {
  return selectNewestFirst<ConnectionRow>(reader, workspaceId, page, {
    columns,
    table: 'calendar_connections',
    where: [['member_id = ?', memberId], "status <> 'ending'"],
  });
}

export function selectConnection(reader: Reader, workspaceId: string, id: string) {
  return reader.get<ConnectionRow>(
    `select ${columns} from calendar_connections where workspace_id = $1 and id = $2 and status <> 'ending'`,
    [workspaceId, id],
  );
}

export interface ConnectedCalendar {
  /** The provider's id. */
  remote_id: string;
  is_read: number;
  receives_bookings: number;
}

/** The calendars of an account, oldest first. */
export function selectConnectedCalendars(
  reader: Reader,
  workspaceId: string,
  connectionId: string,
): Promise<ConnectedCalendar[]> {
  return reader.all<ConnectedCalendar>(
    `select remote_id, is_read, receives_bookings from calendars where workspace_id = $1 and connection_id = $2 order by id`,
    [workspaceId, connectionId],
  );
}

export function selectConnectionForUpdate(tx: Transaction, workspaceId: string, id: string) {
  return tx.get<ConnectionRow>(
    `select ${columns} from calendar_connections where workspace_id = $1 and id = $2 and status <> 'ending'
     ${tx.dialect.forUpdate}`,
    [workspaceId, id],
  );
}

/** All of a member, oldest first. They stay locked until the transaction ends. */
export function selectConnectionsForUpdate(
  tx: Transaction,
  workspaceId: string,
  memberId: string,
): Promise<ConnectionRow[]> {
  return tx.all<ConnectionRow>(
    `select ${columns} from calendar_connections where workspace_id = $1 and member_id = $2 and status <> 'ending'
     order by id ${tx.dialect.forUpdate}`,
    [workspaceId, memberId],
  );
}

/** A connection that waits for consent, or has waited. */
export interface WaitingRow extends ConnectionRow {
  workspace_id: string;
  browser_hash: string | null;
  /** Null once the state has been used. */
  sealed_verifier: string | null;
  return_url: string | null;
  sealed_access_token: string | null;
  sealed_refresh_token: string | null;
  access_expires_at: number | null;
  refresh_expires_at: number | null;
}

/** Across all workspaces: this is how the workspace of somebody who comes back from a provider becomes known. */
export function selectByState(reader: Reader, stateHash: string) {
  return reader.get<{ workspace_id: string; id: string }>(
    'select workspace_id, id from calendar_connections where state_hash = $1',
    [stateHash],
  );
}

/** Whatever its status. */
export function selectWaitingForUpdate(tx: Transaction, workspaceId: string, id: string) {
  return tx.get<WaitingRow>(
    `select workspace_id, ${columns}, browser_hash, sealed_verifier, return_url, sealed_access_token, sealed_refresh_token,
       access_expires_at, refresh_expires_at
     from calendar_connections where workspace_id = $1 and id = $2 ${tx.dialect.forUpdate}`,
    [workspaceId, id],
  );
}

/** All that the member has of this account but this one, also those that are ending. They stay locked until the transaction ends. */
export function selectOthersOfAccount(
  tx: Transaction,
  workspaceId: string,
  {
    id,
    member_id,
    provider,
    account_id,
  }: Pick<ConnectionRow, 'id' | 'member_id' | 'provider' | 'account_id'>,
): Promise<ConnectionRow[]> {
  return tx.all<ConnectionRow>(
    `select ${columns} from calendar_connections
     where workspace_id = $1 and member_id = $2 and provider = $3 and account_id = $4 and id <> $5
     order by id ${tx.dialect.forUpdate}`,
    [workspaceId, member_id, provider, account_id, id],
  );
}

export async function deleteConnectionRows(
  tx: Transaction,
  workspaceId: string,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    `with ${wantedRows(tx.dialect)}
     delete from calendar_connections where workspace_id = $1 and id in (select wanted_id from wanted)`,
    [workspaceId, idRows(ids)],
  );
}

export interface BrokenConnectionRow {
  id: string;
  provider: ProviderKind;
  account_email: string | null;
  broken_at: number | null;
  member_id: string;
  email: string;
  member_name: string | null;
}

/** Accounts of active members that are broken, newest first: of all members, or of one. */
export function selectBrokenConnections(
  reader: Reader,
  workspaceId: string,
  { memberId, limit }: { memberId: string | undefined; limit: number },
): Promise<BrokenConnectionRow[]> {
  return reader.all<BrokenConnectionRow>(
    `with broken as materialized (
       select workspace_id, id, provider, account_email, broken_at, member_id from calendar_connections
       where workspace_id = $1 and status = 'broken' ${memberId === undefined ? '' : 'and member_id = $2'}
     )
     select broken.id, provider, account_email, broken_at, member_id, email, members.name as member_name
     from broken
     join members on members.workspace_id = broken.workspace_id and members.id = broken.member_id
     where members.deactivated_at is null
     order by broken.id desc limit ${limit}`,
    memberId === undefined ? [workspaceId] : [workspaceId, memberId],
  );
}

export function selectConnectionNames(reader: Reader, workspaceId: string, ids: string[]) {
  return selectByIds<{ id: string; account_email: string | null; member_id: string }>(reader, workspaceId, {
    table: 'calendar_connections',
    columns: 'id, account_email, member_id',
    ids,
  });
}

export function insertConnection(tx: Transaction, workspaceId: string, row: Row): Promise<void> {
  return insertRow(tx, 'calendar_connections', {
    workspace_id: workspaceId,
    token_number: 0,
    attempts: 0,
    ...row,
  });
}

export async function updateConnectionRow(
  tx: Transaction,
  workspaceId: string,
  id: string,
  changed: Row,
): Promise<void> {
  await updateRow(tx, 'calendar_connections', { workspace_id: workspaceId, id }, changed);
}

/** From now on nobody sees them, and nobody can complete them. What is left to do is due at once. */
export async function endConnectionRows(
  tx: Transaction,
  workspaceId: string,
  ids: string[],
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    `with ${wantedRows(tx.dialect)}
     update calendar_connections set status = 'ending', updated_at = $3, due_at = $3, attempts = 0, claim_id = null, lease_until = null
     from wanted
     where calendar_connections.workspace_id = wanted.workspace_id and calendar_connections.id = wanted.wanted_id`,
    [workspaceId, idRows(ids), now],
  );
}
