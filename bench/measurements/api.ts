import { fill } from '../api/filled.ts';
import { wholeCreation } from '../api/whole-creation.ts';
import { untilAtRest } from '../at-rest.ts';
import type { BareRoute } from '../bare.ts';
import { type BareCase, besideBare, bothOf, POOL_SIZE, startBare, underLoad } from '../beside-bare.ts';
import { type Call, describeCalls } from '../described.ts';
import { atLeast, type Figure, type Goal, type Quantity } from '../figures.ts';
import type { Load } from '../load.ts';
import type { Measurement } from '../measurement.ts';
import { hasPgbench, pgbenchOf } from '../pgbench.ts';
import { type Engine, emptyStorage, openRota, serve } from '../rota.ts';
import { type Contestant, compare, inRounds } from '../rounds.ts';

/** High enough to refuse nothing. The work is the same for any limit. */
const RATE_LIMIT = { ROTA_RATE_LIMIT_PER_MINUTE: '100000' };

/** Creations in a run. Finding times for all of them takes several seconds. */
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
  await using ending = new AsyncDisposableStack();
  const { cases, ceilings } = await besideBareOn(engine, goals, ending);
  const [getTeam, , createRequest] = cases as [BareCase, BareCase, BareCase];
  const limited = await withRateLimit(getTeam, engine, ending);
  const whole = ending.use(
    await wholeCreation(
      `create meeting request, with its options and mails, ${engine}`,
      ending.use(await emptyStorage(engine)),
    ),
  );

  const contestants = [...cases.flatMap(bothOf), limited, ...ceilings.values(), whole];
  const rounds = await inRounds(contestants, progress);
  const beside = (name: string, other: string, what: string, goal?: Goal) =>
    compare(rounds, { name, measured: name, beside: other, what, goal });
  return [
    ...cases.map((each) => besideBare(rounds, each)),
    ...[...ceilings].map(([name, ceiling]) => beside(name, ceiling.name, 'pgbench, the same statements,')),
    beside(
      limited.name,
      getTeam.name,
      'without it',
      goals.withRateLimit === undefined ? undefined : atLeast(goals.withRateLimit),
    ),
    beside(whole.name, createRequest.name, 'answered only'),
  ];
}

interface Cases {
  cases: BareCase[];
  /** pgbench with the case's statements, by name of the case. */
  ceilings: Map<string, Contestant<Quantity>>;
}

async function besideBareOn(engine: Engine, goals: Goals, ending: AsyncDisposableStack): Promise<Cases> {
  const storage = ending.use(await emptyStorage(engine));
  const { keys, calls } = await fill(storage);
  const described = await describeCalls(storage, Object.values(calls));
  const bare = ending.use(await startBare(storage, described));
  const rota = ending.use(await serve(storage.environment));
  const context = await openRota(storage.environment);
  ending.defer(() => context.storage.close());

  const cases = Object.entries(calls).map(
    ([which, call], place): BareCase => ({
      name: `${call.name}, ${engine}`,
      goal: goals[which as keyof typeof calls],
      storage,
      rota,
      bare,
      route: described.routes[place] as BareRoute,
      request: requestOf(call, keys),
      ...(which === 'createRequest' && {
        until: { count: CREATIONS },
        settle: () => untilAtRest(context),
      }),
    }),
  );
  const ceilings = new Map<string, Contestant<Quantity>>();
  const { DATABASE_URL: url } = storage.environment;
  if (url !== undefined && (await hasPgbench())) {
    const server = { url, connections: POOL_SIZE, options: described.plannerOptions };
    for (const { name, route } of cases.filter(({ route: { statements } }) => statements.length > 0)) {
      ceilings.set(name, ending.use(await pgbenchOf(`${name}, pgbench`, route.statements, server)));
    }
  }
  return { cases, ceilings };
}

/** Runs on its own data. */
async function withRateLimit(
  { route }: BareCase,
  engine: Engine,
  ending: AsyncDisposableStack,
): Promise<Contestant<Quantity>> {
  const storage = ending.use(await emptyStorage(engine));
  const { keys, calls } = await fill(storage);
  const rota = ending.use(await serve({ ...storage.environment, ...RATE_LIMIT }));
  const request = requestOf(calls.getTeam, keys);
  return underLoad(`get team with a rate limit, ${engine}`, rota, { storage, route, request });
}

function requestOf({ method, path, body }: Call, keys: string[]): Load['request'] {
  return (number) => ({
    method,
    path,
    key: keys[number % keys.length] as string,
    ...(body && { body: JSON.stringify(body(number)) }),
  });
}
