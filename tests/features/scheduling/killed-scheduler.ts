// A process that takes the steps of requests until it is killed, as a node does: `node killed-scheduler.ts <time>`. Its clock starts at
// this time. It prints a dot after each step.
import { Registry } from 'prom-client';
import { systemClock } from '../../../src/clock.ts';
import { readConfig } from '../../../src/config.ts';
import { createSchedulingChannel } from '../../../src/features/scheduling/channel.ts';
import { createLog } from '../../../src/log.ts';
import { createEngine } from '../../../src/outbox/engine.ts';
import { createServices } from '../../../src/services.ts';
import { openDatabase } from '../../../src/storage/open.ts';
import { createWriter } from '../../../src/writer/writer.ts';

const ahead = Number(process.argv[2]) - Date.now();
const now = () => Date.now() + ahead;
const clock = { ...systemClock, now, wall: now };
const config = readConfig(process.env);
const storage = await openDatabase(config);
const log = createLog('silent');
const writer = createWriter({ config, clock, log });
const channel = createSchedulingChannel({ services: createServices(config, storage, clock), log, writer });
const engine = createEngine({
  channel: {
    ...channel,
    async attempt(item) {
      const result = await channel.attempt(item);
      process.stdout.write('.');
      return result;
    },
  },
  storage,
  clock,
  log,
  registry: new Registry(),
  drainMs: 10_000,
});
engine.start();
process.once('SIGTERM', async () => {
  await engine.stop();
  await storage.close();
});
process.stdout.write('started');
