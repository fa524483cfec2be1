import { userInfo } from 'node:os';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Actor, Context, Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { listEveryWorkspace } from '../features/workspaces/operations.ts';
import { scopes } from '../scopes.ts';
import { createServices } from '../services.ts';
import { openClock } from '../storage/database-clock.ts';
import { migrate } from '../storage/migrate.ts';
import { openDatabase } from '../storage/open.ts';
import { UsageError } from './command.ts';

interface Opening {
  /** Of those who serve an embedded database there is one at a time. */
  serving?: boolean;
  /** Told what a migration does, which may take long. */
  tell?(message: string): void;
}

/** Opens the database that the settings name, brings its schema up to date, and closes it afterwards. */
export async function withServices<Result>(
  config: Config,
  work: (services: Services, migrated: string[]) => Promise<Result>,
  { serving = false, tell = console.error }: Opening = {},
): Promise<Result> {
  const storage = await openDatabase(config, { serving });
  try {
    const migrated = await migrate(storage, systemClock, { report: tell });
    const clock = await openClock(storage, systemClock);
    const services = createServices(config, storage, clock);
    // Calls have a line that they wait in and are tried again; a command waits for a lock itself.
    const own = serving ? services : { ...services, database: storage.background };
    return await work(own, migrated).finally(clock.stop);
  } finally {
    await storage.close();
  }
}

/** Whoever runs the command: the audit log keeps the name of the account. */
export const operator = (): Actor => ({ type: 'cli', id: userInfo().username });

/** For every command that works in one workspace. */
export const workspaceOption = {
  type: 'string',
  value: 'ID|HANDLE',
  about: 'the workspace; not needed when there is only one',
} as const;

/** A context in the workspace that was named by id or handle; there is no need to name the only one. */
export async function operatorContext(services: Services, named: unknown): Promise<Context> {
  const workspaces = await listEveryWorkspace(services);
  const matching =
    named === undefined
      ? workspaces
      : workspaces.filter((workspace) => workspace.id === named || workspace.handle === named);
  const [workspace, another] = matching;
  if (!workspace) throw notFound(named === undefined ? 'Workspace' : `Workspace ${named}`);
  if (another) throw new UsageError('there are several workspaces: name one with --workspace');
  return { ...services, caller: { workspaceId: workspace.id, actor: operator(), scopes } };
}
