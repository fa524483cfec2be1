import { timeOf } from '../../../src/ids.ts';

type Thing = Record<string, unknown>;

/** Rules for everything the API shows, by field name. An example that breaks one could not occur. */
const rules: Record<string, (thing: Thing) => boolean> = {
  'a next_cursor exactly when there is more': ({ has_more, next_cursor }) =>
    next_cursor === undefined || (next_cursor !== null) === has_more,
  'deactivated_at exactly when not active': ({ active, deactivated_at }) =>
    active === undefined || deactivated_at === undefined || (deactivated_at === null) === active,
  'disabled_at and a reason exactly when not enabled': ({ enabled, disabled_at, disabled_reason }) =>
    // An event tells what happened, not the endpoint's current state.
    enabled === undefined ||
    disabled_at === undefined ||
    ((disabled_at === null) === enabled && (disabled_reason === null) === enabled),
  'a request that is booked has a time, and no other has': (thing) =>
    !isRequest(thing) ||
    thing.status === 'cancelled' ||
    ['booked_at', 'starts_at', 'ends_at', 'calendar_event_id'].every(
      (field) => (thing[field] !== null) === (thing.status === 'booked'),
    ),
  'cancelled_at exactly when cancelled': (thing) =>
    !isRequest(thing) || (thing.cancelled_at !== null) === (thing.status === 'cancelled'),
  'paused_at when paused, and else only when cancelled': (thing) =>
    !isRequest(thing) ||
    thing.status === 'cancelled' ||
    (thing.paused_at !== null) === (thing.status === 'paused'),
  'the organizer is the first host': ({ organizer_email, host_emails }) =>
    organizer_email === undefined || !Array.isArray(host_emails) || host_emails[0] === organizer_email,
  'a delivery that succeeded has arrived, and no other has': ({ status, delivered_at }) =>
    delivered_at === undefined || (delivered_at !== null) === (status === 'success'),
  'a failed delivery has had its eight attempts': ({ status, attempts }) =>
    status !== 'failed' || attempts === undefined || attempts === 8,
  'a payload of its type of event': ({ event_type, type, payload }) =>
    payload === undefined || (payload as Thing).event === (event_type ?? type),
  'an end after the start': ({ start, end }) =>
    start === undefined || isBefore(start, end) || isBefore(`1970-01-01T${start}Z`, `1970-01-01T${end}Z`),
  'as many members as are counted': ({ members, member_count }) =>
    !Array.isArray(members) || members.length === member_count,
  'a next assignee of the team, in pool mode': ({ mode, active, members, next_assignee }) =>
    !next_assignee ||
    (mode === 'pool' &&
      active === true &&
      (members as Thing[]).some(({ id }) => id === (next_assignee as Thing).id)),
  'settings of its own mode only': ({ mode, introduce_member, stack_always_apply, include_all_members }) =>
    !mode ||
    !(
      (introduce_member && mode !== 'pool') ||
      ((stack_always_apply || include_all_members) && mode !== 'stack')
    ),
  'a turn of one of the candidates, and after theirs': ({ candidates, workspace_membership_id, number }) =>
    !Array.isArray(candidates) ||
    (candidates.some((one: Thing) => one.workspace_membership_id === workspace_membership_id) &&
      candidates.every(({ last_turn }: Thing) => Number(last_turn ?? 0) < Number(number))),
  'no seats past a hard capacity': ({ active_seats, seat_capacity, enforcement_mode }) =>
    enforcement_mode !== 'hard' || Number(active_seats ?? 0) <= Number(seat_capacity),
  'nothing that happened before it was made': (thing) => {
    const made = thing.created_at ?? thing.started_at;
    return !made || pastTimes.every((field) => !thing[field] || !isBefore(thing[field], made));
  },
  'a change at the time of the last thing that happened': (thing) =>
    !isRequest(thing) ||
    pastTimes.every((field) => !thing[field] || !isBefore(thing.updated_at, thing[field])),
  'an id with the time in it': ({ id, created_at }) =>
    typeof id !== 'string' || typeof created_at !== 'string' || timeOf(id) === Date.parse(created_at),
  'ids of different things differ': ({ data }) =>
    !Array.isArray(data) || new Set(data.map(({ id }: Thing) => id)).size === data.length,
};

const pastTimes = [
  ...['updated_at', 'booked_at', 'cancelled_at', 'paused_at', 'deactivated_at', 'disabled_at', 'ended_at'],
  ...['delivered_at', 'last_attempted_at', 'last_assigned_at', 'last_used_at', 'timestamp'],
];

const isRequest = (thing: Thing) => 'participant_emails' in thing && 'cancelled_at' in thing;
const isBefore = (one: unknown, other: unknown) => Date.parse(String(one)) < Date.parse(String(other));

/** The rules that an example breaks, at any depth. */
export function incoherences(example: unknown): string[] {
  if (Array.isArray(example)) return example.flatMap(incoherences);
  if (typeof example !== 'object' || example === null) return [];
  const thing = example as Thing;
  const broken = Object.entries(rules).filter(([, holds]) => !holds(thing));
  return [...broken.map(([rule]) => rule), ...Object.values(thing).flatMap(incoherences)];
}
