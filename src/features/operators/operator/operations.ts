// What operators do with workspaces. The features do the work, in a context with the operator as actor.
import type { Context } from '../../../context.ts';
import { within } from '../../../storage/within.ts';
import { createEntitlement, listEntitlements } from '../../people/entitlements/operations.ts';
import { createMember } from '../../people/members/operations.ts';
import { createApiKey } from '../../workspace/api-keys/operations.ts';
import type { ApiKeyInput } from '../../workspace/api-keys/shapes.ts';
import { usageByMonth } from '../../workspace/usage/operations.ts';
import { monthOf } from '../../workspace/usage/rules.ts';
import {
  deleteWorkspace,
  getOperatedWorkspace,
  pageOperatedWorkspaces,
  restoreWorkspace,
  resumeWorkspace,
  suspendWorkspace,
} from '../../workspace/workspaces/lifecycle.ts';
import { getLimits, updateLimits } from '../../workspace/workspaces/limits.ts';
import { createWorkspace, updateWorkspace } from '../../workspace/workspaces/operations.ts';
import type { OperatedUpdate } from '../../workspace/workspaces/shapes.ts';
import {
  contextIn,
  type OperatorContext,
  presentEntitlement,
  uncheckedContextIn,
} from '../billing/operations.ts';
import { emptyMonth, requireCapacity } from '../billing/rules.ts';
import type { NewWorkspaceInput } from './shapes.ts';

/** Creates the workspace with its owner, and what was bought for it: all of it, or nothing. */
export async function createOperated(services: OperatorContext, input: NewWorkspaceInput) {
  const { owner, entitlement, limits, ...workspace } = input;
  if (entitlement) requireCapacity(entitlement, 'entitlement.');
  return services.database.transaction(async (tx) => {
    const inside = { ...services, database: within(tx) };
    const { context } = await createWorkspace(inside, services.operator, workspace);
    const { id, email, name } = await createMember(context, { ...owner, role: 'admin' });
    if (entitlement) await createEntitlement(context, entitlement);
    if (limits) await updateLimits(context, limits);
    return { ...(await describe(context)), owner: { id, email, name } };
  });
}

export const listOperated = pageOperatedWorkspaces;

export function getOperated(services: OperatorContext, workspaceId: string) {
  return describe(uncheckedContextIn(services, workspaceId));
}

/** The workspace with its limits, its usage this month, and the entitlements that are active or still have seats. */
async function describe(context: Context) {
  const workspace = await getOperatedWorkspace(context);
  const entitlements = (await listEntitlements(context)).filter(
    ({ active, active_seats }) => active || active_seats > 0,
  );
  const month = monthOf(context.clock.now());
  const [usage = emptyMonth(month)] = await usageByMonth(context, { from: month, to: month });
  return {
    ...workspace,
    limits: await getLimits(context),
    entitlements: entitlements.map(presentEntitlement),
    usage,
  };
}

export async function updateOperated(services: OperatorContext, workspaceId: string, update: OperatedUpdate) {
  const context = uncheckedContextIn(services, workspaceId);
  await updateWorkspace(context, update);
  return getOperatedWorkspace(context);
}

export const suspend = (services: OperatorContext, workspaceId: string, reason: string | null) =>
  suspendWorkspace(uncheckedContextIn(services, workspaceId), { reason });

export const resume = (services: OperatorContext, workspaceId: string) =>
  resumeWorkspace(uncheckedContextIn(services, workspaceId));

export const scheduleDeletion = (services: OperatorContext, workspaceId: string, grace_days: number) =>
  deleteWorkspace(uncheckedContextIn(services, workspaceId), { grace_days });

export const restore = (services: OperatorContext, workspaceId: string) =>
  restoreWorkspace(uncheckedContextIn(services, workspaceId));

export async function createKeyIn(services: OperatorContext, workspaceId: string, input: ApiKeyInput) {
  return createApiKey(await contextIn(services, workspaceId), input);
}
