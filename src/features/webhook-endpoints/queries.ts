import type { PageRequest } from '../../pages.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import { selectNewestFirst } from '../../storage/newest-first.ts';
import { insertRow, type Row, updateRow } from '../../storage/rows.ts';

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

/** What is not shown. */
export interface EndpointSecrets {
  sealed_secret: string;
  sealed_headers: string;
}

/** Everything that a change may depend on. */
export type LockedEndpointRow = EndpointRow &
  EndpointSecrets & { former_secret_until: number | null; backlog_full_at: number | null };

const shown = 'id, url, description, events, disabled_at, disabled_reason, created_at, updated_at';

export function selectEndpoints(reader: Reader, workspaceId: string, page: PageRequest) {
  return selectNewestFirst<EndpointRow>(reader, workspaceId, page, {
    columns: shown,
    table: 'webhook_endpoints',
    where: ['deleted_at is null'],
  });
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
  return reader.get<EndpointRow>(`select ${shown} ${one}`, [workspaceId, id]);
}

export function selectEndpointForUpdate(tx: Transaction, workspaceId: string, id: string) {
  return tx.get<LockedEndpointRow>(
    `select ${shown}, sealed_secret, sealed_headers, former_secret_until, backlog_full_at ${one} ${tx.dialect.forUpdate}`,
    [workspaceId, id],
  );
}

export function insertEndpoint(tx: Transaction, workspaceId: string, row: EndpointRow & EndpointSecrets) {
  return insertRow(tx, 'webhook_endpoints', { workspace_id: workspaceId, ...row, failures: '[]' });
}

export async function updateEndpointRow(tx: Transaction, workspaceId: string, id: string, columns: Row) {
  await updateRow(tx, 'webhook_endpoints', { workspace_id: workspaceId, id }, columns);
}

/** Makes all that waits for the endpoint due, the oldest first, as if nothing had been tried yet. */
export async function makeWaitingDue(
  tx: Transaction,
  workspaceId: string,
  endpointId: string,
): Promise<void> {
  await tx.run(
    `update webhook_deliveries set due_at = created_at
     where workspace_id = $1 and endpoint_id = $2 and status = 'pending' and claim_id is null
       and due_at <> created_at`,
    [workspaceId, endpointId],
  );
}

/** Secrets of any workspace: to tell at the start whether the key is the right one. */
export function selectAnySecret(reader: Reader) {
  return reader.get<EndpointSecrets>(
    'select sealed_secret, sealed_headers from webhook_endpoints where deleted_at is null limit 1',
  );
}
