import { operatorKey as access } from '../../../http/access/operator-key.ts';
import { choiceQuery, integerQuery, pageQuery, textQuery } from '../../../http/query.ts';
import { type Route, route } from '../../../http/route.ts';
import { Many, One } from '../../../shapes/fields.ts';
import { ApiKeyInput, NewApiKey } from '../../workspace/api-keys/shapes.ts';
import { GRACE_DAYS, workspaceStatuses } from '../../workspace/workspaces/rules.ts';
import { OperatedUpdate, SuspensionInput } from '../../workspace/workspaces/shapes.ts';
import { group, path, WORKSPACES } from '../billing/shapes.ts';
import {
  createKeyIn,
  createOperated,
  getOperated,
  listOperated,
  restore,
  resume,
  scheduleDeletion,
  suspend,
  updateOperated,
} from './operations.ts';
import {
  NewOperatedWorkspace,
  NewWorkspaceInput,
  OperatedWorkspace,
  OperatedWorkspaceDetail,
} from './shapes.ts';

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
      external_id: textQuery('Only the one with this external id.'),
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
    summary: 'Create a workspace with its owner',
    description:
      'Creates a workspace, its owner, and what was bought for it: all of it or nothing. The owner gets no mail; on the console, they can ask for a link ' +
      'to sign in with that address. A handle or an `external_id` that another workspace has is refused.',
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
      'Changes what is given, and leaves the rest. A new handle changes the addresses of its teams; `null` removes the handle or the `external_id`.',
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
      'Nobody gets in and nothing goes out until it is resumed. Nothing is lost: what is due to be sent waits. Doing it again changes the reason.',
    path,
    body: SuspensionInput,
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
    description:
      'Ends a suspension, and sends what has waited. Changes nothing unless the workspace is suspended.',
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
      'Closes the workspace at once, as if it were suspended, and removes everything in it at `delete_at`. Until then it can be restored. ' +
      'Changes nothing if it is already being deleted.',
    path,
    query: {
      grace_days: integerQuery(
        0,
        GRACE_DAYS.most,
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
      'Takes back a deletion before `delete_at`. A workspace that was suspended before stays suspended.',
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
    summary: 'Create an API key for a workspace',
    description:
      'Creates a key of the workspace, to hand over. Its secret value is in this response and nowhere else. It may have every scope.',
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
];
