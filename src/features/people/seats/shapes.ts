import { exampleId } from '../../../shapes/examples.ts';
import {
  At,
  Clearable,
  CreatedAt,
  Id,
  Many,
  Nullable,
  OneOf,
  Reason,
  Resource,
} from '../../../shapes/fields.ts';
import { type Static, Type } from '../../../shapes/type.ts';
import { Entitlement, SeatCapacity } from '../entitlements/shapes.ts';
import { DEFAULT_REASON, refusals, type SeatRefusal } from './rules.ts';

const email = Type.String({ description: 'The email of the member.', examples: ['ada@example.com'] });

const Seat = Resource(
  {
    id: Id('seat', 'Names the seat.'),
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
  'The record that a member is paid for.',
);

export const Assigned = Resource(
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
        description: 'The id as it was sent.',
        examples: [exampleId('member', example)],
      }),
      reason: OneOf(reasons, 'Why there is no new seat, as a code for programs.'),
      message: Type.String({
        description: 'The same as a sentence for people.',
        examples: [refusals[reasons[0] as SeatRefusal]],
      }),
    },
    undefined,
    'A member who got no new seat.',
  );
}

const SeatList = Many(Seat);
export const MeteredList = Resource({
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

export const BulkResult = Resource(
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
  'The outcome for each member; everybody is in one of the three lists.',
);

const entitlement_id = Clearable(
  Type.String({
    description: 'The id of an entitlement; without it, the active one with the highest priority.',
    examples: [exampleId('entitlement')],
  }),
);

export const SeatInput = Type.Object({ entitlement_id });
export type SeatInput = Static<typeof SeatInput>;

export const SeatsInput = Type.Object({
  membership_ids: Type.Array(Type.String({ examples: [exampleId('member')] }), {
    minItems: 1,
    maxItems: 100,
    description: 'Ids of workspace members, first come, first served.',
  }),
  entitlement_id,
});
export type SeatsInput = Static<typeof SeatsInput>;

export const CapacityInput = Type.Object({
  capacity: { ...SeatCapacity, description: 'How many seats there may be from now on.', examples: [25] },
  entitlement_id,
  reason: Clearable(
    Reason({
      default: DEFAULT_REASON,
      description: 'Why, for the audit log.',
      examples: ['Five more from January'],
    }),
  ),
});
export type CapacityInput = Static<typeof CapacityInput>;
