import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Reader } from '../../../storage/database.ts';
import { findMember, lockMember } from '../../people/members/operations.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { changesBetween } from '../../workspace/audit-log/rules.ts';
import { selectAvailability, selectBookableMembers, upsertAvailability } from './queries.ts';
import { type Availability, defaults, fields, inMinutes, sortOverrides, sortWeekly } from './rules.ts';
import type { AvailabilityUpdate } from './shapes.ts';

export async function getAvailability(context: Context, memberId: string): Promise<Availability> {
  const { database } = context;
  if (!(await findMember(context, database, memberId))) throw notFound('Workspace member');
  return readAvailability(context, database, memberId);
}

/** Deactivated members can be updated too: they may come back. */
export async function updateAvailability(
  context: Context,
  memberId: string,
  input: AvailabilityUpdate,
): Promise<Availability> {
  const { database, caller, clock } = context;
  const { weekly, overrides, ...others } = input;
  const lists = {
    ...(weekly && { weekly: sortWeekly(weekly) }),
    ...(overrides && { overrides: sortOverrides(overrides) }),
  };
  return database.transaction(async (tx) => {
    // The availability may not have a row yet, so lock the member's.
    await lockMember(context, tx, memberId);
    const before = await readAvailability(context, tx, memberId);
    const after: Availability = { ...before, ...others, ...lists };
    const changes = changesBetween(before, after, fields);
    if (!changes) return before;
    await upsertAvailability(tx, caller.workspaceId, memberId, after, clock.now());
    await recordAudit(context, tx, {
      action: 'availability.updated',
      target: { type: 'member', id: memberId },
      changes,
    });
    return after;
  });
}

async function readAvailability(
  { caller }: Context,
  reader: Reader,
  memberId: string,
): Promise<Availability> {
  return (await selectAvailability(reader, caller.workspaceId, memberId)) ?? defaults;
}

/**
 * When those of these members who are active can be booked, in any order. Awaits `pace` before each member, since one can have
 * thousands of hours.
 */
export async function readBookableMembers(
  { caller }: Context,
  reader: Reader,
  memberIds: string[],
  pace: () => Promise<void> | undefined,
) {
  const { found, holidays } = await selectBookableMembers(reader, caller.workspaceId, memberIds);
  const members = [];
  for (const { member_id, email, timezone, lacks_seat, readAvailability } of found) {
    await pace();
    members.push({
      member_id,
      email,
      lacks_seat: lacks_seat === 1,
      availability: inMinutes(readAvailability(), { timezone, holidays }),
    });
  }
  return members;
}
