// What the API is measured on: teams, keys, and an endpoint subscribed to new requests. It is disabled, so nothing is sent.
import type { Call } from '../described.ts';
import { call, makeKey, makeMembers, type Storage, serve } from '../rota.ts';

const KEYS = 100;
const TEAMS = 25;
const SCOPES = ['teams.read', 'teams.write', 'meeting_requests.write'];

export interface Filled {
  /** Used in turn. */
  keys: string[];
  calls: Record<'getTeam' | 'listTeams' | 'createRequest' | 'createTeam', Call & { name: string }>;
}

export async function fill(storage: Storage): Promise<Filled> {
  await using rota = await serve(storage.environment);
  const keys: string[] = [];
  for (let number = 1; number <= KEYS; number += 1) keys.push(await makeKey(rota, `Key ${number}`, SCOPES));
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

  const get = { method: 'GET', sends: 'the same SQL', key: keys[0] as string } as const;
  const post = { method: 'POST', sends: 'select 1', key: keys[0] as string } as const;
  return {
    keys,
    calls: {
      getTeam: { ...get, name: 'get team (5 members)', path: `/api/v1/teams/${teams[0]}` },
      listTeams: { ...get, name: `list teams (${TEAMS})`, path: `/api/v1/teams?limit=${TEAMS}` },
      createRequest: {
        ...post,
        name: 'create meeting request through a pool',
        path: '/api/v1/meeting_requests',
        body: (number) => ({
          team_id: teams[number % TEAMS],
          participant_emails: [`guest-${number}@example.com`],
          title: 'Demo',
        }),
      },
      createTeam: {
        ...post,
        name: 'create team',
        path: '/api/v1/teams',
        body: (number) => ({ name: `New team ${number}`, mode: 'pool' }),
      },
    },
  };
}
