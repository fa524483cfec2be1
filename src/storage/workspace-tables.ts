// Everything that a workspace has, table by table: how its rows are removed when it is deleted.
import type { Dialect, Transaction, Value } from './database.ts';
import { withoutIndex } from './rows.ts';

export interface WorkspaceTable {
  table: string;
  /**
   * Columns that order the rows of a workspace, as they follow the workspace in an index. Batches go along them, and never over
   * what was removed before. Without any, a workspace has one row.
   */
  by: string[];
  /** The condition for rows of the workspace $1, if it is another than usual. */
  scope?: string;
  /** Only this engine has the table. */
  engine?: Dialect['engine'];
}

const isKeyOf = `${withoutIndex('workspace_id')} = $1`;
const ofKeys = `select id from api_keys where ${isKeyOf}`;

/**
 * In an order in which no row refers to one that is gone before it. The row in `workspaces` is the last, and not in the list. A new
 * table has its place here before everything that it refers to.
 */
export const workspaceTables: WorkspaceTable[] = [
  { table: 'sent_forms', by: ['session_id', 'digest'] },
  { table: 'sessions', by: ['id'] },
  { table: 'sign_in_links', by: ['id'] },
  { table: 'webhook_attempts', by: ['delivery_id', 'number'] },
  { table: 'webhook_deliveries', by: ['id'] },
  { table: 'webhook_endpoints', by: ['id'] },
  { table: 'events', by: ['id'] },
  { table: 'inbox', by: ['id'] },
  { table: 'messages', by: ['id'] },
  { table: 'option_acceptances', by: ['option_id', 'place'] },
  { table: 'option_holds', by: ['member_id', 'held_until', 'starts_at', 'ends_at', 'request_id'] },
  { table: 'options', by: ['id'] },
  { table: 'booking_link_uses', by: ['link_id', 'nonce'] },
  { table: 'booking_confirmations', by: ['id'] },
  { table: 'booking_links', by: ['id'] },
  { table: 'busy_times', by: ['calendar_id', 'object', 'starts_at'] },
  { table: 'calendar_entries', by: ['calendar_id', 'request_id'] },
  { table: 'calendar_objects', by: ['calendar_id', 'href'] },
  { table: 'calendar_syncs', by: ['calendar_id'] },
  { table: 'calendars', by: ['id'] },
  { table: 'invites', by: ['request_id'] },
  { table: 'bookings', by: ['member_id', 'starts_at', 'ends_at'] },
  { table: 'meeting_request_schedules', by: ['request_id'] },
  { table: 'meeting_request_hosts', by: ['request_id', 'place'] },
  { table: 'suggested_participants', by: ['request_id', 'place'] },
  { table: 'meeting_request_participants', by: ['request_id', 'place'] },
  { table: 'meeting_requests', by: ['id'] },
  { table: 'hand_overs', by: ['member_id'] },
  { table: 'owed_turns', by: ['team_id', 'member_id'] },
  { table: 'turns', by: ['team_id', 'number'] },
  { table: 'team_memberships', by: ['id'] },
  { table: 'team_slugs', by: ['slug'] },
  { table: 'teams', by: ['id'] },
  { table: 'seats', by: ['id'] },
  { table: 'entitlements', by: ['id'] },
  { table: 'availability', by: ['member_id'] },
  { table: 'members', by: ['id'] },
  { table: 'api_key_makers', by: ['api_key_id'] },
  { table: 'idempotent_answers', by: ['api_key_id', 'key_digest'], scope: `api_key_id in (${ofKeys})` },
  {
    table: 'rate_limit_windows',
    by: ['subject'],
    scope: `subject in (${ofKeys} union all select $1)`,
    engine: 'postgres',
  },
  { table: 'api_keys', by: ['id'], scope: isKeyOf },
  { table: 'audit_entries', by: ['id'] },
  { table: 'scheduling_settings', by: [] },
  { table: 'usage_months', by: ['month'] },
  { table: 'usage_marks', by: [] },
  { table: 'message_days', by: ['day'] },
  { table: 'outsider_days', by: ['day', 'network'] },
  { table: 'inbox_days', by: ['day'] },
  { table: 'erasures', by: ['id'] },
  { table: 'opt_outs', by: ['id'] },
  { table: 'workspace_retention', by: [] },
  { table: 'workspace_limits', by: [] },
  { table: 'workspace_handles', by: ['handle'] },
];

/** Tables without rows of workspaces. */
export const tablesOfNobody = [
  'clock',
  'link_keys',
  'moves',
  'nodes',
  'operator_answers',
  'operator_keys',
  'schema_migrations',
  'secret_key_marks',
  'usage_progress',
];

export interface RemovedBatch {
  removed: number;
  /** Where the next batch begins; undefined at the end. */
  next: Value[] | undefined;
}

/**
 * Removes rows of the workspace after the place `from`, about as many as `size`. The number of rows is part of the text, because
 * PostgreSQL plans for a tenth of the table otherwise.
 */
export async function removeWorkspaceRows(
  tx: Transaction,
  workspaceId: string,
  { table, by, scope = 'workspace_id = $1' }: WorkspaceTable,
  from: Value[],
  size: number,
): Promise<RemovedBatch> {
  const columns = by.join(', ');
  const place = (first: number) => by.map((_, number) => `$${first + number}`).join(', ');
  const isAfter = from.length > 0 ? `and (${columns}) > (${place(2)})` : '';
  const values = [workspaceId, ...from];
  const [last] =
    by.length === 0
      ? []
      : await tx.all<Record<string, Value>>(
          `select ${columns} from ${table} where ${scope} ${isAfter} order by ${columns} limit 1 offset ${size - 1}`,
          values,
        );
  if (!last) {
    const removed = await tx.run(`delete from ${table} where ${scope} ${isAfter}`, values);
    return { removed, next: undefined };
  }
  const next = by.map((column) => last[column] as Value);
  const isUpTo = `and (${columns}) <= (${place(2 + from.length)})`;
  const removed = await tx.run(`delete from ${table} where ${scope} ${isAfter} ${isUpTo}`, [
    ...values,
    ...next,
  ]);
  return { removed, next };
}
