import { claimDue } from '../../src/delivery/claim.ts';
import { releaseClaims } from '../../src/delivery/queries.ts';
import { createMember } from '../../src/features/members/operations.ts';
import { createTeam, getTeam, listTeams } from '../../src/features/teams/operations.ts';
import { listDeliveries } from '../../src/features/webhook-deliveries/operations.ts';
import { now } from '../clock.ts';
import { type Figure, figure, median, ratioBelow } from '../figures.ts';
import type { Measurement } from '../measurement.ts';
import { type Engine, emptyStorage, engines, openRota } from '../rota.ts';
import { forgetReads, makeEndpoint, refreshStatistics, writeDeliveries, writeTeams } from '../rows.ts';

const HISTORY = 1_000_000;
const DUE = 100_000;
/** What is claimed at once for one endpoint: no more are needed for a table to be as good as empty. */
const FEW_DUE = 50;
const FEW_TEAMS = 10;
const MANY_TEAMS = 100_000;
const PAGE = { limit: 25, cursor: undefined };
/** All of the few. */
const TEAM_PAGE = { limit: FEW_TEAMS, cursor: undefined };
const RUNS = 300;
const WARM_UP_RUNS = 50;
const NOTHING_HELD = { held: 0, sending: new Map() };
const LEASE_MS = 30_000;

export const growth: Measurement = {
  name: 'growth',
  about:
    'claims and lists with 1,000,000 deliveries of history, and with 100,000 due; teams, 10 and 100,000 of them',
  async measure(progress) {
    const figures: Figure[] = [];
    for (const engine of engines) {
      figures.push(...(await growingDeliveries(engine, progress)), ...(await growingTeams(engine, progress)));
    }
    return figures;
  },
};

async function growingDeliveries(engine: Engine, progress: (step: string) => void): Promise<Figure[]> {
  progress(`${engine}: an empty table`);
  const few = await measureDeliveries(engine, { history: 0, due: FEW_DUE });
  progress(`${engine}: ${HISTORY.toLocaleString('en')} deliveries of history`);
  const history = await measureDeliveries(engine, { history: HISTORY, due: FEW_DUE });
  progress(`${engine}: ${DUE.toLocaleString('en')} deliveries due`);
  const due = await measureDeliveries(engine, { history: 0, due: DUE });
  return [
    grown(`claim ${FEW_DUE} beside 1,000,000 of history, ${engine}`, history.claim, few.claim),
    grown(`claim ${FEW_DUE} of 100,000 due, ${engine}`, due.claim, few.claim),
    grown(`list deliveries (25) of 1,000,000, ${engine}`, history.list, few.list),
    grown(`list deliveries (25), 100,000 due, ${engine}`, due.list, few.list),
  ];
}

async function measureDeliveries(engine: Engine, { history, due }: { history: number; due: number }) {
  await using storage = await emptyStorage(engine);
  const context = await openRota(storage.environment);
  const { database, clock } = context;
  const endpointId = await makeEndpoint(context, 'http://127.0.0.1:9/hook');
  if (history > 0) await writeDeliveries(context, endpointId, history, 'success');
  await writeDeliveries(context, endpointId, due, 'pending');
  await refreshStatistics(context);
  const every = { status: undefined, eventType: undefined };
  const again = () => forgetReads(context);
  const list = await timeOf(() => listDeliveries(context, endpointId, every, PAGE), again);
  const claim = await timeOf(
    () => claimDue(database, NOTHING_HELD, { now: clock.now(), leaseMs: LEASE_MS }),
    async ({ claimed }) => {
      if (claimed.length !== FEW_DUE) throw new Error(`${claimed.length} were claimed`);
      await releaseClaims(database, claimed);
    },
  );
  await context.storage.close();
  return { list, claim };
}

async function growingTeams(engine: Engine, progress: (step: string) => void): Promise<Figure[]> {
  progress(`${engine}: ${FEW_TEAMS} teams`);
  const few = await measureTeams(engine, FEW_TEAMS);
  progress(`${engine}: ${MANY_TEAMS.toLocaleString('en')} teams`);
  const many = await measureTeams(engine, MANY_TEAMS);
  return [
    grown(`get team, one of 100,000, ${engine}`, many.get, few.get),
    grown(`list teams (10) of 100,000, ${engine}`, many.list, few.list),
  ];
}

async function measureTeams(engine: Engine, count: number) {
  await using storage = await emptyStorage(engine);
  const context = await openRota(storage.environment);
  const input = {
    description: null,
    mode: 'pool',
    stackAlwaysApply: false,
    includeAllMembers: false,
  } as const;
  await writeTeams(context, count - FEW_TEAMS);
  // The newest have a member each, so that the lists are the same.
  const { id: memberId } = await createMember(context, {
    email: 'a@example.com',
    name: null,
    role: 'member',
  });
  let teamId = '';
  for (let number = 1; number <= FEW_TEAMS; number += 1) {
    const team = await createTeam(context, { ...input, name: `Newest ${number}`, memberIds: [memberId] });
    teamId = team.id;
  }
  await refreshStatistics(context);
  const every = { active: undefined, emailAddress: undefined };
  const again = () => forgetReads(context);
  const get = await timeOf(() => getTeam(context, teamId), again);
  const list = await timeOf(() => listTeams(context, every, TEAM_PAGE), again);
  await context.storage.close();
  return { get, list };
}

/** The median, in milliseconds; `undo` is not timed. */
async function timeOf<Result>(
  work: () => Promise<Result>,
  undo: (result: Result) => Promise<void>,
): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < WARM_UP_RUNS + RUNS; run += 1) {
    const start = now();
    const result = await work();
    times.push(now() - start);
    await undo(result);
  }
  return median(times.slice(WARM_UP_RUNS));
}

function grown(name: string, large: number, small: number): Figure {
  return figure(
    name,
    { value: large, unit: 'ms' },
    { what: 'as good as empty', value: small, unit: 'ms' },
    ratioBelow(1.5),
  );
}
