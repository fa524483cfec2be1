// Thousands of rows at once, for what has to hold beside them.
import type { Database, Value } from '../../../src/storage/database.ts';

/** PostgreSQL looks up what each row refers to, which takes as long as writing it. The rows of a maker refer to what it has made. */
const WITHOUT_LOOKING_UP = `select set_config('session_replication_role', 'replica', true)
                            where has_parameter_privilege('session_replication_role', 'set')`;

export async function insertMany(database: Database, sql: string, values: Value[]): Promise<void> {
  await database.transaction(async (tx) => {
    if (database.dialect.engine === 'postgres') await tx.get(WITHOUT_LOOKING_UP);
    await tx.run(sql, values);
  });
}
