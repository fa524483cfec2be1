import type { Context } from '../../../context.ts';
import type { Reader } from '../../../storage/database.ts';
import { readTogether } from '../../../storage/read-together.ts';
import type { Host, Interval } from '../../../time/hosts.ts';
import { merged } from '../../../time/intervals.ts';
import { DAY_MS } from '../../../time/timestamps.ts';
import { readBookableMembers } from '../availability/operations.ts';
import { countTaken, selectTaken, selectTakenOfType, type TakenDuring, type TakenRow } from './queries.ts';
import { outerMinutes, type SlotType, type Span } from './rules.ts';
import type { Pace } from './shares.ts';

/** A member whose free times are looked for. */
export interface Person {
  member_id: string;
  is_paused?: boolean;
  /** They have the meeting already, so it may move to another time even if they lack a seat. */
  keeps_meeting?: boolean;
}

/** Whom and what a search for slots is for. The rest is in the call. */
export interface SlotSubject {
  /** All of them are needed. */
  hosts: readonly Person[];
  /** One of these is needed, too: the first in this order who is free. */
  one_of?: readonly Person[];
  /** The timeframe of the meeting request. */
  timeframe?: Span | null;
  duration_minutes?: number | null;
  /** The type of the meeting. */
  type?: SlotType | undefined;
  /** Its own bookings and options don't block the search. */
  request_id?: string;
}

interface HostsWanted {
  people: readonly Person[];
  range: Span;
  /** The bookings and options of this request don't count. */
  except_request_id?: string | null;
  type: SlotType | undefined;
  pace: Pace;
}

/** A day for the longest buffer, and a day for all bookings of a local date, which count towards its maximum. */
const AROUND_MS = 2 * DAY_MS;

/** For one person: 75 for each day of the longest search. */
const MAX_TAKEN_OF_ONE = 5_000;
/** For all together. More would take seconds, in which nobody else in the workspace could search. */
const MAX_TAKEN = 100_000;
/** Measured: reading this many takes 3 ms, during which SQLite keeps everybody waiting. Most searches have fewer. */
const READ_AT_ONCE = 2_500;
/** Measured: 2 ms to count up to 1,000 each. */
const COUNTED_AT_ONCE = 10;
/** A member with the maximum of overrides takes a millisecond to read. */
const MEMBERS_AT_ONCE = 50;

/**
 * Loads what a search needs to know about these people. `hostsAmong` returns the hosts among some of them, in the given order and
 * without deactivated members. `isComplete` is false, and nothing is loaded, if a count shows that they have too much.
 */
export async function loadHosts(
  context: Context,
  reader: Reader,
  { people, range, except_request_id = null, type, pace }: HostsWanted,
): Promise<{ hostsAmong(some: readonly Person[]): (Host & Person)[]; isComplete: boolean }> {
  const ids = [...new Set(people.map(({ member_id }) => member_id))];
  const around = {
    from: range.from - AROUND_MS,
    to: range.to + AROUND_MS,
    now: context.clock.now(),
    except_request_id,
  };
  const [firstIds = [], ...otherIds] = chunks(ids, MEMBERS_AT_ONCE);
  if (firstIds.length === 0) return { hostsAmong: () => [], isComplete: true };
  const { workspaceId } = context.caller;
  // Most searches need no other read.
  const [members, firstRows] = await readTogether(reader, (together) => [
    readBookableMembers(context, together, firstIds, pace),
    selectTaken(together, workspaceId, ids, around, READ_AT_ONCE + 1),
  ]);
  const isSmall = firstRows.length <= READ_AT_ONCE;
  const groups = isSmall ? [] : await planReads(reader, workspaceId, ids, around, pace);
  if (!groups) return { hostsAmong: () => [], isComplete: false };

  for (const others of otherIds) {
    await pace();
    members.push(...(await readBookableMembers(context, reader, others, pace)));
  }
  const known = new Map(
    members.map((member) => [
      member.member_id,
      { ...member, busy: [] as Interval[], bookings: [] as Interval[], bookings_of_type: [] as Interval[] },
    ]),
  );
  const keep = async (rows: TakenRow[], memberIds: string[]) => {
    for (const { member_id, starts_at, ends_at, is_booking } of rows) {
      const member = known.get(member_id);
      const taken = is_booking === 1 ? member?.bookings : member?.busy;
      taken?.push(outerMinutes({ from: starts_at, to: ends_at }));
    }
    for (const id of memberIds) {
      const member = known.get(id);
      if (!member) continue;
      member.busy = merged(member.busy);
      member.bookings.sort((one, other) => one.start - other.start);
      await pace();
    }
  };
  if (isSmall) await keep(firstRows, ids);
  for (const group of groups) {
    await keep(await selectTaken(reader, workspaceId, group, around, MAX_TAKEN), group);
    await pace();
  }
  if (type?.maximum_per_day != null) {
    const rows = await selectTakenOfType(reader, workspaceId, ids, around, type.id);
    for (const { member_id, starts_at, ends_at } of rows)
      known.get(member_id)?.bookings_of_type.push(outerMinutes({ from: starts_at, to: ends_at }));
  }
  const hostsAmong = (some: readonly Person[]) =>
    some.flatMap(({ member_id, is_paused = false, keeps_meeting = false }) => {
      const member = known.get(member_id);
      return member ? [{ ...member, is_paused, lacks_seat: member.lacks_seat && !keeps_meeting }] : [];
    });
  return { hostsAmong, isComplete: true };
}

/** Groups the members to read together by how much each has; undefined if it is too much in all. */
async function planReads(
  reader: Reader,
  workspaceId: string,
  ids: string[],
  around: TakenDuring,
  pace: Pace,
): Promise<string[][] | undefined> {
  const groups: string[][] = [];
  let inGroup = READ_AT_ONCE;
  let inAll = 0;
  for (const some of chunks(ids, COUNTED_AT_ONCE)) {
    await pace();
    const counts = await countTaken(reader, workspaceId, some, around, MAX_TAKEN_OF_ONE + 1);
    for (const { member_id, taken } of counts) {
      inAll += taken;
      if (taken > MAX_TAKEN_OF_ONE || inAll > MAX_TAKEN) return undefined;
      inGroup += taken;
      if (inGroup > READ_AT_ONCE) {
        groups.push([]);
        inGroup = taken;
      }
      groups.at(-1)?.push(member_id);
    }
  }
  return groups;
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, place) =>
    items.slice(place * size, (place + 1) * size),
  );
}
