// The resources for a number of requests a day, computed from the costs of one. docs/operate/capacity.md has the formulas in words.
import type { Cost } from './cost.ts';

/** What comes with one meeting request in the examples of docs/operate/capacity.md. */
export const perRequest: Record<string, number> = {
  'meeting request through a pool': 1,
  'answer that books': 0.7,
  "participant's page": 2,
  'get team (5 members)': 8,
  'list meeting requests (25)': 2,
  'slots of a stack team (10 hosts)': 0.5,
  'event with its delivery': 2,
  mail: 0.5,
};

/** The ratio of the busiest minute to the mean of the day. */
export const PEAK = 5;
/** The usable fraction of a core: above it, waiting times grow. */
export const USABLE = 0.6;
/** Two, so that one can be stopped. */
const FEWEST_NODES = 2;
const CONNECTIONS_OF_A_NODE = 15;
const DAY_SECONDS = 86_400;

/** Default retention in days, by table. Everything else is kept for good. */
const retentionDays: Record<string, number> = {
  events: 30,
  webhook_deliveries: 30,
  webhook_attempts: 30,
  inbox: 30,
  messages: 365,
};

export interface Plan {
  meanPerSecond: number;
  peakPerSecond: number;
  rotaCores: number;
  nodes: number;
  postgresCores: number;
  connections: number;
  statementsPerSecond: number;
  walPerDay: number;
  walPerSecond: number;
  rowsPerMonth: number;
  bytesAfterMonth: number;
  bytesAfterYear: number;
}

export type Costs = Record<string, Cost>;

/** The sum over everything that comes with one request. */
export function ofOneRequest(costs: Costs, part: (cost: Cost) => number): number {
  return Object.entries(perRequest).reduce((sum, [name, times]) => {
    const cost = costs[name];
    if (!cost) throw new Error(`Nobody has measured the cost of: ${name}`);
    return sum + times * part(cost);
  }, 0);
}

export function planFor(requestsPerDay: number, costs: Costs): Plan {
  const each = (part: (cost: Cost) => number) => ofOneRequest(costs, part);
  const meanPerSecond = requestsPerDay / DAY_SECONDS;
  const peakPerSecond = PEAK * meanPerSecond;
  const coresFor = (micros: number) => (peakPerSecond * micros) / 1e6 / USABLE;
  const rotaCores = coresFor(each(({ rotaMicros }) => rotaMicros));
  const nodes = Math.max(FEWEST_NODES, Math.ceil(rotaCores));
  const wal = each(({ walBytes = 0 }) => walBytes);
  const bytesAfter = (days: number) => requestsPerDay * each((cost) => keptBytes(cost, days));
  return {
    meanPerSecond,
    peakPerSecond,
    rotaCores,
    nodes,
    postgresCores: coresFor(each(({ postgresMicros = 0 }) => postgresMicros)),
    connections: nodes * CONNECTIONS_OF_A_NODE,
    statementsPerSecond: peakPerSecond * each(({ statements = 0 }) => statements),
    walPerDay: requestsPerDay * wal,
    walPerSecond: peakPerSecond * wal,
    rowsPerMonth: 30 * requestsPerDay * each(rowsInserted),
    bytesAfterMonth: bytesAfter(30),
    bytesAfterYear: bytesAfter(365),
  };
}

export const rowsInserted = ({ tables }: Cost) =>
  Object.values(tables).reduce((sum, { inserted }) => sum + inserted, 0);

/** Bytes that one unit a day has written in this many days and that are still kept. */
function keptBytes({ tables }: Cost, days: number): number {
  return Object.entries(tables).reduce(
    (sum, [table, { bytes }]) => sum + bytes * Math.min(days, retentionDays[table] ?? days),
    0,
  );
}
