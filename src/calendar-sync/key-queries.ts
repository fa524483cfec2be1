import type { Transaction } from '../storage/database.ts';
import { idRows } from '../storage/rows.ts';

/**
 * Deletes rows of the calendar by the rest of their key. It compares whole keys, hidden from the planner in a CTE. Otherwise,
 * PostgreSQL compares every row of the calendar with every id: measured for 100 ids and 19,000 rows, 1.1 s instead of 2 ms.
 */
export async function deleteByKeys(
  tx: Transaction,
  workspaceId: string,
  calendarId: string,
  { table, column, ids }: { table: string; column: string; ids: string[] },
): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    `with wanted as materialized
       (select cast($1 as text) as workspace_id, cast($2 as text) as calendar_id, id
        from ${tx.dialect.rows('$3', { id: 'text' })})
     delete from ${table} where (workspace_id, calendar_id, ${column}) in (select workspace_id, calendar_id, id from wanted)`,
    [workspaceId, calendarId, idRows(ids)],
  );
}
