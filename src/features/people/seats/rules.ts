/** For the audit log, when a capacity is set without a reason. */
export const DEFAULT_REASON = 'Set via API';

/** Why a member gets no seat, with the message for the caller. */
export const refusals = {
  unknown: 'The workspace has no such member',
  inactive: 'The member is deactivated',
  already_seated: 'The member already has a seat',
  no_capacity: 'The seat capacity of the entitlement is reached',
} as const;
/** The same for people, who see the member in front of them. */
export const plainRefusals = {
  unknown: 'This person isn’t a member any more.',
  inactive: 'This member is deactivated. Reactivate them first.',
  already_seated: 'This member already has a seat.',
  no_capacity: 'All seats are taken. Raise the capacity, or remove a seat first.',
} as const satisfies Record<keyof typeof refusals, string>;
export type SeatRefusal = keyof typeof refusals;

/** The first reason against a seat for the member, if any. */
export function refusalFor(
  member: { deactivated_at: number | null } | undefined,
  { isSeated, room }: { isSeated: boolean; room: number },
): SeatRefusal | undefined {
  if (!member) return 'unknown';
  if (member.deactivated_at !== null) return 'inactive';
  if (isSeated) return 'already_seated';
  return room > 0 ? undefined : 'no_capacity';
}
