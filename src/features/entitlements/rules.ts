/** When an entitlement is full, `hard` refuses the next seat and `soft` allows it. */
export const enforcementModes = ['hard', 'soft'] as const;
export type EnforcementMode = (typeof enforcementModes)[number];

export const MAX_CAPACITY = 1_000_000;

export interface Entitlement {
  id: string;
  plan_key: string;
  seat_capacity: number;
  seat_unlimited: boolean;
  enforcement_mode: EnforcementMode;
  /** The active entitlement with the highest priority is the default for new seats. */
  priority: number;
  active: boolean;
  created_at: number;
  active_seats: number;
}

/** How many more seats there may be; infinite without a limit. */
export function roomLeft(entitlement: Entitlement): number {
  const isLimited = entitlement.enforcement_mode === 'hard' && !entitlement.seat_unlimited;
  return isLimited ? entitlement.seat_capacity - entitlement.active_seats : Number.POSITIVE_INFINITY;
}

/** The fields that an update can set. */
export const changeable = [
  'plan_key',
  'seat_capacity',
  'seat_unlimited',
  'enforcement_mode',
  'priority',
  'active',
] as const;

export const defaults = {
  seat_capacity: 0,
  seat_unlimited: false,
  enforcement_mode: 'hard',
  priority: 0,
  active: true,
} as const satisfies Partial<Entitlement>;
