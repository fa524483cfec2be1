// Google and Microsoft in their own process, as far as reading needs them: the same events in every calendar, then no more changes.
import { createServer } from 'node:http';
import { DAY_MS } from '../src/time/timestamps.ts';
import { tellParent } from './children.ts';

const EVENTS = 200;
const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const times = Array.from({ length: EVENTS }, (_, place) => {
  const start = today + place * 0.6 * DAY_MS;
  return { start: new Date(start).toISOString(), end: new Date(start + 45 * 60_000).toISOString() };
});

const googleEvents = JSON.stringify({
  nextSyncToken: 'everything',
  items: times.map(({ start, end }, place) => ({
    id: `event${place}`,
    status: 'confirmed',
    eventType: 'default',
    start: { dateTime: start },
    end: { dateTime: end },
    iCalUID: `event-${place}@example.com`,
  })),
});
const noneOfGoogle = JSON.stringify({ nextSyncToken: 'everything', items: [] });

const inUtc = (time: string) => ({ dateTime: time.replace('Z', '0000'), timeZone: 'UTC' });
const microsoftEvents = times.map(({ start, end }, place) => ({
  id: `AAMkAGViNDU7zAAAAA7zAAAZb2ckAAA${place}=`,
  type: 'singleInstance',
  subject: 'A meeting with a title of some length',
  bodyPreview: 'Notes that nobody needs to find a time, but that are sent all the same.',
  showAs: 'busy',
  isAllDay: false,
  isCancelled: false,
  iCalUId: `event-${place}@example.com`,
  start: inUtc(start),
  end: inUtc(end),
}));

const server = createServer((request, response) => {
  const { pathname, searchParams, origin } = new URL(request.url ?? '/', `http://${request.headers.host}`);
  request.resume();
  response.setHeader('content-type', 'application/json');
  response.end(answerTo(pathname, searchParams, origin));
});

function answerTo(pathname: string, query: URLSearchParams, origin: string): string {
  if (pathname.endsWith('/token'))
    return JSON.stringify({ access_token: 'access', token_type: 'Bearer', expires_in: 3_600 });
  if (pathname.startsWith('/calendar/v3')) return query.has('syncToken') ? noneOfGoogle : googleEvents;
  const value = query.has('$deltatoken') ? [] : microsoftEvents;
  return JSON.stringify({ value, '@odata.deltaLink': `${origin}${pathname}?$deltatoken=everything` });
}

// Closing idle connections would affect the measurement.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => tellParent({ port: (server.address() as { port: number }).port }));
