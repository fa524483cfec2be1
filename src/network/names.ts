import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { Clock } from '../clock.ts';
import { candidatesFor, createWatched, hostsIn, searchIn } from './name-files.ts';

/** All addresses of a name. */
export type Resolve = (name: string) => Promise<LookupAddress[]>;

/** For a look-up, however many servers and domains are asked. */
const LIMIT_MS = 3_000;
/** A question is repeated after half a second at first, and then for as long as the look-up may take. */
const REPEAT_MS = 500;
const MOST_REPEAT_MS = 1_000;
const QUESTIONS = 4;
/** So long a name that could not be looked up is not asked for again. */
const FAILURE_MS = 5_000;
/** Past this many it starts anew. */
const MAX_FAILURES = 10_000;

/** What is asked, instead of what the machine is set up for. */
export interface NameSources {
  servers?: string[];
  hostsFile?: string;
  resolverFile?: string;
}

/** A name has led to no address: `ENOTFOUND` when there is none, else nobody could or would say. */
export class LookupError extends Error {
  readonly code: 'ENOTFOUND' | 'EAI_AGAIN' | 'ETIMEOUT';

  constructor(code: LookupError['code']) {
    super(`The look-up failed: ${code}`);
    this.code = code;
  }
}

/**
 * Looks names up as the machine does: in its hosts file, then in DNS, with the domains that it searches. Not by the
 * machine's own `getaddrinfo`, which holds one of four threads for as long as a server is silent: four such names would stop
 * the look-ups of everybody.
 */
export function createNames(clock: Clock, sources: NameSources = {}): Resolve {
  const hosts = createWatched(sources.hostsFile ?? '/etc/hosts', hostsIn);
  const dns = createWatched(sources.resolverFile ?? '/etc/resolv.conf', (lines) => ({
    search: searchIn(lines),
    // It reads its servers from that file when it is made.
    resolver: createResolver(sources.servers),
  }));
  const running = new Map<string, Promise<LookupAddress[]>>();
  const failures = new Map<string, { error: Error; until: number }>();

  return async (name) => {
    const host = name.toLowerCase().replace(/\.$/, '');
    const known = hosts().get(host);
    if (host === 'localhost' || host.endsWith('.localhost')) return loopbackOf(known);
    if (known) return known;
    const failure = failures.get(name);
    if (failure && clock.now() < failure.until) throw failure.error;
    const found = running.get(name) ?? lookUp(name).finally(() => running.delete(name));
    running.set(name, found);
    return found;
  };

  function lookUp(name: string): Promise<LookupAddress[]> {
    return new Promise((resolve, reject) => {
      const found: LookupAddress[] = [];
      let isOver = false;
      function end(error: Error): void {
        if (isOver) return;
        isOver = true;
        cancel();
        if (found.length > 0) {
          failures.delete(name);
          resolve(found.toSorted((one, other) => one.family - other.family));
          return;
        }
        if (failures.size >= MAX_FAILURES) failures.clear();
        failures.set(name, { error, until: clock.now() + FAILURE_MS });
        reject(error);
      }
      // With what there is by then: a server may answer for one kind of address and be silent about the other.
      const cancel = clock.after(LIMIT_MS, () => end(new LookupError('ETIMEOUT')));
      ask(name, found, () => isOver).then(end, end);
    });
  }

  /** Adds what it finds to `found`, as it comes; answers what is to be said if that is nothing. */
  async function ask(name: string, found: LookupAddress[], isOver: () => boolean): Promise<LookupError> {
    const { search, resolver } = dns();
    let isUnknown = true;
    for (const candidate of candidatesFor(name, search)) {
      const codes = await Promise.all([
        askFor(resolver.resolve4(candidate), 4),
        askFor(resolver.resolve6(candidate), 6),
      ]);
      if (found.length > 0 || isOver()) break;
      isUnknown &&= codes.every((code) => code !== undefined && UNKNOWN.includes(code));
    }
    return new LookupError(isUnknown ? 'ENOTFOUND' : 'EAI_AGAIN');

    async function askFor(answer: Promise<string[]>, family: 4 | 6): Promise<string | undefined> {
      try {
        for (const address of await answer) found.push({ address, family });
        return undefined;
      } catch (error) {
        return (error as { code?: string }).code;
      }
    }
  }
}

/** The name is not there, has no such address, or can't be one. */
const UNKNOWN = ['ENOTFOUND', 'ENODATA', 'EBADNAME'];

/** The hosts file may say which of the two there are, and nothing else. */
function loopbackOf(known: LookupAddress[] = []): LookupAddress[] {
  const loopback = known.filter(({ address }) => address === '::1' || address.startsWith('127.'));
  const both = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  return loopback.length > 0 ? loopback : both;
}

/** In each round all servers are asked in turn: with several, fewer rounds take as long. */
function createResolver(servers: string[] | undefined): Resolver {
  const count = servers?.length ?? new Resolver().getServers().length;
  const tries = Math.max(2, Math.ceil(QUESTIONS / Math.max(count, 1)));
  const resolver = new Resolver({ timeout: REPEAT_MS, tries, maxTimeout: MOST_REPEAT_MS });
  if (servers) resolver.setServers(servers);
  return resolver;
}

export interface TurnOptions {
  /** So many run at the same time. */
  most: number;
  /** Whoever has waited so long for a turn does not want it any more. */
  patienceMs: number;
  clock: Clock;
}

/**
 * Lets only so many look-ups run at the same time; the others wait for their turn. Of those who ask for a name meanwhile, all
 * get one answer.
 */
export function inTurns(resolve: Resolve, { most, patienceMs, clock }: TurnOptions): Resolve {
  const asked = new Map<string, Promise<LookupAddress[]>>();
  const waiting: { until: number; begin(isTurn: boolean): void }[] = [];
  let running = 0;

  return (name) => {
    const found = asked.get(name) ?? take(name).finally(() => asked.delete(name));
    asked.set(name, found);
    return found;
  };

  async function take(name: string): Promise<LookupAddress[]> {
    if (running < most) running += 1;
    else if (!(await myTurn())) throw new LookupError('EAI_AGAIN');
    try {
      return await resolve(name);
    } finally {
      passOn();
    }
  }

  function myTurn(): Promise<boolean> {
    return new Promise((begin) => void waiting.push({ until: clock.now() + patienceMs, begin }));
  }

  function passOn(): void {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const isTurn = clock.now() < next.until;
      next.begin(isTurn);
      if (isTurn) return;
    }
    running -= 1;
  }
}
