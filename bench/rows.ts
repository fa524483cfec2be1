// Many rows at once, made by the database itself: a million through the API would take longer than all measurements.
import type { Context } from '../src/context.ts';
import { createEndpoint } from '../src/features/events/webhook-endpoints/operations.ts';
import type { Transaction } from '../src/storage/database.ts';

/** Rows in one statement. Many more would exceed the statement timeout, on a busy machine. */
const BATCH = 20_000;

/** Numbers from $1 to $2 as a table. */
export const series = `with recursive series (n) as
  (select cast($1 as bigint) union all select n + 1 from series where n < cast($2 as bigint))`;
/** Padded to the length of a ULID: ids sort by number, before any new id. */
export const digits = "substr('00000000000000000000000000' || cast(n as text), length(cast(n as text)) + 1)";
export const at = 'cast($4 as bigint)';

/** Makes an endpoint without relevant subscriptions. Returns its id. */
export async function makeEndpoint(context: Context, url: string): Promise<string> {
  const input = { url, description: null, events: ['member.deactivated' as const], headers: [] };
  return (await createEndpoint(context, input)).id;
}

/** Deliveries to the endpoint, due or done, each with its own event. */
export function writeDeliveries(
  context: Context,
  endpointId: string,
  count: number,
  status: 'pending' | 'success',
): Promise<void> {
  const outcome = status === 'success' ? `1, 200, ${at}, ${at}, null` : `0, null, null, null, ${at}`;
  return inBatches(context, count, async (tx, values) => {
    await tx.run(
      `insert into events (workspace_id, id, type, payload, created_at)
       ${series} select $3, 'evt_${status}' || ${digits}, 'member.deactivated',
         '{"event":"member.deactivated","id":"' || cast(n as text) || '"}', ${at}
       from series`,
      values,
    );
    await tx.run(
      `insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, status, earlier_attempts,
         attempts, response_code, delivered_at, last_attempted_at, due_at, created_at)
       ${series} select $3, 'del_${status}' || ${digits}, $5, 'evt_${status}' || ${digits}, 'member.deactivated',
         '${status}', 0, ${outcome}, ${at}
       from series`,
      [...values, endpointId],
    );
  });
}

/** Pool teams without members. */
export function writeTeams(context: Context, count: number): Promise<void> {
  const sql = `insert into teams (workspace_id, id, name, slug, mode, stack_always_apply, include_all_members,
       introduce_member, created_at, updated_at)
     ${series} select $3, 'team_' || ${digits}, 'Team ' || cast(n as text), 'team-' || cast(n as text), 'pool', 0, 0, 0,
       ${at}, ${at}
     from series`;
  return inBatches(context, count, (tx, values) => tx.run(sql, values));
}

export async function inBatches(
  { database, caller, clock }: Context,
  count: number,
  write: (
    tx: Transaction,
    values: [first: number, last: number, workspaceId: string, at: number],
  ) => Promise<unknown>,
): Promise<void> {
  for (let first = 1; first <= count; first += BATCH) {
    const last = Math.min(first + BATCH - 1, count);
    await database.transaction((tx) => write(tx, [first, last, caller.workspaceId, clock.now()]));
  }
}

/** PostgreSQL does this by itself a minute later. SQLite has no statistics, here as in production. */
export async function refreshStatistics({ database }: Context): Promise<void> {
  if (database.dialect.engine === 'postgres') await database.transaction((tx) => tx.script('analyze'));
}
