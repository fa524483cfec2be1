import type { BareRoute } from '../bare.ts';
import { type BareCase, besideBare, describeBare, startBare } from '../beside-bare.ts';
import type { Figure } from '../figures.ts';
import type { Measurement } from '../measurement.ts';
import { call, type Engine, emptyStorage, makeMembers, type Storage, serve } from '../rota.ts';

const KEYS = 100;
const TEAMS = 25;

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

interface Case extends BareCase {
  name: string;
  goal: number | undefined;
}

async function measureOn(engine: Engine, progress: (step: string) => void, goals: Goals): Promise<Figure[]> {
  await using storage = await emptyStorage(engine);
  const { keys, cases } = await fill(storage, goals);
  const routes = await describeBare(storage, cases, keys[0]);
  await using bare = await startBare(storage, routes);
  await using rota = await serve(storage.environment);

  const figures: Figure[] = [];
  for (const [place, each] of cases.entries()) {
    progress(`${engine}: ${each.name}`);
    figures.push(
      await besideBare(
        `${each.name}, ${engine}`,
        each.goal,
        { rota, bare, route: routes[place] as BareRoute },
        (number) => ({
          method: each.method,
          path: each.path,
          key: keys[number % KEYS] as string,
          ...(each.body && { body: JSON.stringify(each.body(number)) }),
        }),
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
