import {
  type Host,
  type Interval,
  type Refused,
  type RefusedStart,
  refusalReasons,
  type SlotSearch,
  type SlotsFound,
} from './hosts.ts';
import { ascending, merged, without } from './intervals.ts';
import { type Refusals, refusalsOf } from './refusals.ts';
import { dayOf, dayParts, MINUTES_OF_DAY } from './zones.ts';

interface Candidate {
  email: string;
  refusals: Refusals;
  /** Starts at which nothing keeps this host, or any host before, from meeting. */
  free: Interval[];
}

/** Every time at which all `hosts` are free, and one of `one_of` if there are any. */
export function findSlots(search: SlotSearch): SlotsFound {
  const { hosts, one_of, range, duration_minutes, interval_minutes, limit, explain } = search;
  const found: SlotsFound = { slots: [], has_more: false, refused: [] };
  const starts = { start: range.start, end: range.end - duration_minutes + 1 };
  const first = hosts[0] ?? one_of?.[0];
  if (!first || starts.start >= starts.end) return found;

  let free: Interval[] = [starts];
  const needed: Candidate[] = [];
  for (const host of hosts) {
    const candidate = candidateFor(host, search, starts, free);
    needed.push(candidate);
    free = candidate.free;
  }
  const eligible = one_of?.map((host) => candidateFor(host, search, starts, free));
  if (eligible) free = merged(eligible.flatMap((candidate) => candidate.free));

  const isFree = ascending(free);
  const emailsAt = chooser(hosts, eligible);
  const reasonsAt = explainer(needed, eligible);
  for (const start of gridStarts(first.availability.timezone, interval_minutes, explain ? [starts] : free)) {
    const isSlot = isFree(start);
    if (found.slots.length < limit) {
      if (isSlot) found.slots.push({ start, end: start + duration_minutes, emails: emailsAt(start) });
      else found.refused.push({ start, reasons: reasonsAt(start) });
    } else if (isSlot) return { ...found, has_more: true };
  }
  return found;
}

function candidateFor(host: Host, search: SlotSearch, starts: Interval, among: Interval[]): Candidate {
  const refusals = refusalsOf(host, search, starts);
  const free = without(among, merged(Object.values(refusals.starts).flat()));
  return { email: host.email, refusals, free };
}

/** Starts at multiples of the interval, counted from midnight on the local clock. */
function* gridStarts(timezone: string, interval: number, within: readonly Interval[]): Generator<number> {
  for (const span of within) {
    for (const { start, end, local } of dayParts(timezone, span)) {
      const sinceMidnight = local - dayOf(local) * MINUTES_OF_DAY;
      const untilNext = Math.ceil(sinceMidnight / interval) * interval - sinceMidnight;
      for (let at = start + untilNext; at < end; at += interval) yield at;
    }
  }
}

/** Who takes part at a start, each once: the first of `eligible` who is free, and all hosts. Ask in ascending order. */
function chooser(hosts: readonly Host[], eligible: readonly Candidate[] = []): (start: number) => string[] {
  const emails = hosts.map(({ email }) => email);
  const people = eligible.map(({ email, free }) => ({ email, isFree: ascending(free) }));
  return (start) => {
    const chosen = people.find(({ isFree }) => isFree(start));
    return chosen ? [...new Set([chosen.email, ...emails])] : [...emails];
  };
}

/** Why a start is refused. Ask in ascending order. */
function explainer(needed: readonly Candidate[], eligible: readonly Candidate[] = []) {
  const judge = ({ email, refusals }: Candidate) => {
    const { starts, by_type } = refusals;
    const tests = refusalReasons.map((reason) => {
      const ofType = by_type?.[reason];
      const isOfType = ofType && ascending(ofType);
      return { reason, holds: ascending(starts[reason]), isOfType };
    });
    return (start: number) =>
      tests
        .filter(({ holds }) => holds(start))
        .map(({ reason, isOfType }): Refused => {
          if (!isOfType) return { email, reason };
          return { email, reason, limit_of: isOfType(start) ? 'meeting_type' : 'member' };
        });
  };
  const judgesOfNeeded = needed.map(judge);
  const judgesOfEligible = eligible.map(judge);
  return (start: number): RefusedStart['reasons'] => {
    const ofNeeded = judgesOfNeeded.map((reasonsAt) => reasonsAt(start));
    const ofEligible = judgesOfEligible.map((reasonsAt) => reasonsAt(start));
    // If one of them is free, the reasons of the others don't matter.
    const isCovered = ofEligible.some((reasons) => reasons.length === 0);
    return [...ofNeeded, ...(isCovered ? [] : ofEligible)].flat();
  };
}
