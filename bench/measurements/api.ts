import { createApp } from '../../src/app.ts';
import { createLog } from '../../src/log.ts';
import type { BareRoute } from '../bare.ts';
import { Child } from '../children.ts';
import { countStatements } from '../counted-database.ts';
import { atLeast, type Figure, figure, median } from '../figures.ts';
import { load } from '../load.ts';
import type { Measurement } from '../measurement.ts';
import { call, type Engine, emptyStorage, makeMembers, openRota, type Storage, serve } from '../rota.ts';

const KEYS = 100;
const TEAMS = 25;
const WARM_UP_SECONDS = 1;
const SECONDS = 3;
/** Rota and the bare server run by turns, so that other load on the machine affects both. */
const ROUNDS = 3;
/** Rota's default. */
const POOL_SIZE = '10';

export const api: Measurement = {
  name: 'api',
  about: 'requests/s on the embedded database, beside a bare Fastify that answers the same bytes',
  measure: (progress) => measureOn('sqlite', progress, { read: 0.45, createTeam: 0.25, createRequest: 0.15 }),
};

export const apiPostgres: Measurement = {
  name: 'api-postgres',
  about: 'requests/s on PostgreSQL, beside a bare Fastify with as many round trips of `select 1`',
  measure: (progress) => measureOn('postgres', progress, { read: 0.7 }),
};

interface Goals {
  read: number;
  createTeam?: number;
  createRequest?: number;
}

interface Case {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  body?: (number: number) => object;
  goal: number | undefined;
}

async function measureOn(engine: Engine, progress: (step: string) => void, goals: Goals): Promise<Figure[]> {
  await using storage = await emptyStorage(engine);
  const { keys, cases } = await fill(storage, goals);
  const routes = await describeBare(storage, cases, keys[0] as string);
  await using bare = await Child.start<{ url: string }>('bare.ts', {
    ROUTES: JSON.stringify(routes),
    ...(storage.environment.DATABASE_URL && { DATABASE_URL: storage.environment.DATABASE_URL, POOL_SIZE }),
  });
  await using rota = await serve(storage.environment);

  const figures: Figure[] = [];
  for (const [place, each] of cases.entries()) {
    const { status, roundTrips } = routes[place] as BareRoute;
    const run = (server: { url: string }, seconds: number) =>
      load({
        url: server.url,
        seconds,
        status,
        request: (number) => ({
          method: each.method,
          path: each.path,
          key: keys[number % KEYS] as string,
          ...(each.body && { body: JSON.stringify(each.body(number)) }),
        }),
      });
    progress(`${engine}: ${each.name}`);
    const measured: number[] = [];
    const beside: number[] = [];
    await run(rota, WARM_UP_SECONDS);
    await run(bare.ready, WARM_UP_SECONDS);
    for (let round = 0; round < ROUNDS; round += 1) {
      measured.push(await run(rota, SECONDS / ROUNDS));
      beside.push(await run(bare.ready, SECONDS / ROUNDS));
    }
    const what = roundTrips === 0 ? 'bare Fastify' : `bare Fastify, ${roundTrips} round trips,`;
    figures.push(
      figure(
        `${each.name}, ${engine}`,
        { value: median(measured), unit: '/s' },
        { what, value: median(beside), unit: '/s' },
        each.goal === undefined ? undefined : atLeast(each.goal),
      ),
    );
  }
  return figures;
}

/** Teams, keys, and an endpoint subscribed to new requests. It is disabled, so nothing is sent. */
export async function fill(storage: Storage, goals: Goals): Promise<{ keys: string[]; cases: Case[] }> {
  await using rota = await serve(storage.environment);
  const keys: string[] = [];
  for (let number = 1; number <= KEYS; number += 1) {
    const scopes = ['teams.read', 'teams.write', 'meeting_requests.write'];
    keys.push(
      (await call<{ key: string }>(rota, 'POST', '/api_keys', { name: `Key ${number}`, scopes })).key,
    );
  }
  const member_ids = (await makeMembers(rota)).map(({ id }) => id);
  const teams: string[] = [];
  for (let number = 1; number <= TEAMS; number += 1) {
    const body = { name: `Team ${number}`, mode: 'pool', member_ids };
    teams.push((await call<{ id: string }>(rota, 'POST', '/teams', body)).id);
  }
  const endpoint = await call<{ id: string }>(rota, 'POST', '/webhook_endpoints', {
    url: 'http://127.0.0.1:9/hook',
    events: ['meeting_request.created'],
  });
  await call(rota, 'PATCH', `/webhook_endpoints/${endpoint.id}`, { enabled: false });

  const cases: Case[] = [
    { name: `get team (5 members)`, method: 'GET', path: `/api/v1/teams/${teams[0]}`, goal: goals.read },
    { name: `list teams (${TEAMS})`, method: 'GET', path: `/api/v1/teams?limit=${TEAMS}`, goal: goals.read },
    {
      name: 'create meeting request through a pool',
      method: 'POST',
      path: '/api/v1/meeting_requests',
      body: (number) => ({
        team_id: teams[number % TEAMS],
        participant_emails: [`guest-${number}@example.com`],
        title: 'Demo',
      }),
      goal: goals.createRequest,
    },
    {
      name: 'create team',
      method: 'POST',
      path: '/api/v1/teams',
      body: (number) => ({ name: `New team ${number}`, mode: 'pool' }),
      goal: goals.createTeam,
    },
  ];
  return { keys, cases };
}

/** Makes each call once, to get its response and count its statements. */
async function describeBare(storage: Storage, cases: Case[], key: string): Promise<BareRoute[]> {
  let statements = () => 0;
  const context = await openRota(storage.environment, (database) => {
    const counted = countStatements(database);
    statements = counted.statements;
    return counted.database;
  });
  const app = createApp(context, createLog('silent'));
  const url = await app.listen();
  const routes: BareRoute[] = [];
  for (const { method, path, body } of cases) {
    let answer = { status: 0, body: '' };
    let roundTrips = Number.POSITIVE_INFINITY;
    // Several times, because the node's background statements are counted, too.
    for (let number = 0; number < 3; number += 1) {
      const before = statements();
      const response = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
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
