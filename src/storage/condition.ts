import type { Reader } from './database.ts';
import { hasTable } from './tables.ts';

// What an operator wants to know about a database, whatever its schema.

const READINGS = 20;

/** `PostgreSQL 18.4` */
export async function versionOf(reader: Reader): Promise<string> {
  const isPostgres = reader.dialect.engine === 'postgres';
  const row = await reader.get<{ version: string }>(
    isPostgres ? "select current_setting('server_version') as version" : 'select sqlite_version() as version',
  );
  return `${isPostgres ? 'PostgreSQL' : 'SQLite'} ${row?.version.split(' ')[0]}`;
}

/** How long the smallest statement takes: the median of twenty. */
export async function answerMs(reader: Reader): Promise<number> {
  const times: number[] = [];
  for (let reading = 0; reading < READINGS; reading += 1) {
    const asked = performance.now();
    await reader.get('select 1 as one');
    times.push(performance.now() - asked);
  }
  return times.sort((one, other) => one - other)[READINGS / 2] as number;
}

/** How far this machine's clock is ahead of the database's. The embedded database has no clock of its own. */
export async function machineAheadMs(reader: Reader): Promise<number> {
  if (reader.dialect.engine === 'sqlite') return 0;
  const asked = Date.now();
  const row = await reader.get<{ now: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now',
  );
  return (asked + Date.now()) / 2 - (row?.now ?? 0);
}

/** The latest stored time: see database-clock.ts. */
export async function latestStoredTime(reader: Reader): Promise<number> {
  if (!(await hasTable(reader, 'clock'))) return 0;
  return (await reader.get<{ latest: number }>('select latest from clock where id = 1'))?.latest ?? 0;
}
