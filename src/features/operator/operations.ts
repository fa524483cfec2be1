// What operators do with workspaces. The features do the work, in a context with the operator as actor.
import type { Actor, Context, Services } from '../../context.ts';
import type { PageRequest } from '../../pages.ts';
import { scopes } from '../../scopes.ts';
import { within } from '../../storage/within.ts';
import { formatTimestamp } from '../../timestamps.ts';
import { createApiKey } from '../api-keys/operations.ts';
import type { ApiKeyInput } from '../api-keys/shapes.ts';
import {
  createEntitlement,
  listEntitlements,
  pageEntitlements,
  updateEntitlement,
} from '../entitlements/operations.ts';
import type { Entitlement } from '../entitlements/rules.ts';
import type { EntitlementInput, EntitlementUpdate } from '../entitlements/shapes.ts';
import { createMember } from '../members/operations.ts';
import { usageByMonth, usageOfMonth } from '../usage/operations.ts';
import { monthOf } from '../usage/rules.ts';
import {
  deleteWorkspace,
  getOperatedWorkspace,
  pageOperatedWorkspaces,
  restoreWorkspace,
  resumeWorkspace,
  suspendWorkspace,
} from '../workspaces/lifecycle.ts';
import { getLimits, updateLimits } from '../workspaces/limits.ts';
import { createWorkspace, updateWorkspace } from '../workspaces/operations.ts';
import type { LimitsUpdate, OperatedUpdate } from '../workspaces/shapes.ts';
import { emptyMonth, requireCapacity } from './rules.ts';
import type { EndInput, NewWorkspaceInput } from './shapes.ts';

export interface OperatorContext extends Services {
  operator: Actor;
}

/** The operator, in a workspace that there is. */
async function contextIn(services: OperatorContext, workspaceId: string): Promise<Context> {
  const context = insideOf(services, workspaceId);
  await getOperatedWorkspace(context);
  return context;
}

const insideOf = ({ operator, ...services }: OperatorContext, workspaceId: string): Context => ({
  ...services,
  caller: { workspaceId, actor: operator, scopes },
});

/** The workspace with its owner, and what was bought for it: all of it, or nothing. */
export async function createOperated(services: OperatorContext, input: NewWorkspaceInput) {
  const { owner, entitlement, limits, ...about } = input;
  if (entitlement) requireCapacity(entitlement, 'entitlement.');
  return services.database.transaction(async (tx) => {
    const inside = { ...services, database: within(tx) };
    const { context } = await createWorkspace(inside, services.operator, about);
    const { id, email, name } = await createMember(context, { ...owner, role: 'admin' });
    if (entitlement) await createEntitlement(context, entitlement);
    if (limits) await updateLimits(context, limits);
    return { ...(await describe(context)), owner: { id, email, name } };
  });
}

export const listOperated = pageOperatedWorkspaces;

export function getOperated(services: OperatorContext, workspaceId: string) {
  return describe(insideOf(services, workspaceId));
}

/** With its limits, the entitlements that seats can be assigned under or that still have some, and what it used this month. */
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
  const context = insideOf(services, workspaceId);
  await updateWorkspace(context, update);
  return getOperatedWorkspace(context);
}

export const suspend = (services: OperatorContext, workspaceId: string, reason: string | null) =>
  suspendWorkspace(insideOf(services, workspaceId), { reason });

export const resume = (services: OperatorContext, workspaceId: string) =>
  resumeWorkspace(insideOf(services, workspaceId));

export const scheduleDeletion = (services: OperatorContext, workspaceId: string, grace_days: number) =>
  deleteWorkspace(insideOf(services, workspaceId), { grace_days });

export const restore = (services: OperatorContext, workspaceId: string) =>
  restoreWorkspace(insideOf(services, workspaceId));

export async function createKeyIn(services: OperatorContext, workspaceId: string, input: ApiKeyInput) {
  return createApiKey(await contextIn(services, workspaceId), input);
}

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

/** No seat can be assigned under it any more. Those that there are stay until they are removed, as when it is full. */
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

/** The present month, unless another is named. */
export function usageOfAll(services: OperatorContext, query: PageRequest & { month: string | undefined }) {
  return usageOfMonth(services, query.month ?? monthOf(services.clock.now()), query);
}

export async function limitsOf(services: OperatorContext, workspaceId: string) {
  return getLimits(await contextIn(services, workspaceId));
}

export const setLimits = (services: OperatorContext, workspaceId: string, update: LimitsUpdate) =>
  updateLimits(insideOf(services, workspaceId), update);

function presentEntitlement({ created_at, ...entitlement }: Entitlement) {
  return { ...entitlement, created_at: formatTimestamp(created_at) };
}
