// A Rota that queues many messages at once, on request.
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../src/app.ts';
import { createLog } from '../src/log.ts';
import { queueMessages } from '../src/mail/enqueue.ts';
import { tellParent } from './children.ts';
import { now } from './clock.ts';
import { offer } from './mail-drafts.ts';
import { openRota } from './rota.ts';

const context = await openRota(process.env as Record<string, string>);
const { database } = context;
await createApp(context, createLog('info')).listen();

const isAnyQueued = () => database.get("select id from messages where status = 'queued' limit 1");

process.on('message', async ({ count, domains }: { count: number; domains: number }) => {
  const drafts = Array.from({ length: count }, (_, number) => offer(number, null, domains));
  await database.transaction((tx) => queueMessages(context, tx, drafts));
  const start = now();
  while (await isAnyQueued()) await sleep(10);
  tellParent({ ms: now() - start });
});
tellParent({ ready: true });
