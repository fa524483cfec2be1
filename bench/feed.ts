// A calendar server in its own process, with the same feed at every path.

import { createServer } from 'node:http';
import { DAY_MS } from '../src/time/timestamps.ts';
import { tellParent } from './children.ts';

const EVENTS = 100;

/** `20261116T090000Z` */
const stamp = (ms: number) => `${new Date(ms).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;
const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;

const events = Array.from({ length: EVENTS }, (_, place) => {
  const start = today + place * 0.6 * DAY_MS;
  return [
    'BEGIN:VEVENT',
    `UID:event-${place}@example.com`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(start + 45 * 60_000)}`,
    'SUMMARY:A meeting with a title of some length',
    'DESCRIPTION:Notes that nobody needs to find a time\\, but that are sent all the same.',
    ...(place % 5 === 0 ? ['RRULE:FREQ=WEEKLY;COUNT=20'] : []),
    'END:VEVENT',
  ].join('\r\n');
});
const feed = Buffer.from(['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n'));

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/calendar' }).end(feed);
});
// Closing idle connections would affect the measurement.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => tellParent({ port: (server.address() as { port: number }).port }));
