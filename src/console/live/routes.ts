import { invalidRequest } from '../../errors.ts';
import { describedEvents } from '../../features/events/events/event-types.ts';
import { type Event, followEvents } from '../../features/events/events/operations.ts';
import { withSession } from '../../http/access/session.ts';
import { STREAM_TYPE } from '../../http/event-stream.ts';
import { textQuery } from '../../http/query.ts';
import { type Route, route } from '../../http/route.ts';
import { Type } from '../../shapes/type.ts';

// Why the stream sends no content, and pages are fetched again instead: docs/decisions/0031-server-rendered-pages.md.

const Happened = Type.Object({ id: Type.String(), type: Type.String() });

/** Tells pages that something happened, but not what: they then reload with the permissions of whoever is signed in. */
export const liveRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/console/events',
    access: withSession,
    operation: 'followConsoleEvents',
    group: { name: 'Console', description: 'Pages for the members of a workspace.' },
    summary: 'Hear of events',
    description: 'The ids and types of events as they happen, for the live parts of pages.',
    query: {
      types: textQuery('Types of events, or the beginnings of their names, with spaces between them.'),
    },
    response: { status: 200, description: 'Events.', shape: Happened },
    async handle() {
      throw invalidRequest(`accept must be ${STREAM_TYPE}`);
    },
    stream: {
      kind: 'event',
      item: Happened,
      async open(screen, { query }, from) {
        const wanted = wantedTypes(query.types);
        const { from: start, batches } = await followEvents(screen, { ...from, after: undefined });
        return { from: start, batches: onlyTypes(batches, wanted) };
      },
    },
  }),
];

/** Drops payloads: they have names and addresses, which not every member may see. */
async function* onlyTypes(batches: AsyncIterable<Event[]>, wanted: ReadonlySet<string>) {
  for await (const events of batches) {
    yield events.filter(({ type }) => wanted.has(type)).map(({ id, type }) => ({ id, type }));
  }
}

const MAX_LENGTH = 1_000;
/** Includes tests of webhook endpoints. */
const everyType = describedEvents.map(({ type }) => type);

/** The event types that a page subscribes to, as names or prefixes: `meeting_request. calendar.failing`. */
function wantedTypes(wanted: string | undefined): ReadonlySet<string> {
  const names = (wanted ?? '').slice(0, MAX_LENGTH).split(' ').filter(Boolean);
  const types = everyType.filter((type) =>
    names.some((name) => type === name || (name.endsWith('.') && type.startsWith(name))),
  );
  if (types.length === 0)
    throw invalidRequest('types must name types of events, or the beginnings of their names');
  return new Set(types);
}
