// A Rota that takes mail. With STORES_ONLY, nothing works on it. It answers once nothing is left to be done.
import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { createApp } from '../src/app.ts';
import { recipientFor } from '../src/features/inbox/addresses.ts';
import { receive } from '../src/features/inbox/receive.ts';
import { createTeam } from '../src/features/teams/operations.ts';
import { createLog } from '../src/log.ts';
import { createListener } from '../src/smtp/listener.ts';
import { tellParent } from './children.ts';
import { openRota } from './rota.ts';

const context = await openRota({
  ...(process.env as Record<string, string>),
  ROTA_SMTP_LISTEN: '127.0.0.1:0',
});
const { database, config, clock } = context;
const member = await database.get<{ id: string }>('select id from members limit 1');
const team = await createTeam(context, { name: 'Sales', member_ids: [member?.id ?? ''] });
const log = createLog('info');

async function listen(): Promise<string | undefined> {
  if (!process.env.STORES_ONLY) {
    const app = createApp(context, log);
    await app.listen();
    return app.mailAddresses.smtp;
  }
  const reception = {
    recipientFor: (address: string, sender: string) => recipientFor(context, address, sender),
    store: async (arrival: Parameters<typeof receive>[1]) => void (await receive(context, arrival)),
  };
  const listener = createListener({
    config,
    clock,
    log,
    registry: new Registry(),
    reception,
    drainMs: 1_000,
  });
  return (await listener.listen()).smtp;
}

const isAnyDue = () => database.get('select id from inbox where due_at is not null limit 1');
const isAnyUnsettled = () =>
  database.get(
    `select 1 as found from meeting_request_schedules where due_at <= $1
     union all select 1 from messages where due_at is not null limit 1`,
    [Date.now()],
  );

process.on('message', async ({ until }: { until: 'acted on' | 'at rest' }) => {
  while (await isAnyDue()) await sleep(5);
  if (until === 'at rest') while (await isAnyUnsettled()) await sleep(20);
  tellParent({ done: true });
});
const address = await listen();
tellParent({ port: Number(address?.split(':').at(-1)), to: team.email_address });
