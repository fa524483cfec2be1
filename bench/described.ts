// The response and the statements of a call to Rota, for a bare server to imitate.
import { createApp } from '../src/app.ts';
import { createLog } from '../src/log.ts';
import type { BareRoute } from './bare.ts';
import { openRota, type Storage } from './rota.ts';
import { type Statement, watchWire } from './wire.ts';

const CALLS = 3;
/** Sent to find out which connections serve calls. */
const WHO = 'select 1 as calls';

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  body?: (number: number) => object;
  key?: string;
  cookie?: string;
  /** What the bare server sends to PostgreSQL: one `select 1` for each of Rota's statements, or the same statements. */
  sends: 'select 1' | 'the same SQL';
}

export interface Described {
  routes: BareRoute[];
  /** The `options` of the connections that serve calls. */
  plannerOptions: string;
}

/** Makes each call a few times. */
export async function describeCalls(storage: Storage, calls: Call[]): Promise<Described> {
  let plannerOptions = '';
  const made: Statement[] = [];
  using _watch = watchWire((statement, options) => {
    if (statement.sql === WHO) plannerOptions = options;
    // Background work has connections with other options.
    else if (options === plannerOptions) made.push(statement);
  });
  const context = await openRota(storage.environment);
  if (context.database.dialect.engine === 'postgres') await context.database.get(WHO);
  const app = createApp(context, createLog('silent'));
  const url = await app.listen();
  const routes: BareRoute[] = [];
  for (const call of calls) {
    let answer = { status: 0, body: '' };
    const runs: Statement[][] = [];
    // The first call may open connections.
    await answerTo(url, call, CALLS);
    for (let number = 0; number < CALLS; number += 1) {
      made.length = 0;
      answer = await answerTo(url, call, number);
      runs.push([...made]);
    }
    const statements = ofEach(runs);
    routes.push({
      method: call.method,
      path: call.path.split('?')[0] as string,
      ...answer,
      ...(call.sends === 'select 1'
        ? { roundTrips: statements.length, statements: [] }
        : { roundTrips: 0, statements }),
    });
  }
  await app.stop();
  await context.storage.close();
  return { routes, plannerOptions };
}

async function answerTo(url: string, { method, path, body, key, cookie }: Call, number: number) {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(cookie && { cookie }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body(number)) }),
  });
  const answer = { status: response.status, body: await response.text() };
  if (!response.ok) throw new Error(`${method} ${path}: ${answer.body}`);
  return answer;
}

/** The statements made in every run, as in the last one. Occasional ones don't belong to the call. */
function ofEach(runs: Statement[][]): Statement[] {
  const left = runs.map((run) => {
    const counts = new Map<string, number>();
    for (const { sql } of run) counts.set(sql, (counts.get(sql) ?? 0) + 1);
    return counts;
  });
  return (runs.at(-1) ?? []).filter(({ sql }) => {
    if (left.some((counts) => (counts.get(sql) ?? 0) === 0)) return false;
    for (const counts of left) counts.set(sql, (counts.get(sql) ?? 0) - 1);
    return true;
  });
}
