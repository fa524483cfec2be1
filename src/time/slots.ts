import {
  type Host,
  type Interval,
  type RefusedStart,
  refusalReasons,
  type SlotSearch,
  type SlotsFound,
} from './hosts.ts';
import { ascending, merged, without } from './intervals.ts';
import { type Refusals, refusalsOf } from './refusals.ts';
import { dayParts, MINUTES_OF_DAY } from './zones.ts';

interface Candidate {
  email: string;
  refusals: Refusals;
  /** Starts at which this one is free, and all of `hosts` too. */
  free: Interval[];
}

/** Every time at which all of `hosts` are free, and one of `one_of` if that is asked. */
export function findSlots(search: SlotSearch): SlotsFound {
  const { hosts, one_of, window, duration_minutes, limit, explain } = search;
  const found: SlotsFound = { slots: [], has_more: false, refused: [] };
  const first = hosts[0] ?? one_of?.[0];
  const starts = { start: window.start, end: window.end - duration_minutes + 1 };
  if (!first || starts.start >= starts.end) return found;

  let free: Interval[] = [starts];
  const needed = hosts.map((host) => {
    const candidate = candidateFor(host, search, starts, free);
    free = candidate.free;
    return candidate;
  });
  const eligible = one_of?.map((host) => candidateFor(host, search, starts, free));
  if (eligible) free = merged(eligible.flatMap((one) => one.free));

  const isFree = ascending(free);
  const chosen = firstFree(eligible ?? []);
  const reasons = explainer(needed, eligible);
  const grid = gridStarts(first.availability.timezone, search.interval_minutes, explain ? [starts] : free);
  for (const start of grid) {
    const isSlot = isFree(start);
    if (found.slots.length >= limit) {
      found.has_more ||= isSlot;
      if (isSlot) break;
    } else if (isSlot) {
      const emails = new Set([...chosen(start), ...hosts.map(({ email }) => email)]);
      found.slots.push({ start, end: start + duration_minutes, emails: [...emails] });
    } else found.refused.push({ start, reasons: reasons(start) });
  }
  return found;
}

function candidateFor(host: Host, search: SlotSearch, starts: Interval, among: Interval[]): Candidate {
  const refusals = refusalsOf(host, search, starts);
  const free = without(among, merged(Object.values(refusals).flat()));
  return { email: host.email, refusals, free };
}

/** Starts at multiples of `interval` on the clock of a place, counted from midnight. */
function* gridStarts(timezone: string, interval: number, within: readonly Interval[]): Generator<number> {
  for (const span of within) {
    for (const { start, end, local } of dayParts(timezone, span)) {
      const sinceMidnight = local % MINUTES_OF_DAY;
      const untilNext = Math.ceil(sinceMidnight / interval) * interval - sinceMidnight;
      for (let at = start + untilNext; at < end; at += interval) yield at;
    }
  }
}

/** The first who is free at a start. Starts have to be asked in order. */
function firstFree(candidates: readonly Candidate[]): (start: number) => string[] {
  const people = candidates.map(({ email, free }) => ({ email, isFree: ascending(free) }));
  return (start) =>
    people
      .filter(({ isFree }) => isFree(start))
      .slice(0, 1)
      .map(({ email }) => email);
}

/** Why a start is refused. Starts have to be asked in order. */
function explainer(needed: readonly Candidate[], eligible?: readonly Candidate[]) {
  const people = [...needed, ...(eligible ?? [])].map(({ email, refusals }) => ({
    email,
    tests: refusalReasons.map((reason) => ({ reason, holds: ascending(refusals[reason]) })),
  }));
  const reasonsOf = ({ email, tests }: (typeof people)[number], start: number) =>
    tests.filter(({ holds }) => holds(start)).map(({ reason }) => ({ email, reason }));
  return (start: number): RefusedStart['reasons'] => {
    const ofNeeded = people.slice(0, needed.length).map((person) => reasonsOf(person, start));
    const ofEligible = people.slice(needed.length).map((person) => reasonsOf(person, start));
    // One who is free is enough: what keeps the others of them busy refuses nothing.
    const isCovered = ofEligible.some((reasons) => reasons.length === 0);
    return [...ofNeeded, ...(isCovered ? [] : ofEligible)].flat();
  };
}
