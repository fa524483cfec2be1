import type { Context, Services } from '../../context.ts';
import { validationError } from '../../errors.ts';
import { updateAvailability } from '../../features/calendar/availability/operations.ts';
import { createCalendar, replaceBusyTimes } from '../../features/calendar/calendars/operations.ts';
import { createEndpoint } from '../../features/events/webhook-endpoints/operations.ts';
import { createLink } from '../../features/meetings/booking-links/operations.ts';
import { createEntitlement } from '../../features/people/entitlements/operations.ts';
import { createMember } from '../../features/people/members/operations.ts';
import { assignSeats } from '../../features/people/seats/operations.ts';
import { createSignInLink } from '../../features/people/sessions/operations.ts';
import { pauseMembership } from '../../features/turns/rotation/memberships.ts';
import { createTeam } from '../../features/turns/teams/operations.ts';
import { createApiKey } from '../../features/workspace/api-keys/operations.ts';
import { updateBranding } from '../../features/workspace/branding/operations.ts';
import { updateSchedulingSettings } from '../../features/workspace/scheduling-settings/operations.ts';
import { createWorkspace, listEveryWorkspace } from '../../features/workspace/workspaces/operations.ts';
import { createIds } from '../../ids.ts';
import { scopes } from '../../scopes.ts';
import { within } from '../../storage/within.ts';
import { DAY_MS, formatTimestamp, HOUR_MS } from '../../time/timestamps.ts';
import { operator } from '../operator.ts';
import { bookedAtOnce, makeLatest, noShow, pastWeeks, underWay, WEEKS } from './history.ts';
import { makeTypes } from './meeting-types.ts';
import { type Step, startOfDay } from './steps.ts';

const HANDLE = 'demo';
const ADMIN = 'ada@example.com';
const BRAND = {
  company_name: 'Analytical Engines',
  accent_color: '#0f766e',
  website_url: 'https://example.com',
  postal_address: '12 Analytical Street, London',
};
const PEOPLE = [
  [ADMIN, 'Ada Lovelace', 'admin', 'Europe/London', 'Solutions engineer'],
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

/** A host who meets partners on every day of the week: so there is a meeting today, whatever day it is. */
const EVERY_DAY = (['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const).map((day) => ({
  day,
  start: '09:00',
  end: '17:00',
}));

/**
 * Makes the workspace with its past, in one transaction. A clock of its own begins weeks ago and moves from step to step, so
 * that turns, reports and lists show what they would show after that time.
 */
export function makeDemo(services: Services, url: string | undefined) {
  const now = services.clock.now();
  let at = startOfDay(now) - (WEEKS * 7 + 1) * DAY_MS;
  const clock = { ...services.clock, now: () => at };
  return services.database.transaction(async (tx) => {
    const inside = {
      ...services,
      clock,
      ids: createIds(clock),
      database: within(tx),
      address: { url: url ?? services.address.url },
    };
    const workspaces = await listEveryWorkspace(inside);
    if (workspaces.some(({ handle }) => handle === HANDLE)) {
      throw validationError(
        `There is already a workspace with the handle ${HANDLE}: \`rota sign-in ${ADMIN} --workspace ${HANDLE}\` prints a link to it, ` +
          `and \`rota key create NAME --workspace ${HANDLE} --all-scopes\` creates another key`,
      );
    }
    const { workspace, context } = await createWorkspace(inside, operator(), {
      name: 'Demo',
      handle: HANDLE,
      timezone: 'Europe/London',
    });
    await updateBranding(context, BRAND);
    await updateSchedulingSettings(context, {
      location: { kind: 'generated_link', template: 'https://meet.example.com/{id}' },
    });
    const members = await makeMembers(context);
    const ids = members.map(({ id }) => id);
    const [ada, ben, chloe, , emi, farid] = ids as [string, string, string, string, string, string];
    await makeTimes(context, { withBuffers: chloe, inTheEvening: emi, everyDay: farid });
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
      location: { kind: 'link', url: 'https://meet.example.com/onboarding' },
    });
    const partners = await createTeam(context, {
      name: 'Partners',
      description: 'The person asking chooses the host.',
      mode: 'manual',
      member_ids: ids.slice(5),
      location: { kind: 'in_person', address: BRAND.postal_address },
    });
    await createEntitlement(context, { plan_key: 'pro', seat_capacity: 5 });
    await assignSeats(context, { membership_ids: ids.slice(0, 4) });
    const types = await makeTypes(context, { team: sales.id, caller: ada });
    const link = await createLink(context, sales.id, { meeting_type_id: types.demo });

    const places = {
      inTurn: sales.id,
      together: onboarding.id,
      byName: { team: partners.id, email: members.at(-1)?.email as string },
      ...types,
    };
    const away = sales.members.find(({ workspace_membership_id }) => workspace_membership_id === ben);
    const steps: Step[] = [
      ...pastWeeks(now, places),
      ...underWay(now, places),
      ...bookedAtOnce(now, places),
      noShow(now, places),
      { at: now - 3 * DAY_MS, take: failingEndpoint },
      {
        at: now - 4 * HOUR_MS,
        take: () => pauseMembership(context, sales.id, away?.id as string, { until: backAt(now) }),
      },
    ].filter((step) => step.at < now);
    for (const step of steps.sort((one, other) => one.at - other.at)) {
      at = step.at;
      await step.take(context);
    }
    at = now;
    await makeLunches(context, ada);
    const latest = await makeLatest(context, places);
    const { key } = await createApiKey(context, { name: 'Demo key', scopes: [...scopes] });
    return {
      workspace_id: workspace.id,
      handle: workspace.handle,
      admin: ADMIN,
      sign_in_url:
        url === undefined ? null : (await createSignInLink(context, { id: ada, email: ADMIN })).url,
      booking_url: link.url,
      public_url: url === undefined ? null : `${url}/${workspace.handle}`,
      key,
      members: members.length,
      teams: [sales, onboarding, partners].length,
      meeting_types: Object.keys(types).length,
      meeting_requests: steps.filter(({ isRequest }) => isRequest).length + latest.all.length,
      active_request_id: latest.active.id,
      pool_team_id: sales.id,
      stack_team_id: onboarding.id,
    };
  });
}

/** Nothing can answer there, so that its failures can be looked at. */
const failingEndpoint = (context: Context) =>
  createEndpoint(context, {
    url: 'https://crm.example.invalid/hooks/meetings',
    description: 'The CRM',
    events: ['meeting_request.booked', 'meeting_request.cancelled'],
  });

/** On Monday morning, at least two days from now. */
function backAt(now: number): string {
  const day = startOfDay(now) + 2 * DAY_MS;
  const untilMonday = (8 - new Date(day).getUTCDay()) % 7;
  return formatTimestamp(day + untilMonday * DAY_MS + 8 * HOUR_MS);
}

async function makeMembers(context: Context) {
  const members = [];
  for (const [email, name, role, timezone, title] of PEOPLE) {
    members.push(await createMember(context, { email, name, role, timezone, title }));
  }
  return members;
}

interface TimesOf {
  withBuffers: string;
  inTheEvening: string;
  everyDay: string;
}

async function makeTimes(context: Context, { withBuffers, inTheEvening, everyDay }: TimesOf) {
  await updateAvailability(context, withBuffers, {
    buffer_before_minutes: 10,
    buffer_after_minutes: 10,
    maximum_per_day: 4,
  });
  await updateAvailability(context, inTheEvening, { weekly: EVENINGS });
  await updateAvailability(context, everyDay, { weekly: EVERY_DAY });
}

/** A calendar with one busy hour every day. */
async function makeLunches(context: Context, memberId: string) {
  const calendar = await createCalendar(context, memberId, { type: 'pushed', name: 'Lunch' });
  const today = startOfDay(context.clock.now());
  const noons = Array.from({ length: BUSY_DAYS }, (_, day) => today + day * DAY_MS + 12 * HOUR_MS);
  await replaceBusyTimes(context, calendar.id, {
    from: formatTimestamp(today),
    to: formatTimestamp(today + BUSY_DAYS * DAY_MS),
    busy: noons.map((noon) => ({ start: formatTimestamp(noon), end: formatTimestamp(noon + HOUR_MS) })),
  });
}
