// Which accounts need their owners, in all workspaces: for whoever runs the service.
import type { Reader } from '../../storage/database.ts';
import type { ProviderKind } from '../provider-kinds.ts';

/** How many accounts of active members the providers refuse. */
export function countBroken(reader: Reader): Promise<{ provider: ProviderKind; count: number }[]> {
  return reader.all(
    `select provider, count(*) as count from calendar_connections
     join members on members.workspace_id = calendar_connections.workspace_id and members.id = member_id
     where calendar_connections.status = 'broken' and deactivated_at is null
     group by provider order by provider`,
  );
}

export interface EndingAccount {
  provider: ProviderKind;
  account_email: string | null;
  refresh_expires_at: number;
}

/** The accounts whose access the provider ends by itself before `until`, the first one first. */
export function selectEnding(reader: Reader, until: number): Promise<EndingAccount[]> {
  return reader.all<EndingAccount>(
    `select provider, account_email, refresh_expires_at from calendar_connections
     join members on members.workspace_id = calendar_connections.workspace_id and members.id = member_id
     where calendar_connections.status = 'connected' and refresh_expires_at < $1 and deactivated_at is null
     order by refresh_expires_at, account_email`,
    [until],
  );
}
