import type { Context } from '../../../context.ts';
import { notFound, validationError } from '../../../errors.ts';
import { type Page, type PageRequest, takePage } from '../../../pagination.ts';
import type { Transaction } from '../../../storage/database.ts';
import { announce } from '../../events/events/announce.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { changesBetween, changesFromNothing } from '../../workspace/audit-log/rules.ts';
import { tellAdmins } from '../notices/admins.ts';
import {
  insertEntitlement,
  lockEntitlementRow,
  selectAnyEntitlement,
  selectDefaultId,
  selectEntitlement,
  selectEntitlementPage,
  selectEntitlements,
  updateEntitlementRow,
} from './queries.ts';
import { changeable, defaults, type Entitlement, isForgotten, isNewlyFull, roomLeft } from './rules.ts';
import type { EntitlementInput, EntitlementUpdate } from './shapes.ts';

/** All entitlements of the workspace; the default for new seats is the first. */
export function listEntitlements({ database, caller }: Context): Promise<Entitlement[]> {
  return selectEntitlements(database, caller.workspaceId);
}

/** Whether there are any. They are listed with the number of their seats, which pages that don't show it needn't count. */
export async function hasEntitlements({ database, caller }: Context): Promise<boolean> {
  return (await selectAnyEntitlement(database, caller.workspaceId)) !== undefined;
}

/** Includes those that have ended, newest first. */
export async function pageEntitlements(
  { database, caller }: Context,
  page: PageRequest,
): Promise<Page<Entitlement>> {
  const rows = await selectEntitlementPage(database, caller.workspaceId, page);
  return takePage(rows, page, (entitlement) => entitlement);
}

export async function createEntitlement(context: Context, input: EntitlementInput): Promise<Entitlement> {
  const { database, caller, clock, ids } = context;
  const fields = { ...defaults, ...input };
  const entitlement = {
    id: ids('entitlement'),
    ...fields,
    created_at: clock.now(),
    active_seats: 0,
    nearly_full_at: null,
  };
  await database.transaction(async (tx) => {
    await insertEntitlement(tx, caller.workspaceId, entitlement);
    await recordAudit(context, tx, {
      action: 'entitlement.created',
      target: { type: 'entitlement', id: entitlement.id },
      changes: changesFromNothing(fields),
    });
  });
  return entitlement;
}

/** Without an id, changes the default for new seats. `action` is for the audit log. */
export async function updateEntitlement(
  context: Context,
  id: string | null | undefined,
  { reason, ...update }: EntitlementUpdate,
  action = 'entitlement.updated',
): Promise<Entitlement> {
  const { database, caller, clock } = context;
  return database.transaction(async (tx) => {
    const before = await lockEntitlement(context, tx, id);
    const after = withNotice(before, { ...before, ...update }, clock.now());
    if (roomLeft(after) < 0) {
      throw validationError(
        `capacity must be at least ${after.active_seats}: that many seats are assigned under the entitlement`,
        {
          field: 'capacity',
          plain: `${after.active_seats === 1 ? '1 seat is' : `${after.active_seats} seats are`} assigned, so the capacity can’t be lower. Remove some first.`,
        },
      );
    }
    const changes = changesBetween(before, after, [...changeable]);
    if (changes) {
      await updateEntitlementRow(tx, caller.workspaceId, after);
      const target = { type: 'entitlement', id: after.id };
      await recordAudit(context, tx, { action, target, changes, reason });
      if (isNewlyFull(before, after)) await tellNearlyFull(context, tx, after);
    }
    return after;
  });
}

/** Updates the notice of an entitlement after seats were added, and announces it if it is nearly full. The caller has locked it. */
export async function seatsAdded(
  context: Context,
  tx: Transaction,
  before: Entitlement,
  added: number,
): Promise<void> {
  const grown = { ...before, active_seats: before.active_seats + added };
  const after = withNotice(before, grown, context.clock.now());
  if (after.nearly_full_at !== before.nearly_full_at) {
    await updateEntitlementRow(tx, context.caller.workspaceId, after);
  }
  if (isNewlyFull(before, after)) await tellNearlyFull(context, tx, after);
}

function withNotice(before: Entitlement, after: Entitlement, now: number): Entitlement {
  const kept = isForgotten(before, after) ? null : before.nearly_full_at;
  return { ...after, nearly_full_at: isNewlyFull(before, after) ? now : kept };
}

async function tellNearlyFull(context: Context, tx: Transaction, entitlement: Entitlement): Promise<void> {
  const { id, plan_key, seat_capacity, active_seats, enforcement_mode } = entitlement;
  await tellAdmins(context, tx, 'seats', {
    kind: 'seats_nearly_full',
    plan: plan_key,
    seat_capacity,
    active_seats,
    is_hard: enforcement_mode === 'hard',
  });
  await announce(context, tx, {
    event: 'seats.nearly_full',
    id,
    plan_key,
    seat_capacity,
    active_seats,
  });
}

/**
 * Locks the entitlement: until the transaction ends, nobody else adds a seat or changes the capacity. Without an id, the
 * active one with the highest priority.
 */
export async function lockEntitlement(
  { caller: { workspaceId } }: Context,
  tx: Transaction,
  id: string | null | undefined,
): Promise<Entitlement> {
  if (typeof id === 'string') {
    const entitlement = await lockAndRead(tx, workspaceId, id);
    if (!entitlement) throw notFound('Entitlement');
    return entitlement;
  }
  for (;;) {
    const defaultId = await selectDefaultId(tx, workspaceId);
    if (defaultId === undefined) throw validationError('The workspace has no active entitlement');
    const entitlement = await lockAndRead(tx, workspaceId, defaultId);
    // It may have been deactivated while we waited for the lock; then another is the default.
    if (entitlement?.active) return entitlement;
  }
}

/** Locks before it reads, so that nobody can add a seat after the count. */
async function lockAndRead(tx: Transaction, workspaceId: string, id: string) {
  await lockEntitlementRow(tx, workspaceId, id);
  return selectEntitlement(tx, workspaceId, id);
}
