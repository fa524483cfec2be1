import { operatorKey as access } from '../../../http/access/operator-key.ts';
import { pageQuery, textQuery } from '../../../http/query.ts';
import { type Route, route } from '../../../http/route.ts';
import { Many, One, Resource } from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import {
  EntitlementInput,
  EntitlementUpdate,
  OperatedEntitlement,
} from '../../people/entitlements/shapes.ts';
import { LimitsUpdate } from '../../workspace/workspaces/shapes.ts';
import {
  createEntitlementIn,
  endEntitlementIn,
  limitsOf,
  listEntitlementsOf,
  setLimits,
  updateEntitlementIn,
  usageOf,
  usageOfAll,
} from './operations.ts';
import {
  EndInput,
  entitlementPath,
  group,
  MonthOfUsage,
  path,
  WORKSPACES,
  WorkspaceLimits,
  WorkspaceUsage,
} from './shapes.ts';

export const billingRoutes: Route[] = [
  route({
    method: 'GET',
    url: `${WORKSPACES}/:id/entitlements`,
    access,
    operation: 'listEntitlements',
    group,
    summary: 'List what was bought for a workspace',
    description:
      'Lists all entitlements of a workspace with their seats, newest first, including those that have ended.',
    path,
    query: pageQuery('entitlement'),
    response: { status: 200, description: 'A page of entitlements.', shape: Many(OperatedEntitlement) },
    handle: (context, { path: { id }, query }) => listEntitlementsOf(context, id, query),
  }),
  route({
    method: 'POST',
    url: `${WORKSPACES}/:id/entitlements`,
    access,
    operation: 'createEntitlement',
    group,
    summary: 'Add what was bought for a workspace',
    description: 'Creates an entitlement. It needs `seat_capacity`, or `seat_unlimited` as true.',
    path,
    body: EntitlementInput,
    response: {
      status: 201,
      description: 'The entitlement.',
      shape: One(OperatedEntitlement),
      example: { data: { active_seats: 0 } },
    },
    handle: async (context, { path: { id }, body }) => ({
      data: await createEntitlementIn(context, id, body),
    }),
  }),
  route({
    method: 'PATCH',
    url: `${WORKSPACES}/:id/entitlements/:entitlement_id`,
    access,
    operation: 'updateEntitlement',
    group,
    summary: 'Change what was bought',
    description:
      'Changes what is given, and leaves the rest. In `hard` mode, a capacity below the seats that are assigned is refused.',
    path: entitlementPath,
    body: EntitlementUpdate,
    response: { status: 200, description: 'The entitlement as it is now.', shape: One(OperatedEntitlement) },
    refusals: {
      validation_error: 'capacity must be at least 4: that many seats are assigned under the entitlement',
    },
    handle: async (context, { path: { id, entitlement_id }, body }) => ({
      data: await updateEntitlementIn(context, id, entitlement_id, body),
    }),
  }),
  route({
    method: 'POST',
    url: `${WORKSPACES}/:id/entitlements/:entitlement_id/end`,
    access,
    operation: 'endEntitlement',
    group,
    summary: 'End what was bought',
    description:
      'No more seats can be assigned under it. Seats already assigned stay until somebody removes them, so nobody loses theirs in the middle ' +
      'of the day. `active_seats` says how many there are.',
    path: entitlementPath,
    body: EndInput,
    response: {
      status: 200,
      description: 'The entitlement as it is now.',
      shape: One(OperatedEntitlement),
      example: { data: { active: false } },
    },
    handle: async (context, { path: { id, entitlement_id }, body }) => ({
      data: await endEntitlementIn(context, id, entitlement_id, body),
    }),
  }),
  route({
    method: 'GET',
    url: `${WORKSPACES}/:id/usage`,
    access,
    operation: 'getWorkspaceUsage',
    group,
    summary: 'Read what a workspace has used',
    description:
      'Lists the months in which the workspace has used something, oldest first. The current month is a few minutes behind.',
    path,
    query: {
      from: textQuery('The first month, such as `2026-01`. Without it, the same as `to`.'),
      to: textQuery('The last month. Without it, the current one.'),
    },
    response: {
      status: 200,
      description: 'The months.',
      shape: Resource({ data: Type.Array(MonthOfUsage, { description: 'The months, oldest first.' }) }),
    },
    handle: async (context, { path: { id }, query }) => ({ data: await usageOf(context, id, query) }),
  }),
  route({
    method: 'GET',
    url: '/api/v1/operator/usage',
    access,
    operation: 'listUsage',
    group,
    summary: 'List what all workspaces have used',
    description:
      'Lists what each workspace has used in a month, newest workspace first. Those that used nothing are left out.',
    query: {
      ...pageQuery('workspace'),
      month: textQuery('The month, such as `2026-11`. Without it, the current one.'),
    },
    response: { status: 200, description: 'A page of workspaces.', shape: Many(WorkspaceUsage) },
    handle: (context, { query }) => usageOfAll(context, query),
  }),
  route({
    method: 'GET',
    url: `${WORKSPACES}/:id/limits`,
    access,
    operation: 'getWorkspaceLimits',
    group,
    summary: 'Read the limits of a workspace',
    description:
      'Reads the limits that were set for the workspace, those that apply, and how many messages wait because of them.',
    path,
    response: { status: 200, description: 'The limits.', shape: One(WorkspaceLimits) },
    handle: async (context, input) => ({ data: await limitsOf(context, input.path.id) }),
  }),
  route({
    method: 'PATCH',
    url: `${WORKSPACES}/:id/limits`,
    access,
    operation: 'updateWorkspaceLimits',
    group,
    summary: 'Change the limits of a workspace',
    description:
      'Changes what is given, and leaves the rest. What already exceeds a lowered limit stays. If more messages may be sent per day, those that wait ' +
      'are sent the same day, up to 10,000.',
    path,
    body: LimitsUpdate,
    response: { status: 200, description: 'The limits as they are now.', shape: One(WorkspaceLimits) },
    handle: async (context, { path: { id }, body }) => ({ data: await setLimits(context, id, body) }),
  }),
];
