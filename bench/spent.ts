// The time and CPU time of a piece of work.
import type { Processor, Quantity } from './figures.ts';
import { processorTime, processorTimeOfServer } from './processor-time.ts';

/** How much was done, and how long it took. */
export interface Done {
  count: number;
  ms: number;
}

export interface Spent extends Done {
  processor?: Processor;
}

export interface Workers {
  /** The id of the process that does the work. */
  pid: number;
  /** The ids of the servers with its data. */
  servers: number[];
}

/** The CPU time is per piece of work. */
export async function spentOn<Result extends Done>(
  { pid, servers }: Workers,
  work: () => Promise<Result>,
): Promise<Result & Spent> {
  const times = () => ({ own: processorTime(pid), servers: servers.map(processorTimeOfServer) });
  const before = times();
  const result = await work();
  const after = times();
  if (before.own === undefined || after.own === undefined) return result;
  const ofServers = after.servers.map((end, place) => (end ?? 0) - (before.servers[place] ?? 0));
  const database = ofServers.reduce((sum, each) => sum + each, 0) / result.count;
  const processor = {
    process: (after.own - before.own) / result.count,
    ...(servers.length > 0 && { database }),
  };
  return { ...result, processor };
}

export const rateOf = ({ count, ms, processor }: Spent): Quantity => ({
  value: (count / ms) * 1000,
  unit: '/s',
  ...(processor && { processor }),
});

/** Environment variables for a child that measures itself. */
export const toldServers = (servers: number[]) => ({ SERVERS: servers.join(',') });

/** Called in such a child. */
export const ownWorkers = (): Workers => ({
  pid: process.pid,
  servers: (process.env.SERVERS ?? '').split(',').filter(Boolean).map(Number),
});
