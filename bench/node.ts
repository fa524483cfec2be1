// A Rota with counted statements, which makes many events at once on request.
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../src/app.ts';
import { announceAll } from '../src/features/events/events/announce.ts';
import type { NewEvent } from '../src/features/events/events/event-types.ts';
import { createEndpoint } from '../src/features/events/webhook-endpoints/operations.ts';
import { createLog } from '../src/log.ts';
import type { Database } from '../src/storage/database.ts';
import { type Question, tellParent } from './children.ts';
import { now } from './clock.ts';
import { countStatements } from './counted-database.ts';
import { newRequests } from './new-requests.ts';
import { type Calls, pace } from './pace.ts';
import { openRota } from './rota.ts';
import { ownWorkers, type Spent, spentOn } from './spent.ts';

const context = await openRota(process.env as Record<string, string>);
const uncounted = context.database;
const { database, statements } = countStatements(context.storage);
await createEndpoint(context, {
  url: process.env.RECEIVER_URL as string,
  description: null,
  events: ['meeting_request.created'],
  headers: [],
});
await createApp({ ...context, database, storage: database }, createLog('info')).listen();

const commit = (announcements: NewEvent[]) =>
  uncounted.transaction((tx) => announceAll(context, tx, announcements));

/** Commits many events at once, and waits until all deliveries are recorded. */
async function deliver(count: number): Promise<Spent & { statements: number }> {
  await commit(newRequests(context, count));
  const before = statements();
  return spentOn(ownWorkers(), async () => {
    const start = now();
    while (await isAnyPending(uncounted)) await sleep(10);
    return { count, ms: now() - start, statements: statements() - before };
  });
}

async function isAnyPending(reader: Database): Promise<boolean> {
  const row = await reader.get("select id from webhook_deliveries where status = 'pending' limit 1");
  return row !== undefined;
}

/** Commits events one by one. */
function deliverPaced(perSecond: number, seconds: number): Promise<Calls> {
  return pace(perSecond, seconds, async () => {
    const announcements = newRequests(context, 1);
    await commit(announcements);
    return (announcements[0] as { id: string }).id;
  });
}

process.on('message', async (question: Question) => {
  if (question.type === 'deliver') tellParent(await deliver(question.count));
  else tellParent({ calls: await deliverPaced(question.perSecond, question.seconds) });
});
tellParent({ ready: true });
