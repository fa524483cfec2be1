import { Client } from 'pg';
import { postgresTime } from '../servers.ts';
import { ANY_DUE, type Ledger, type TableUse } from './ledger.ts';

/**
 * Settings for measurements that read a ledger. The extension counts statements; its own CPU time is part of the figures. Checkpoints
 * are put off until after the measurement, because the first change of a page after one writes the whole page.
 */
export const LEDGER_SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  checkpoint_timeout: '1h',
  max_wal_size: '16GB',
};

const SPENT = `select
  (select sum(calls) from pg_stat_statements
   where dbid = (select oid from pg_database where datname = current_database()))::float8 as statements,
  pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as "walBytes"`;

/** A connection reports its changes up to ten seconds late, unless it ends. Nodes then open new ones. */
const REPORT_CHANGES = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;

const TABLES = `select relname as "table", n_tup_ins::float8 as inserted, n_tup_upd::float8 as updated,
  n_tup_hot_upd::float8 as hot, n_tup_del::float8 as deleted, pg_total_relation_size(relid)::float8 as bytes
  from pg_stat_user_tables order by relname`;

export async function openPostgresLedger(url: string): Promise<Ledger> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('create extension if not exists pg_stat_statements');
  return {
    async spent() {
      const { rows } = await client.query<{ statements: number; walBytes: number }>(SPENT);
      const postgresMicros = await postgresTime();
      return { ...rows[0], ...(postgresMicros !== undefined && { postgresMicros }) };
    },
    async kept() {
      await client.query(REPORT_CHANGES);
      const { rows } = await client.query<TableUse & { table: string }>(TABLES);
      return {
        bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
        tables: Object.fromEntries(rows.map(({ table, ...use }) => [table, use])),
      };
    },
    async isAnyDue(nowMs) {
      return (await client.query(ANY_DUE, [nowMs])).rows.length > 0;
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}
