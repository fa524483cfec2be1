// The limit for calendars: a loop that fetches, and parses in threads, without storage.
import { Agent } from 'undici';
import { ownUids, PERMITS } from '../src/calendar-sync/channel.ts';
import { createCalendarReader } from '../src/calendar-sync/ical/reader.ts';
import { rangeToRead } from '../src/calendar-sync/range.ts';
import { tellParent } from './children.ts';
import { now } from './clock.ts';

const { origin } = new URL(process.env.FEED_URL as string);
const agent = new Agent();
const reader = createCalendarReader();
const options = {
  ...rangeToRead(Date.now()),
  timezone: 'UTC',
  email: 'ada@example.com',
  own_uid: ownUids('rota.localhost'),
};

async function readOne(place: number, workspaces: number): Promise<void> {
  const response = await agent.request({ origin, path: `/${place}.ics`, method: 'GET' });
  const body = Buffer.from(await response.body.arrayBuffer());
  const result = await reader.read({ ...options, workspace_id: String(place % workspaces), body });
  if ('error' in result) throw new Error(result.error);
}

process.on('message', async ({ count, workspaces }: { count: number; workspaces: number }) => {
  let left = count;
  const start = now();
  const loops = Array.from({ length: PERMITS.total }, async () => {
    while (left-- > 0) await readOne(left, workspaces);
  });
  await Promise.all(loops);
  tellParent({ ms: now() - start });
});
tellParent({ ready: true });
