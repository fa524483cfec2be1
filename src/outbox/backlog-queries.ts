// Finds what is due, in all workspaces, for a channel that can have any number of due items at once.
import { firstIdAt } from '../ids.ts';
import type { Reader } from '../storage/database.ts';
import { readTogether } from '../storage/read-together.ts';
import type { Due, DueLane, Skipped } from './channel.ts';
import { type ItemTable, isFree, isOfOpenWorkspace, isScheduled } from './claim-queries.ts';

/** How many of the oldest due items a poll reads by default: more than a few nodes can have claimed. */
const OLDEST = 300;
/** How many lanes it also goes through when more is due. */
const LANES = 50;

/** The table also has `attempts`. One index leads with the due time, another with the lane. */
export interface BacklogTable extends ItemTable {
  /** The column that lanes are told apart by. */
  lane: string;
  workspaceOf(lane: string): string;
  /** An expression that is 0 before the first attempt, then 1. Set if it is the second column of the index by lane. */
  retry?: string;
  /**
   * A column: since when an item has waited for what all of them need, retries included; null for the others. An index leads with
   * it.
   */
  waitsSince?: string;
  /** Replaces the default in a channel with few permits. */
  oldest?: number;
}

/**
 * Lanes begin with the id of their workspace. Reading it from the lane's rows would cost more: a closed workspace may have many.
 */
const workspaceIn = (name: string) => `substr(${name}, 1, ${firstIdAt('workspace', 0).length})`;

type IsSkipped = (lane: string) => boolean;

export function backlogQueries(backlog: BacklogTable) {
  const { table, id, lane, workspaceOf, retry, waitsSince, oldest = OLDEST } = backlog;
  const emptyLane = (name: string): DueLane => ({
    workspace_id: workspaceOf(name),
    lane_id: name,
    first_ids: [],
    retry_ids: [],
    next_due_at: null,
  });

  function skipping({ lane_ids, workspace_ids }: Skipped): IsSkipped {
    const [lanes, workspaces] = [new Set(lane_ids), new Set(workspace_ids)];
    return (name) => lanes.has(name) || workspaces.has(workspaceOf(name));
  }

  /**
   * Finds what is due among the oldest items: everything, unless there is a backlog. In a backlog, these may belong to a few
   * lanes only. So each poll also goes through some of the other lanes, and the next one continues from there: every lane comes
   * up, and a poll costs the same for any number of lanes.
   */
  function createDueSearch() {
    let lastLane = '';
    return async (reader: Reader, now: number, limit: number, skipped: Skipped): Promise<Due> => {
      const isSkipped = skipping(skipped);
      const [{ count, lanes }, next] = await readTogether(reader, (together) => [
        selectOldest(together, now, limit, isSkipped),
        selectNextDue(together, now),
      ]);
      let isWhole = count < oldest;
      if (!isWhole) {
        const others = await selectLanes(reader, now, limit, lastLane);
        isWhole = lastLane === '' && others.length < LANES;
        lastLane = others.length < LANES ? '' : (others.at(-1) as DueLane).lane_id;
        for (const other of others) if (!isSkipped(other.lane_id)) lanes.set(other.lane_id, other);
      }
      if (next) {
        const due = lanes.get(next.lane) ?? emptyLane(next.lane);
        lanes.set(next.lane, { ...due, next_due_at: next.due_at });
      }
      return { lanes: [...lanes.values()], isWhole };
    };
  }

  /** The lanes of the items that have been due longest, and the number of these items. */
  async function selectOldest(reader: Reader, now: number, limit: number, isSkipped: IsSkipped) {
    const mayBeClaimed = `${isFree('$1')} and ${isOfOpenWorkspace('workspace_id')}`;
    const rows = await reader.all<{ id: string; lane: string; attempts: number; is_free: number }>(
      `select ${id} as id, ${lane} as lane, attempts, case when ${mayBeClaimed} then 1 else 0 end as is_free
       from ${table} where due_at <= $1 order by due_at, ${id} limit ${oldest}`,
      [now],
    );
    const lanes = new Map<string, DueLane>();
    for (const row of rows) {
      if (row.is_free === 0 || isSkipped(row.lane)) continue;
      const due = lanes.get(row.lane) ?? emptyLane(row.lane);
      lanes.set(row.lane, due);
      const ids = row.attempts === 0 ? due.first_ids : due.retry_ids;
      if (ids.length < limit) ids.push(row.id);
    }
    return { count: rows.length, lanes };
  }

  /**
   * The next lanes with something to attempt, one by one: each step is one probe of the index. Each lane gets up to `limit` first
   * attempts and `limit` retries that are due and unclaimed; all count as first attempts if the index doesn't tell them apart.
   * Skips closed workspaces.
   */
  async function selectLanes(reader: Reader, now: number, limit: number, after: string): Promise<DueLane[]> {
    const { dialect } = reader;
    const due = (kind: string) =>
      `case when ${isOfOpenWorkspace(workspaceIn('waiting.name'))} then (select ${dialect.list('due.id order by due.due_at, due.id')} from
         (select ${id} as id, due_at from ${table}
          where ${lane} = waiting.name ${kind} and due_at <= $1 and ${isFree('$1')}
          order by due_at, ${id} limit $2) as due) end`;
    const rows = await reader.all<{ name: string; firsts: string | null; retries: string | null }>(
      `with recursive waiting (name, number) as (
         select min(${lane}), 1 from ${table} where due_at is not null and ${lane} > $3
         union all
         select (select min(${lane}) from ${table} where due_at is not null and ${lane} > waiting.name), number + 1
         from waiting where waiting.name is not null and number < ${LANES}
       )
       select name, ${due(retry ? `and ${retry} = 0` : '')} as firsts, ${retry ? due(`and ${retry} = 1`) : 'null'} as retries
       from waiting where name is not null order by name`,
      [now, limit, after],
    );
    return rows.map(({ name, firsts, retries }) => ({
      ...emptyLane(name),
      first_ids: JSON.parse(firsts ?? '[]'),
      retry_ids: JSON.parse(retries ?? '[]'),
    }));
  }

  function selectNextDue(reader: Reader, now: number) {
    return reader.get<{ lane: string; due_at: number }>(
      `select ${lane} as lane, due_at from ${table} where due_at > $1 order by due_at, ${id} limit 1`,
      [now],
    );
  }

  /** When the item that has been due longest became due, leaving out skipped lanes; undefined when none is due. */
  async function selectOldestDue(reader: Reader, now: number, skipped: Skipped): Promise<number | undefined> {
    const isSkipped = skipping(skipped);
    const firstBy = async (column: string, condition: string) => {
      const rows = await reader.all<{ lane: string; since: number; is_held: number }>(
        `select ${lane} as lane, ${column} as since, case when ${isOfOpenWorkspace('workspace_id')} then 0 else 1 end as is_held
         from ${table} where ${column} <= $1 ${condition} order by ${column}, ${id} limit ${oldest}`,
        [now],
      );
      return rows.find((row) => row.is_held === 0 && !isSkipped(row.lane))?.since;
    };
    const due = await firstBy('due_at', '');
    const waiting = waitsSince && (await firstBy(waitsSince, `and ${isScheduled}`));
    return due !== undefined && waiting ? Math.min(due, waiting) : (due ?? (waiting || undefined));
  }

  return { createDueSearch, selectOldestDue };
}
