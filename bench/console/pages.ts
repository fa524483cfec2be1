// Pages of the console as its routes show them, without HTTP, to an admin or to a member.
import { consoleRoutes } from '../../src/console/routes.ts';
import type { Services } from '../../src/context.ts';
import { getMember } from '../../src/features/people/members/operations.ts';
import { getWorkspace } from '../../src/features/workspace/workspaces/operations.ts';
import { readerOf } from '../../src/html/reader.ts';
import type { GivenBySession } from '../../src/http/access/session.ts';
import { parseQuery } from '../../src/http/query.ts';
import { OLDEST_ID, type Past } from '../growth/past.ts';

export interface PageCase {
  name: string;
  url: string;
  path?: (past: Past) => Record<string, string>;
  query?: (past: Past) => Record<string, string>;
  /** The reader; an admin by default. */
  as?: (past: Past) => string;
}

const list = (name: string, query: PageCase['query'], as?: PageCase['as']): PageCase => ({
  name: `requests${name}`,
  url: '/console/requests',
  ...(query && { query }),
  ...(as && { as }),
});

/** The organizer of nearly all requests. */
const busy = ({ veteran }: Past) => veteran.id;
/** A host of a few requests, which come after all others. */
const idle = ({ memberIds }: Past) => memberIds[2] as string;

// Without searches: they read up to 2,000 requests, and few rows have fewer (tests/support/server/console-reads.ts has their bounds).
export const pages: PageCase[] = [
  list('', undefined),
  list(' that need attention', () => ({ attention: 'true' })),
  list(' that are active', () => ({ status: 'active' })),
  list(' of a team', ({ stackId }) => ({ team: stackId })),
  list(' of a host', () => ({ host: 'cleo@example.com' })),
  list(' with a participant', () => ({ q: 'rare@example.org' })),
  list(' by the time of the meeting', () => ({ sort: 'time' })),
  list(' until a day', () => ({ to: '1970-01-02' })),
  list(' of a member who hosts few, as they see them', undefined, idle),
  list(' of a member who hosts most, as they see them', undefined, busy),
  list(' that are active, of the same', () => ({ status: 'active' }), busy),
  { name: 'a request', url: '/console/requests/:id', path: () => ({ id: `mr_${OLDEST_ID}` }) },
  { name: 'the overview of an admin', url: '/console' },
  { name: 'the overview of a member', url: '/console', as: busy },
  { name: 'first steps', url: '/console/first-steps' },
  { name: 'members', url: '/console/members' },
  { name: 'branding', url: '/console/settings/branding' },
  { name: 'whether mail leaves', url: '/console/messages/mail-server' },
  { name: 'endpoints that fail', url: '/console/webhooks', query: () => ({ show: 'failing' }) },
  { name: 'the queue of a team', url: '/console/teams/:id', path: ({ poolId }) => ({ id: poolId }) },
  { name: 'messages', url: '/console/messages' },
  { name: 'an endpoint', url: '/console/webhooks/:id', path: ({ endpointId }) => ({ id: endpointId }) },
  { name: 'the audit log', url: '/console/audit-log' },
  {
    name: 'the audit log of a member',
    url: '/console/audit-log',
    query: () => ({ actor_type: 'member' }),
  },
];

/** Cached by workspace and member, so that they aren't read for each page. */
const sessions = new WeakMap<Past, Map<string | undefined, GivenBySession>>();

export async function show(past: Past, { url, path, query, as }: PageCase): Promise<string> {
  const route = consoleRoutes.find((each) => each.method === 'GET' && each.url === url);
  if (!route) throw new Error(`The console has no page ${url}`);
  const given = await sessionOf(past, as?.(past));
  const handle = route.handle as (given: Services & GivenBySession, input: object) => Promise<string>;
  return handle(
    { ...past.context, ...given },
    { path: path?.(past) ?? {}, query: parseQuery(route.query ?? {}, query?.(past) ?? {}), body: undefined },
  );
}

async function sessionOf(past: Past, memberId: string | undefined): Promise<GivenBySession> {
  const known = sessions.get(past) ?? new Map<string | undefined, GivenBySession>();
  sessions.set(past, known);
  const found = known.get(memberId);
  if (found) return found;
  const { context } = past;
  const member = await getMember(context, memberId ?? past.successor.id);
  const { id, name, handle, timezone } = await getWorkspace(context);
  const given: GivenBySession = {
    caller: { ...context.caller, actor: { type: 'member', id: member.id } },
    member: { ...member, role: memberId === undefined ? 'admin' : 'member' },
    workspace: { id, name, handle, timezone },
    session: { id: 'bench' },
    reader: readerOf(undefined, 'en'),
    looks: undefined,
    connect: undefined,
    form: null,
    clientAddress: '127.0.0.1',
  };
  known.set(memberId, given);
  return given;
}
