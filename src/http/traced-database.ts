import type { Database } from '../storage/database.ts';
import type { Trace, Traces } from '../trace.ts';

/** The same database for one request, with a span for each of its transactions. Reads are many and short, so they have none. */
export function tracedDatabase(
  database: Database,
  { traces, request, now }: { traces: Traces; request: Trace; now: () => number },
): Database {
  async function asSpan<Result>(work: () => Promise<Result>): Promise<Result> {
    const trace = traces.begin(request);
    const startedAt = now();
    const start = performance.now();
    let isError = true;
    try {
      const result = await work();
      isError = false;
      return result;
    } finally {
      traces.record({
        trace,
        name: 'transaction',
        kind: 'client',
        startedAt,
        endedAt: startedAt + performance.now() - start,
        attributes: { 'db.system.name': SYSTEMS[database.dialect.engine] },
        isError,
      });
    }
  }
  return {
    dialect: database.dialect,
    get: (sql, values) => database.get(sql, values),
    all: (sql, values) => database.all(sql, values),
    change: (sql, values) => asSpan(() => database.change(sql, values)),
    transaction: (work) => asSpan(() => database.transaction(work)),
  };
}

/** OpenTelemetry's names. */
const SYSTEMS = { sqlite: 'sqlite', postgres: 'postgresql' };
