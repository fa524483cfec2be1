import { userInfo } from 'node:os';
import type { Actor, Context, Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { listEveryWorkspace } from '../features/workspace/workspaces/operations.ts';
import { scopes } from '../scopes.ts';
import { createServices } from '../services.ts';
import type { OpenDatabase } from '../storage/database.ts';
import { openClock } from '../storage/database-clock.ts';
import { migrate, pendingMigrations } from '../storage/migrate.ts';
import { takeOver } from '../storage/move/mark.ts';
import { openDatabase } from '../storage/open.ts';
import { DatabaseRefused } from '../storage/refused.ts';
import { systemClock } from '../time/clock.ts';
import { type Invocation, UsageError } from './command.ts';

interface Opening {
  /** The caller is the server: an embedded database has one at a time. */
  serving?: boolean;
  /** Called with the progress of migrations, which may take long. */
  report?(message: string): void;
}

/** Opens the configured database, migrates it unless it is read-only, and closes it afterwards. */
export async function withServices<Result>(
  { config, output }: Pick<Invocation, 'config' | 'output'>,
  work: (services: Services, migrated: string[]) => Promise<Result>,
  { serving = false, report = output.error }: Opening = {},
): Promise<Result> {
  const { readOnly } = config;
  const storage = await openDatabase(config, { serving, readOnly });
  try {
    const migrated = readOnly ? [] : await migrate(storage, systemClock, { report });
    if (readOnly) await assertMigrated(storage);
    await takeOver(storage, config);
    const clock = await openClock(storage, systemClock);
    const services = createServices(config, storage, clock);
    // The server queues transactions by row and retries them. A command simply waits for the lock.
    const own = serving ? services : { ...services, database: storage.background };
    return await work(own, migrated).finally(clock.stop);
  } finally {
    await storage.close();
  }
}

/** A read-only process can't migrate: better to fail now than later, call by call. */
async function assertMigrated(storage: OpenDatabase): Promise<void> {
  const pending = await pendingMigrations(storage);
  if (pending.length === 0) return;
  throw new DatabaseRefused(
    `ROTA_READ_ONLY is true, and the schema is older than this version (${pending.join(', ')} not applied): start the version that ` +
      'matches the schema, or set ROTA_READ_ONLY to false',
  );
}

/** The user who runs the command, for the audit log. */
export const operator = (): Actor => ({ type: 'cli', id: userName() });

/** A container's user often has only a number. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}

/** For commands that work in one workspace. */
export const workspaceOption = {
  type: 'string',
  value: 'ID|HANDLE',
  description: 'the workspace; not needed when there is only one',
} as const;

/**
 * Runs `work` in the workspace that --workspace names by id or handle, or in `named`. If there is only one, it needs no
 * naming.
 */
export function inWorkspace(
  invocation: Invocation,
  work: (context: Context) => Promise<void>,
  named: unknown = invocation.options.workspace,
) {
  return withServices(invocation, async (services) => work(await operatorContext(services, named)));
}

/** How many workspaces a message names. */
const MAX_NAMED = 10;

function whichOf(handles: string[]): string {
  const named = handles.slice(0, MAX_NAMED).join(', ');
  const more = handles.length > MAX_NAMED ? `, and ${handles.length - MAX_NAMED} more` : '';
  return `there are several workspaces (${named}${more}): say which, as in --workspace ${handles[0]}`;
}

async function operatorContext(services: Services, named: unknown): Promise<Context> {
  const workspaces = await listEveryWorkspace(services);
  const matching =
    named === undefined
      ? workspaces
      : workspaces.filter((workspace) => workspace.id === named || workspace.handle === named);
  const [workspace, another] = matching;
  if (!workspace) throw notFound(named === undefined ? 'Workspace' : `Workspace ${named}`);
  if (another) throw new UsageError(whichOf(matching.toReversed().map(({ id, handle }) => handle ?? id)));
  return { ...services, caller: { workspaceId: workspace.id, actor: operator(), scopes } };
}
