// Requests/s of Rota beside a bare Fastify that sends the same bytes.
import { createApp } from '../src/app.ts';
import { createLog } from '../src/log.ts';
import type { BareRoute } from './bare.ts';
import { Child } from './children.ts';
import { countStatements } from './counted-database.ts';
import { atLeast, type Figure, figure, median } from './figures.ts';
import { type Load, load } from './load.ts';
import { openRota, type Storage } from './rota.ts';

const WARM_UP_SECONDS = 1;
const SECONDS = 3;
/** Rota and the bare server run by turns, so that other load on the machine affects both. */
const ROUNDS = 3;
/** Rota's default. */
const POOL_SIZE = '10';

export interface BareCase {
  method: 'GET' | 'POST';
  path: string;
  body?: (number: number) => object;
  cookie?: string;
}

type Bare = Child<{ url: string }>;

/** On PostgreSQL it makes the round trips of its routes, to the same server. */
export function startBare({ environment: { DATABASE_URL } }: Storage, routes: BareRoute[]): Promise<Bare> {
  return Child.start('bare.ts', {
    ROUTES: JSON.stringify(routes),
    ...(DATABASE_URL && { DATABASE_URL, POOL_SIZE }),
  });
}

export async function besideBare(
  name: string,
  goal: number | undefined,
  { rota, bare, route }: { rota: { url: string }; bare: Bare; route: BareRoute },
  request: Load['request'],
): Promise<Figure> {
  let sent = 0;
  const run = ({ url }: { url: string }, seconds: number) =>
    load({ url, seconds, status: route.status, request: () => request(sent++) });
  const measured: number[] = [];
  const beside: number[] = [];
  await run(rota, WARM_UP_SECONDS);
  await run(bare.ready, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    measured.push(await run(rota, SECONDS / ROUNDS));
    beside.push(await run(bare.ready, SECONDS / ROUNDS));
  }
  const what = route.roundTrips === 0 ? 'bare Fastify' : `bare Fastify, ${route.roundTrips} round trips,`;
  return figure(
    name,
    { value: median(measured), unit: '/s' },
    { what, value: median(beside), unit: '/s' },
    goal === undefined ? undefined : atLeast(goal),
  );
}

/** Makes each call once, to get its response and count its statements. */
export async function describeBare(storage: Storage, cases: BareCase[], key?: string): Promise<BareRoute[]> {
  let statements = () => 0;
  const context = await openRota(storage.environment, (database) => {
    const counted = countStatements(database);
    statements = counted.statements;
    return counted.database;
  });
  const app = createApp(context, createLog('silent'));
  const url = await app.listen();
  const routes: BareRoute[] = [];
  for (const { method, path, body, cookie } of cases) {
    let answer = { status: 0, body: '' };
    let roundTrips = Number.POSITIVE_INFINITY;
    // Several times, because the node's background statements are counted, too.
    for (let number = 0; number < 3; number += 1) {
      const before = statements();
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(key && { authorization: `Bearer ${key}` }),
          ...(cookie && { cookie }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body(number)) }),
      });
      answer = { status: response.status, body: await response.text() };
      if (!response.ok) throw new Error(`${method} ${path}: ${answer.body}`);
      roundTrips = Math.min(roundTrips, statements() - before);
    }
    const isElsewhere = storage.environment.DATABASE_URL !== undefined;
    routes.push({
      method,
      path: path.split('?')[0] as string,
      ...answer,
      roundTrips: isElsewhere ? roundTrips : 0,
    });
  }
  await app.stop();
  await context.storage.close();
  return routes;
}
