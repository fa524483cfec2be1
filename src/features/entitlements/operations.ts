import type { Context } from '../../context.ts';
import { notFound, validationError } from '../../errors.ts';
import type { Transaction } from '../../storage/database.ts';
import { recordAudit } from '../audit-log/operations.ts';
import { changesBetween, changesFromNothing } from '../audit-log/rules.ts';
import {
  insertEntitlement,
  lockEntitlementRow,
  selectDefaultId,
  selectEntitlement,
  selectEntitlements,
  updateEntitlementRow,
} from './queries.ts';
import { type Changeable, changeable, type Entitlement, roomLeft } from './rules.ts';

/** All of the workspace's; first the one that seats go to when none is named. */
export function listEntitlements({ database, caller }: Context): Promise<Entitlement[]> {
  return selectEntitlements(database, caller.workspaceId);
}

export async function createEntitlement(context: Context, input: Changeable): Promise<Entitlement> {
  const { database, caller, clock, ids } = context;
  const entitlement = { id: ids('entitlement'), ...input, created_at: clock.now(), active_seats: 0 };
  await database.transaction(async (tx) => {
    await insertEntitlement(tx, caller.workspaceId, entitlement);
    await recordAudit(context, tx, {
      action: 'entitlement.created',
      target: { type: 'entitlement', id: entitlement.id },
      changes: changesFromNothing(input),
    });
  });
  return entitlement;
}

/** Without an id, changes the entitlement that seats go to when none is named. */
export async function updateEntitlement(
  context: Context,
  id: string | null,
  change: Partial<Changeable>,
  { action, reason }: { action: string; reason: string | null },
): Promise<Entitlement> {
  const { database, caller } = context;
  return database.transaction(async (tx) => {
    const before = await lockEntitlement(context, tx, id);
    const after = { ...before, ...change };
    if (roomLeft(after) < 0) {
      throw validationError(
        `capacity must be at least ${after.active_seats}: that many seats are assigned under the entitlement`,
      );
    }
    const changes = changesBetween(before, after, [...changeable]);
    if (changes) {
      await updateEntitlementRow(tx, caller.workspaceId, after);
      const target = { type: 'entitlement', id: after.id };
      await recordAudit(context, tx, { action, target, changes, reason });
    }
    return after;
  });
}

/**
 * Waits for the entitlement and holds it: until the transaction ends, nobody else adds a seat to it or changes how
 * many there may be. Without an id, the active one with the highest priority.
 */
export async function lockEntitlement(
  { caller: { workspaceId } }: Context,
  tx: Transaction,
  id: string | null,
): Promise<Entitlement> {
  if (id !== null) {
    const entitlement = await lockAndRead(tx, workspaceId, id);
    if (!entitlement) throw notFound('Entitlement');
    return entitlement;
  }
  for (;;) {
    const defaultId = await selectDefaultId(tx, workspaceId);
    if (defaultId === undefined) throw validationError('The workspace has no active entitlement');
    const entitlement = await lockAndRead(tx, workspaceId, defaultId);
    // Somebody may have deactivated it while we waited: then another is the default.
    if (entitlement?.active) return entitlement;
  }
}

/** Reads after it has locked: the seats are counted as they are once nobody else can add one. */
async function lockAndRead(tx: Transaction, workspaceId: string, id: string) {
  await lockEntitlementRow(tx, workspaceId, id);
  return selectEntitlement(tx, workspaceId, id);
}
