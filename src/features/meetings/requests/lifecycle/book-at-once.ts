// A request for a time that its caller has chosen: it is booked at once, or not made at all.
import type { Context } from '../../../../context.ts';
import { invalidRequest, LateRefusal, type RotaError, validationError } from '../../../../errors.ts';
import type { Refused } from '../../../../time/hosts.ts';
import type { MeetingTime } from '../../../../time/intervals.ts';
import { DAY_MS, MINUTE_MS } from '../../../../time/timestamps.ts';
import { timeOf } from '../../../calendar/bookings/rules.ts';
import { explainMemberTime, findMemberSlots } from '../../../calendar/slots/operations.ts';
import { findMemberByEmail } from '../../../people/members/operations.ts';
import { NobodyFree } from '../../../turns/rotation/operations.ts';
import { findTeam } from '../../../turns/rotation/routed-teams.ts';
import { explainTeamTime, findTeamSlots } from '../../../turns/rotation/slots.ts';
import { readSchedulingSettings } from '../../../workspace/scheduling-settings/operations.ts';
import type { NewRequest } from './announcements.ts';
import { createBooked } from './create.ts';
import { completeByType, type TypedRequest } from './types.ts';

/** How many times a refusal offers instead. */
const INSTEAD = 3;
/** How many reasons its message names. */
const NAMED = 3;
/** Where other times are looked for, before and after. */
const AROUND_MS = 7 * DAY_MS;
const MAX_SLOTS = 1_000;

const NOT_FREE = 'starts_at is not free';

/** The hosts have to be free by the rules of a public page, at any minute. Else refuses, with the reasons and the nearest times. */
export async function createAt(context: Context, body: NewRequest, startsAt: number) {
  const { database, clock } = context;
  if (startsAt % MINUTE_MS !== 0)
    throw invalidRequest('starts_at must be at a whole minute', {
      field: 'starts_at',
      plain: 'Choose a time at a whole minute.',
    });
  if (startsAt < clock.now())
    throw invalidRequest('starts_at must be in the future', {
      field: 'starts_at',
      plain: 'This time is in the past. Choose a later one.',
    });
  const typed = await completeByType(context, database, body);
  const settings = await readSchedulingSettings(context, database);
  const time = timeOf(startsAt, typed.body.context?.duration_minutes ?? settings.duration_minutes);
  try {
    return await database.transaction((tx) =>
      createBooked(context, tx, body, time, { is_outside: false, chosen_by: [] }),
    );
  } catch (error) {
    if (!(error instanceof NobodyFree)) throw error;
    // Slots are looked for at leisure, and other workspaces' searches may come first.
    throw new LateRefusal('validation_error', NOT_FREE, () =>
      notFree({ ...context, database: context.storage }, typed, time),
    );
  }
}

async function notFree(context: Context, typed: TypedRequest, time: MeetingTime): Promise<RotaError> {
  const { reasons, slots } = await explain(context, typed, time);
  const nearest = slots
    .toSorted((one, other) => distance(one, time) - distance(other, time))
    .slice(0, INSTEAD)
    .sort((one, other) => (one.starts_at < other.starts_at ? -1 : 1));
  const starts = nearest.map(({ starts_at }) => starts_at);
  return validationError(
    `${NOT_FREE}${inBrackets(reasons)}. ${
      starts.length > 0 ? `The nearest free times are ${starts.join(', ')}` : 'No time near it is free'
    }`,
    {
      field: 'starts_at',
      plain: (say) =>
        starts.length > 0
          ? `This time isn’t free. The nearest free times are ${starts.map((start) => say(Date.parse(start))).join('; ')}.`
          : 'This time isn’t free, and no time near it is.',
      details: { reasons, slots: nearest },
    },
  );
}

const distance = ({ starts_at }: { starts_at: string }, time: MeetingTime) =>
  Math.abs(Date.parse(starts_at) - time.starts_at);

/** Such as ` (ada@example.com: busy, notice; ben@example.com: busy)`. */
function inBrackets(reasons: Refused[]): string {
  const byHost = [...Map.groupBy(reasons, ({ email }) => email)].slice(0, NAMED);
  const words = byHost.map(([email, own]) => `${email}: ${own.map(({ reason }) => reason).join(', ')}`);
  return words.length > 0 ? ` (${words.join('; ')})` : '';
}

/** Why the hosts can't meet then, and when they can. */
async function explain(context: Context, { body, type }: TypedRequest, { starts_at, ends_at }: MeetingTime) {
  const duration_minutes = (ends_at - starts_at) / MINUTE_MS;
  const asked = { starts_at, duration_minutes };
  const query = {
    from: Math.max(context.clock.now(), starts_at - AROUND_MS),
    to: starts_at + AROUND_MS,
    duration_minutes,
    limit: MAX_SLOTS,
    explain: undefined,
  };
  const { team_id, organizer_email } = body;
  const named = organizer_email && (await findMemberByEmail(context, context.database, organizer_email));
  if (named) {
    const [{ reasons }, { data }] = [
      await explainMemberTime(context, named.id, asked, type),
      await findMemberSlots(context, named.id, query, type),
    ];
    return { reasons, slots: data };
  }
  const { mode } = await findTeam(context, context.database, team_id as string);
  const hosts = mode === 'pool' ? 'any' : undefined;
  const [{ reasons }, { data }] = [
    await explainTeamTime(context, team_id as string, asked, type),
    await findTeamSlots(context, team_id as string, { ...query, hosts }, type),
  ];
  return { reasons, slots: data };
}
