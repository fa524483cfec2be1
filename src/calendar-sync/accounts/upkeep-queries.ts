// What has to be done about accounts from time to time, in all workspaces: an engine does it, and shows nobody what it reads.
import type { ClaimedItem, ItemKey } from '../../outbox/channel.ts';
import { channelTable } from '../../outbox/channel-table.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import type { ProviderKind } from '../provider-kinds.ts';
import type { ConnectionStatus } from './connection-queries.ts';

export const connectionTable = channelTable({
  table: 'calendar_connections',
  id: 'id',
  lane: 'workspace_id',
});

export interface ClaimedConnection extends ClaimedItem {
  member_id: string;
  provider: ProviderKind;
  status: ConnectionStatus;
  account_id: string | null;
  sealed_refresh_token: string | null;
  sealed_access_token: string | null;
}

const columns = `calendar_connections.workspace_id, calendar_connections.id, claim_id, attempts, member_id, provider, status,
  account_id, sealed_refresh_token, sealed_access_token`;

export function selectClaimedConnections(
  reader: Reader,
  claimId: string,
  keys: ItemKey[],
): Promise<ClaimedConnection[]> {
  return reader.all<ClaimedConnection>(
    `select ${columns} from ${connectionTable.taken(reader.dialect)} where claim_id = $2
     order by calendar_connections.id`,
    [JSON.stringify(keys), claimId],
  );
}

/** Its status, if the claim still holds. The row stays locked until the transaction ends. */
export async function statusIfClaimed(
  tx: Transaction,
  workspaceId: string,
  { id, claim_id }: Pick<ClaimedConnection, 'id' | 'claim_id'>,
): Promise<ConnectionStatus | undefined> {
  const row = await tx.get<{ status: ConnectionStatus }>(
    `select status from calendar_connections
     where workspace_id = $1 and id = $2 and claim_id = $3 ${tx.dialect.forUpdate}`,
    [workspaceId, id, claim_id],
  );
  return row?.status;
}

/** Connections with tokens, for revoking them all. */
export function selectWithTokens(
  reader: Reader,
  workspaceId: string,
  after: string,
  limit: number,
): Promise<ClaimedConnection[]> {
  return reader.all<ClaimedConnection>(
    `select ${columns} from calendar_connections
     where workspace_id = $1 and id > $2 and (sealed_refresh_token is not null or sealed_access_token is not null)
     order by id limit $3`,
    [workspaceId, after, limit],
  );
}

/** Whether somebody else here, in any workspace, still uses the same account: for a provider it is one consent. */
export async function isUsedElsewhere(
  reader: Reader,
  { workspace_id, id, provider, account_id }: ClaimedConnection,
): Promise<boolean> {
  const row = await reader.get(
    `select id from calendar_connections
     where account_id = $1 and provider = $2 and status = 'connected' and workspace_id || id <> $3 limit 1`,
    [account_id, provider, workspace_id + id],
  );
  return row !== undefined;
}
