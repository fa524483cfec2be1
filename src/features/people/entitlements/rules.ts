/** When an entitlement is full, `hard` refuses the next seat and `soft` allows it. */
export const enforcementModes = ['hard', 'soft'] as const;
type EnforcementMode = (typeof enforcementModes)[number];

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
  /** When it was announced that nearly all seats are assigned; null if the next time will be announced. */
  nearly_full_at: number | null;
}

/** Percent of the capacity: an entitlement is nearly full from here on, and below `ROOM_AGAIN` it can be announced again. */
const NEARLY_FULL = 90;
const ROOM_AGAIN = 80;

function isNearlyFull({ active, seat_unlimited, seat_capacity, active_seats }: Entitlement): boolean {
  return active && !seat_unlimited && seat_capacity > 0 && active_seats * 100 >= seat_capacity * NEARLY_FULL;
}

/**
 * Whether to announce that nearly all seats are assigned: once, and again only after there was room or the capacity changed. Seats
 * end without a lock on the entitlement, so only the next assignment notices that there was room.
 */
export function isNewlyFull(before: Entitlement, after: Entitlement): boolean {
  return isNearlyFull(after) && (before.nearly_full_at === null || isForgotten(before, after));
}

/** Whether an earlier announcement no longer counts. */
export function isForgotten(before: Entitlement, after: Entitlement): boolean {
  const isChanged =
    before.seat_capacity !== after.seat_capacity || before.seat_unlimited !== after.seat_unlimited;
  return isChanged || before.active_seats * 100 < before.seat_capacity * ROOM_AGAIN;
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
