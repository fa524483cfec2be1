import { fill } from '../api/filled.ts';
import { wholeCreation } from '../api/whole-creation.ts';
import { untilAtRest } from '../at-rest.ts';
import type { BareRoute } from '../bare.ts';
import { type BareCase, besideBare, bothOf, POOL_SIZE, startBare, underLoad } from '../beside-bare.ts';
import { type Call, describeCalls } from '../described.ts';
import { atLeast, type Figure } from '../figures.ts';
import type { Load } from '../load.ts';
import type { Measurement } from '../measurement.ts';
import { hasPgbench, pgbenchOf } from '../pgbench.ts';
import { type Engine, emptyStorage, openRota, serve } from '../rota.ts';
import { compare, inRounds } from '../rounds.ts';

/** So many that none is refused. The work is the same for any limit. */
const RATE_LIMIT = { ROTA_RATE_LIMIT_PER_MINUTE: '100000' };

/** In a run. Finding times for all of them takes several seconds. */
const CREATIONS = 300;

interface Goals {
  getTeam: number;
  listTeams: number;
  createRequest?: number;
  createTeam?: number;
  withRateLimit?: number;
}

export const api: Measurement = {
  name: 'api',
  about: 'requests/s on the embedded database, beside a bare Fastify that answers the same bytes',
  measure: (progress) =>
    measureOn('sqlite', progress, { getTeam: 0.45, listTeams: 0.45, createRequest: 0.15, createTeam: 0.25 }),
};

export const apiPostgres: Measurement = {
  name: 'api-postgres',
  about:
    'requests/s on PostgreSQL, beside a bare Fastify: for reads with the same SQL through `pg`, for writes with as many round trips of `select 1`',
  measure: (progress) =>
    measureOn('postgres', progress, { getTeam: 1.1, listTeams: 1.1, withRateLimit: 0.95 }),
};

async function measureOn(engine: Engine, progress: (step: string) => void, goals: Goals): Promise<Figure[]> {
  progress(`${engine}: teams, keys and members`);
  await using storage = await emptyStorage(engine);
  const { keys, calls } = await fill(storage);
  const described = await describeCalls(storage, Object.values(calls));
  await using bare = await startBare(storage, described);
  await using rota = await serve(storage.environment);
  await using ending = new AsyncDisposableStack();
  const context = await openRota(storage.environment);
  ending.defer(() => context.storage.close());

  const caseOf = (which: keyof typeof calls): BareCase => {
    return {
      name: `${calls[which].name}, ${engine}`,
      goal: goals[which],
      storage,
      rota,
      bare,
      route: described.routes[Object.keys(calls).indexOf(which)] as BareRoute,
      request: requestOf(calls[which], keys),
    };
  };
  const reads = [caseOf('getTeam'), caseOf('listTeams')];
  const [getTeam] = reads as [BareCase, BareCase];
  const createRequest: BareCase = {
    ...caseOf('createRequest'),
    until: { count: CREATIONS },
    settle: () => untilAtRest(context),
  };
  const cases = [...reads, createRequest, caseOf('createTeam')];

  const isCeilingKnown = engine === 'postgres' && (await hasPgbench());
  const ceilings = await Promise.all(
    (isCeilingKnown ? reads : []).map(async ({ name, route: { statements } }) => {
      const server = {
        url: storage.environment.DATABASE_URL as string,
        connections: POOL_SIZE,
        options: described.plannerOptions,
      };
      return ending.use(await pgbenchOf(`${name}, pgbench`, statements, server));
    }),
  );
  await using limitedStorage = await emptyStorage(engine);
  const withLimit = await fill(limitedStorage);
  await using limited = await serve({ ...limitedStorage.environment, ...RATE_LIMIT });
  await using wholeStorage = await emptyStorage(engine);
  await using whole = await wholeCreation(
    `create meeting request, with its options and mails, ${engine}`,
    wholeStorage,
  );
  const limitedGetTeam = underLoad(`get team with a rate limit, ${engine}`, limited, {
    ...getTeam,
    request: requestOf(withLimit.calls.getTeam, withLimit.keys),
  });

  const rounds = await inRounds([...cases.flatMap(bothOf), limitedGetTeam, ...ceilings, whole], progress);
  return [
    ...cases.map((each) => besideBare(rounds, each)),
    ...ceilings.map((each, place) => {
      const measured = reads[place]?.name as string;
      return compare(rounds, {
        name: measured,
        measured,
        beside: each.name,
        what: 'pgbench, the same statements,',
      });
    }),
    compare(rounds, {
      name: limitedGetTeam.name,
      measured: limitedGetTeam.name,
      beside: getTeam.name,
      what: 'without it',
      goal: goals.withRateLimit === undefined ? undefined : atLeast(goals.withRateLimit),
    }),
    compare(rounds, {
      name: whole.name,
      measured: whole.name,
      beside: createRequest.name,
      what: 'answered only',
    }),
  ];
}

function requestOf({ method, path, body }: Call, keys: string[]): Load['request'] {
  return (number) => ({
    method,
    path,
    key: keys[number % keys.length] as string,
    ...(body && { body: JSON.stringify(body(number)) }),
  });
}
