import { pageQuery } from '../../http/query.ts';
import { type Route, route } from '../../http/route.ts';
import { Clearable, Id, Many, Nullable, One, OneOf, Resource, Timestamp } from '../../http/shapes.ts';
import { Type } from '../../http/type.ts';
import { REASON_LENGTH } from '../../limits.ts';
import { enforcementModes, MAX_CAPACITY } from '../entitlements/rules.ts';
import { assignSeat, assignSeats, listSeats, removeSeat, setCapacity } from './operations.ts';
import { DEFAULT_REASON, refusals, type SeatRefusal } from './rules.ts';

const email = Type.String({ examples: ['ada@example.com'] });

const Seat = Resource(
  {
    id: Id('seat'),
    membership_id: Id('member'),
    entitlement_id: Id('entitlement'),
    member_email: email,
    member_name: Type.String({
      description: 'The email when no name is known.',
      examples: ['Ada Lovelace'],
    }),
    started_at: Timestamp,
    ended_at: Nullable(Timestamp),
  },
  'SeatAssignment',
);

const Entitlement = Resource(
  {
    id: Id('entitlement'),
    plan_key: Type.String({ examples: ['pro'] }),
    seat_capacity: Type.Integer({ examples: [10] }),
    seat_unlimited: Type.Boolean({ examples: [false] }),
    active_seats: Type.Integer({ description: 'Seats that are assigned now.', examples: [4] }),
    enforcement_mode: {
      ...OneOf(enforcementModes),
      description: '`hard` refuses a seat past the capacity, `soft` allows it.',
    },
  },
  'Entitlement',
);

const Assigned = Resource(
  {
    membership_id: Id('member'),
    email,
    entitlement_id: Id('entitlement'),
    assignment_id: Id('seat'),
    started_at: Timestamp,
  },
  'AssignedSeat',
);

/** A member who got no seat. */
function Refused(...reasons: SeatRefusal[]) {
  return Resource({
    membership_id: Type.String({ examples: ['mem_01K9ZB3V5G8Q4T7M2N6P0R1S3W'] }),
    reason: OneOf(reasons),
    message: Type.String({ examples: [refusals[reasons[0] as SeatRefusal]] }),
  });
}

const SeatList = Many(Seat);
const MeteredList = Resource({
  data: SeatList.properties.data,
  meta: Resource({
    ...SeatList.properties.meta.properties,
    entitlements: Type.Array(Entitlement, {
      description: 'The active ones, the default first, and those that still have seats.',
    }),
  }),
});

const group = 'Seats';
const path = { membership_id: { kind: 'member', what: 'Workspace member' } } as const;
const entitlement_id = Clearable(
  Type.String({
    description: 'Without it, the active entitlement with the highest priority.',
    examples: ['ent_01K9ZB3V5G8Q4T7M2N6P0R1S3W'],
  }),
);

export const seatRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/seats',
    scope: 'seats.read',
    operation: 'listSeats',
    group,
    summary: 'List active seats, and how many there may be',
    query: pageQuery('seat'),
    answer: { status: 200, description: 'A page of active seats.', shape: MeteredList },
    handle: (context, { query }) => listSeats(context, query),
  }),
  route({
    method: 'POST',
    url: '/api/v1/seats/:membership_id/assign',
    scope: 'seats.write',
    line: { name: 'seats' },
    operation: 'assignSeat',
    group,
    summary: 'Give a member a seat',
    path,
    body: Type.Object({ entitlement_id }),
    answer: { status: 200, description: 'The seat.', shape: One(Assigned) },
    refusals: { validation_error: refusals.no_capacity },
    handle: async (context, input) => ({
      data: await assignSeat(context, input.path.membership_id, input.body.entitlement_id ?? null),
    }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/seats/assign_bulk',
    scope: 'seats.write',
    line: { name: 'seats' },
    operation: 'assignSeats',
    group,
    summary: 'Give many members a seat: those who can have one get one',
    body: Type.Object({
      membership_ids: Type.Array(Type.String({ examples: ['mem_01K9ZB3V5G8Q4T7M2N6P0R1S3W'] }), {
        minItems: 1,
        maxItems: 100,
        description: 'Ids of workspace members; who comes first is served first.',
      }),
      entitlement_id,
    }),
    answer: {
      status: 200,
      description: 'What became of each.',
      shape: One(
        Resource({
          assigned: Type.Array(Assigned),
          skipped: Type.Array(Refused('already_seated')),
          rejected: Type.Array(Refused('no_capacity', 'inactive', 'unknown')),
        }),
      ),
    },
    refusals: {
      validation_error: 'The workspace has no active entitlement',
      not_found: 'Entitlement not found',
    },
    handle: async (context, { body }) => ({
      data: await assignSeats(context, body.membership_ids, body.entitlement_id ?? null),
    }),
  }),
  route({
    method: 'DELETE',
    url: '/api/v1/seats/:membership_id',
    scope: 'seats.write',
    operation: 'removeSeat',
    group,
    summary: "End a member's seat",
    path,
    answer: { status: 204, description: 'The seat has ended.' },
    handle: (context, input) => removeSeat(context, input.path.membership_id),
  }),
  route({
    method: 'POST',
    url: '/api/v1/seats/capacity',
    scope: 'seats.write',
    line: { name: 'seats' },
    operation: 'setSeatCapacity',
    group,
    summary: 'Set how many seats there may be under an entitlement',
    body: Type.Object({
      capacity: Type.Integer({ minimum: 0, maximum: MAX_CAPACITY, examples: [25] }),
      entitlement_id,
      reason: Clearable(
        Type.String({
          'x-trimmed': true,
          maxLength: REASON_LENGTH,
          default: DEFAULT_REASON,
          description: 'For the audit log.',
          examples: ['Five more from January'],
        }),
      ),
    }),
    answer: { status: 200, description: 'The entitlement as it is now.', shape: One(Entitlement) },
    refusals: {
      validation_error: 'capacity must be at least 12: that many seats are assigned under the entitlement',
      not_found: 'Entitlement not found',
    },
    handle: async (context, { body }) => ({
      data: await setCapacity(context, {
        capacity: body.capacity,
        entitlementId: body.entitlement_id ?? null,
        reason: body.reason ?? null,
      }),
    }),
  }),
];
