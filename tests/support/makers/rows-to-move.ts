// Rows in every table of an embedded database, generated from the schema alone, so that new tables are included.
import type { OpenDatabase, Value } from '../../../src/storage/database.ts';
import { type Column, type Table, tablesToMove } from '../../../src/storage/move/tables.ts';
import { insertRow, type Row } from '../../../src/storage/rows.ts';

/** Values that checks of the schema require. Sealed values would have to be made with the key. */
const CHECKED: Record<string, Value> = {
  'calendar_connections.sealed_access_token': null,
  'calendar_connections.sealed_refresh_token': null,
  'calendar_connections.sealed_verifier': null,
  'calendar_syncs.health': 'ok',
  'calendar_syncs.sealed_password': null,
  'calendars.sealed_password': null,
  'calendars.type': 'pushed',
  'entitlements.enforcement_mode': 'hard',
  'erasures.sealed_email': null,
  'erasures.status': 'done',
  'inbox.target': 'team',
  'meeting_requests.status': 'active',
  'members.role': 'member',
  'messages.direction': 'out',
  'messages.status': 'kept',
  'options.status': 'offered',
  'team_memberships.role': 'member',
  'teams.mode': 'pool',
  // Otherwise, a server would remove the workspace.
  'workspaces.delete_at': null,
};
/** Tables with a single set of rows, which the service itself makes. */
const MADE = new Set(['clock', 'link_keys', 'secret_key_marks']);
const ONE_ROW = 'usage_progress';
/** What programs most often get wrong: quotes, escapes, other alphabets, four-byte characters, and the replacement character. */
const TEXT = `'"\\ \\x00 {"a":1} ¬ Ωß 漢字 👩‍🚀 \ufffd \n\t`;
const BYTES = Buffer.from(Array.from({ length: 256 }, (_, value) => value));

/** The id of an added row, with a prefix and a ULID like any other. `name` is a letter or two. */
export const madeId = (name: string, place: number) =>
  `made_0000000001${name.toUpperCase()}${String(place).padStart(16 - name.length, '0')}`;

interface Reference {
  id: number;
  table: string;
  from: string;
  to: string;
}

/** Adds this many rows to each table. They refer to rows that were added before. */
export async function fillToMove(database: OpenDatabase, count: number, name: string): Promise<Table[]> {
  const tables = await tablesToMove(database);
  const made = new Map<string, Row[]>();
  await database.transaction(async (tx) => {
    for (const table of tables.filter((each) => !MADE.has(each.name))) {
      const references = await tx.all<Reference>(
        `select id, "table", "from", coalesce("to", 'id') as "to" from pragma_foreign_key_list('${table.name}')`,
      );
      if (table.name === ONE_ROW && (await tx.get(`select 1 as found from ${ONE_ROW}`))) continue;
      const rows: Row[] = [];
      // All rows belong to one workspace.
      const isSingle =
        ['workspaces', ONE_ROW].includes(table.name) ||
        table.key.every((column) => column.name === 'workspace_id');
      for (let place = 0; place < (isSingle ? 1 : count); place += 1) {
        const row = rowOf(table, references, made, place, name);
        await insertRow(tx, table.name, row);
        rows.push(row);
      }
      made.set(table.name, rows);
    }
  });
  return tables;
}

function rowOf(
  table: Table,
  references: Reference[],
  made: Map<string, Row[]>,
  place: number,
  name: string,
): Row {
  const row: Row = {};
  const keys = new Set(table.key.map((column) => column.name));
  for (const column of table.columns) {
    const named = `${table.name}.${column.name}`;
    row[column.name] = named in CHECKED ? (CHECKED[named] as Value) : plainValue(column, place, name, keys);
  }
  for (const { table: other, from, to } of references) {
    const rows = made.get(other) as Row[];
    row[from] = rows[place % rows.length]?.[to] as Value;
  }
  if ('workspace_id' in row) row.workspace_id = (made.get('workspaces') as Row[])[0]?.id as Value;
  if (table.name === 'webhook_deliveries') row.status = row.due_at === null ? 'success' : 'pending';
  return row;
}

/** A value of the column's type that differs in each row. */
function plainValue({ name: column, type }: Column, place: number, name: string, keys: Set<string>): Value {
  if (type === 'bytea') return Buffer.concat([BYTES, Buffer.from(name + place)]);
  if (type === 'bigint')
    return keys.has(column) ? place + 1 : ([0, 1_800_000_000_000 + place, -place][place % 3] as number);
  return keys.has(column) ? madeId(name, place) : `${TEXT} ${column} ${name} ${place}`;
}
