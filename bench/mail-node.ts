// A Rota that sends mail. On request it queues many messages at once, or answers once it has nothing left to do.
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../src/app.ts';
import { createLog } from '../src/log.ts';
import { queueMessages } from '../src/mail-out/enqueue.ts';
import { untilAtRest } from './at-rest.ts';
import { tellParent } from './children.ts';
import { now } from './clock.ts';
import { offer } from './mail-drafts.ts';
import { openRota } from './rota.ts';
import { ownWorkers, spentOn } from './spent.ts';

const context = await openRota(process.env as Record<string, string>);
const { database } = context;
const url = await createApp(context, createLog('info')).listen();

const isAnyQueued = () => database.get("select id from messages where status = 'queued' limit 1");

export type MailOrder = { type: 'send'; count: number; domains: number } | { type: 'rest' };

async function send(count: number, domains: number) {
  const drafts = Array.from({ length: count }, (_, number) => offer(number, null, domains));
  await database.transaction((tx) => queueMessages(context, tx, drafts));
  return spentOn(ownWorkers(), async () => {
    const start = now();
    while (await isAnyQueued()) await sleep(10);
    return { count, ms: now() - start };
  });
}

process.on('message', async (order: MailOrder) => {
  if (order.type === 'send') return tellParent(await send(order.count, order.domains));
  await untilAtRest(context);
  tellParent({ isAtRest: true });
});
tellParent({ url });
