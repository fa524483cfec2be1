// Why the system doesn't look up names: docs/decisions/0017-webhook-deliveries.md.
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { Clock } from '../time/clock.ts';
import { candidatesFor, createFileCache, hostsIn, searchIn } from './name-files.ts';

/** All addresses of a name. */
export type Resolve = (name: string) => Promise<LookupAddress[]>;

/** The timeout of one look-up, over all servers and domains. */
const TIMEOUT_MS = 3_000;
/** Queries are repeated after half a second, then every second until the timeout. */
const RETRY_MS = 500;
const MAX_RETRY_MS = 1_000;
const QUERIES = 4;
/** How long a failure is cached. */
const FAILURE_MS = 5_000;
const MAX_FAILURES = 10_000;

/** Replaces the machine's own sources. */
export interface NameSources {
  servers?: string[];
  hostsFile?: string;
  resolverFile?: string;
}

/** `ENOTFOUND`: there is no such name. `ENODATA`: it has no such record. The others: no server gave an answer. */
export class LookupError extends Error {
  readonly code: 'ENOTFOUND' | 'ENODATA' | 'EAI_AGAIN' | 'ETIMEOUT';

  constructor(code: LookupError['code']) {
    super(`The look-up failed: ${code}`);
    this.code = code;
  }
}

/**
 * Looks up names as the machine does: in the hosts file, then in DNS with the search domains. Doesn't use `getaddrinfo`, which
 * occupies one of four threads while a server is silent: four such names would stop all look-ups.
 */
export function createNames(clock: Clock, sources: NameSources = {}): Resolve {
  const hosts = createFileCache(sources.hostsFile ?? '/etc/hosts', hostsIn);
  const dns = createFileCache(sources.resolverFile ?? '/etc/resolv.conf', (lines) => ({
    search: searchIn(lines),
    // The resolver reads its servers from the same file.
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
      // On a timeout, addresses found so far still count: a server may be silent about one kind of address.
      const cancel = clock.after(TIMEOUT_MS, () => end(new LookupError('ETIMEOUT')));
      ask(name, found, () => isOver).then(end, end);
    });
  }

  /** Adds addresses to `found`. Returns the error to use if there are none. */
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

    async function askFor(addresses: Promise<string[]>, family: 4 | 6): Promise<string | undefined> {
      try {
        for (const address of await addresses) found.push({ address, family });
        return undefined;
      } catch (error) {
        return (error as { code?: string }).code;
      }
    }
  }
}

/** There is no such name, it has no such address, or it isn't a valid name. */
const UNKNOWN = ['ENOTFOUND', 'ENODATA', 'EBADNAME'];

/** The hosts file may choose between the two loopback addresses, but nothing else. */
function loopbackOf(known: LookupAddress[] = []): LookupAddress[] {
  const loopback = known.filter(({ address }) => address === '::1' || address.startsWith('127.'));
  const both = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  return loopback.length > 0 ? loopback : both;
}

/** Each try queries all servers in turn, so with several servers, fewer tries take the same time. */
export function createResolver(servers: string[] | undefined): Resolver {
  const count = servers?.length ?? new Resolver().getServers().length;
  const tries = Math.max(2, Math.ceil(QUERIES / Math.max(count, 1)));
  const resolver = new Resolver({ timeout: RETRY_MS, tries, maxTimeout: MAX_RETRY_MS });
  if (servers) resolver.setServers(servers);
  return resolver;
}

interface LookupLimits {
  maxConcurrent: number;
  /** A look-up that has waited this long fails. */
  maxWaitMs: number;
  clock: Clock;
}

/** Limits how many look-ups run at a time; the others queue. Concurrent look-ups of the same name are shared. */
export function withLimits(resolve: Resolve, { maxConcurrent, maxWaitMs, clock }: LookupLimits): Resolve {
  const shared = new Map<string, Promise<LookupAddress[]>>();
  const queue: { until: number; begin(isInTime: boolean): void }[] = [];
  let running = 0;

  return (name) => {
    const found = shared.get(name) ?? lookUp(name).finally(() => shared.delete(name));
    shared.set(name, found);
    return found;
  };

  async function lookUp(name: string): Promise<LookupAddress[]> {
    if (running < maxConcurrent) running += 1;
    else if (!(await myTurn())) throw new LookupError('EAI_AGAIN');
    try {
      return await resolve(name);
    } finally {
      beginNext();
    }
  }

  function myTurn(): Promise<boolean> {
    return new Promise((begin) => void queue.push({ until: clock.now() + maxWaitMs, begin }));
  }

  function beginNext(): void {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const isInTime = clock.now() < next.until;
      next.begin(isInTime);
      if (isInTime) return;
    }
    running -= 1;
  }
}
