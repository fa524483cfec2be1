import { keyWith } from '../../../http/access/api-key.ts';
import { pageQuery } from '../../../http/query.ts';
import { type Route, route } from '../../../http/route.ts';
import { One } from '../../../shapes/fields.ts';
import { Entitlement } from '../entitlements/shapes.ts';
import { assignSeat, assignSeats, listSeats, removeSeat, setCapacity } from './operations.ts';
import { refusals } from './rules.ts';
import { Assigned, BulkResult, CapacityInput, MeteredList, SeatInput, SeatsInput } from './shapes.ts';

const group = { name: 'Seats', description: 'Which members are paid for, and how many may be.' };
const path = { membership_id: { kind: 'member', what: 'Workspace member' } } as const;

export const seatRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/seats',
    access: keyWith('seats.read'),
    operation: 'listSeats',
    group,
    summary: 'List active seats',
    description:
      'Lists seats that have not ended, newest first. `meta.entitlements` has the capacities and how much of them is used.',
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
      'Assigns a seat to the member. Refused with `validation_error` when a hard capacity is reached, when the member already has a seat, under ' +
      'any entitlement, and when the member is deactivated. However many calls come at once, a hard capacity is never exceeded.',
    path,
    body: SeatInput,
    response: { status: 200, description: 'The seat.', shape: One(Assigned) },
    refusals: { validation_error: refusals.no_capacity },
    handle: async (context, input) => ({
      data: await assignSeat(context, input.path.membership_id, input.body),
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
      'Assigns seats to up to 100 members in one transaction, in the order given, for as long as there is room. It succeeds whatever the outcome for each: ' +
      'the response says who got a seat, who had one, and who got none and why.',
    body: SeatsInput,
    response: {
      status: 200,
      description: 'The outcome for each member.',
      shape: One(BulkResult),
    },
    refusals: {
      validation_error: 'The workspace has no active entitlement',
      not_found: 'Entitlement not found',
    },
    handle: async (context, { body }) => ({ data: await assignSeats(context, body) }),
  }),
  route({
    method: 'DELETE',
    url: '/api/v1/seats/:membership_id',
    access: keyWith('seats.write'),
    operation: 'removeSeat',
    group,
    summary: "End a member's seat",
    description:
      'Ends the active seat of the member at once, and makes room for another. The seat stays on record. A member without a seat is a 404.',
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
    body: CapacityInput,
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
    handle: async (context, { body }) => ({ data: await setCapacity(context, body) }),
  }),
];
