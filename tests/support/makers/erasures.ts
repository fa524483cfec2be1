// People to erase: a history that mentions them everywhere, and a search for what is left of them.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Database } from '../../../src/storage/database.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { eventually } from './webhooks.ts';

export const ERASURES = '/api/v1/erasures';

export interface Erasure {
  id: string;
  status: 'running' | 'done';
  counts: Record<string, number>;
  finished_at: string | null;
}

const COLUMNS = {
  sqlite: `select tables.name as "table", columns.name as "column", lower(columns.type) as type
           from sqlite_schema as tables, pragma_table_info(tables.name) as columns
           where tables.type = 'table' and tables.name not like 'sqlite%'`,
  postgres: `select table_name as "table", column_name as "column", data_type as type
             from information_schema.columns where table_schema = 'public'`,
};

/** Every column of the schema. */
export const columnsOf = (database: Pick<Database, 'dialect' | 'all'>) =>
  database.all<{ table: string; column: string; type: string }>(COLUMNS[database.dialect.engine]);

/** Every form in which the service or its correspondents write an address. */
function formsOf(email: string): string[] {
  return [
    email,
    email.replace('@', '%40'),
    email.replace('@', '=40'),
    Buffer.from(email).toString('base64').slice(0, 16),
  ];
}

/** Line breaks of iCalendar and of quoted-printable mail may be anywhere. */
const unfolded = (text: string) => text.replace(/=?\r?\n[ \t]?/g, '').toLowerCase();

/** Where any of these texts is, in any column of any row: `messages.text msg_…`. */
export async function findInTables(database: Database, ...texts: string[]): Promise<string[]> {
  const wanted = texts.flatMap(formsOf).map((text) => text.toLowerCase());
  const found: string[] = [];
  for (const table of new Set((await columnsOf(database)).map(({ table }) => table))) {
    for (const row of await database.all<Record<string, unknown>>(`select * from "${table}"`)) {
      for (const [column, value] of Object.entries(row)) {
        const text =
          value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value ?? '');
        const inIt = [text, unfolded(text), text.toLowerCase()];
        if (wanted.some((form) => inIt.some((each) => each.toLowerCase().includes(form)))) {
          found.push(`${table}.${column} ${row.id ?? row.request_id ?? ''}`);
        }
      }
    }
  }
  return found.sort();
}

const run = promisify(execFile);
const MAX_FILE_BYTES = 1024 ** 3;

/**
 * Reads a database file that may be open in this process. Does so in another process, because closing the file here would release
 * SQLite's locks on it. The next process to open it would then believe that nobody else uses it, and truncate what this process has
 * mapped into memory.
 */
export async function readOpenFile(file: string): Promise<Buffer> {
  const { stdout } = await run('cat', [file], { encoding: 'buffer', maxBuffer: MAX_FILE_BYTES });
  return stdout;
}

/** The files of a folder that contain any of these texts, in upper or lower case. */
export async function findInFiles(folder: string, ...texts: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    const bytes = await readOpenFile(path.join(folder, name)).catch(() => Buffer.alloc(0));
    const content = bytes.toString('latin1').toLowerCase();
    if (texts.some((text) => content.includes(Buffer.from(text).toString('latin1').toLowerCase())))
      found.push(name);
  }
  return found;
}

/** Asks for an erasure, and waits until it is done. Advances the clock, so that notices of cancelled meetings go out. */
export async function erase(
  node: Node,
  email: string,
  fields: object = {},
  key = node.rawKey,
): Promise<Erasure> {
  const answer = await node.post(ERASURES, { email, ...fields }, { key });
  assert.equal(answer.status, 202, answer.text);
  return untilDone(node, dataOf<Erasure>(answer).id, key);
}

export const untilDone = (node: Node, id: string, key = node.rawKey): Promise<Erasure> =>
  eventually(async () => {
    node.clock.advance(10_000);
    const erasure = dataOf<Erasure>(await node.get(`${ERASURES}/${id}`, { key }));
    return erasure.status === 'done' && erasure;
  });
