import type { Actor, Context, Services } from '../../../context.ts';
import { invalidRequest, notFound, validationError } from '../../../errors.ts';
import { scopes } from '../../../scopes.ts';
import { onDuplicate, type Reader, type Transaction } from '../../../storage/database.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { recordAudit } from '../audit-log/operations.ts';
import { changesBetween, changesFromNothing } from '../audit-log/rules.ts';
import {
  insertWorkspace,
  keepHandle,
  selectAnyWorkspace,
  selectEveryWorkspace,
  selectWorkspace,
  selectWorkspaceByHandle,
  selectWorkspaceForUpdate,
  updateWorkspaceRow,
  type WorkspaceRow,
} from './queries.ts';
import { DEFAULT_TIMEZONE, HANDLE_RULE, HANDLE_RULE_IN_PLAIN, isHandle, isReserved } from './rules.ts';
import type { OperatedInput, OperatedUpdate } from './shapes.ts';

export type Workspace = ReturnType<typeof presentWorkspace>;

export function getWorkspace(context: Context): Promise<Workspace> {
  return readWorkspace(context, context.database);
}

export async function readWorkspace({ caller }: Context, reader: Reader): Promise<Workspace> {
  const row = await selectWorkspace(reader, caller.workspaceId);
  if (!row) throw notFound('Workspace');
  return presentWorkspace(row);
}

export async function updateWorkspace(
  context: Context,
  { name, handle, timezone, external_id }: OperatedUpdate,
): Promise<Workspace> {
  const { database, caller, clock } = context;
  checkHandle(handle);
  return withUniqueNames(() =>
    database.transaction(async (tx) => {
      const before = await lockWorkspace(context, tx);
      const wanted = {
        ...before,
        name: name ?? before.name,
        handle: handle === undefined ? before.handle : handle,
        timezone: timezone ?? before.timezone,
        external_id: external_id === undefined ? before.external_id : external_id,
      };
      const changes = changesBetween(before, wanted, ['name', 'handle', 'timezone', 'external_id']);
      if (!changes) return presentWorkspace(before);
      if (wanted.handle !== before.handle) await takeHandle(context, tx, wanted.handle, before.handle);
      const after = { ...wanted, updated_at: clock.now() };
      await updateWorkspaceRow(tx, caller.workspaceId, after);
      await recordAudit(context, tx, {
        action: 'workspace.updated',
        target: { type: 'workspace', id: before.id },
        changes,
      });
      return presentWorkspace(after);
    }),
  );
}

/** Locks the workspace until the transaction ends. */
export async function lockWorkspace({ caller }: Context, tx: Transaction): Promise<WorkspaceRow> {
  const row = await selectWorkspaceForUpdate(tx, caller.workspaceId);
  if (!row) throw notFound('Workspace');
  return row;
}

/** For operators. Also returns a context for the same actor in the new workspace. */
export async function createWorkspace(
  services: Services,
  actor: Actor,
  { name, handle = null, timezone = DEFAULT_TIMEZONE, external_id = null }: OperatedInput,
): Promise<{ workspace: Workspace; context: Context }> {
  checkHandle(handle);
  const { database, clock, ids } = services;
  const now = clock.now();
  const row = {
    id: ids('workspace'),
    name,
    handle,
    timezone,
    external_id,
    created_at: now,
    updated_at: now,
  };
  const context = { ...services, caller: { workspaceId: row.id, actor, scopes } };
  await withUniqueNames(() =>
    database.transaction(async (tx) => {
      await insertWorkspace(tx, row);
      await takeHandle(context, tx, handle);
      await recordAudit(context, tx, {
        action: 'workspace.created',
        target: { type: 'workspace', id: row.id },
        changes: changesFromNothing({
          name,
          handle,
          ...(timezone !== DEFAULT_TIMEZONE && { timezone }),
          ...(external_id !== null && { external_id }),
        }),
      });
    }),
  );
  return { workspace: presentWorkspace(row), context };
}

/** For operators: every workspace of the installation, newest first. */
export async function listEveryWorkspace({ database }: Services): Promise<Workspace[]> {
  return (await selectEveryWorkspace(database)).map(presentWorkspace);
}

/** For incoming mail, whose address names the workspace only by its handle. */
export function findWorkspaceByHandle(reader: Reader, handle: string): Promise<string | undefined> {
  return selectWorkspaceByHandle(reader, handle);
}

/** Whether the installation has a workspace. */
export async function hasAnyWorkspace(reader: Reader): Promise<boolean> {
  return (await selectAnyWorkspace(reader)) !== undefined;
}

function checkHandle(handle: string | null | undefined) {
  if (typeof handle === 'string' && !isHandle(handle))
    throw invalidRequest(HANDLE_RULE, { field: 'handle', plain: HANDLE_RULE_IN_PLAIN });
}

/** Takes the handle, and keeps the former one for the workspace, because customers still write to it. */
async function takeHandle(
  { caller }: Context,
  tx: Transaction,
  wanted: string | null,
  before: string | null = null,
): Promise<void> {
  if (before !== null) await keepHandle(tx, caller.workspaceId, before);
  if (wanted === null) return;
  if (isReserved(wanted))
    throw validationError('handle is reserved for the service itself', {
      field: 'handle',
      plain: 'This handle is reserved for the service itself. Choose another one.',
    });
  if ((await keepHandle(tx, caller.workspaceId, wanted)) !== caller.workspaceId) throw isTaken('handle')();
}

const isTaken = (field: string) => () =>
  validationError(`${field} is already taken`, {
    field,
    plain: 'Another workspace already has this one. Choose another.',
  });

function withUniqueNames<Result>(work: () => Promise<Result>): Promise<Result> {
  return onDuplicate('workspaces_handle', isTaken('handle'), () =>
    onDuplicate('workspaces_external_id', isTaken('external_id'), work),
  );
}

export function presentWorkspace(row: WorkspaceRow) {
  return {
    id: row.id,
    name: row.name,
    handle: row.handle,
    timezone: row.timezone,
    created_at: formatTimestamp(row.created_at),
    updated_at: formatTimestamp(row.updated_at),
  };
}
