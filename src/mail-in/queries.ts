// Claims on incoming mail, in all workspaces: an engine reads for all of them. No caller sees what is read here.

import type { ClaimedItem, ItemKey } from '../outbox/channel.ts';
import { channelTable } from '../outbox/channel-table.ts';
import { type Claim, keyColumns } from '../outbox/claim-queries.ts';
import type { Reader, Transaction } from '../storage/database.ts';
import type { NewMail } from './store-queries.ts';

export type ClaimedMail = ClaimedItem & Omit<NewMail, 'due_at'>;

/** A workspace is a lane. */
export const mailTable = channelTable({
  table: 'inbox',
  id: 'id',
  lane: 'workspace_id',
  workspaceOf: (lane: string) => lane,
});

export function selectClaimed(reader: Reader, claimId: string, keys: ItemKey[]): Promise<ClaimedMail[]> {
  return reader.all<ClaimedMail>(
    `select inbox.workspace_id, inbox.id, claim_id, attempts, target, target_id, place, recipient_address, message_key, envelope_sender,
       client_address, client_name, received_at, raw
     from ${mailTable.taken(reader.dialect)}
     where claim_id = $2
     order by due_at, inbox.id`,
    [JSON.stringify(keys), claimId],
  );
}

/** Locks the mail. False if the claim was lost. */
export async function lockClaimed(tx: Transaction, { workspace_id, id, claim_id }: Claim): Promise<boolean> {
  const row = await tx.get(
    `select id from inbox
     where workspace_id = $1 and id = $2 and claim_id = $3 ${tx.dialect.forUpdate}`,
    [workspace_id, id, claim_id],
  );
  return row !== undefined;
}

/** Marks a mail as processed: nothing is due any more. `kept` replaces its bytes; with null, they stay as they are. */
export async function endWork(
  tx: Transaction,
  { workspace_id, id }: ItemKey,
  kept: Uint8Array | null,
): Promise<void> {
  await tx.run(
    `update inbox set due_at = null, claim_id = null, lease_until = null, raw = coalesce($3, raw)
     where workspace_id = $1 and id = $2`,
    [workspace_id, id, kept],
  );
}

export async function updateWaiting(
  tx: Transaction,
  { workspace_id, id }: ItemKey,
  requestId: string,
): Promise<void> {
  await tx.run(
    `update inbox set due_at = null, claim_id = null, lease_until = null, attempts = 0, waits_for_request_id = $3
     where workspace_id = $1 and id = $2`,
    [workspace_id, id, requestId],
  );
}

/** Makes the mails due that wait for a request. The caller has locked the request. Returns how many there are. */
export function releaseWaiting(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  now: number,
): Promise<number> {
  return tx.run(
    `update inbox set due_at = $3, waits_for_request_id = null where waits_for_request_id = $2 and workspace_id = $1`,
    [workspaceId, requestId, now],
  );
}

const retryColumns = { ...keyColumns, claim_id: 'text', retry_at: 'bigint' } as const;

/** Ends the claims that still hold, and makes their mails due again later. Returns the mails. */
export function updateRetries(
  tx: Transaction,
  retries: (Claim & { retry_at: number })[],
): Promise<{ id: string }[]> {
  return tx.all(
    `with held as materialized (
       select inbox.workspace_id, inbox.id, ended.retry_at
       from (select * from ${tx.dialect.rows('$1', retryColumns)}) as ended
       join inbox on inbox.workspace_id = ended.workspace_id and inbox.id = ended.id and inbox.claim_id = ended.claim_id
       order by inbox.id ${tx.dialect.forUpdateOf('inbox')}
     )
     update inbox set claim_id = null, lease_until = null, attempts = attempts + 1, due_at = held.retry_at
     from held where inbox.workspace_id = held.workspace_id and inbox.id = held.id
     returning inbox.id`,
    [JSON.stringify(retries)],
  );
}
