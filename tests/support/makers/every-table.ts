// Rows in every table that belongs to a workspace, generated from the schema, so that new tables are included.

import type { IdKind } from '../../../src/ids.ts';
import type { Seal } from '../../../src/secrets/secrets.ts';
import type { Database, Value } from '../../../src/storage/database.ts';
import { insertRow } from '../../../src/storage/rows.ts';
import { readWorkspaceTables } from '../../../src/storage/workspace-tables.ts';
import { placeIn } from '../../../src/webhooks/compose.ts';
import type { Place } from './events.ts';

interface Column {
  name: string;
  type: string;
  /** True if the column needs a value. */
  needed: boolean;
}

const COLUMNS = {
  sqlite: `select name, lower(type) as type, case when ("notnull" = 1 or pk > 0) and dflt_value is null then 1 else 0 end as needed
           from pragma_table_info($1) order by cid`,
  postgres: `select column_name as name, lower(data_type) as type,
               case when is_nullable = 'NO' and column_default is null then 1 else 0 end as needed
             from information_schema.columns where table_schema = 'public' and table_name = $1 order by ordinal_position`,
};

export async function columnsOf(database: Database, table: string): Promise<Column[]> {
  const rows = await database.all<{ name: string; type: string; needed: number }>(
    COLUMNS[database.dialect.engine],
    [table],
  );
  return rows.map((row) => ({ ...row, needed: row.needed === 1 }));
}

/** Every row of the workspace, table by table. */
export async function rowsOfWorkspace(
  database: Database,
  workspaceId: string,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  // Found by the workspace's id within these columns, even if their keys are gone.
  const byName: Record<string, string> = { rate_limit_windows: 'subject', idempotent_answers: 'api_key_id' };
  for (const { name: table } of [...(await readWorkspaceTables(database)), { name: 'workspaces' }]) {
    const column = byName[table];
    const own = table === 'workspaces' ? 'id = $1' : 'workspace_id = $1';
    const where = column ? `${column} like '%' || $1 || '%'` : own;
    const rows = await database.all(`select * from ${table} where ${where}`, [workspaceId]);
    found[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return found;
}

/** The tables with rows. */
export const tablesIn = (rows: Record<string, string[]>) =>
  Object.keys(rows).filter((table) => rows[table]?.length);

/** What a column refers to, by its name. */
const REFERENCES: Record<string, string> = {
  team_id: 'teams',
  member_id: 'members',
  heir_id: 'members',
  host_id: 'members',
  organizer_id: 'members',
  request_id: 'meeting_requests',
  meeting_type_id: 'meeting_types',
  link_id: 'booking_links',
  calendar_id: 'calendars',
  entitlement_id: 'entitlements',
  endpoint_id: 'webhook_endpoints',
  event_id: 'events',
  delivery_id: 'webhook_deliveries',
  option_id: 'options',
  api_key_id: 'api_keys',
  maker_id: 'api_keys',
  session_id: 'sessions',
};

/** Values that checks require, or that a worker would otherwise change. */
const CHECKED: Record<string, Record<string, Value>> = {
  members: { role: 'member' },
  team_memberships: { role: 'member' },
  teams: { mode: 'pool' },
  calendars: { type: 'pushed' },
  calendar_syncs: { health: 'new' },
  calendar_connections: { provider: 'google', status: 'broken' },
  entitlements: { enforcement_mode: 'hard' },
  meeting_requests: { status: 'active' },
  messages: { status: 'sent', direction: 'out' },
  options: { status: 'offered' },
  webhook_deliveries: { status: 'success' },
  webhook_endpoints: { events: '[]', failures: '[]' },
  inbox: { target: 'team' },
  erasures: { status: 'done', counts: '{}' },
  api_keys: { expiry_notice_at: null },
};

/** Tables whose ids the service reads the time from. */
const TIMED: Record<string, IdKind> = { audit_entries: 'auditEntry', events: 'event' };

/** Tables that share their ids with another. */
const SAME_ID: Record<string, string> = { inbox: 'messages' };

/** Sorts after all ids that the service makes, so that sweeps leave these rows alone. */
const LATE = '~';
const LATE_MS = Date.parse('2100-01-01T00:00:00Z');

/** Writes `count` rows into every table, each with references to those before it. */
export async function fillEveryTable(
  { services: { database, ids, secrets }, workspaceId }: Pick<Place, 'services' | 'workspaceId'>,
  count = 1,
): Promise<void> {
  const tables = (await readWorkspaceTables(database)).toReversed();
  for (let number = 0; number < count; number += 1) {
    const made = new Map<string, string>();
    const unique = (table: string, column: string) =>
      `${LATE} ${table} ${column} ${number} of ${workspaceId}`;
    for (const { name: table, by } of tables) {
      if (by.length === 0 && number > 0) continue;
      const columns = await columnsOf(database, table);
      const fitting = ({ name, type }: Column, seal: Seal): Value => {
        if (name === 'workspace_id') return workspaceId;
        if (name === 'id' && TIMED[table]) return ids(TIMED[table]);
        if (name === 'id') return made.get(SAME_ID[table] ?? '') ?? unique(table, 'id');
        if (name === 'sealed_secret' || name === 'sealed_headers') {
          // At its start, the service checks that its key opens them.
          return seal('[]', placeIn(name, workspaceId, unique(table, 'id')));
        }
        const referred = made.get(REFERENCES[name] ?? '');
        if (referred !== undefined) return referred;
        const checked = CHECKED[table]?.[name];
        if (checked !== undefined) return checked;
        if (name === 'subject') return made.get('api_keys') as string;
        if (type === 'array') return '{0}';
        if (type === 'bytea' || type === 'blob') return Buffer.from('raw');
        if (type !== 'bigint') return unique(table, name);
        return /_(?:at|until)$|^day$/.test(name) ? LATE_MS + number : number + 1;
      };
      const wanted = columns.filter(({ needed, name }) => needed || name in (CHECKED[table] ?? {}));
      const id = await database.transaction(async (tx) => {
        const seal = await secrets.sealer(tx);
        const row = Object.fromEntries(wanted.map((column) => [column.name, fitting(column, seal)]));
        await insertRow(tx, table, row);
        return row.id;
      });
      if (id !== undefined) made.set(table, String(id));
    }
  }
}
