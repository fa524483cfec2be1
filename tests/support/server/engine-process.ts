// A process that runs just one engine of a node, until it is stopped or killed.
import { flushCompileCache } from 'node:module';
import { Registry } from 'prom-client';
import type { Services } from '../../../src/context.ts';
import { createLog } from '../../../src/log.ts';
import type { Channel, ClaimedItem } from '../../../src/outbox/channel.ts';
import { createEngine } from '../../../src/outbox/engine.ts';
import { createNode } from '../../../src/outbox/node.ts';
import { createServices } from '../../../src/services.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { openDatabase } from '../../../src/storage/open.ts';
import { type Clock, systemClock } from '../../../src/time/clock.ts';

/** A clock that shows another time than the machine's. */
export function clockAhead(aheadMs: number): Clock {
  const now = () => Date.now() + aheadMs;
  return { ...systemClock, now, wall: now };
}

/** Runs the engine of a channel with the settings of a node, and prints "started". SIGTERM ends it. */
export async function runEngine<Item extends ClaimedItem, Result>(
  clock: Clock,
  channelOf: (services: Services, log: ReturnType<typeof createLog>) => Channel<Item, Result>,
): Promise<void> {
  const config = readConfig(process.env);
  const storage = await openDatabase(config);
  const log = createLog('silent');
  const services = createServices(config, storage, clock);
  await services.secrets.load();
  const channel = channelOf(services, log);
  const node = createNode({ storage, clock, log });
  node.start();
  const engine = createEngine({
    channel,
    storage,
    node,
    clock,
    log,
    registry: new Registry(),
    drainMs: 10_000,
  });
  engine.start();
  // Node writes the cache when a process ends normally, which a killed one never does; and some code is loaded on first use. The timer also
  // keeps the process alive: on SQLite, nothing else does while there is no work.
  const alive = setInterval(flushCompileCache, 100);
  process.once('SIGTERM', async () => {
    await engine.stop();
    await node.stop();
    await storage.close();
    clearInterval(alive);
  });
  flushCompileCache();
  process.stdout.write('started\n');
}
