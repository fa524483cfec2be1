import type { Storage } from '../rota.ts';
import type { Ledger } from './ledger.ts';
import { openPostgresLedger } from './postgres-ledger.ts';
import { openSqliteLedger } from './sqlite-ledger.ts';

export function openLedger({ environment }: Storage): Promise<Ledger> {
  const { DATABASE_URL, ROTA_DATA_DIR = '' } = environment;
  return DATABASE_URL ? openPostgresLedger(DATABASE_URL) : openSqliteLedger(ROTA_DATA_DIR);
}
