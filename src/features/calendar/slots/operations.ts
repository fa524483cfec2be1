import type { Context } from '../../../context.ts';
import { notFound, validationError } from '../../../errors.ts';
import type { Reader } from '../../../storage/database.ts';
import type { CalendarPage, OpenDays } from '../../../time/calendar-pages.ts';
import type { Interval } from '../../../time/hosts.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import { DAY_MS, formatTimestamp } from '../../../time/timestamps.ts';
import { MINUTES_OF_DAY } from '../../../time/zones.ts';
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
  type SlotType,
  type Span,
  searchRange,
  settingsFor,
  slotLimit,
  startingIn,
} from './rules.ts';
import { type Pace, shares } from './shares.ts';
import { findSlotsInSteps, findSlotsOfEachDay, findStartsWithin } from './steps.ts';

export type { Person, SlotSubject, SlotType };

export async function findMemberSlots(context: Context, memberId: string, query: SlotQuery, type?: SlotType) {
  return listSlots(context, query, { ...(await memberSubject(context, memberId)), type });
}

export async function explainMemberTime(
  context: Context,
  memberId: string,
  asked: TimeAsked,
  type?: SlotType,
) {
  return explainTime(context, { ...(await memberSubject(context, memberId)), type }, asked);
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
  const { hosts, one_of, request_id = null, type } = subject;
  const settings = settingsFor(await readSchedulingSettings(context, database), type);
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
      type,
      pace,
    });
    if (!isComplete) {
      throw validationError('The hosts have too many busy times between from and to: choose a shorter range');
    }
    const search = {
      hosts: hostsAmong(hosts),
      ...(one_of && { one_of: hostsAmong(one_of) }),
      limits: type,
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

/**
 * The times to choose options from: slots in the timeframe of the request, or in the next days, in order. If there are very many,
 * some of each day. The settings are read here unless they are passed.
 */
export async function findOfferTimes(
  context: Context,
  reader: Reader,
  subject: SlotSubject,
  known: { settings?: SchedulingSettings } = {},
): Promise<MeetingTime[]> {
  const pace = shares.urgentPace();
  const { type } = subject;
  const settings = settingsFor(known.settings ?? (await readSchedulingSettings(context, reader)), type);
  const now = context.clock.now();
  const duration = subject.duration_minutes ?? settings.duration_minutes;
  const whole = offerRange(settings, subject, now);
  const { range, hosts } = await hostsDuring(context, reader, { ...subject, one_of: [] }, whole, pace);
  const search = {
    hosts,
    limits: type,
    range: innerMinutes(range),
    now: nowInMinutes(now),
    duration_minutes: duration,
    interval_minutes: settings.slot_interval_minutes,
    limit: slotLimit(MAX_OFFER_TIMES, hosts.length),
  };
  const found = await findSlotsInSteps(search, pace);
  const days = Math.ceil((range.to - range.from) / DAY_MS) + 1;
  const slots = found.has_more
    ? await findSlotsOfEachDay(search, Math.floor(MAX_OFFER_TIMES / days), pace)
    : found.slots;
  return slots.map(timeOfSlot);
}

const timeOfSlot = ({ start, end }: Interval): MeetingTime => ({
  starts_at: fromMinutes(start),
  ends_at: fromMinutes(end),
});

/** The range to search for times to offer. */
export function offerRange(
  { timeframe_days }: Pick<SchedulingSettings, 'timeframe_days'>,
  { timeframe }: Pick<SlotSubject, 'timeframe'>,
  now: number,
): Span {
  const timing = { now, timeframe: timeframe ?? null, days: timeframe_days };
  return searchRange({ from: undefined, to: undefined }, timing);
}

export interface DaysSearch {
  page: CalendarPage;
  /** Where times may be. */
  span: Span;
  duration_minutes: number;
  slot_interval_minutes: number;
  /** The day whose times are wanted; the first that has any if it is left out. */
  date: string | undefined;
  /** When the meeting is now: that is no other time. */
  except_start: number | null;
}

/**
 * Which days of a page have times, and the times of one of them. Reads the hosts' times once for all days; each day is then searched
 * only until it has one.
 */
export async function findOpenDays(
  context: Context,
  subject: SlotSubject,
  { page, span, duration_minutes, slot_interval_minutes, date, except_start }: DaysSearch,
): Promise<OpenDays> {
  const { database, clock, caller } = context;
  const first = page.days[0] as CalendarPage['days'][number];
  const last = page.days.at(-1) ?? first;
  const wanted = startingIn({ from: first.from, to: last.to }, span, duration_minutes);
  const none = page.days.map((day) => ({ ...day, has_times: false }));
  const shownOf = (days: OpenDays['days']) =>
    days.find((day) => day.date === date) ?? days.find(({ has_times }) => has_times) ?? null;
  if (wanted.to <= wanted.from) return { ...page, days: none, shown: shownOf(none), times: [] };
  return shares.search(caller.workspaceId, async (pace) => {
    const { range, hosts, one_of } = await hostsDuring(context, database, subject, wanted, pace);
    const search = {
      hosts,
      ...(one_of && { one_of }),
      limits: subject.type,
      range: innerMinutes(range),
      now: nowInMinutes(clock.now()),
      duration_minutes,
      interval_minutes: slot_interval_minutes,
      limit: 1,
    };
    const startsOf = async (day: Span, most: number) => {
      const starts = await findStartsWithin(search, innerMinutes(day), most, pace);
      return starts.filter(({ start }) => fromMinutes(start) !== except_start);
    };
    const days: OpenDays['days'] = [];
    // The first one found may be when the meeting is now.
    for (const day of page.days) days.push({ ...day, has_times: (await startsOf(day, 2)).length > 0 });
    const shown = shownOf(days);
    const starts = shown ? await startsOf(shown, MINUTES_OF_DAY) : [];
    return { ...page, days, shown, times: starts.map(timeOfSlot) };
  });
}

/** Loads the people for as much of the range as they don't have too much in. What is free in the rest stays unknown. */
async function hostsDuring(context: Context, reader: Reader, subject: SlotSubject, wanted: Span, pace: Pace) {
  const { hosts, one_of } = subject;
  for (let range = wanted; ; range = { ...range, to: (range.from + range.to) / 2 }) {
    const { hostsAmong, isComplete } = await loadHosts(context, reader, {
      people: [...hosts, ...(one_of ?? [])],
      range,
      except_request_id: subject.request_id ?? null,
      type: subject.type,
      pace,
    });
    const found = { range, hosts: hostsAmong(hosts), ...(one_of && { one_of: hostsAmong(one_of) }) };
    if (isComplete) return found;
    if (range.to - range.from < DAY_MS) return { range, hosts: [], one_of: undefined };
  }
}
