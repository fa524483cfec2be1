// Parks what is due in a closed workspace, out of the way of polls. Unparks it when the workspace is open again.
import { BATCH } from '../storage/batches.ts';
import type { Reader, Transaction } from '../storage/database.ts';
import type { BacklogTable } from './backlog-queries.ts';
import { type ItemTable, isOfOpenWorkspace, PARKED_MS } from './claim-queries.ts';

/** How many of the longest due items are searched for those of closed workspaces: as many as a poll reads. */
const OLDEST = 300;
/** How many lanes a batch goes through: each takes a few statements. */
const LANES = 50;

export type Direction = 'park' | 'unpark';

/** How the items of one channel are parked. */
export interface ParkableItems {
  /** Closed workspaces whose items are in the way of polls. */
  selectInTheWay(reader: Reader, now: number): Promise<string[]>;
  /** Moves a batch of the workspace's items, beginning at `from`. `next` is undefined at the end. */
  move(
    tx: Transaction,
    workspaceId: string,
    direction: Direction,
    from: string,
  ): Promise<{ moved: number; next: string | undefined }>;
}

const isToMove = (direction: Direction) =>
  direction === 'park' ? `due_at < ${PARKED_MS}` : `due_at >= ${PARKED_MS}`;

/** When parking, skips rows that another node has locked, for a later batch. When unparking, waits for them. */
function moveFound(tx: Transaction, { table, id }: ItemTable, direction: Direction, found: string) {
  const sign = direction === 'park' ? '+' : '-';
  const locked = direction === 'park' ? tx.dialect.forUpdateOfFree(table) : tx.dialect.forUpdateOf(table);
  return `with found as (${found} ${locked})
    update ${table} set due_at = due_at ${sign} ${PARKED_MS} from found
    where ${table}.workspace_id = found.workspace_id and ${table}.${id} = found.id`;
}

const inTheWay =
  ({ table, id }: ItemTable) =>
  async (reader: Reader, now: number): Promise<string[]> => {
    const rows = await reader.all<{ workspace_id: string }>(
      `select distinct workspace_id from
         (select workspace_id from ${table} where due_at <= $1 order by due_at, ${id} limit ${OLDEST}) as oldest
       where not (${isOfOpenWorkspace('workspace_id')})`,
      [now],
    );
    return rows.map(({ workspace_id }) => workspace_id);
  };

/** For a channel with an index by lane and due time. Lanes begin with the id of their workspace. */
export function parkableByLane(backlog: BacklogTable): ParkableItems {
  const { table, id, lane, retry, workspaceOf } = backlog;
  const kinds = retry ? [`and ${retry} = 0`, `and ${retry} = 1`] : [''];

  async function firstLane(
    tx: Transaction,
    workspaceId: string,
    from: { comparison: '>' | '>='; name: string },
  ): Promise<string | undefined> {
    const row = await tx.get<{ name: string | null }>(
      `select min(${lane}) as name from ${table} where due_at is not null and ${lane} ${from.comparison} $1`,
      [from.name],
    );
    const name = row?.name ?? '';
    return workspaceOf(name) === workspaceId ? name : undefined;
  }

  return {
    selectInTheWay: inTheWay(backlog),
    async move(tx, workspaceId, direction, from) {
      let moved = 0;
      let name = await firstLane(tx, workspaceId, { comparison: '>=', name: from || workspaceId });
      for (let lanes = 0; name !== undefined && lanes < LANES; lanes += 1) {
        for (const kind of kinds) {
          const found = `select workspace_id, ${id} as id from ${table}
            where ${lane} = $1 ${kind} and ${isToMove(direction)} order by due_at, ${id} limit ${BATCH}`;
          const count = await tx.run(moveFound(tx, backlog, direction, found), [name]);
          moved += count;
          if (count === BATCH) return { moved, next: name };
        }
        name = await firstLane(tx, workspaceId, { comparison: '>', name });
      }
      return { moved, next: name };
    },
  };
}

/** For a channel in which every item has a due time. */
export function parkableById(items: ItemTable): ParkableItems {
  const { table, id } = items;
  return {
    selectInTheWay: inTheWay(items),
    async move(tx, workspaceId, direction, from) {
      const [last] = await tx.all<{ id: string }>(
        `select ${id} as id from ${table} where workspace_id = $1 and ${id} > $2 order by ${id} limit 1 offset ${BATCH - 1}`,
        [workspaceId, from],
      );
      const found = `select workspace_id, ${id} as id from ${table}
        where workspace_id = $1 and ${id} > $2 ${last ? `and ${id} <= $3` : ''} and ${isToMove(direction)} order by ${id}`;
      const values = last ? [workspaceId, from, last.id] : [workspaceId, from];
      return {
        moved: await tx.run(moveFound(tx, items, direction, found), values),
        next: last?.id,
      };
    },
  };
}
