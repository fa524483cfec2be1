import type { Context } from '../../context.ts';
import { notFound, validationError } from '../../errors.ts';
import type { Reader } from '../../storage/database.ts';
import type { Host } from '../../time/hosts.ts';
import { findSlots } from '../../time/slots.ts';
import { DAY_MS, formatTimestamp } from '../../timestamps.ts';
import { findMember } from '../members/operations.ts';
import { readSchedulingSettings } from '../scheduling-settings/operations.ts';
import { loadHosts, type Person } from './hosts.ts';
import { fromMinutes, innerMinutes, type SlotQuery, type Span, slotLimit, windowFrom } from './rules.ts';
import { findSlotsInSteps } from './steps.ts';

export type { Person };

/** A search for slots, beyond what the call says. */
export interface SlotSubject {
  /** All of them are needed. */
  hosts: readonly Person[];
  /** One of them is needed too: the first in this order who is free. */
  one_of?: readonly Person[];
  /** Of a meeting request. */
  timeframe?: Span | null;
  duration_minutes?: number | null;
  /** Its own bookings are not in its way. */
  request_id?: string;
}

export async function findMemberSlots(context: Context, memberId: string, query: SlotQuery) {
  const member = await findMember(context, context.database, memberId);
  if (!member) throw notFound('Workspace member');
  if (member.deactivated_at !== null) throw validationError('The member is deactivated');
  return listSlots(context, query, { hosts: [{ member_id: member.id }] });
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
  const { hostsAmong, isComplete } = await loadHosts(context, database, {
    people: [...hosts, ...(one_of ?? [])],
    window,
    except_request_id: request_id,
  });
  if (!isComplete) {
    throw validationError('The hosts have too many busy times between from and to: ask for a shorter time');
  }
  const found = await findSlotsInSteps({
    hosts: hostsAmong(hosts),
    ...(one_of && { one_of: hostsAmong(one_of) }),
    window: innerMinutes(window),
    now: nowInMinutes(now),
    duration_minutes: duration,
    interval_minutes: settings.slot_interval_minutes,
    limit,
    explain: query.explain === true,
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
/** A slot does not begin in the past, not even by seconds. */
const nowInMinutes = (now: number) => innerMinutes({ from: now, to: now }).start;

/** When a new meeting request is to take place, as far as it says so. */
export interface TimeWish {
  timeframe: Span | null;
  duration_minutes: number | null;
}

/** Tells which of these members have a slot for the meeting, each for itself: their ids. */
export async function createTimeCheck(
  context: Context,
  reader: Reader,
  wish: TimeWish,
): Promise<(memberIds: string[]) => Promise<Set<string>>> {
  const settings = await readSchedulingSettings(context, reader);
  const now = context.clock.now();
  const timing = { now, timeframe: wish.timeframe, days: settings.timeframe_days };
  const window = windowFrom({ from: undefined, to: undefined }, timing);
  return async (memberIds) => {
    const people = memberIds.map((member_id) => ({ member_id }));
    const { hostsAmong } = await loadHosts(context, reader, { people, window });
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
    const free = hostsAmong(people).filter((host) => hasSlot(host, soon) || hasSlot(host, window));
    return new Set(free.map(({ member_id }) => member_id));
  };
}
