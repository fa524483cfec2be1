// What was bought for a workspace, what it may do, and what it has used: for the operator's billing.
import type { Actor, Context, Services } from '../../../context.ts';
import type { PageRequest } from '../../../pagination.ts';
import { scopes } from '../../../scopes.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import {
  createEntitlement,
  pageEntitlements,
  updateEntitlement,
} from '../../people/entitlements/operations.ts';
import type { Entitlement } from '../../people/entitlements/rules.ts';
import type { EntitlementInput, EntitlementUpdate } from '../../people/entitlements/shapes.ts';
import { usageByMonth, usageOfMonth } from '../../workspace/usage/operations.ts';
import { monthOf } from '../../workspace/usage/rules.ts';
import { getOperatedWorkspace } from '../../workspace/workspaces/lifecycle.ts';
import { getLimits, updateLimits } from '../../workspace/workspaces/limits.ts';
import type { LimitsUpdate } from '../../workspace/workspaces/shapes.ts';
import { requireCapacity } from './rules.ts';
import type { EndInput } from './shapes.ts';

export interface OperatorContext extends Services {
  operator: Actor;
}

/** A context for the operator in the workspace. Refuses one that doesn't exist. */
export async function contextIn(services: OperatorContext, workspaceId: string): Promise<Context> {
  const context = uncheckedContextIn(services, workspaceId);
  await getOperatedWorkspace(context);
  return context;
}

/** The same without reading the workspace. */
export const uncheckedContextIn = (
  { operator, ...services }: OperatorContext,
  workspaceId: string,
): Context => ({
  ...services,
  caller: { workspaceId, actor: operator, scopes },
});

export async function listEntitlementsOf(services: OperatorContext, workspaceId: string, page: PageRequest) {
  const { data, meta } = await pageEntitlements(await contextIn(services, workspaceId), page);
  return { data: data.map(presentEntitlement), meta };
}

export async function createEntitlementIn(
  services: OperatorContext,
  workspaceId: string,
  input: EntitlementInput,
) {
  requireCapacity(input);
  return presentEntitlement(await createEntitlement(await contextIn(services, workspaceId), input));
}

export async function updateEntitlementIn(
  services: OperatorContext,
  workspaceId: string,
  id: string,
  update: EntitlementUpdate,
) {
  return presentEntitlement(await updateEntitlement(await contextIn(services, workspaceId), id, update));
}

/** Allows no more seats under it. Those already assigned stay until they are removed, as when it is full. */
export async function endEntitlementIn(
  services: OperatorContext,
  workspaceId: string,
  id: string,
  { reason }: EndInput,
) {
  const context = await contextIn(services, workspaceId);
  const update = { active: false, ...(reason ? { reason } : {}) };
  return presentEntitlement(await updateEntitlement(context, id, update, 'entitlement.ended'));
}

export async function usageOf(
  services: OperatorContext,
  workspaceId: string,
  span: { from: string | undefined; to: string | undefined },
) {
  return usageByMonth(await contextIn(services, workspaceId), span);
}

/** The current month, unless another is named. */
export function usageOfAll(services: OperatorContext, query: PageRequest & { month: string | undefined }) {
  return usageOfMonth(services, query.month ?? monthOf(services.clock.now()), query);
}

export async function limitsOf(services: OperatorContext, workspaceId: string) {
  return getLimits(await contextIn(services, workspaceId));
}

export const setLimits = (services: OperatorContext, workspaceId: string, update: LimitsUpdate) =>
  updateLimits(uncheckedContextIn(services, workspaceId), update);

export function presentEntitlement({ created_at, ...entitlement }: Entitlement) {
  return { ...entitlement, created_at: formatTimestamp(created_at) };
}
