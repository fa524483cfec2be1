// A process that sends mail until it is killed, as a node does: `node killed-mailer.ts <ms>`. Its clock is so far ahead: later than
// the leases of processes that were killed before it.
import { Registry } from 'prom-client';
import { createMailChannel } from '../../src/mail-out/channel.ts';
import { clockAhead, runEngine } from '../support/server/engine-process.ts';

await runEngine(clockAhead(Number(process.argv[2])), (services, log) =>
  createMailChannel({
    services,
    log,
    registry: new Registry(),
    lockRequests: async () => async () => undefined,
  }),
);
