import type { Reader, Value } from './database.ts';

interface Read {
  sql: string;
  values: Value[];
  resolve(rows: never[]): void;
  reject(error: unknown): void;
}

/** Readers that collect reads instead of sending them. */
const collecting = new WeakSet<Reader>();

/**
 * On PostgreSQL, sends reads that don't depend on each other as one statement: the first read of each function that `begin`
 * calls. All of them see the data as it was before any of them waited for a lock. Columns must be texts or numbers.
 */
export async function readTogether<Reading extends Reader, Results extends unknown[]>(
  reader: Reading,
  begin: (reader: Reading) => { [Place in keyof Results]: Promise<Results[Place]> | Results[Place] },
): Promise<Results> {
  if (reader.dialect.engine === 'sqlite' || collecting.has(reader)) return Promise.all(begin(reader));
  const reads: Read[] = [];
  const all = <Row>(sql: string, values: Value[] = []): Promise<Row[]> =>
    collecting.has(together)
      ? new Promise<Row[]>((resolve, reject) => reads.push({ sql, values, resolve, reject }))
      : reader.all<Row>(sql, values);
  const get = async <Row>(sql: string, values?: Value[]) => (await all<Row>(sql, values))[0];
  const together: Reading = { ...reader, get, all };
  collecting.add(together);
  const results = begin(together);
  collecting.delete(together);
  if (reads.length > 0) sendAsOne(reader, reads);
  return Promise.all(results);
}

async function sendAsOne(reader: Reader, reads: Read[]): Promise<void> {
  const values: Value[] = [];
  const columns = reads.map((read, place) => {
    const before = values.length;
    values.push(...read.values);
    const text = read.sql.replace(/\$(\d+)/g, (_, number) => `$${before + Number(number)}`);
    return `(select json_agg(found)::text from (${text}) as found) as read_${place}`;
  });
  try {
    const row = await reader.get<Record<string, string | null>>(`select ${columns.join(', ')}`, values);
    for (const [place, { resolve }] of reads.entries())
      resolve(JSON.parse(row?.[`read_${place}`] ?? '[]') as never[]);
  } catch (error) {
    for (const { reject } of reads) reject(error);
  }
}
