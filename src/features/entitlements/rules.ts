/** What a full entitlement means: `hard` refuses the next seat, `soft` lets it pass. */
export const enforcementModes = ['hard', 'soft'] as const;
export type EnforcementMode = (typeof enforcementModes)[number];

export const MAX_CAPACITY = 1_000_000;

export interface Entitlement {
  id: string;
  plan_key: string;
  seat_capacity: number;
  seat_unlimited: boolean;
  enforcement_mode: EnforcementMode;
  /** The active entitlement with the highest is the one that seats go to when none is named. */
  priority: number;
  active: boolean;
  created_at: number;
  active_seats: number;
}

/** How many more seats there may be: none when it is full, without end when nothing limits them. */
export function roomLeft(entitlement: Entitlement): number {
  const isLimited = entitlement.enforcement_mode === 'hard' && !entitlement.seat_unlimited;
  return isLimited ? entitlement.seat_capacity - entitlement.active_seats : Number.POSITIVE_INFINITY;
}

/** What is said of an entitlement when it is made, and can be said anew. */
export const changeable = [
  'plan_key',
  'seat_capacity',
  'seat_unlimited',
  'enforcement_mode',
  'priority',
  'active',
] as const;
export type Changeable = Pick<Entitlement, (typeof changeable)[number]>;

/** What an entitlement is unless told otherwise. */
export const defaults = {
  seat_unlimited: false,
  enforcement_mode: 'hard',
  priority: 0,
  active: true,
} as const satisfies Partial<Changeable>;
