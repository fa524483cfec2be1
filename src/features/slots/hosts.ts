import type { Context } from '../../context.ts';
import type { Reader } from '../../storage/database.ts';
import { readTogether } from '../../storage/read-together.ts';
import type { Host, Interval } from '../../time/hosts.ts';
import { DAY_MS } from '../../timestamps.ts';
import { readBookableMembers } from '../availability/operations.ts';
import { selectTaken } from './queries.ts';
import { outerMinutes, type Span } from './rules.ts';

/** Somebody who is asked for a time. */
export interface Person {
  member_id: string;
  is_paused?: boolean;
  /** The meeting is theirs already: it may be at another time without a seat. */
  keeps_meeting?: boolean;
}

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

export interface HostsWanted {
  people: readonly Person[];
  window: Span;
  /** The bookings and options of this request do not count. */
  except_request_id?: string | null;
}

/** A buffer of a day, and another day for all bookings of a local date, which count for its maximum. */
const AROUND_MS = 2 * DAY_MS;

/** So many rows are read in a tenth of a second. */
const MAX_TAKEN = 100_000;

/**
 * Reads what a search has to know of these people. The result puts it together for a part of them, in the given
 * order and without deactivated members. `isComplete` is false if they have too much to read.
 */
export async function loadHosts(
  context: Context,
  reader: Reader,
  { people, window, except_request_id = null }: HostsWanted,
) {
  const ids = people.map(({ member_id }) => member_id);
  const around = {
    from: window.from - AROUND_MS,
    to: window.to + AROUND_MS,
    now: context.clock.now(),
    except_request_id,
  };
  const [members, rows] =
    ids.length === 0
      ? [[], []]
      : await readTogether(reader, (together) => [
          readBookableMembers(context, together, ids),
          selectTaken(together, context.caller.workspaceId, ids, around, MAX_TAKEN),
        ]);
  const known = new Map(
    members.map((member) => [
      member.member_id,
      { ...member, busy: [] as Interval[], bookings: [] as Interval[] },
    ]),
  );
  for (const { member_id, starts_at, ends_at, is_booking } of rows) {
    const member = known.get(member_id);
    const taken = is_booking === 1 ? member?.bookings : member?.busy;
    taken?.push(outerMinutes({ from: starts_at, to: ends_at }));
  }
  const hostsAmong = (some: readonly Person[]): (Host & Person)[] =>
    some.flatMap(({ member_id, is_paused = false, keeps_meeting = false }) => {
      const member = known.get(member_id);
      return member ? [{ ...member, is_paused, lacks_seat: member.lacks_seat && !keeps_meeting }] : [];
    });
  return { hostsAmong, isComplete: rows.length < MAX_TAKEN };
}
