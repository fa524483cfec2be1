// Requests/s of Rota, compared with a bare Fastify that sends the same bytes.
import type { BareRoute } from './bare.ts';
import { Child } from './children.ts';
import type { Described } from './described.ts';
import { atLeast, type Figure, type Quantity } from './figures.ts';
import { type Load, load } from './load.ts';
import type { Storage } from './rota.ts';
import { type Contestant, compare, type Rounds } from './rounds.ts';
import { serversOf } from './servers.ts';
import { rateOf, spentOn } from './spent.ts';

const ONE_SECOND = { seconds: 1 };
/** Rota's default. */
export const POOL_SIZE = 10;

export type Bare = Child<{ url: string }>;

/** On PostgreSQL, it also sends the statements of its routes, to the same server. */
export function startBare(
  { environment: { DATABASE_URL } }: Storage,
  { routes, plannerOptions }: Described,
): Promise<Bare> {
  return Child.start('bare.ts', {
    ROUTES: JSON.stringify(routes),
    ...(DATABASE_URL && {
      DATABASE_URL,
      POOL_SIZE: String(POOL_SIZE),
      PLANNER_OPTIONS: plannerOptions,
    }),
  });
}

/** A kind of request, sent alternately to Rota and to a bare server. */
export interface BareCase {
  name: string;
  goal?: number | undefined;
  storage: Storage;
  rota: { url: string; pid: number };
  bare: Bare;
  route: BareRoute;
  request: Load['request'];
  /** A duration or a count; a second by default. */
  until?: Load['until'];
  /** See `Contestant`. */
  settle?: () => Promise<unknown>;
}

/** A server under a load of such requests. */
export function underLoad(
  name: string,
  { url, pid }: { url: string; pid: number },
  { storage, route, request, until = ONE_SECOND }: Pick<BareCase, 'storage' | 'route' | 'request' | 'until'>,
): Contestant<Quantity> {
  let sent = 0;
  const { status } = route;
  return {
    name,
    async run() {
      const servers = await serversOf(storage.environment);
      const work = () => load({ url, until, status, request: () => request(sent++) });
      return rateOf(await spentOn({ pid, servers }, work));
    },
  };
}

const bareName = (name: string) => `${name}, bare`;

export function bothOf(each: BareCase): Contestant<Quantity>[] {
  const { url } = each.bare.ready;
  return [
    { ...underLoad(each.name, each.rota, each), ...(each.settle && { settle: each.settle }) },
    underLoad(bareName(each.name), { url, pid: each.bare.pid }, { ...each, until: ONE_SECOND }),
  ];
}

export function besideBare(rounds: Rounds<Quantity>, { name, goal, route }: BareCase): Figure {
  return compare(rounds, {
    name,
    measured: name,
    beside: bareName(name),
    what: inWords(route),
    goal: goal === undefined ? undefined : atLeast(goal),
  });
}

function inWords({ roundTrips, statements }: BareRoute): string {
  if (statements.length > 0) return `bare Fastify, the same ${statements.length} statements,`;
  return roundTrips === 0 ? 'bare Fastify' : `bare Fastify, ${roundTrips} round trips,`;
}
