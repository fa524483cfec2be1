// The tokens of accounts. Why one node at a time gets new ones: docs/decisions/0034-connected-calendars.md.
import type { ItemKey } from '../../outbox/channel.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import type { ProviderKind } from '../provider-kinds.ts';

export interface TokenRow {
  workspace_id: string;
  id: string;
  member_id: string;
  provider: ProviderKind;
  status: 'pending' | 'connected' | 'broken' | 'ending';
  account_email: string | null;
  sealed_refresh_token: string | null;
  sealed_access_token: string | null;
  access_expires_at: number | null;
  refresh_expires_at: number | null;
  /** Grows with each access token. */
  token_number: number;
  refresh_claim_id: string | null;
  refresh_until: number | null;
  /** Until when the provider has asked for no more calls. */
  paused_until: number | null;
}

const columns = `workspace_id, id, member_id, provider, status, account_email, sealed_refresh_token, sealed_access_token,
  access_expires_at, refresh_expires_at, token_number, refresh_claim_id, refresh_until, paused_until`;

export function selectTokens(reader: Reader, workspaceId: string, id: string) {
  return reader.get<TokenRow>(
    `select ${columns} from calendar_connections where workspace_id = $1 and id = $2`,
    [workspaceId, id],
  );
}

export function selectTokensForUpdate(tx: Transaction, workspaceId: string, id: string) {
  return tx.get<TokenRow>(
    `select ${columns} from calendar_connections where workspace_id = $1 and id = $2 ${tx.dialect.forUpdate}`,
    [workspaceId, id],
  );
}

/** Takes the right to get the next access token, unless somebody has it. */
export async function claimRefresh(
  tx: Transaction,
  { workspace_id, id, token_number }: Pick<TokenRow, 'workspace_id' | 'id' | 'token_number'>,
  claim: { id: string; now: number; until: number },
): Promise<boolean> {
  const row = await tx.get(
    `update calendar_connections set refresh_claim_id = $4, refresh_until = $6
     where workspace_id = $1 and id = $2 and token_number = $3 and status in ('connected', 'ending')
       and (refresh_until is null or refresh_until <= $5)
     returning id`,
    [workspace_id, id, token_number, claim.id, claim.now, claim.until],
  );
  return row !== undefined;
}

export async function releaseRefresh(
  tx: Transaction,
  { workspace_id, id }: ItemKey,
  claimId: string,
): Promise<void> {
  await tx.run(
    `update calendar_connections set refresh_claim_id = null, refresh_until = null
     where workspace_id = $1 and id = $2 and refresh_claim_id = $3`,
    [workspace_id, id, claimId],
  );
}

/** A shorter pause doesn't end a longer one. */
export async function pauseAccount(
  tx: Transaction,
  { workspace_id, id }: ItemKey,
  until: number,
): Promise<void> {
  await tx.run(
    `update calendar_connections set paused_until = $3
     where workspace_id = $1 and id = $2 and coalesce(paused_until, 0) < $3`,
    [workspace_id, id, until],
  );
}

/** Writes new tokens, unless somebody else has meanwhile. Without a new refresh token, the former one stays. */
export async function updateTokens(
  tx: Transaction,
  { workspace_id, id, token_number }: Pick<TokenRow, 'workspace_id' | 'id' | 'token_number'>,
  tokens: {
    sealed_access_token: string;
    access_expires_at: number;
    sealed_refresh_token: string | null;
    refresh_expires_at: number | null;
  },
): Promise<void> {
  await tx.run(
    `update calendar_connections
     set sealed_access_token = $4, access_expires_at = $5, sealed_refresh_token = coalesce($6, sealed_refresh_token),
       refresh_expires_at = coalesce($7, refresh_expires_at), token_number = token_number + 1,
       refresh_claim_id = null, refresh_until = null
     where workspace_id = $1 and id = $2 and token_number = $3`,
    [
      ...[workspace_id, id, token_number, tokens.sealed_access_token, tokens.access_expires_at],
      ...[tokens.sealed_refresh_token, tokens.refresh_expires_at],
    ],
  );
}

/** The caller has locked the row. */
export async function updateBroken(
  tx: Transaction,
  { workspace_id, id }: ItemKey,
  now: number,
): Promise<void> {
  await tx.run(
    `update calendar_connections
     set status = 'broken', broken_at = $3, updated_at = $3, due_at = null, token_number = token_number + 1,
       sealed_access_token = null, sealed_refresh_token = null, access_expires_at = null, refresh_expires_at = null,
       refresh_claim_id = null, refresh_until = null
     where workspace_id = $1 and id = $2`,
    [workspace_id, id, now],
  );
}

/** Its calendars aren't synced any more, until the account is connected anew. Syncs under way lose their claims. */
export async function stopSyncsOf(
  tx: Transaction,
  { workspace_id, id }: ItemKey,
  { error, now }: { error: string; now: number },
): Promise<void> {
  const rows = await tx.all<{ id: string }>(
    `select calendars.id from calendars
     join calendar_syncs on calendar_syncs.workspace_id = calendars.workspace_id and calendar_syncs.calendar_id = calendars.id
     where calendars.workspace_id = $1 and connection_id = $2 and due_at is not null
     order by calendars.id ${tx.dialect.forUpdateOf('calendar_syncs')}`,
    [workspace_id, id],
  );
  for (const { id: calendarId } of rows) {
    await tx.run(
      `update calendar_syncs
       set health = 'failing', last_error = $3, failing_since = coalesce(failing_since, $4), due_at = null,
         claim_id = null, lease_until = null
       where workspace_id = $1 and calendar_id = $2`,
      [workspace_id, calendarId, error, now],
    );
  }
}
