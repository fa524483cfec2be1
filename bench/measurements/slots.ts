import type { Context } from '../../src/context.ts';
import { createMember } from '../../src/features/people/members/operations.ts';
import { findTeamSlots } from '../../src/features/turns/rotation/slots.ts';
import { createTeam } from '../../src/features/turns/teams/operations.ts';
import { type Figure, figure, measuredBelow, ratioBelow } from '../figures.ts';
import { mediansOf } from '../growth/by-turns.ts';
import type { Measurement } from '../measurement.ts';
import { call, type Engine, emptyStorage, engines, openRota, serve } from '../rota.ts';
import { refreshStatistics } from '../rows.ts';

const SIZES = [10, 25, 50, 100];
const GOAL_SIZE = 50;
const DAYS = 28;
const BUSY_TIMES = 40;
const HALF_HOUR_MS = 30 * 60_000;
const DAY_MS = 48 * HALF_HOUR_MS;
const LIMIT = 1_000;

export const slots: Measurement = {
  name: 'slots',
  about: `times at which all hosts of a stack team are free: ${DAYS} days, ${BUSY_TIMES} busy times each, every half hour`,
  async measure(progress) {
    const figures: Figure[] = [];
    for (const engine of engines) figures.push(...(await measureOn(engine, progress)));
    return figures;
  },
};

async function measureOn(engine: Engine, progress: (step: string) => void): Promise<Figure[]> {
  progress(`${engine}: teams of ${SIZES.join(', ')}`);
  await using storage = await emptyStorage(engine);
  const context = await openRota(storage.environment);
  const teams = await makeTeams(context, SIZES);
  await refreshStatistics(context);
  const medians = await mediansOf(teams, { run: (team) => searchFor(context, team.id) });
  await context.storage.close();
  progress(`${engine}: over HTTP`);
  await using rota = await serve(storage.environment);
  const { id, place } = goalTeam(teams);
  const path = `/teams/${id}/slots?limit=${LIMIT}`;
  const [overHttp] = (await mediansOf([rota], { run: () => call(rota, 'GET', path) })) as [number];

  const timeOf = (at: number) => ({ value: medians[at] as number, unit: 'ms' }) as const;
  const growing = SIZES.slice(1).map((size, smaller) => {
    const beside = { what: `${SIZES[smaller]} hosts`, ...timeOf(smaller) };
    // Linear, with some room for other work on the machine.
    const linear = ratioBelow((1.25 * size) / (SIZES[smaller] as number));
    const goal = size === GOAL_SIZE ? measuredBelow(25) : linear;
    return figure(`${size} hosts, ${engine}`, timeOf(smaller + 1), beside, goal);
  });
  return [
    ...growing,
    figure(
      `${GOAL_SIZE} hosts, over HTTP, ${engine}`,
      { value: overHttp, unit: 'ms' },
      { what: 'without HTTP', ...timeOf(place) },
    ),
  ];
}

const goalTeam = (teams: { id: string }[]) => {
  const place = SIZES.indexOf(GOAL_SIZE);
  return { id: teams[place]?.id as string, place };
};

function searchFor(context: Context, teamId: string) {
  const query = { from: undefined, to: undefined, duration_minutes: undefined, hosts: undefined };
  return findTeamSlots(context, teamId, { ...query, limit: LIMIT, explain: undefined });
}

/** Stack teams of the same people: the first 10, the first 25 and so on. */
export async function makeTeams(context: Context, sizes: number[]): Promise<{ id: string }[]> {
  const memberIds: string[] = [];
  for (let number = 1; number <= Math.max(...sizes); number += 1) {
    const member = await createMember(context, { email: `host-${number}@example.com` });
    await makeBusy(context, member.id, number);
    memberIds.push(member.id);
  }
  const teams: { id: string }[] = [];
  for (const size of sizes) {
    const member_ids = memberIds.slice(0, size);
    teams.push(await createTeam(context, { name: `Team of ${size}`, mode: 'stack', member_ids }));
  }
  return teams;
}

/** A calendar with half hours spread over the days, at different times for each member. */
async function makeBusy(
  { database, caller, clock }: Context,
  memberId: string,
  number: number,
): Promise<void> {
  const calendarId = `clr_${String(number).padStart(26, '0')}`;
  const now = clock.now();
  const step = (DAYS * DAY_MS) / BUSY_TIMES;
  await database.transaction(async (tx) => {
    await tx.run(
      `insert into calendars (workspace_id, id, member_id, type, receives_bookings, created_at, updated_at)
       values ($1, $2, $3, 'pushed', 0, $4, $4)`,
      [caller.workspaceId, calendarId, memberId, now],
    );
    for (let place = 0; place < BUSY_TIMES; place += 1) {
      const startsAt = Math.round(now + place * step + number * HALF_HOUR_MS);
      await tx.run(
        `insert into busy_times (workspace_id, calendar_id, object, starts_at, ends_at, member_id)
         values ($1, $2, '', $3, $4, $5)`,
        [caller.workspaceId, calendarId, startsAt, startsAt + HALF_HOUR_MS, memberId],
      );
    }
  });
}
