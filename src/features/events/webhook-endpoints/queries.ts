import type { PageRequest } from '../../../pagination.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { selectNewestFirst } from '../../../storage/newest-first.ts';
import { idRows, insertRow, type Row, selectByIds, updateRow } from '../../../storage/rows.ts';

export interface EndpointRow {
  id: string;
  url: string;
  description: string | null;
  events: string;
  disabled_at: number | null;
  disabled_reason: string | null;
  created_at: number;
  updated_at: number;
}

/** With the recent failures of its deliveries, and until when its former secret signs them, too. */
export type WatchedEndpointRow = EndpointRow & {
  failures: string;
  backlog_full_at: number | null;
  former_secret_until: number | null;
};

/** Never shown. */
interface EndpointSecrets {
  sealed_secret: string;
  sealed_headers: string;
}

/** With what a change needs to know. */
type LockedEndpointRow = EndpointRow &
  EndpointSecrets & { former_secret_until: number | null; backlog_full_at: number | null };

const columns = 'id, url, description, events, disabled_at, disabled_reason, created_at, updated_at';

const watched = `${columns}, failures, backlog_full_at, former_secret_until`;

export function selectEndpoints(reader: Reader, workspaceId: string, page: PageRequest) {
  return selectNewestFirst<WatchedEndpointRow>(reader, workspaceId, page, {
    columns: watched,
    table: 'webhook_endpoints',
    where: ['deleted_at is null'],
  });
}

/** Endpoints that are disabled, had a failure recently, or have a full backlog, and those with these ids; newest first. */
export function selectTroubledEndpoints(reader: Reader, workspaceId: string, ids: string[]) {
  return reader.all<WatchedEndpointRow>(
    `select ${watched} from webhook_endpoints
     where workspace_id = $1 and deleted_at is null
       and (disabled_at is not null or failures <> '[]' or backlog_full_at is not null
         or id in (select id from ${reader.dialect.rows('$2', { id: 'text' })}))
     order by id desc`,
    [workspaceId, idRows(ids)],
  );
}

export async function countEndpoints(reader: Reader, workspaceId: string): Promise<number> {
  const row = await reader.get<{ count: number }>(
    'select count(*) as count from webhook_endpoints where workspace_id = $1 and deleted_at is null',
    [workspaceId],
  );
  return row?.count ?? 0;
}

const one = 'from webhook_endpoints where workspace_id = $1 and id = $2 and deleted_at is null';

export function selectEndpoint(reader: Reader, workspaceId: string, id: string) {
  return reader.get<WatchedEndpointRow>(`select ${watched} ${one}`, [workspaceId, id]);
}

/** Without those that are deleted. */
export async function selectEndpointUrls(reader: Reader, workspaceId: string, ids: string[]) {
  const rows = await selectByIds<{ id: string; url: string; deleted_at: number | null }>(
    reader,
    workspaceId,
    { table: 'webhook_endpoints', columns: 'id, url, deleted_at', ids },
  );
  return rows.filter(({ deleted_at }) => deleted_at === null);
}

export function selectEndpointForUpdate(tx: Transaction, workspaceId: string, id: string) {
  return tx.get<LockedEndpointRow>(
    `select ${columns}, sealed_secret, sealed_headers, former_secret_until, backlog_full_at ${one} ${tx.dialect.forUpdate}`,
    [workspaceId, id],
  );
}

export function insertEndpoint(tx: Transaction, workspaceId: string, row: EndpointRow & EndpointSecrets) {
  return insertRow(tx, 'webhook_endpoints', { workspace_id: workspaceId, ...row, failures: '[]' });
}

export async function updateEndpointRow(tx: Transaction, workspaceId: string, id: string, columns: Row) {
  await updateRow(tx, 'webhook_endpoints', { workspace_id: workspaceId, id }, columns);
}

/** An endpoint of any workspace, with the times of its latest failures. */
export interface FailingEndpoint {
  workspace_id: string;
  id: string;
  url: string;
  description: string | null;
  failures: number[];
  isEnabled: boolean;
}

/** In the order of their ids, which is the order of their locks. */
export async function lockFailingEndpoints(tx: Transaction, ids: string[]): Promise<FailingEndpoint[]> {
  type Row = Omit<FailingEndpoint, 'failures' | 'isEnabled'> & { failures: string; is_enabled: number };
  const rows = await tx.all<Row>(
    `select workspace_id, id, url, description, failures,
       case when disabled_at is null and deleted_at is null then 1 else 0 end as is_enabled
     from webhook_endpoints where id in (select id from ${tx.dialect.rows('$1', { id: 'text' })})
     order by id ${tx.dialect.forUpdate}`,
    [idRows(ids)],
  );
  return rows.map(({ failures, is_enabled, ...key }) => ({
    ...key,
    failures: JSON.parse(failures),
    isEnabled: is_enabled === 1,
  }));
}

export function selectDeletedEndpoints(reader: Reader): Promise<{ workspace_id: string; id: string }[]> {
  // This order makes the engines use the index of deleted endpoints.
  return reader.all(
    'select workspace_id, id from webhook_endpoints where deleted_at is not null order by deleted_at',
  );
}

export async function deleteEndpointRow(tx: Transaction, workspaceId: string, id: string): Promise<void> {
  await tx.run('delete from webhook_endpoints where workspace_id = $1 and id = $2', [workspaceId, id]);
}

/** The sealed values of an endpoint, and what they are bound to. */
export interface SealedRow extends EndpointSecrets {
  workspace_id: string;
  id: string;
  sealed_former_secret: string | null;
}

const sealed = 'workspace_id, id, sealed_secret, sealed_headers, sealed_former_secret';

const bound = (column: string) => `substr(${column}, 1, 2) = '2.'`;

/** Endpoints of any workspace with a value that is not bound, in the order of their ids, which is the order of their locks. */
export function selectUnboundRows(reader: Reader, after: string, limit: number, lock = '') {
  const values = ['sealed_secret', 'sealed_headers', "coalesce(sealed_former_secret, '2.')"];
  return reader.all<SealedRow>(
    `select ${sealed} from webhook_endpoints
     where id > $1 and deleted_at is null and not (${values.map(bound).join(' and ')})
     order by id limit $2 ${lock}`,
    [after, limit],
  );
}

/** In any workspace. */
export async function existsBoundSecret(reader: Reader): Promise<boolean> {
  const values = ['sealed_secret', 'sealed_headers', 'sealed_former_secret'];
  const row = await reader.get(
    `select id from webhook_endpoints where deleted_at is null and (${values.map(bound).join(' or ')}) limit 1`,
  );
  return row !== undefined;
}

/** Rows of any workspace. */
export async function updateSealedRows(tx: Transaction, rows: SealedRow[]): Promise<void> {
  const given = tx.dialect.rows('$1', {
    workspace_id: 'text',
    id: 'text',
    sealed_secret: 'text',
    sealed_headers: 'text',
    sealed_former_secret: 'text',
  });
  await tx.run(
    `update webhook_endpoints
     set sealed_secret = made.sealed_secret, sealed_headers = made.sealed_headers,
       sealed_former_secret = made.sealed_former_secret
     from (select ${sealed} from ${given}) as made
     where webhook_endpoints.workspace_id = made.workspace_id and webhook_endpoints.id = made.id`,
    [JSON.stringify(rows)],
  );
}
