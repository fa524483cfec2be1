import type { Context, Services } from '../../context.ts';
import { validationError } from '../../errors.ts';
import { updateAvailability } from '../../features/calendar/availability/operations.ts';
import { createCalendar, replaceBusyTimes } from '../../features/calendar/calendars/operations.ts';
import { bookRequest, cancelRequest } from '../../features/meetings/requests/lifecycle/times.ts';
import { createRequest, pauseRequest } from '../../features/meetings/requests/operations.ts';
import { createEntitlement } from '../../features/people/entitlements/operations.ts';
import { createMember } from '../../features/people/members/operations.ts';
import { assignSeats } from '../../features/people/seats/operations.ts';
import { createTeam } from '../../features/turns/teams/operations.ts';
import { createApiKey } from '../../features/workspace/api-keys/operations.ts';
import { createWorkspace, listEveryWorkspace } from '../../features/workspace/workspaces/operations.ts';
import { scopes } from '../../scopes.ts';
import { within } from '../../storage/within.ts';
import { DAY_MS, formatTimestamp, HOUR_MS } from '../../time/timestamps.ts';
import { operator } from '../operator.ts';

const HANDLE = 'demo';
const PEOPLE = [
  ['ada@example.com', 'Ada Lovelace', 'admin', 'Europe/London', 'Solutions engineer'],
  ['ben@example.com', 'Ben Okri', 'member', 'Africa/Lagos', 'Account executive'],
  ['chloe@example.com', 'Chloé Martin', 'member', 'Europe/Paris', 'Account executive'],
  ['dmitri@example.com', 'Dmitri Ivanov', 'member', 'Europe/Berlin', 'Onboarding lead'],
  ['emi@example.com', 'Emi Tanaka', 'member', 'Asia/Tokyo', null],
  ['farid@example.com', 'Farid Haddad', 'member', null, null],
] as const;

/** Somebody in Berlin and somebody in Tokyo both work then: it is 17:00 to 20:00 in Tokyo. */
const EVENINGS = (['mon', 'tue', 'wed', 'thu', 'fri'] as const).map((day) => ({
  day,
  start: '12:00',
  end: '20:00',
}));
/** How many days of the calendar have a busy time. */
const BUSY_DAYS = 14;

/** In one transaction. */
export function makeDemo(services: Services) {
  return services.database.transaction(async (tx) => {
    const inside = { ...services, database: within(tx) };
    const workspaces = await listEveryWorkspace(inside);
    if (workspaces.some(({ handle }) => handle === HANDLE)) {
      throw validationError(
        `There is already a workspace with the handle ${HANDLE}: \`rota key create NAME --workspace ${HANDLE} --all-scopes\` ` +
          'creates another key for it',
      );
    }
    const { workspace, context } = await createWorkspace(inside, operator(), {
      name: 'Demo',
      handle: HANDLE,
    });
    const members = await makeMembers(context);
    const ids = members.map(({ id }) => id);
    const [ada, , chloe, , emi] = ids as [string, string, string, string, string];
    await makeTimes(context, { withCalendar: ada, withBuffers: chloe, inTheEvening: emi });
    const sales = await createTeam(context, {
      name: 'Sales',
      description: 'Demos for whoever asks: in turn.',
      mode: 'pool',
      member_ids: ids.slice(0, 3),
    });
    const onboarding = await createTeam(context, {
      name: 'Onboarding',
      description: 'New customers meet all of them together.',
      mode: 'stack',
      member_ids: ids.slice(3, 5),
    });
    const partners = await createTeam(context, {
      name: 'Partners',
      description: 'Whoever asks says whom to meet.',
      mode: 'manual',
      member_ids: ids.slice(5),
    });
    const requests = await makeRequests(context, {
      inTurn: sales.id,
      together: onboarding.id,
      byName: { team: partners.id, email: members.at(-1)?.email as string },
    });
    await createEntitlement(context, { plan_key: 'pro', seat_capacity: 5 });
    await assignSeats(context, { membership_ids: ids.slice(0, 4) });
    const { key } = await createApiKey(context, { name: 'Demo key', scopes: [...scopes] });
    return {
      workspace_id: workspace.id,
      handle: workspace.handle,
      key,
      members: members.length,
      teams: [sales, onboarding, partners].length,
      meeting_requests: requests.all.length,
      active_request_id: requests.active.id,
      pool_team_id: sales.id,
      stack_team_id: onboarding.id,
    };
  });
}

async function makeMembers(context: Context) {
  const members = [];
  for (const [email, name, role, timezone, title] of PEOPLE) {
    members.push(await createMember(context, { email, name, role, timezone, title }));
  }
  return members;
}

interface TimesOf {
  withCalendar: string;
  withBuffers: string;
  inTheEvening: string;
}

/** Weekly hours, and a calendar with one busy hour every day. */
async function makeTimes(context: Context, { withCalendar, withBuffers, inTheEvening }: TimesOf) {
  await updateAvailability(context, withBuffers, {
    buffer_before_minutes: 10,
    buffer_after_minutes: 10,
    maximum_per_day: 4,
  });
  await updateAvailability(context, inTheEvening, { weekly: EVENINGS });
  const calendar = await createCalendar(context, withCalendar, { type: 'pushed', name: 'Lunch' });
  const today = Math.floor(context.clock.now() / DAY_MS) * DAY_MS;
  const noons = Array.from({ length: BUSY_DAYS }, (_, day) => today + day * DAY_MS + 12 * HOUR_MS);
  await replaceBusyTimes(context, calendar.id, {
    from: formatTimestamp(today),
    to: formatTimestamp(today + BUSY_DAYS * DAY_MS),
    busy: noons.map((noon) => ({ start: formatTimestamp(noon), end: formatTimestamp(noon + HOUR_MS) })),
  });
}

interface Teams {
  inTurn: string;
  together: string;
  byName: { team: string; email: string };
}

const GRACE = ['grace@example.org', 'Grace Hopper', 'America/New_York'] as const;
const ALAN = ['alan@example.org', 'Alan Turing', 'Europe/London'] as const;
const EDSGER = ['edsger@example.org', 'Edsger Dijkstra', 'Europe/Amsterdam'] as const;
const BARBARA = ['barbara@example.org', 'Barbara Liskov', 'Europe/Lisbon'] as const;
const DONALD = ['donald@example.org', 'Donald Knuth', null] as const;
type Participant = readonly [email: string, name: string, timezone: string | null];

/** One request in each state, and one through each team. The running service offers times for the active ones. */
async function makeRequests(context: Context, { inTurn, together, byName }: Teams) {
  const booked = await ask(context, 'Product demo', GRACE, { team_id: inTurn });
  const starts_at = formatTimestamp(Math.ceil(context.clock.now() / HOUR_MS) * HOUR_MS + DAY_MS);
  await bookRequest(context, booked.id, { starts_at, duration_minutes: 30 });
  const paused = await ask(context, 'Pricing', ALAN, { team_id: inTurn });
  await pauseRequest(context, paused.id);
  const active = await ask(context, 'Security review', EDSGER, { team_id: inTurn });
  const cancelled = await ask(context, 'Second demo', GRACE, { team_id: inTurn });
  await cancelRequest(context, cancelled.id, {});
  const kickOff = await ask(context, 'Kick-off', BARBARA, { team_id: together });
  const partner = await ask(context, 'Partnership', DONALD, {
    team_id: byName.team,
    organizer_email: byName.email,
  });
  return { all: [booked, paused, active, cancelled, kickOff, partner], active };
}

function ask(
  context: Context,
  title: string,
  [email, name, timezone]: Participant,
  to: { team_id: string; organizer_email?: string },
) {
  return createRequest(context, {
    ...to,
    participants: [{ email, name, timezone }],
    include_introduction: true,
    // These people don't exist, so a real mail server sends them nothing.
    notify_participants: context.config.smtpUrl === undefined,
    context: { title, duration_minutes: 30 },
  });
}
