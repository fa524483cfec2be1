import { Id, Name, OneOf, Reason, Resource } from '../../shapes/fields.ts';
import { type Static, Type } from '../../shapes/type.ts';
import { enforcementModes, MAX_CAPACITY } from './rules.ts';

export const Entitlement = Resource(
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

export const SeatCapacity = Type.Integer({ minimum: 0, maximum: MAX_CAPACITY });

/** More than anybody needs. */
const MAX_PRIORITY = 1_000_000;

const plan_key = Name('pro', 'The plan that was bought.');
const limits = {
  seat_capacity: Type.Optional(SeatCapacity),
  seat_unlimited: Type.Optional(Type.Boolean()),
  enforcement_mode: Type.Optional(OneOf(enforcementModes)),
  priority: Type.Optional(Type.Integer({ minimum: -MAX_PRIORITY, maximum: MAX_PRIORITY })),
  active: Type.Optional(Type.Boolean()),
};

export const EntitlementInput = Type.Object({ plan_key, ...limits });
export type EntitlementInput = Static<typeof EntitlementInput>;

export const EntitlementUpdate = Type.Object({
  plan_key: Type.Optional(plan_key),
  ...limits,
  reason: Type.Optional(Reason({ minLength: 1 })),
});
export type EntitlementUpdate = Static<typeof EntitlementUpdate>;
