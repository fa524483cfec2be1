// Watches every statement that this process sends to PostgreSQL.
import pg from 'pg';

export interface Statement {
  sql: string;
  values: unknown[];
}

type Send = (this: pg.Connection, what: never, ...rest: never[]) => unknown;
type Sent = Record<'startup' | 'query' | 'parse' | 'bind', Send>;

/** `options` are the connection's. Watches only connections opened from now on. */
export function watchWire(onStatement: (statement: Statement, options: string) => void): Disposable {
  const optionsOf = new WeakMap<pg.Connection, string>();
  const textsOf = new WeakMap<pg.Connection, Map<string, string>>();
  const wire = pg.Connection.prototype as unknown as Sent;
  const before = { startup: wire.startup, query: wire.query, parse: wire.parse, bind: wire.bind };

  function watch<What>(name: keyof Sent, look: (connection: pg.Connection, what: What) => void): void {
    const send = before[name] as (this: pg.Connection, what: What, ...rest: unknown[]) => unknown;
    wire[name] = function (this: pg.Connection, what: What, ...rest: unknown[]) {
      look(this, what);
      return send.call(this, what, ...rest);
    } as Send;
  }
  const tell = (connection: pg.Connection, sql: string, values: unknown[]) => {
    const options = optionsOf.get(connection);
    if (options !== undefined) onStatement({ sql, values }, options);
  };

  watch<{ options?: string }>('startup', (connection, { options = '' }) => {
    optionsOf.set(connection, options);
    textsOf.set(connection, new Map());
  });
  watch<string>('query', (connection, text) => tell(connection, text, []));
  watch<{ name?: string; text: string }>('parse', (connection, { name = '', text }) => {
    textsOf.get(connection)?.set(name, text);
  });
  watch<{ statement?: string; values?: unknown[] }>('bind', (connection, { statement = '', values = [] }) =>
    tell(connection, textsOf.get(connection)?.get(statement) ?? '', values),
  );
  return {
    [Symbol.dispose]: () => void Object.assign(wire, before),
  };
}
