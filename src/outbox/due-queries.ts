// Finds what is due, in all workspaces, for a channel whose items come up again and again.
import type { Dialect, Reader } from '../storage/database.ts';
import { idRows } from '../storage/rows.ts';
import type { Due, DueLane, Skipped } from './channel.ts';
import { type ItemTable, isFree, isOfOpenWorkspace } from './claim-queries.ts';

/** The table also has `attempts`: how many have failed in a row. `lane` is the column that lanes are told apart by. */
export interface LaneTable extends ItemTable {
  lane: string;
}

/**
 * Tells failing items apart from the others. The cost depends on what is due. A walk from lane to lane, as for webhooks, would
 * visit every lane in each poll, because here every item has a due time.
 */
export function dueQueries({ table, id, lane }: LaneTable) {
  const isNotSkipped = (dialect: Dialect, lanes: string, workspaceIds: string) =>
    `${lane} not in (select id from ${dialect.rows(lanes, { id: 'text' })})
     and workspace_id not in (select id from ${dialect.rows(workspaceIds, { id: 'text' })})
     and ${isOfOpenWorkspace('workspace_id')}`;

  async function selectDue(reader: Reader, now: number, limit: number, skipped: Skipped): Promise<Due> {
    const { dialect } = reader;
    const rows = await reader.all<{ workspace_id: string; lane: string; is_failing: number; ids: string }>(
      `select workspace_id, lane, is_failing, ${dialect.list('id order by due_at, id')} as ids
       from (select workspace_id, ${lane} as lane, ${id} as id, due_at,
               case when attempts = 0 then 0 else 1 end as is_failing,
               row_number() over (partition by ${lane}, case when attempts = 0 then 0 else 1 end
                                  order by due_at, ${id}) as place
             from ${table}
             where due_at <= $1 and ${isFree('$1')} and ${isNotSkipped(dialect, '$3', '$4')}) as due
       where place <= $2
       group by workspace_id, lane, is_failing`,
      [now, limit, idRows(skipped.lane_ids), idRows(skipped.workspace_ids)],
    );
    const lanes = new Map<string, DueLane>();
    for (const { workspace_id, lane: lane_id, is_failing, ids } of rows) {
      const due = lanes.get(lane_id) ?? emptyLane(workspace_id, lane_id);
      due[is_failing === 1 ? 'retry_ids' : 'first_ids'] = JSON.parse(ids);
      lanes.set(lane_id, due);
    }
    const next = await selectNextDue(reader, now);
    if (next) {
      const due = lanes.get(next.lane) ?? emptyLane(next.workspace_id, next.lane);
      lanes.set(next.lane, { ...due, next_due_at: next.due_at });
    }
    return { lanes: [...lanes.values()], isWhole: true };
  }

  function selectNextDue(reader: Reader, now: number) {
    return reader.get<{ workspace_id: string; lane: string; due_at: number }>(
      `select workspace_id, ${lane} as lane, due_at from ${table} where due_at > $1 order by due_at, ${id} limit 1`,
      [now],
    );
  }

  async function selectOldestDue(reader: Reader, now: number, skipped: Skipped): Promise<number | undefined> {
    const row = await reader.get<{ due_at: number }>(
      `select due_at from ${table} where due_at <= $1 and ${isNotSkipped(reader.dialect, '$2', '$3')}
       order by due_at limit 1`,
      [now, idRows(skipped.lane_ids), idRows(skipped.workspace_ids)],
    );
    return row?.due_at;
  }

  return { createDueSearch: () => selectDue, selectOldestDue };
}

function emptyLane(workspace_id: string, lane_id: string): DueLane {
  return { workspace_id, lane_id, first_ids: [], retry_ids: [], next_due_at: null };
}
