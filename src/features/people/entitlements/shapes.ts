import { CreatedAt, Id, Name, OneOf, Reason, Resource } from '../../../shapes/fields.ts';
import { type Static, Type } from '../../../shapes/type.ts';
import { enforcementModes, MAX_CAPACITY } from './rules.ts';

const described = {
  seat_capacity: { description: 'How many seats there may be.', examples: [10] },
  seat_unlimited: { description: 'When true, the capacity is ignored.', examples: [false] },
  enforcement_mode: { description: '`hard` refuses a seat past the capacity, `soft` allows it.' },
  priority: {
    description: 'When no entitlement is named, seats go to the active one with the highest priority.',
    examples: [0],
  },
  active: {
    description: 'Whether new seats can be assigned under it. Existing seats stay.',
    examples: [true],
  },
};

/** What members of the workspace see. */
export const Entitlement = Resource(
  {
    id: Id('entitlement', 'Names the entitlement.'),
    plan_key: Type.String({ description: 'The plan that was bought.', examples: ['pro'] }),
    seat_capacity: Type.Integer(described.seat_capacity),
    seat_unlimited: Type.Boolean(described.seat_unlimited),
    active_seats: Type.Integer({ description: 'Seats that are assigned now.', examples: [4] }),
    enforcement_mode: { ...OneOf(enforcementModes), ...described.enforcement_mode },
  },
  'Entitlement',
  'What the workspace has paid for: a plan with a number of seats.',
);

export const SeatCapacity = Type.Integer({ minimum: 0, maximum: MAX_CAPACITY });

/** More than anybody needs. */
const MAX_PRIORITY = 1_000_000;

const plan_key = Name('pro', 'The plan that was bought.');
const limits = {
  seat_capacity: Type.Optional({ ...SeatCapacity, ...described.seat_capacity }),
  seat_unlimited: Type.Optional(Type.Boolean(described.seat_unlimited)),
  enforcement_mode: Type.Optional({ ...OneOf(enforcementModes), ...described.enforcement_mode }),
  priority: Type.Optional(
    Type.Integer({ minimum: -MAX_PRIORITY, maximum: MAX_PRIORITY, ...described.priority }),
  ),
  active: Type.Optional(Type.Boolean(described.active)),
};

export const EntitlementInput = Type.Object({ plan_key, ...limits });
export type EntitlementInput = Static<typeof EntitlementInput>;

export const EntitlementUpdate = Type.Object({
  plan_key: Type.Optional(plan_key),
  ...limits,
  reason: Type.Optional(
    Reason({ minLength: 1, description: 'Why, for the audit log.', examples: ['Upgrade to 20 seats'] }),
  ),
});
export type EntitlementUpdate = Static<typeof EntitlementUpdate>;

/** What operators see. */
export const OperatedEntitlement = Resource(
  {
    ...Entitlement.properties,
    priority: Type.Integer(described.priority),
    active: Type.Boolean(described.active),
    created_at: CreatedAt('entitlement', 'When the entitlement was created.'),
  },
  'OperatedEntitlement',
  'A plan with a number of seats, as operators see it.',
);
