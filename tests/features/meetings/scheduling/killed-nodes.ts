// Nodes that take the steps of requests and are killed, and what they have left in the database.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { bootstrap } from '../../../../src/bootstrap.ts';
import type { Context } from '../../../../src/context.ts';
import { listEveryWorkspace } from '../../../../src/features/workspace/workspaces/operations.ts';
import { createServices } from '../../../../src/services.ts';
import { readConfig } from '../../../../src/settings/config.ts';
import type { Reader } from '../../../../src/storage/database.ts';
import { migrate } from '../../../../src/storage/migrate.ts';
import { openDatabase } from '../../../../src/storage/open.ts';
import { within } from '../../../../src/storage/within.ts';
import { systemClock } from '../../../../src/time/clock.ts';
import { KilledScript } from '../../../support/server/killed-script.ts';
import type { Environment, NodeProcess } from '../../../support/server/process.ts';

/** Longer than a lease. */
const LATER_MS = 2 * 60_000;
const DEADLINE_MS = 60_000;

export const prepareScheduler = () => KilledScript.prepare(import.meta.resolve('./killed-scheduler.ts'));

export async function opened(environment: Environment, now = systemClock.now) {
  const config = readConfig(environment);
  const storage = await openDatabase(config);
  const clock = { ...systemClock, now };
  return { storage, services: createServices(config, storage, clock) };
}

/** Makes a new database at this time, with a workspace, and what `make` makes in it, in one transaction. */
export async function makeAt(
  environment: Environment,
  time: number,
  make: (context: Context) => Promise<void>,
): Promise<void> {
  const { storage, services } = await opened(environment, () => time);
  await migrate(storage, systemClock);
  await services.secrets.load();
  await bootstrap(services, undefined);
  const [workspace] = await listEveryWorkspace(services);
  const caller = {
    workspaceId: workspace?.id ?? '',
    actor: { type: 'cli', id: 'tests' },
    scopes: [],
  } as const;
  await services.database.transaction((tx) =>
    make({ ...services, database: within(tx), caller: { ...caller, scopes: [] } }),
  );
  await storage.close();
}

interface Work {
  scheduler: KilledScript;
  stack: AsyncDisposableStack;
  environment: Environment;
  database: Reader;
  nodes: 1 | 2;
  kills: number;
  /** How many steps are due. */
  steps: number;
}

/** Returns a function with which nodes do what is due at a time: they are killed, one after the other, and a last one finishes. */
export function killedNodes({ scheduler, stack, environment, database, nodes, kills, steps }: Work) {
  let lives = 0;
  const start = (time: number) => stack.use(scheduler.start([String(time)], environment));

  return async function workAt(time: number): Promise<void> {
    // A node alone takes over what the one before it had claimed. Two have one time: what a killed one had waits for the last.
    const startNext = () => start(time + (nodes === 1 ? lives++ * LATER_MS : 0));
    const running = Array.from({ length: nodes }, startNext);
    for (let kill = 0; kill < kills; kill += 1) {
      const victim = running[kill % nodes] as NodeProcess;
      const dots = 1 + ((7 * kill) % Math.floor(steps / (2 * kills)));
      await victim.printed((text) => text.split('.').length > dots || undefined, `${dots} steps`);
      victim.signal('SIGKILL');
      assert.equal((await victim.ended).signal, 'SIGKILL', victim.stderr);
      running[kill % nodes] = startNext();
    }
    const last = start(time + ++lives * LATER_MS);
    const left = 'select request_id from meeting_request_schedules where due_at <= $1 limit 1';
    const end = performance.now() + DEADLINE_MS;
    while (await database.get(left, [time + lives * LATER_MS])) {
      assert.ok(performance.now() < end, 'every step is taken in time');
      await sleep(20);
    }
    for (const program of [...running, last]) {
      await program.printed((text) => text.includes('started') || undefined, 'starting');
      program.signal('SIGTERM');
      assert.equal((await program.ended).code, 0, program.stderr);
    }
  };
}
