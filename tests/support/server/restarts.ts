// A node that stops and starts again, on the same data and with the same clock.
import type { TestContext } from 'node:test';
import { ManualClock } from './manual-clock.ts';
import { type Engine, freshStorage, type Node, startNode } from './rota.ts';

export interface Restartable {
  clock: ManualClock;
  /** The running one. */
  node(): Node;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Runs until the test ends. */
export async function startRestartable(
  t: TestContext,
  engine: Engine,
  environment: Record<string, string>,
): Promise<Restartable> {
  const storage = await freshStorage(engine);
  const clock = new ManualClock();
  let node: Node | undefined;
  const stop = async () => {
    const stopping = node;
    node = undefined;
    await stopping?.stop();
  };
  const start = async () => {
    node = await startNode(storage, { clock, environment });
  };
  t.after(async () => {
    await stop();
    await storage.remove();
  });
  await start();
  return { clock, node: () => node as Node, stop, start };
}
