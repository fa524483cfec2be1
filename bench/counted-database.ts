import type { Database, Transaction } from '../src/storage/database.ts';

/** The same database, and how many statements went to it: each is a round trip where the database is elsewhere. */
export function countStatements(database: Database): { database: Database; statements(): number } {
  let statements = 0;
  function counted<Arguments extends unknown[], Result>(run: (...words: Arguments) => Result) {
    return (...words: Arguments): Result => {
      statements += 1;
      return run(...words);
    };
  }
  const within = (tx: Transaction): Transaction => ({
    ...tx,
    get: counted(tx.get) as Transaction['get'],
    all: counted(tx.all) as Transaction['all'],
    run: counted(tx.run),
    script: counted(tx.script),
    lock: counted(tx.lock),
    tryLock: counted(tx.tryLock),
  });
  return {
    statements: () => statements,
    database: {
      ...database,
      get: counted(database.get) as Database['get'],
      all: counted(database.all) as Database['all'],
      change: counted(database.change) as Database['change'],
      transaction: (work) => {
        // Its beginning and its end.
        statements += 2;
        return database.transaction((tx) => work(within(tx)));
      },
    },
  };
}
