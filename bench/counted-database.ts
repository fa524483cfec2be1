import type { Database, OpenDatabase, Transaction } from '../src/storage/database.ts';
import { gatherWrites } from '../src/storage/gathered-writes.ts';

/** The same database with a count of its statements: each is a round trip to a remote database. */
export function countStatements(database: OpenDatabase): { database: OpenDatabase; statements(): number } {
  let statements = 0;
  function counted<Arguments extends unknown[], Result>(run: (...words: Arguments) => Result) {
    return (...words: Arguments): Result => {
      statements += 1;
      return run(...words);
    };
  }
  const within = (tx: Transaction): Transaction => ({
    ...tx,
    ...Object.fromEntries(
      Object.entries(tx)
        .filter(([name, value]) => typeof value === 'function' && name !== 'notify')
        .map(([name, run]) => [name, counted(run)]),
    ),
  });
  const countedIn = (lane: Database): Database => ({
    ...lane,
    get: counted(lane.get) as Database['get'],
    all: counted(lane.all) as Database['all'],
    change: counted(lane.change) as Database['change'],
    transaction: (work) => {
      // `begin` and `commit`.
      statements += 2;
      return lane.transaction((tx) => gatherWrites(within(tx), work));
    },
  });
  return {
    statements: () => statements,
    database: { ...database, ...countedIn(database), background: countedIn(database.background) },
  };
}
