import type { ConnectionRow } from '../../../calendar-sync/accounts/connection-queries.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import type { connectionStatuses } from './shapes.ts';

export type Connection = ReturnType<typeof presentConnection>;

export function presentConnection(row: ConnectionRow) {
  const isPending = row.status === 'pending';
  return {
    id: row.id,
    workspace_membership_id: row.member_id,
    provider: row.provider,
    status: row.status as (typeof connectionStatuses)[number],
    account_email: row.account_email,
    expires_at: isPending ? formatTimestamp(row.expires_at) : null,
    connected_at: formatTimestamp(row.connected_at),
    broken_at: formatTimestamp(row.broken_at),
    created_at: formatTimestamp(row.created_at),
    updated_at: formatTimestamp(row.updated_at),
  };
}
