import type { Context } from '../../context.ts';
import { recordAudit } from '../audit-log/operations.ts';
import { insertEntitlement } from './queries.ts';

/** Makes an active entitlement of lowest priority. So far only the first start does: the `pro` plan. */
export async function createEntitlement(
  context: Context,
  input: { planKey: string; seatCapacity: number; enforcementMode: 'hard' | 'soft' },
): Promise<{ id: string }> {
  const { database, caller, clock, ids } = context;
  const id = ids('entitlement');
  await database.transaction(async (tx) => {
    await insertEntitlement(tx, caller.workspaceId, {
      id,
      plan_key: input.planKey,
      seat_capacity: input.seatCapacity,
      seat_unlimited: 0,
      enforcement_mode: input.enforcementMode,
      priority: 0,
      active: 1,
      created_at: clock.now(),
    });
    await recordAudit(context, tx, {
      action: 'entitlement.created',
      target: { type: 'entitlement', id },
      changes: {
        plan_key: [null, input.planKey],
        seat_capacity: [null, input.seatCapacity],
        enforcement_mode: [null, input.enforcementMode],
      },
    });
  });
  return { id };
}
