// A process that sends mail until it is killed, with the settings of a node: `node killed-mailer.ts <ms>`. Its clock is so far ahead:
// later than the leases of processes that were killed before it.
import { Registry } from 'prom-client';
import { systemClock } from '../../src/clock.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { createMailChannel } from '../../src/mail/channel.ts';
import { createEngine } from '../../src/outbox/engine.ts';
import { createServices } from '../../src/services.ts';
import { openDatabase } from '../../src/storage/open.ts';

const aheadMs = Number(process.argv[2]);
const now = () => Date.now() + aheadMs;
const clock = { ...systemClock, now, wall: now };
const config = readConfig(process.env);
const storage = await openDatabase(config);
const log = createLog('silent');
const engine = createEngine({
  channel: createMailChannel({
    services: createServices(config, storage, clock),
    log,
    lockRequests: async () => async () => undefined,
  }),
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
process.stdout.write('started\n');
