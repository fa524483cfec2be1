// Places that somebody else's service has to make. The engine reads across all workspaces, and shows nobody what it reads.
import type { ClaimedItem, ItemKey } from '../../../../outbox/channel.ts';
import { channelTable } from '../../../../outbox/channel-table.ts';
import { keyColumns } from '../../../../outbox/claim-queries.ts';
import type { Reader, Transaction } from '../../../../storage/database.ts';

/** The caller has locked the request. An order that somebody works on is no longer theirs. */
export function upsertPlaceOrder(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  dueAt: number,
): void {
  tx.later(
    'place_orders',
    `insert into place_orders (workspace_id, request_id, due_at, attempts) values ($1, $2, $3, 0)
     on conflict (workspace_id, request_id) do update
     set due_at = excluded.due_at, attempts = 0, claim_id = null, lease_until = null`,
    [workspaceId, requestId, dueAt],
  );
}

export function clearPlaceOrder(tx: Transaction, workspaceId: string, requestId: string): void {
  tx.later(
    'place_orders',
    `update place_orders set due_at = null, claim_id = null, lease_until = null
     where workspace_id = $1 and request_id = $2`,
    [workspaceId, requestId],
  );
}

/** A place to be made. */
export type PlaceOrder = ClaimedItem;

/** A workspace is a lane. */
export const placeTable = channelTable({
  table: 'place_orders',
  id: 'request_id',
  lane: 'workspace_id',
  workspaceOf: (lane: string) => lane,
  retry: '(case when attempts = 0 then 0 else 1 end)',
});

export function selectClaimedOrders(reader: Reader, claimId: string, keys: ItemKey[]): Promise<PlaceOrder[]> {
  return reader.all<PlaceOrder>(
    `select orders.workspace_id, request_id as id, claim_id, attempts
     from (select workspace_id, id from ${reader.dialect.rows('$1', keyColumns)}) as taken
     join place_orders as orders on orders.workspace_id = taken.workspace_id and orders.request_id = taken.id
     where claim_id = $2 order by request_id`,
    [JSON.stringify(keys), claimId],
  );
}

/** Whether the claim still holds. The row stays locked until the transaction ends. */
export async function holdsOrder(
  tx: Transaction,
  workspaceId: string,
  { id, claim_id }: PlaceOrder,
): Promise<boolean> {
  const row = await tx.get(
    `select request_id from place_orders
     where workspace_id = $1 and request_id = $2 and claim_id = $3 ${tx.dialect.forUpdate}`,
    [workspaceId, id, claim_id],
  );
  return row !== undefined;
}

/** Ends the claim: the order is due again at `retryAt`, or done. */
export async function endOrder(
  tx: Transaction,
  workspaceId: string,
  { id, claim_id }: PlaceOrder,
  retryAt: number | null,
): Promise<void> {
  await tx.run(
    `update place_orders set claim_id = null, lease_until = null, due_at = $4,
       attempts = case when cast($4 as bigint) is null then 0 else attempts + 1 end
     where workspace_id = $1 and request_id = $2 and claim_id = $3`,
    [workspaceId, id, claim_id, retryAt],
  );
}
