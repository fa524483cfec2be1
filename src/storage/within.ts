import type { Database, Transaction } from './database.ts';
import { gatherWrites } from './gathered-writes.ts';

/**
 * The transaction as a database: a transaction on it is a savepoint of the outer one. An operation that begins its own
 * transaction can so run inside another, and both commit together.
 */
export function within(tx: Transaction): Database {
  return {
    dialect: tx.dialect,
    get: (sql, values) => tx.get(sql, values),
    all: (sql, values) => tx.all(sql, values),
    change: (sql, values) => tx.all(sql, values),
    async transaction(work) {
      await tx.script('savepoint inner_work');
      try {
        const result = await gatherWrites(tx, work);
        await tx.script('release savepoint inner_work');
        return result;
      } catch (error) {
        await tx.script('rollback to savepoint inner_work; release savepoint inner_work');
        throw error;
      }
    },
  };
}
