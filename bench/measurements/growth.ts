import type { Context } from '../../src/context.ts';
import { listDeliveries } from '../../src/features/events/webhook-deliveries/operations.ts';
import { createMember } from '../../src/features/people/members/operations.ts';
import { createTeam, getTeam, listTeams } from '../../src/features/turns/teams/operations.ts';
import { claimDue } from '../../src/outbox/claim.ts';
import { claim, PERMITS } from '../../src/webhooks/channel.ts';
import { deliveryTable } from '../../src/webhooks/queries.ts';
import type { Figure } from '../figures.ts';
import { grown, mediansOf } from '../growth/by-turns.ts';
import { growingPast } from '../growth/compare.ts';
import type { Measurement } from '../measurement.ts';
import { type Engine, emptyStorage, engines, openRota } from '../rota.ts';
import { makeEndpoint, refreshStatistics, writeDeliveries, writeTeams } from '../rows.ts';

const HISTORY = 1_000_000;
const DUE = 100_000;
/** One claim for one endpoint. A table with so few rows counts as empty. */
const FEW_DUE = 50;
const FEW_TEAMS = 10;
const MANY_TEAMS = 100_000;
const PAGE = { limit: 25, cursor: undefined };
const TEAM_PAGE = { limit: FEW_TEAMS, cursor: undefined };
const NOTHING_CLAIMED = { permits: PERMITS, claimed: new Map(), lanes: new Map(), workspaces: new Map() };
const CHANNEL = { selectDue: deliveryTable.createDueSearch(), claim, leaseMs: 30_000 };

export const growth: Measurement = {
  name: 'growth',
  about:
    'claims and lists with 1,000,000 deliveries of history, and with 100,000 due; 100,000 teams; every call of the API beside 100,000 rows of what is over',
  async measure(progress) {
    const figures: Figure[] = [];
    for (const engine of engines) {
      figures.push(
        ...(await growingDeliveries(engine, progress)),
        ...(await growingTeams(engine, progress)),
        ...(await growingPast(engine, progress)),
      );
    }
    return figures;
  },
};

type World = AsyncDisposable & { context: Context };

async function openWorld(engine: Engine): Promise<World> {
  const storage = await emptyStorage(engine);
  const context = await openRota(storage.environment);
  return {
    context,
    async [Symbol.asyncDispose]() {
      await context.storage.close();
      await storage[Symbol.asyncDispose]();
    },
  };
}

async function growingDeliveries(engine: Engine, progress: (step: string) => void): Promise<Figure[]> {
  progress(
    `${engine}: ${HISTORY.toLocaleString('en')} deliveries of history, ${DUE.toLocaleString('en')} due`,
  );
  await using few = await openDeliveries(engine, { history: 0, due: FEW_DUE });
  await using history = await openDeliveries(engine, { history: HISTORY, due: FEW_DUE });
  await using due = await openDeliveries(engine, { history: 0, due: DUE });
  const worlds = [few, history, due];
  const every = { status: undefined, event_type: undefined, ...PAGE };
  progress(`${engine}: claims and lists of deliveries`);
  const claims = await mediansOf(worlds, {
    run: ({ context: { database, clock } }) =>
      claimDue(CHANNEL, database, NOTHING_CLAIMED, { id: 'bench', now: clock.now() }),
    async after({ context }, _, { items }) {
      if (items.length !== FEW_DUE) throw new Error(`${items.length} were claimed`);
      await deliveryTable.release(context.database, items);
    },
  });
  const lists = await mediansOf(worlds, {
    run: ({ context, endpointId }) => listDeliveries(context, endpointId, every),
  });
  const named = (name: string, medians: number[], place: number) =>
    grown(`${name}, ${engine}`, medians[place] as number, asGoodAsEmpty(medians));
  return [
    named(`claim ${FEW_DUE} beside 1,000,000 of history`, claims, 1),
    named(`claim ${FEW_DUE} of 100,000 due`, claims, 2),
    named('list deliveries (25) of 1,000,000', lists, 1),
    named('list deliveries (25), 100,000 due', lists, 2),
  ];
}

/** The first of the databases. */
const asGoodAsEmpty = ([value]: number[]) => ({ what: 'as good as empty', value: value as number });

async function openDeliveries(engine: Engine, { history, due }: { history: number; due: number }) {
  const world = await openWorld(engine);
  const endpointId = await makeEndpoint(world.context, 'http://127.0.0.1:9/hook');
  if (history > 0) await writeDeliveries(world.context, endpointId, history, 'success');
  await writeDeliveries(world.context, endpointId, due, 'pending');
  await refreshStatistics(world.context);
  return { ...world, endpointId };
}

async function growingTeams(engine: Engine, progress: (step: string) => void): Promise<Figure[]> {
  progress(`${engine}: ${FEW_TEAMS} and ${MANY_TEAMS.toLocaleString('en')} teams`);
  await using few = await openTeams(engine, FEW_TEAMS);
  await using many = await openTeams(engine, MANY_TEAMS);
  const every = { active: undefined, email_address: undefined };
  const gets = await mediansOf([few, many], {
    run: ({ context, teamId }) => getTeam(context, teamId),
  });
  const lists = await mediansOf([few, many], {
    run: ({ context }) => listTeams(context, every, TEAM_PAGE),
  });
  return [
    grown(`get team, one of 100,000, ${engine}`, gets[1] as number, asGoodAsEmpty(gets)),
    grown(`list teams (10) of 100,000, ${engine}`, lists[1] as number, asGoodAsEmpty(lists)),
  ];
}

async function openTeams(engine: Engine, count: number) {
  const world = await openWorld(engine);
  const { context } = world;
  await writeTeams(context, count - FEW_TEAMS);
  // The newest have one member each, so that the lists are the same.
  const { id: memberId } = await createMember(context, { email: 'a@example.com' });
  let teamId = '';
  for (let number = 1; number <= FEW_TEAMS; number += 1) {
    const team = await createTeam(context, { name: `Newest ${number}`, member_ids: [memberId] });
    teamId = team.id;
  }
  await refreshStatistics(context);
  return { ...world, teamId };
}
