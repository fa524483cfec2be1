export const teamRoles = ['member', 'manager'] as const;
export type TeamRole = (typeof teamRoles)[number];

/** How a team decides who takes a request. */
export const modes = ['pool', 'stack', 'manual'] as const;
export type Mode = (typeof modes)[number];

/** What a membership remembers about pauses and turns; times in milliseconds. */
export interface Availability {
  paused_at: number | null;
  paused_until: number | null;
  unpaused_at: number | null;
  last_turn: number | null;
  last_assigned_at: number | null;
}

/**
 * The membership as it stands now. A pause whose end has come is over since then, exactly as if somebody had
 * ended it at that moment; nothing needs to be written for that.
 */
export function settle<Membership extends Availability>(membership: Membership, now: number): Membership {
  const { paused_until: end } = membership;
  return end !== null && end <= now ? unpaused(membership, end) : membership;
}

export function paused<Membership extends Availability>(
  membership: Membership,
  now: number,
  until: number | null,
): Membership {
  return { ...membership, paused_at: now, paused_until: until };
}

/** Whoever comes back goes to the front of the queue: the last turn is forgotten. */
export function unpaused<Membership extends Availability>(membership: Membership, at: number): Membership {
  return {
    ...membership,
    paused_at: null,
    paused_until: null,
    unpaused_at: at,
    last_turn: null,
    last_assigned_at: null,
  };
}
