// Claims on the items of a channel, in all workspaces.
import type { Database, Dialect } from '../storage/database.ts';
import type { ClaimedItem, ItemKey } from './channel.ts';
import { isOfDeadNode } from './node-queries.ts';

/** Where a channel has its items: a table with `workspace_id`, `due_at`, `claim_id`, `lease_until` and this column for the id. */
export interface ItemTable {
  table: string;
  id: string;
}

export interface NewClaim {
  id: string;
  now: number;
  until: number;
}

export type Claim = Pick<ClaimedItem, 'workspace_id' | 'id' | 'claim_id'>;

export const keyColumns = { workspace_id: 'text', id: 'text' } as const;

/** Nobody has claimed it, the lease has ended, or the node that claimed it is dead. */
export const isFree = (now: string) =>
  `(lease_until is null or lease_until <= ${now} or ${isOfDeadNode('claim_id')})`;

/** The workspace isn't closed. Few are: a statement reads them once, from their own index. */
export const isOfOpenWorkspace = (workspaceId: string) =>
  `${workspaceId} not in (select id from workspaces where suspended_at is not null or delete_at is not null)`;

/**
 * Parked items are due this much later. So they come last in the indexes by due time, and a poll costs the same however many
 * there are. The offset alone is later than any time that can be written, up to the year 9999: no other due time is as late, and
 * subtracting it gives back the original one.
 */
export const PARKED_MS = 1e15;

/**
 * The item has a due time and isn't parked. Its workspace may be closed all the same: `isOfOpenWorkspace` tells. `coalesce` keeps
 * PostgreSQL away from the index by due time.
 */
export const isScheduled = `coalesce(due_at, ${PARKED_MS}) < ${PARKED_MS}`;

/**
 * Claims the items that are still free and due. Other nodes have the rest by now. A CTE finds the free ones first, because
 * PostgreSQL would run a locking subquery once per row of the table. They are found by id: `+ 0` keeps PostgreSQL away from the
 * index by due time.
 */
export function claimItems(
  database: Database,
  { table, id }: ItemTable,
  keys: ItemKey[],
  claim: NewClaim,
): Promise<ItemKey[]> {
  const { dialect } = database;
  return database.change<ItemKey>(
    `with free as (
       select ${table}.workspace_id, ${table}.${id} as id
       from (select workspace_id, id from ${dialect.rows('$3', keyColumns)}) as wanted
       join ${table} on ${table}.workspace_id = wanted.workspace_id and ${table}.${id} = wanted.id
       where due_at + 0 <= $4 and ${isFree('$4')} and ${isOfOpenWorkspace(`${table}.workspace_id`)}
       ${dialect.forUpdateOfFree(table)}
     )
     update ${table} set claim_id = $1, lease_until = $2 from free
     where ${table}.workspace_id = free.workspace_id and ${table}.${id} = free.id
     returning ${table}.workspace_id, ${table}.${id} as id`,
    [claim.id, claim.until, JSON.stringify(keys), claim.now],
  );
}

/** Claimed items, joined to `taken`: `$1` has their keys. */
export const takenItems = (dialect: Dialect, { table, id }: ItemTable) =>
  `(select workspace_id, id from ${dialect.rows('$1', keyColumns)}) as taken
     join ${table} on ${table}.workspace_id = taken.workspace_id and ${table}.${id} = taken.id`;

/** Ends these claims, unless they have been lost. */
export async function releaseItems(
  database: Database,
  { table, id }: ItemTable,
  claims: Claim[],
): Promise<void> {
  const rows = claims.map(({ workspace_id, id: itemId, claim_id }) => ({
    workspace_id,
    id: itemId,
    claim_id,
  }));
  await database.change(
    `update ${table} set claim_id = null, lease_until = null
     from (select * from ${database.dialect.rows('$1', { ...keyColumns, claim_id: 'text' })}) as held
     where ${table}.workspace_id = held.workspace_id and ${table}.${id} = held.id
       and ${table}.claim_id = held.claim_id`,
    [JSON.stringify(rows)],
  );
}
