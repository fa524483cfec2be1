// Finds slots the slow way: it looks at each minute, and reads clocks from what Intl prints. Nothing of src/time runs here.
import {
  type Host,
  type Interval,
  type RefusalReason,
  type Refused,
  refusalReasons,
  type SlotSearch,
  type SlotsFound,
} from '../../src/time/hosts.ts';

const DAY = 1440;
const MINUTE_MS = 60_000;
/** So many days around a range are read: no clock is put back further, and no buffer or busy time reaches further. */
const AROUND = 3;
/** No clock changes twice, and back to what it was, in so many minutes. */
const EVENLY = 6 * 60;

/** What a clock shows at each minute of some days. */
interface Clock {
  start: number;
  /** Minutes since 1970, as if the clock were in UTC. */
  shown: Int32Array;
  /** The latest that was shown until this minute. */
  latest: Int32Array;
}

const printers = new Map<string, Intl.DateTimeFormat>();
const days = new Map<string, Int32Array>();
const clocks = new Map<string, Clock>();
/** Searches near one moment read the same clocks. Those of all moments would take too much memory. */
const CLOCKS_KEPT = 50;

function printerOf(timezone: string): Intl.DateTimeFormat {
  const known = printers.get(timezone);
  if (known) return known;
  const printer = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  printers.set(timezone, printer);
  return printer;
}

/** What the clock of a place shows, read from the printed date and time. */
export function shownAt(timezone: string, minute: number): number {
  // Such as 29/03/2026, 01:00
  const text = printerOf(timezone).format(minute * MINUTE_MS);
  const part = (from: number, to: number) => Number(text.slice(from, to));
  return Date.UTC(part(6, 10), part(3, 5) - 1, part(0, 2), part(12, 14), part(15, 17)) / MINUTE_MS;
}

/** A day in UTC. It prints every six hours, and halves those in which the clock did not run evenly, down to the minute. */
function shownOn(timezone: string, day: number): Int32Array {
  const key = `${timezone} ${day}`;
  const known = days.get(key);
  if (known) return known;
  const shown = new Int32Array(DAY);
  const printed = (at: number) => shownAt(timezone, day * DAY + at);
  const fill = (from: number, to: number, first: number, next: number) => {
    if (to - from > 1 && next - first !== to - from) {
      const middle = Math.floor((from + to) / 2);
      const between = printed(middle);
      fill(from, middle, first, between);
      fill(middle, to, between, next);
    } else for (let at = from; at < to; at++) shown[at] = first + at - from;
  };
  let next = printed(0);
  for (let from = 0; from < DAY; from += EVENLY) {
    const first = next;
    next = printed(from + EVENLY);
    fill(from, from + EVENLY, first, next);
  }
  days.set(key, shown);
  return shown;
}

function clockOf(timezone: string, { start, end }: Interval): Clock {
  const from = Math.floor(start / DAY) - AROUND;
  const to = Math.ceil(end / DAY) + AROUND;
  const key = `${timezone} ${from} ${to}`;
  const known = clocks.get(key);
  if (known) return known;
  const shown = new Int32Array((to - from) * DAY);
  for (let day = from; day < to; day++) shown.set(shownOn(timezone, day), (day - from) * DAY);
  const latest = shown.slice();
  for (let at = 1; at < latest.length; at++) {
    if ((latest[at] as number) < (latest[at - 1] as number)) latest[at] = latest[at - 1] as number;
  }
  const clock = { start: from * DAY, shown, latest };
  if (clocks.size === CLOCKS_KEPT) clocks.clear();
  clocks.set(key, clock);
  return clock;
}

const dates = new Map<number, string>();

function dateOf(shown: number): string {
  const day = Math.floor(shown / DAY);
  const known = dates.get(day);
  if (known) return known;
  const date = new Date(shown * MINUTE_MS).toISOString().slice(0, 10);
  dates.set(day, date);
  return date;
}

const minuteOfDay = (shown: number) => ((shown % DAY) + DAY) % DAY;

/** Weekdays from Monday, as JavaScript's calendar has them from Sunday. */
function hoursOn(host: Host, shown: number) {
  const { weekly, overrides, holidays } = host.availability;
  const date = dateOf(shown);
  const usual = holidays.has(date) ? [] : weekly[(new Date(shown * MINUTE_MS).getUTCDay() + 6) % 7];
  return overrides.get(date) ?? usual ?? [];
}

/** One mark for each minute of the range: 1 for those within hours. */
function openMinutes(host: Host, clock: Clock, range: Interval): Uint8Array {
  const open = new Uint8Array(clock.latest.length);
  let today = Number.NaN;
  let hours: ReturnType<typeof hoursOn> = [];
  for (let at = range.start - clock.start; at < range.end - clock.start; at++) {
    const latest = clock.latest[at] as number;
    if (Math.floor(latest / DAY) !== today) {
      today = Math.floor(latest / DAY);
      hours = hoursOn(host, latest);
    }
    const time = minuteOfDay(latest);
    if (hours.some(({ start, end }) => start <= time && time < end)) open[at] = 1;
  }
  return open;
}

function takenMinutes(intervals: readonly Interval[], clock: Clock): Uint8Array {
  const taken = new Uint8Array(clock.latest.length);
  for (const { start, end } of intervals) {
    for (let at = start; at < end; at++) taken[at - clock.start] = 1;
  }
  return taken;
}

/** Whether all minutes of a span have this mark. */
function every(marks: Uint8Array, from: number, to: number, mark: 0 | 1): boolean {
  for (let at = from; at < to; at++) if (marks[at] !== mark) return false;
  return true;
}

/** A function that tells the reasons against a start, all of them. */
function judge(host: Host, search: SlotSearch): (start: number) => Omit<Refused, 'email'>[] {
  const { availability, busy, bookings, bookings_of_type = [], is_paused, lacks_seat } = host;
  const { limits } = search;
  const clock = clockOf(availability.timezone, search.range);
  const open = openMinutes(host, clock, search.range);
  const taken = takenMinutes([...busy, ...bookings], clock);
  const dateAt = (minute: number) => dateOf(clock.shown[minute - clock.start] as number);
  const bookedDates = bookings.map(({ start }) => dateAt(start));
  const bookedDatesOfType = bookings_of_type.map(({ start }) => dateAt(start));
  const own = availability;
  const longer = (one: number, other: number | null | undefined) => (other && other > one ? other : one);
  const before = longer(own.buffer_before_minutes, limits?.buffer_before_minutes);
  const after = longer(own.buffer_after_minutes, limits?.buffer_after_minutes);
  const notice = longer(own.minimum_notice_minutes, limits?.minimum_notice_minutes);
  const days = limits?.booking_window_days ?? null;
  const most = limits?.maximum_per_day ?? null;
  return (start) => {
    const from = start - clock.start;
    const to = from + search.duration_minutes;
    const date = dateAt(start);
    const override = availability.overrides.get(date);
    const isDayOff = override?.length === 0;
    const isHoliday = override === undefined && availability.holidays.has(date);
    const isBusy = !every(taken, from, to, 0);
    const maximum = availability.maximum_per_day;
    const isFull = maximum !== null && bookedDates.filter((other) => other === date).length >= maximum;
    const isFullOfType = most !== null && bookedDatesOfType.filter((other) => other === date).length >= most;
    const holds: Record<RefusalReason, boolean> = {
      no_seat: lacks_seat,
      paused: is_paused,
      holiday: isHoliday,
      not_that_day: isDayOff,
      outside_hours: !isHoliday && !isDayOff && !every(open, from, to, 1),
      notice: start < search.now + notice,
      booking_window: days !== null && start > search.now + days * DAY,
      busy: isBusy,
      buffer: !isBusy && !every(taken, from - before, to + after, 0),
      daily_maximum: isFull || isFullOfType,
    };
    const countsOfType: Partial<Record<RefusalReason, boolean>> = {
      notice: notice > own.minimum_notice_minutes,
      booking_window: true,
      buffer:
        (before > own.buffer_before_minutes && !every(taken, from - before, from, 0)) ||
        (after > own.buffer_after_minutes && !every(taken, to, to + after, 0)),
      daily_maximum: isFullOfType,
    };
    return refusalReasons
      .filter((reason) => holds[reason])
      .map((reason) => {
        const isOfType = limits && countsOfType[reason];
        return {
          reason,
          ...(isOfType !== undefined && {
            limit_of: isOfType ? ('meeting_type' as const) : ('member' as const),
          }),
        };
      });
  };
}

/** What `findSlots` has to find. */
export function slotsByMinutes(search: SlotSearch): SlotsFound {
  const { hosts, one_of, range, duration_minutes, interval_minutes, limit, explain } = search;
  const found: SlotsFound = { slots: [], has_more: false, refused: [] };
  const people = [...hosts, ...(one_of ?? [])].map((host) => ({ host, reasonsAt: judge(host, search) }));
  const first = people[0];
  if (!first) return found;
  const clock = clockOf(first.host.availability.timezone, range);
  for (let start = range.start; start + duration_minutes <= range.end; start++) {
    if (minuteOfDay(clock.shown[start - clock.start] as number) % interval_minutes !== 0) continue;
    const opinions = people.map(({ host: { email }, reasonsAt }) => ({ email, reasons: reasonsAt(start) }));
    const needed = opinions.slice(0, hosts.length);
    const eligible = opinions.slice(hosts.length);
    const chosen = eligible.find(({ reasons }) => reasons.length === 0);
    const isSlot = needed.every(({ reasons }) => reasons.length === 0) && (!one_of || chosen !== undefined);
    if (found.slots.length === limit) {
      if (isSlot) return { ...found, has_more: true };
    } else if (isSlot) {
      const emails = [...(chosen ? [chosen.email] : []), ...needed.map(({ email }) => email)];
      found.slots.push({ start, end: start + duration_minutes, emails });
    } else if (explain) {
      const reasons = [...needed, ...(chosen ? [] : eligible)].flatMap((one) =>
        one.reasons.map((reason) => ({ email: one.email, ...reason })),
      );
      found.refused.push({ start, reasons });
    }
  }
  return found;
}
