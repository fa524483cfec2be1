import type { Database, OpenDatabase, Transaction, Value } from '../src/storage/database.ts';

export interface Statement {
  sql: string;
  values: Value[];
}

/** The same database. Each statement is told, and whether it is of the background: it is a round trip to a remote database. */
export function watched(
  database: OpenDatabase,
  onStatement: (statement: Statement, isBackground: boolean) => void,
): OpenDatabase {
  const watchedIn = (lane: Database, isBackground: boolean): Database => {
    const tell = (sql: string, values: Value[] = []) => onStatement({ sql, values }, isBackground);
    function told<Words extends unknown[], Result>(name: string, run: (...words: Words) => Result) {
      return (...words: Words): Result => {
        // A call without a text of its own, such as a lock, is told by its name.
        if (typeof words[0] === 'string') tell(words[0], words[1] as Value[] | undefined);
        else tell(name);
        return run(...words);
      };
    }
    const within = (tx: Transaction): Transaction => ({
      ...tx,
      ...Object.fromEntries(
        Object.entries(tx)
          .filter(([name, value]) => typeof value === 'function' && name !== 'notify')
          .map(([name, run]) => [name, told(name, run)]),
      ),
    });
    return {
      dialect: lane.dialect,
      get: told('get', lane.get) as Database['get'],
      all: told('all', lane.all) as Database['all'],
      change: told('change', lane.change) as Database['change'],
      async transaction(work) {
        tell('begin');
        const result = await lane.transaction((tx) => work(within(tx)));
        tell('commit');
        return result;
      },
    };
  };
  return {
    ...database,
    ...watchedIn(database, false),
    background: watchedIn(database.background, true),
  };
}
