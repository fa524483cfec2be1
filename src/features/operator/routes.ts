import { operatorKey as access } from '../../http/access/operator-key.ts';
import { choiceQuery, integerQuery, pageQuery, textQuery } from '../../http/query.ts';
import { type Route, route } from '../../http/route.ts';
import { Many, One, Resource } from '../../shapes/fields.ts';
import { Type } from '../../shapes/type.ts';
import { ApiKeyInput, NewApiKey } from '../api-keys/shapes.ts';
import { EntitlementInput, EntitlementUpdate, OperatedEntitlement } from '../entitlements/shapes.ts';
import { GRACE_DAYS, workspaceStatuses } from '../workspaces/rules.ts';
import { LimitsUpdate, OperatedUpdate } from '../workspaces/shapes.ts';
import {
  createEntitlementIn,
  createKeyIn,
  createOperated,
  endEntitlementIn,
  getOperated,
  limitsOf,
  listEntitlementsOf,
  listOperated,
  restore,
  resume,
  scheduleDeletion,
  setLimits,
  suspend,
  updateEntitlementIn,
  updateOperated,
  usageOf,
  usageOfAll,
} from './operations.ts';
import {
  EndInput,
  entitlementPath,
  group,
  MonthOfUsage,
  NewOperatedWorkspace,
  NewWorkspaceInput,
  OperatedWorkspace,
  OperatedWorkspaceDetail,
  path,
  SuspendInput,
  WorkspaceLimits,
  WorkspaceUsage,
} from './shapes.ts';

const WORKSPACES = '/api/v1/operator/workspaces';
const MAX_GRACE_DAYS = 90;

const asItIsNow = (status: 200 | 202, shape = One(OperatedWorkspace), example?: object) =>
  ({ status, description: 'The workspace as it is now.', shape, ...(example && { example }) }) as const;

export const operatorRoutes: Route[] = [
  route({
    method: 'GET',
    url: WORKSPACES,
    access,
    operation: 'listOperatedWorkspaces',
    group,
    summary: 'List all workspaces',
    description: 'Lists the workspaces of the whole service, newest first. Filters can be combined.',
    query: {
      ...pageQuery('workspace'),
      status: choiceQuery(workspaceStatuses, 'Only those in this state.'),
      handle: textQuery('Only the one with this handle.'),
      external_id: textQuery('Only the one that another system calls so.'),
    },
    response: { status: 200, description: 'A page of workspaces.', shape: Many(OperatedWorkspace) },
    handle: (context, { query }) => listOperated(context, query),
  }),
  route({
    method: 'POST',
    url: WORKSPACES,
    access,
    line: { field: 'handle' },
    operation: 'createOperatedWorkspace',
    group,
    summary: 'Make a workspace with its owner',
    description:
      'Makes a workspace, its owner, and what was bought for it: all of it or nothing. The owner gets no mail; the console sends a link to ' +
      'whoever asks for one with that address. A handle or an `external_id` that another workspace has is refused.',
    body: NewWorkspaceInput,
    response: { status: 201, description: 'The workspace with its owner.', shape: One(NewOperatedWorkspace) },
    refusals: { validation_error: 'external_id is already taken' },
    handle: async (context, { body }) => ({ data: await createOperated(context, body) }),
  }),
  route({
    method: 'GET',
    url: `${WORKSPACES}/:id`,
    access,
    operation: 'getOperatedWorkspace',
    group,
    summary: 'Read a workspace',
    description:
      'Reads a workspace with its limits, entitlements and seats, and what it has used this month.',
    path,
    response: { status: 200, description: 'The workspace.', shape: One(OperatedWorkspaceDetail) },
    handle: async (context, input) => ({ data: await getOperated(context, input.path.id) }),
  }),
  route({
    method: 'PATCH',
    url: `${WORKSPACES}/:id`,
    access,
    operation: 'updateOperatedWorkspace',
    group,
    summary: 'Change a workspace',
    description:
      'Changes what is given, and leaves the rest. A new handle changes the addresses of its teams; `null` takes handle or `external_id` away.',
    path,
    body: OperatedUpdate,
    response: asItIsNow(200),
    refusals: { validation_error: 'handle is already taken' },
    handle: async (context, { path: { id }, body }) => ({ data: await updateOperated(context, id, body) }),
  }),
  route({
    method: 'POST',
    url: `${WORKSPACES}/:id/suspend`,
    access,
    operation: 'suspendWorkspace',
    group,
    summary: 'Suspend a workspace',
    description:
      'Nobody gets in and nothing goes out until it is resumed. Nothing is lost: what was to be sent waits. Done again, it changes the reason.',
    path,
    body: SuspendInput,
    response: asItIsNow(200, undefined, {
      data: {
        status: 'suspended',
        suspended_at: '2026-11-16T09:30:00.412Z',
        suspended_reason: 'Invoice 2026-10 is overdue',
        updated_at: '2026-11-16T09:30:00.412Z',
      },
    }),
    handle: async (context, { path: { id }, body }) => ({
      data: await suspend(context, id, body.reason || null),
    }),
  }),
  route({
    method: 'POST',
    url: `${WORKSPACES}/:id/resume`,
    access,
    operation: 'resumeWorkspace',
    group,
    summary: 'Resume a suspended workspace',
    description: 'Ends a suspension. What has waited is sent. Changes nothing unless it is suspended.',
    path,
    response: asItIsNow(200),
    handle: async (context, input) => ({ data: await resume(context, input.path.id) }),
  }),
  route({
    method: 'DELETE',
    url: `${WORKSPACES}/:id`,
    access,
    operation: 'deleteWorkspace',
    group,
    summary: 'Delete a workspace after a grace period',
    description:
      'Holds the workspace at once, as if it were suspended, and removes everything in it at `delete_at`. Until then it can be restored. ' +
      'Changes nothing if it is to be deleted already.',
    path,
    query: {
      grace_days: integerQuery(
        0,
        MAX_GRACE_DAYS,
        `Days until everything is removed, 0 for at once. Without it, ${GRACE_DAYS.usual}.`,
      ),
    },
    response: asItIsNow(202, undefined, {
      data: {
        status: 'deleting',
        delete_at: '2026-12-16T09:30:00.412Z',
        updated_at: '2026-11-16T09:30:00.412Z',
      },
    }),
    handle: async (context, { path: { id }, query }) => ({
      data: await scheduleDeletion(context, id, query.grace_days ?? GRACE_DAYS.usual),
    }),
  }),
  route({
    method: 'POST',
    url: `${WORKSPACES}/:id/restore`,
    access,
    operation: 'restoreWorkspace',
    group,
    summary: 'Restore a workspace before it is removed',
    description:
      'Takes a deletion back, as long as `delete_at` is not over. One that was suspended before stays so.',
    path,
    response: asItIsNow(200),
    handle: async (context, input) => ({ data: await restore(context, input.path.id) }),
  }),
  route({
    method: 'POST',
    url: `${WORKSPACES}/:id/api_keys`,
    access,
    operation: 'createWorkspaceApiKey',
    group,
    summary: 'Make an API key of a workspace',
    description:
      'Makes a key of the workspace, to hand over. Its secret value is in this answer and nowhere else. It may have every scope.',
    path,
    body: ApiKeyInput,
    response: {
      status: 201,
      description: 'The key, with its raw value.',
      shape: One(NewApiKey),
      example: { data: { last_used_at: null } },
    },
    refusals: { validation_error: 'expires_at must be in the future' },
    handle: async (context, { path: { id }, body }) => ({ data: await createKeyIn(context, id, body) }),
  }),
  route({
    method: 'GET',
    url: `${WORKSPACES}/:id/entitlements`,
    access,
    operation: 'listEntitlements',
    group,
    summary: 'List what was bought for a workspace',
    description:
      'Lists all entitlements of a workspace with their seats, newest first, also those that have ended.',
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
    description: 'Makes an entitlement. It needs `seat_capacity`, or `seat_unlimited` as true.',
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
      'No seat can be assigned under it any more. Seats that are assigned stay until somebody removes them: nobody loses theirs in the middle ' +
      'of a day. `active_seats` says how many there are.',
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
      'Lists the months in which the workspace has used something, oldest first. The present month is some minutes behind.',
    path,
    query: {
      from: textQuery('The first month, such as `2026-01`. Without it, the same as `to`.'),
      to: textQuery('The last month. Without it, the present one.'),
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
      month: textQuery('The month, such as `2026-11`. Without it, the present one.'),
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
      'Reads what was set for the workspace and what holds, and how many messages wait because of it.',
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
      'Changes what is given, and leaves the rest. What is above a lowered limit stays. If more messages may be sent in a day, those that wait ' +
      'are sent the same day, 10,000 at most.',
    path,
    body: LimitsUpdate,
    response: { status: 200, description: 'The limits as they are now.', shape: One(WorkspaceLimits) },
    handle: async (context, { path: { id }, body }) => ({ data: await setLimits(context, id, body) }),
  }),
];
