import type { Context } from '../../../context.ts';
import { notFound, validationError } from '../../../errors.ts';
import type { Reader } from '../../../storage/database.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import { DAY_MS, formatTimestamp } from '../../../time/timestamps.ts';
import { findMember } from '../../people/members/operations.ts';
import { readSchedulingSettings } from '../../workspace/scheduling-settings/operations.ts';
import type { SchedulingSettings } from '../../workspace/scheduling-settings/rules.ts';
import { loadHosts, type Person, type SlotSubject } from './hosts.ts';
import { explainTime, type TimeAsked } from './one-time.ts';
import {
  fromMinutes,
  innerMinutes,
  nowInMinutes,
  type SlotQuery,
  type Span,
  searchRange,
  slotLimit,
  startingIn,
} from './rules.ts';
import { type Pace, shares } from './shares.ts';
import { findSlotsInSteps, findSlotsOfEachDay } from './steps.ts';

export type { Person, SlotSubject };

export async function findMemberSlots(context: Context, memberId: string, query: SlotQuery) {
  return listSlots(context, query, await memberSubject(context, memberId));
}

export async function explainMemberTime(context: Context, memberId: string, asked: TimeAsked) {
  return explainTime(context, await memberSubject(context, memberId), asked);
}

async function memberSubject(context: Context, memberId: string): Promise<SlotSubject> {
  const member = await findMember(context, context.database, memberId);
  if (!member) throw notFound('Workspace member');
  if (member.deactivated_at !== null) throw validationError('The member is deactivated');
  return { hosts: [{ member_id: member.id }] };
}

/** The slots at which everybody who is needed is free, in order of time. */
export async function listSlots(context: Context, query: SlotQuery, subject: SlotSubject) {
  const { database, clock } = context;
  const { hosts, one_of, request_id = null } = subject;
  const settings = await readSchedulingSettings(context, database);
  const now = clock.now();
  const timing = { now, timeframe: subject.timeframe ?? null, days: settings.timeframe_days };
  const range = searchRange(query, timing);
  const duration = query.duration_minutes ?? subject.duration_minutes ?? settings.duration_minutes;
  const limit = slotLimit(query.limit, hosts.length + 1);
  const found = await shares.search(context.caller.workspaceId, async (pace) => {
    const { hostsAmong, isComplete } = await loadHosts(context, database, {
      people: [...hosts, ...(one_of ?? [])],
      range,
      except_request_id: request_id,
      pace,
    });
    if (!isComplete) {
      throw validationError('The hosts have too many busy times between from and to: choose a shorter range');
    }
    const search = {
      hosts: hostsAmong(hosts),
      ...(one_of && { one_of: hostsAmong(one_of) }),
      range: innerMinutes(range),
      now: nowInMinutes(now),
      duration_minutes: duration,
      interval_minutes: settings.slot_interval_minutes,
      limit,
      explain: query.explain === true,
    };
    return findSlotsInSteps(search, pace);
  });
  return {
    data: found.slots.map(({ start, end, emails }) => ({
      starts_at: timeAt(start),
      ends_at: timeAt(end),
      host_emails: emails,
    })),
    meta: {
      limit,
      has_more: found.has_more,
      from: formatTimestamp(range.from),
      to: formatTimestamp(range.to),
      duration_minutes: duration,
      slot_interval_minutes: settings.slot_interval_minutes,
      ...(query.explain && {
        refused: found.refused.map(({ start, reasons }) => ({ starts_at: timeAt(start), reasons })),
        refused_has_more: found.refused_has_more,
      }),
    },
  };
}

const timeAt = (minute: number) => formatTimestamp(fromMinutes(minute));

/** Enough times to choose a few from. */
const MAX_OFFER_TIMES = 1_000;

export interface OfferSearch {
  /** Only times that start within it. */
  during?: Span;
  /** How many times are enough. */
  most?: number;
  /** Read here unless they are passed. */
  settings?: SchedulingSettings;
  /** Only for a search outside a transaction. */
  pace?: Pace;
}

/**
 * The times to choose options from: slots in the timeframe of the request, or in the next days, in order. If there are very many,
 * some of each day.
 */
export async function findOfferTimes(
  context: Context,
  reader: Reader,
  subject: SlotSubject,
  { during, most = MAX_OFFER_TIMES, pace = shares.urgentPace(), ...known }: OfferSearch = {},
): Promise<MeetingTime[]> {
  const settings = known.settings ?? (await readSchedulingSettings(context, reader));
  const now = context.clock.now();
  const duration = subject.duration_minutes ?? settings.duration_minutes;
  const whole = offerRange(settings, subject, now);
  const wanted = during ? startingIn(during, whole, duration) : whole;
  if (wanted.to <= wanted.from) return [];
  const { range, hosts } = await hostsDuring(context, reader, subject, wanted, pace);
  const search = {
    hosts,
    range: innerMinutes(range),
    now: nowInMinutes(now),
    duration_minutes: duration,
    interval_minutes: settings.slot_interval_minutes,
    limit: slotLimit(most, hosts.length),
  };
  const found = await findSlotsInSteps(search, pace);
  const days = Math.ceil((range.to - range.from) / DAY_MS) + 1;
  const slots = found.has_more
    ? await findSlotsOfEachDay(search, Math.floor(most / days), pace)
    : found.slots;
  return slots.map(({ start, end }) => ({ starts_at: fromMinutes(start), ends_at: fromMinutes(end) }));
}

/** The range to search for times to offer. */
export function offerRange(
  { timeframe_days }: Pick<SchedulingSettings, 'timeframe_days'>,
  { timeframe }: Pick<SlotSubject, 'timeframe'>,
  now: number,
): Span {
  const timing = { now, timeframe: timeframe ?? null, days: timeframe_days };
  return searchRange({ from: undefined, to: undefined }, timing);
}

/** Loads the hosts for as much of the range as they don't have too much in. What is free in the rest stays unknown. */
async function hostsDuring(context: Context, reader: Reader, subject: SlotSubject, wanted: Span, pace: Pace) {
  for (let range = wanted; ; range = { ...range, to: (range.from + range.to) / 2 }) {
    const { hostsAmong, isComplete } = await loadHosts(context, reader, {
      people: subject.hosts,
      range,
      except_request_id: subject.request_id ?? null,
      pace,
    });
    if (isComplete) return { range, hosts: hostsAmong(subject.hosts) };
    if (range.to - range.from < DAY_MS) return { range, hosts: [] };
  }
}
