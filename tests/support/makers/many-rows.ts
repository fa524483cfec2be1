// Thousands of rows at once, for what has to hold beside them.
import type { Database, Value } from '../../../src/storage/database.ts';

/** Turns foreign keys off for the transaction: checking them takes as long as writing the rows, and a maker knows what its rows refer to. */
const WITHOUT_FOREIGN_KEYS = `select set_config('session_replication_role', 'replica', true)
                            where has_parameter_privilege('session_replication_role', 'set')`;

export async function insertMany(database: Database, sql: string, values: Value[]): Promise<void> {
  await database.transaction(async (tx) => {
    if (database.dialect.engine === 'postgres') await tx.get(WITHOUT_FOREIGN_KEYS);
    await tx.run(sql, values);
  });
}
