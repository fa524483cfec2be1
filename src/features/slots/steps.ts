import { setImmediate as pause } from 'node:timers/promises';
import type { Host, Interval, SlotSearch, SlotsFound } from '../../time/hosts.ts';
import { findSlots } from '../../time/slots.ts';
import { MAX_REASONS } from './rules.ts';

/** Measured: a step takes 10 to 30 ms, and the process serves others in between. */
const HOST_DAYS_PER_STEP = 2_000;
const EXPLAINED_PER_STEP = 20_000;
/** Hosts times starts. Measured: a second, on a busy machine. Reasons end before that, unless few of many hosts are in the way. */
const MAX_EXPLAINED = 2_000_000;
const DAY_MINUTES = 24 * 60;

export interface StepsFound extends SlotsFound {
  /** Some starts were not explained: there would be too many reasons, or too many hosts to ask. */
  refused_has_more: boolean;
}

/** Searches the window part by part, so that a large search does not hold up the process. */
export async function findSlotsInSteps(search: SlotSearch): Promise<StepsFound> {
  const { window, duration_minutes, limit, explain } = search;
  const found: StepsFound = { slots: [], has_more: false, refused: [], refused_has_more: false };
  const people = search.hosts.length + (search.one_of?.length ?? 0);
  let reasons = 0;
  let explained = 0;
  const end = window.end - duration_minutes + 1;
  for (let start = window.start; start < end && !found.has_more; ) {
    if (start > window.start) await pause();
    const isExplained = explain === true && !found.refused_has_more;
    const stepMinutes = isExplained
      ? (EXPLAINED_PER_STEP / people) * search.interval_minutes
      : (HOST_DAYS_PER_STEP / people) * DAY_MINUTES;
    const until = Math.min(start + Math.max(60, Math.floor(stepMinutes)), end);
    const part = findSlots({
      ...step(search, start, until),
      limit: limit - found.slots.length,
      explain: isExplained,
    });
    found.slots.push(...part.slots);
    found.has_more = part.has_more;
    for (const refused of part.refused) {
      reasons += refused.reasons.length;
      found.refused_has_more ||= reasons > MAX_REASONS;
      if (!found.refused_has_more) found.refused.push(refused);
    }
    if (isExplained) explained += (people * (until - start)) / search.interval_minutes;
    found.refused_has_more ||= explained > MAX_EXPLAINED && until < end;
    start = until;
  }
  return found;
}

/** Up to `perDay` slots of each day in UTC, evenly spread over those that it has. The limit of the search does not count. */
export async function findSlotsOfEachDay(search: SlotSearch, perDay: number): Promise<Interval[]> {
  const { window, duration_minutes } = search;
  const found: Interval[] = [];
  const people = search.hosts.length + (search.one_of?.length ?? 0);
  const end = window.end - duration_minutes + 1;
  let hostDays = 0;
  for (let start = window.start; start < end; ) {
    if (hostDays > HOST_DAYS_PER_STEP) {
      await pause();
      hostDays = 0;
    }
    const until = Math.min((Math.floor(start / DAY_MINUTES) + 1) * DAY_MINUTES, end);
    const { slots } = findSlots({ ...step(search, start, until), limit: DAY_MINUTES });
    for (let place = 0; place < Math.min(slots.length, perDay); place++) {
      found.push(slots[Math.floor((place * slots.length) / Math.min(slots.length, perDay))] as Interval);
    }
    hostDays += people;
    start = until;
  }
  return found;
}

/** The search for slots that start within these minutes. */
function step(search: SlotSearch, start: number, until: number): SlotSearch {
  const { window, duration_minutes } = search;
  const part = { start, end: until + duration_minutes - 1 };
  const isWhole = part.start === window.start && part.end === window.end;
  return { ...search, ...(isWhole ? {} : peopleDuring(search, part)), window: part };
}

/** The same people without the busy times that this step need not know. */
function peopleDuring({ hosts, one_of }: SlotSearch, step: Interval) {
  const during = (host: Host): Host => {
    const { buffer_before_minutes: before, buffer_after_minutes: after } = host.availability;
    const isNear = ({ start, end }: Interval) => end > step.start - before && start < step.end + after;
    return { ...host, busy: host.busy.filter(isNear) };
  };
  return { hosts: hosts.map(during), ...(one_of && { one_of: one_of.map(during) }) };
}
