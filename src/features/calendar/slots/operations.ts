import type { Context } from '../../../context.ts';
import { notFound, validationError } from '../../../errors.ts';
import type { Reader } from '../../../storage/database.ts';
import type { Host } from '../../../time/hosts.ts';
import type { MeetingTime } from '../../../time/meeting-time.ts';
import { findSlots } from '../../../time/slots.ts';
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
  slotLimit,
  startingIn,
  windowFrom,
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

/** The slots of whoever is needed, in order of time. */
export async function listSlots(context: Context, query: SlotQuery, subject: SlotSubject) {
  const { database, clock } = context;
  const { hosts, one_of, request_id = null } = subject;
  const settings = await readSchedulingSettings(context, database);
  const now = clock.now();
  const timing = { now, timeframe: subject.timeframe ?? null, days: settings.timeframe_days };
  const window = windowFrom(query, timing);
  const duration = query.duration_minutes ?? subject.duration_minutes ?? settings.duration_minutes;
  const limit = slotLimit(query.limit, hosts.length + 1);
  const found = await shares.search(context.caller.workspaceId, async (pace) => {
    const { hostsAmong, isComplete } = await loadHosts(context, database, {
      people: [...hosts, ...(one_of ?? [])],
      window,
      except_request_id: request_id,
      pace,
    });
    if (!isComplete) {
      throw validationError('The hosts have too many busy times between from and to: ask for a shorter time');
    }
    const search = {
      hosts: hostsAmong(hosts),
      ...(one_of && { one_of: hostsAmong(one_of) }),
      window: innerMinutes(window),
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
      from: formatTimestamp(window.from),
      to: formatTimestamp(window.to),
      duration_minutes: duration,
      slot_interval_minutes: settings.slot_interval_minutes,
      ...(query.explain && {
        refused: found.refused.map(({ start, reasons }) => ({ starts_at: timeAt(start), reasons })),
        refused_has_more: found.refused_has_more,
      }),
    },
  };
}

const SOON_MS = 4 * DAY_MS;

const timeAt = (minute: number) => formatTimestamp(fromMinutes(minute));

/** When a new meeting request is to take place, as far as it says so. */
export interface TimeWish {
  timeframe: Span | null;
  duration_minutes: number | null;
  /** At this time and no other. */
  at?: MeetingTime;
}

/** Tells which of these members have time for the meeting, each for itself: their ids. Who lacks a seat has none. */
export function createTimeCheck(
  context: Context,
  reader: Reader,
  wish: TimeWish,
  settings: SchedulingSettings,
): (memberIds: string[]) => Promise<Set<string>> {
  if (wish.at) return createCheckAt(context, reader, wish.at);
  const now = context.clock.now();
  const timing = { now, timeframe: wish.timeframe, days: settings.timeframe_days };
  const window = windowFrom({ from: undefined, to: undefined }, timing);
  return async (memberIds) => {
    const pace = shares.urgentPace();
    const people = memberIds.map((member_id) => ({ member_id }));
    const { hostsAmong } = await loadHosts(context, reader, { people, window, pace });
    const hasSlot = (host: Host, within: Span) => {
      const { slots } = findSlots({
        hosts: [host],
        window: innerMinutes(within),
        now: nowInMinutes(now),
        duration_minutes: wish.duration_minutes ?? settings.duration_minutes,
        interval_minutes: settings.slot_interval_minutes,
        limit: 1,
      });
      return slots.length > 0;
    };
    // Most have a slot soon: measured, a search of four days takes 10 µs, and one of 28 days 33 µs.
    const soon = { from: window.from, to: Math.min(window.to, window.from + SOON_MS) };
    return idsWhere(hostsAmong(people), (host) => hasSlot(host, soon) || hasSlot(host, window), pace);
  };
}

async function idsWhere(
  hosts: (Host & Person)[],
  isFree: (host: Host) => boolean,
  pace: Pace,
): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const host of hosts) {
    await pace();
    if (isFree(host)) ids.add(host.member_id);
  }
  return ids;
}

/** The same for one time, which need not be on the grid. */
function createCheckAt(context: Context, reader: Reader, { starts_at, ends_at }: MeetingTime) {
  const time = { from: starts_at, to: ends_at };
  const window = innerMinutes(time);
  return async (memberIds: string[]) => {
    const pace = shares.urgentPace();
    const people = memberIds.map((member_id) => ({ member_id }));
    const { hostsAmong, isComplete } = await loadHosts(context, reader, { people, window: time, pace });
    if (!isComplete) return new Set<string>();
    const isFree = (host: Host) =>
      findSlots({
        hosts: [host],
        window,
        now: nowInMinutes(context.clock.now()),
        duration_minutes: window.end - window.start,
        interval_minutes: 1,
        limit: 1,
      }).slots.length > 0;
    return idsWhere(hostsAmong(people), isFree, pace);
  };
}

/** So many times are enough to choose a few of them from. */
const MAX_OFFER_TIMES = 1_000;

export interface OfferSearch {
  /** Only times that begin in it. */
  during?: Span;
  /** How many times are enough. */
  most?: number;
  /** If they were read before. */
  settings?: SchedulingSettings;
  /** If it is no search within a transaction. */
  pace?: Pace;
}

/**
 * The times from which options are chosen: slots in the timeframe of the request, or in the next days, in order. If there are
 * very many, some of each day.
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
  const whole = offerWindow(settings, subject, now);
  const wanted = during ? startingIn(during, whole, duration) : whole;
  if (wanted.to <= wanted.from) return [];
  const { window, hosts } = await hostsDuring(context, reader, subject, wanted, pace);
  const search = {
    hosts,
    window: innerMinutes(window),
    now: nowInMinutes(now),
    duration_minutes: duration,
    interval_minutes: settings.slot_interval_minutes,
    limit: slotLimit(most, hosts.length),
  };
  const found = await findSlotsInSteps(search, pace);
  const days = Math.ceil((window.to - window.from) / DAY_MS) + 1;
  const slots = found.has_more
    ? await findSlotsOfEachDay(search, Math.floor(most / days), pace)
    : found.slots;
  return slots.map(({ start, end }) => ({ starts_at: fromMinutes(start), ends_at: fromMinutes(end) }));
}

/** Where times to offer are looked for. */
export function offerWindow(
  { timeframe_days }: Pick<SchedulingSettings, 'timeframe_days'>,
  { timeframe }: Pick<SlotSubject, 'timeframe'>,
  now: number,
): Span {
  const timing = { now, timeframe: timeframe ?? null, days: timeframe_days };
  return windowFrom({ from: undefined, to: undefined }, timing);
}

/** The hosts, and as much of the window as can be read with everything that they have then: nobody knows the rest. */
async function hostsDuring(context: Context, reader: Reader, subject: SlotSubject, wanted: Span, pace: Pace) {
  for (let window = wanted; ; window = { ...window, to: (window.from + window.to) / 2 }) {
    const { hostsAmong, isComplete } = await loadHosts(context, reader, {
      people: subject.hosts,
      window,
      except_request_id: subject.request_id ?? null,
      pace,
    });
    if (isComplete) return { window, hosts: hostsAmong(subject.hosts) };
    if (window.to - window.from < DAY_MS) return { window, hosts: [] };
  }
}
