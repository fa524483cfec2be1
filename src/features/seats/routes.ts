import { keyWith } from '../../http/access/api-key.ts';
import { pageQuery } from '../../http/query.ts';
import { type Route, route } from '../../http/route.ts';
import { REASON_LENGTH } from '../../limits.ts';
import { exampleId } from '../../shapes/examples.ts';
import { At, Clearable, CreatedAt, Id, Many, Nullable, One, OneOf, Resource } from '../../shapes/fields.ts';
import { Type } from '../../shapes/type.ts';
import { enforcementModes, MAX_CAPACITY } from '../entitlements/rules.ts';
import { assignSeat, assignSeats, listSeats, removeSeat, setCapacity } from './operations.ts';
import { DEFAULT_REASON, refusals, type SeatRefusal } from './rules.ts';

const email = Type.String({ description: 'The email of the member.', examples: ['ada@example.com'] });

const Seat = Resource(
  {
    id: Id('seat', 'Names the assignment.'),
    membership_id: Id('member', 'The workspace member who has the seat.'),
    entitlement_id: Id('entitlement', 'What the seat counts under.'),
    member_email: email,
    member_name: Type.String({
      description: 'The name of the member, or the email when no name is known; never null.',
      examples: ['Ada Lovelace'],
    }),
    started_at: CreatedAt('seat', 'When the seat was assigned.'),
    ended_at: Nullable(At('When the seat ended; null for an active one.', null)),
  },
  'SeatAssignment',
  'Says that a member is paid for.',
);

const Entitlement = Resource(
  {
    id: Id('entitlement', 'Names the entitlement.'),
    plan_key: Type.String({ description: 'The plan that was bought.', examples: ['pro'] }),
    seat_capacity: Type.Integer({ description: 'How many seats there may be.', examples: [10] }),
    seat_unlimited: Type.Boolean({
      description: 'When true, the capacity is never looked at.',
      examples: [false],
    }),
    active_seats: Type.Integer({ description: 'Seats that are assigned now.', examples: [4] }),
    enforcement_mode: {
      ...OneOf(enforcementModes),
      description: '`hard` refuses a seat past the capacity, `soft` allows it.',
    },
  },
  'Entitlement',
  'What the workspace has paid for: a plan with a number of seats.',
);

const Assigned = Resource(
  {
    membership_id: Id('member', 'The workspace member who got the seat.'),
    email,
    entitlement_id: Id('entitlement', 'What the seat counts under.'),
    assignment_id: Id('seat', 'The `id` that the seat has in the list of seats.'),
    started_at: CreatedAt('seat', 'When the seat was assigned.'),
  },
  'AssignedSeat',
  'A seat that was just assigned.',
);

/** A member who got no seat. */
function Refused(example: number, ...reasons: SeatRefusal[]) {
  return Resource(
    {
      membership_id: Type.String({
        description: 'The id as it was given.',
        examples: [exampleId('member', example)],
      }),
      reason: OneOf(reasons, 'Why there is no new seat, for programs.'),
      message: Type.String({
        description: 'The same for people.',
        examples: [refusals[reasons[0] as SeatRefusal]],
      }),
    },
    undefined,
    'A member who got no new seat.',
  );
}

const SeatList = Many(Seat);
const MeteredList = Resource({
  data: SeatList.properties.data,
  meta: Resource(
    {
      ...SeatList.properties.meta.properties,
      entitlements: Type.Array(Entitlement, {
        description: 'The active ones, the default first, and those that still have seats.',
      }),
    },
    undefined,
    'Where the page stands in its list, and how many seats there may be.',
  ),
});

const group = { name: 'Seats', description: 'Who is paid for, and how many may be.' };
const path = { membership_id: { kind: 'member', what: 'Workspace member' } } as const;
const entitlement_id = Clearable(
  Type.String({
    description: 'The id of an entitlement; without it, the active one with the highest priority.',
    examples: [exampleId('entitlement')],
  }),
);

export const seatRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/seats',
    access: keyWith('seats.read'),
    operation: 'listSeats',
    group,
    summary: 'List active seats',
    description:
      'Lists seats that have not ended, newest first. `meta.entitlements` says how many there may be and how many there are.',
    query: pageQuery('seat'),
    response: { status: 200, description: 'A page of active seats.', shape: MeteredList },
    handle: (context, { query }) => listSeats(context, query),
  }),
  route({
    method: 'POST',
    url: '/api/v1/seats/:membership_id/assign',
    access: keyWith('seats.write'),
    line: { name: 'seats' },
    operation: 'assignSeat',
    group,
    summary: 'Give a member a seat',
    description:
      'Assigns a seat to the member. Refused with `validation_error` when a hard capacity is reached, when the member has a seat already, under ' +
      'whichever entitlement, and when the member is deactivated. However many calls come at once, a hard capacity is never exceeded.',
    path,
    body: Type.Object({ entitlement_id }),
    response: { status: 200, description: 'The seat.', shape: One(Assigned) },
    refusals: { validation_error: refusals.no_capacity },
    handle: async (context, input) => ({
      data: await assignSeat(context, input.path.membership_id, input.body.entitlement_id ?? null),
    }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/seats/assign_bulk',
    access: keyWith('seats.write'),
    line: { name: 'seats' },
    operation: 'assignSeats',
    group,
    summary: 'Give many members a seat',
    description:
      'Assigns seats to up to 100 members in one transaction, in the order given, for as long as there is room. It succeeds whatever becomes of each: ' +
      'the answer says who got a seat, who had one, and who got none and why.',
    body: Type.Object({
      membership_ids: Type.Array(Type.String({ examples: [exampleId('member')] }), {
        minItems: 1,
        maxItems: 100,
        description: 'Ids of workspace members; who comes first is served first.',
      }),
      entitlement_id,
    }),
    response: {
      status: 200,
      description: 'What became of each.',
      shape: One(
        Resource(
          {
            assigned: Type.Array(Assigned, { description: 'The new seats, in the order of the ids.' }),
            skipped: Type.Array(Refused(1, 'already_seated'), {
              description: 'Members who have a seat already.',
            }),
            rejected: Type.Array(Refused(2, 'no_capacity', 'inactive', 'unknown'), {
              description: 'Members who got none.',
            }),
          },
          undefined,
          'What became of each member; everybody is in one of the three lists.',
        ),
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
    access: keyWith('seats.write'),
    operation: 'removeSeat',
    group,
    summary: "End a member's seat",
    description:
      'Ends the active seat of the member at once, and makes room for another. It stays in the record. A member without a seat is 404.',
    path,
    response: { status: 204, description: 'The seat has ended.' },
    handle: (context, input) => removeSeat(context, input.path.membership_id),
  }),
  route({
    method: 'POST',
    url: '/api/v1/seats/capacity',
    access: keyWith('seats.write'),
    line: { name: 'seats' },
    operation: 'setSeatCapacity',
    group,
    summary: 'Set the seat capacity',
    description:
      'Sets the capacity and writes the reason into the audit log. Under a hard entitlement, a capacity below the seats that are assigned is refused.',
    body: Type.Object({
      capacity: Type.Integer({
        minimum: 0,
        maximum: MAX_CAPACITY,
        description: 'How many seats there may be from now on.',
        examples: [25],
      }),
      entitlement_id,
      reason: Clearable(
        Type.String({
          'x-trimmed': true,
          maxLength: REASON_LENGTH,
          default: DEFAULT_REASON,
          description: 'Why, for the audit log.',
          examples: ['Five more from January'],
        }),
      ),
    }),
    response: {
      status: 200,
      description: 'The entitlement as it is now.',
      shape: One(Entitlement),
      example: { data: { seat_capacity: 25 } },
    },
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
