// A Rota that accepts mail. With STORES_ONLY, mail is stored but not processed. It answers once nothing is left to do.
import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { actingWith } from '../src/features/meetings/inbox/acting.ts';
import { recipientFor } from '../src/features/meetings/inbox/addresses.ts';
import { receive } from '../src/features/meetings/inbox/receive.ts';
import { createTeam } from '../src/features/turns/teams/operations.ts';
import { createLog } from '../src/log.ts';
import type { Addressee, Arrival, Recipient } from '../src/mail-in/arrival.ts';
import { createAuthenticator } from '../src/mail-in/authenticity.ts';
import { createInboxChannel } from '../src/mail-in/channel.ts';
import { hasRoom } from '../src/mail-in/quota.ts';
import { createRecords } from '../src/network/records.ts';
import { createEngine } from '../src/outbox/engine.ts';
import { createNode } from '../src/outbox/node.ts';
import { createListener } from '../src/smtp/listener.ts';
import { createWriter } from '../src/writer/writer.ts';
import { tellParent } from './children.ts';
import { openRota } from './rota.ts';

const context = await openRota({
  ...(process.env as Record<string, string>),
  ROTA_SMTP_LISTEN: '127.0.0.1:0',
  // Above the default daily limit, but still counted.
  ROTA_MAX_OUTSIDER_MESSAGES_PER_DAY: '1000000',
});
const { database, config, clock } = context;
const member = await database.get<{ id: string }>('select id from members limit 1');
const team = await createTeam(context, { name: 'Sales', member_ids: [member?.id ?? ''] });
const log = createLog('info');

/** Accepts and processes mail. The consequences, such as finding times, are left to others. */
async function listen(): Promise<string | undefined> {
  const registry = new Registry();
  const reception = {
    recipientFor: (address: string) => recipientFor(context, address),
    hasRoom: (recipient: Recipient) => hasRoom(context, recipient),
    store: async (arrival: Arrival<Addressee>) => (await receive(context, arrival)).length > 0,
  };
  const listener = createListener({ config, clock, log, registry, reception, drainMs: 1_000 });
  if (!process.env.STORES_ONLY) {
    const authenticator = createAuthenticator({ config, clock, records: createRecords(clock) });
    const channel = createInboxChannel({
      services: context,
      log,
      authenticator,
      loadAct: actingWith(createWriter({ config, clock, log }), log),
    });
    const { storage } = context;
    const node = createNode({ storage, clock, log });
    node.start();
    createEngine({ channel, storage, node, clock, log, registry, drainMs: 1_000 }).start();
  }
  return (await listener.listen()).smtp;
}

const isAnyDue = () => database.get('select id from inbox where due_at is not null limit 1');
process.on('message', async () => {
  while (await isAnyDue()) await sleep(5);
  tellParent({ done: true });
});
const address = await listen();
tellParent({ port: Number(address?.split(':').at(-1)), to: team.email_address });
