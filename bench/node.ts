// A Rota whose statements are counted, and that can be told to have many events at once.
import { createApp } from '../src/app.ts';
import { announceAll } from '../src/events/announce.ts';
import { createEndpoint } from '../src/features/webhook-endpoints/operations.ts';
import { createLog } from '../src/log.ts';
import type { Database } from '../src/storage/database.ts';
import { tellParent } from './children.ts';
import { now } from './clock.ts';
import { countStatements } from './counted-database.ts';
import { openRota } from './rota.ts';

const context = await openRota(process.env as Record<string, string>);
const uncounted = context.database;
const { database, statements } = countStatements(uncounted);
await createEndpoint(context, {
  url: process.env.RECEIVER_URL as string,
  description: null,
  events: ['meeting_request.created'],
  headers: [],
});
await createApp({ ...context, database }, createLog('info')).listen();

/** Commits so many events, and waits until all of their deliveries are recorded. */
async function deliver(count: number): Promise<{ ms: number; statements: number }> {
  const created_at = new Date().toISOString();
  const announcements = Array.from({ length: count }, () => ({
    event: 'meeting_request.created' as const,
    id: context.ids('meetingRequest'),
    organizer_email: 'member-1@example.com',
    participant_emails: ['guest@example.com'],
    status: 'active' as const,
    created_at,
  }));
  await uncounted.transaction((tx) => announceAll(context, tx, announcements));
  const start = now();
  const before = statements();
  while (await isAnyPending(uncounted)) await new Promise((resolve) => setTimeout(resolve, 10));
  return { ms: now() - start, statements: statements() - before };
}

async function isAnyPending(reader: Database): Promise<boolean> {
  const row = await reader.get("select id from webhook_deliveries where status = 'pending' limit 1");
  return row !== undefined;
}

process.on('message', async ({ count }: { count: number }) => tellParent(await deliver(count)));
tellParent({ ready: true });
