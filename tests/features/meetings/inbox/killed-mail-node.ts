// A process that takes mail over SMTP and works on it until it is killed, as a node does: `node killed-mail-node.ts <ms>`. Its clock is
// so far ahead. It prints where it takes mail.
import { Registry } from 'prom-client';
import { actingWith } from '../../../../src/features/meetings/inbox/acting.ts';
import { recipientFor } from '../../../../src/features/meetings/inbox/addresses.ts';
import { receive } from '../../../../src/features/meetings/inbox/receive.ts';
import { createAuthenticator } from '../../../../src/mail-in/authenticity.ts';
import { createInboxChannel } from '../../../../src/mail-in/channel.ts';
import { hasRoom } from '../../../../src/mail-in/quota.ts';
import { createRecords } from '../../../../src/network/records.ts';
import { createListener } from '../../../../src/smtp/listener.ts';
import { createWriter } from '../../../../src/writer/writer.ts';
import { clockAhead, runEngine } from '../../../support/server/engine-process.ts';

const clock = clockAhead(Number(process.argv[2]));

await runEngine(clock, (services, log) => {
  const { config } = services;
  const listener = createListener({
    config,
    clock,
    log,
    registry: new Registry(),
    reception: {
      recipientFor: (address) => recipientFor(services, address),
      hasRoom: (recipient) => hasRoom(services, recipient),
      store: async (arrival) => (await receive(services, arrival)).length > 0,
    },
    drainMs: 10_000,
  });
  process.once('SIGTERM', () => listener.stop());
  listener.listen().then(({ smtp }) => process.stdout.write(`mail at ${smtp}\n`));
  const authenticator = createAuthenticator({ config, clock, records: createRecords(clock) });
  const writer = createWriter({ config, clock, log });
  return createInboxChannel({ services, log, authenticator, loadAct: actingWith(writer, log) });
});
