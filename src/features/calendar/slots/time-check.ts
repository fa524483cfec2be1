import type { Context } from '../../../context.ts';
import type { Reader } from '../../../storage/database.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import { findSlots } from '../../../time/slots.ts';
import { DAY_MS } from '../../../time/timestamps.ts';
import type { SchedulingSettings } from '../../workspace/scheduling-settings/rules.ts';
import { loadHosts } from './hosts.ts';
import { innerMinutes, nowInMinutes, type SlotType, type Span, searchRange, settingsFor } from './rules.ts';
import { shares } from './shares.ts';

/** When a new meeting should take place, as far as its request says so. */
export interface TimeNeeded {
  timeframe: Span | null;
  duration_minutes: number | null;
  /** At this time and no other. */
  at?: MeetingTime;
  type?: SlotType | undefined;
}

/** Returns the ids of the members who have time for the meeting, each checked alone. Members without a seat never have. */
export type WhoHasTime = (memberIds: string[]) => Promise<Set<string>>;

/** Searched first, because most have a slot soon. Measured: a search of four days takes 10 µs, and one of 28 days 33 µs. */
const SOON_MS = 4 * DAY_MS;

export function createTimeCheck(
  context: Context,
  reader: Reader,
  { at, timeframe, duration_minutes, type }: TimeNeeded,
  usual: SchedulingSettings,
): WhoHasTime {
  const settings = settingsFor(usual, type);
  const range = at
    ? { from: at.starts_at, to: at.ends_at }
    : searchRange(
        { from: undefined, to: undefined },
        { now: context.clock.now(), timeframe, days: settings.timeframe_days },
      );
  const soon = { from: range.from, to: Math.min(range.to, range.from + SOON_MS) };
  const searched = at ? [range] : [soon, range];
  const { start, end } = innerMinutes(range);
  const duration = at ? end - start : (duration_minutes ?? settings.duration_minutes);
  // A single time doesn't have to be on the grid of slots.
  const interval = at ? 1 : settings.slot_interval_minutes;
  return async (memberIds) => {
    const pace = shares.urgentPace();
    const people = memberIds.map((member_id) => ({ member_id }));
    const { hostsAmong } = await loadHosts(context, reader, { people, range, type, pace });
    const free = new Set<string>();
    for (const host of hostsAmong(people)) {
      await pace();
      const hasSlot = searched.some((span) => {
        const search = {
          hosts: [host],
          limits: type,
          range: innerMinutes(span),
          now: nowInMinutes(context.clock.now()),
          duration_minutes: duration,
          interval_minutes: interval,
          limit: 1,
        };
        return findSlots(search).slots.length > 0;
      });
      if (hasSlot) free.add(host.member_id);
    }
    return free;
  };
}
