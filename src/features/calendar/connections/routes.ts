import { ReadOnly } from '../../../errors.ts';
import { withQuery } from '../../../html/urls.ts';
import { keyWith } from '../../../http/access/api-key.ts';
import { connecting } from '../../../http/access/connecting.ts';
import { FormPage, LeadsAway, SeeOther } from '../../../http/form-results.ts';
import { pageQuery } from '../../../http/query.ts';
import { htmlPage, type Route, route } from '../../../http/route.ts';
import { Many, One } from '../../../shapes/fields.ts';
import { type CompletionParts, completeConnection, type Ended, type Result } from './complete.ts';
import {
  beginConnection,
  CALLBACK_PATH,
  deleteConnection,
  getConnection,
  listConnections,
} from './operations.ts';
import { endedPage, unknownPage } from './pages.ts';
import { BegunConnection, begunExample, CalendarConnection, NewConnection } from './shapes.ts';

const group = {
  name: 'Calendar connections',
  description: 'Accounts at Google and Microsoft whose calendars belong to members.',
};
const what = 'Calendar connection';
const member = { id: { kind: 'member', what: 'Workspace member' } } as const;
const path = { id: { kind: 'calendarConnection', what } } as const;
const ofMember = { ...member, connection_id: { kind: 'calendarConnection', what } } as const;

const list = '/api/v1/workspace_members/:id/calendar_connections';
const one = {
  access: keyWith('calendars.read'),
  group,
  summary: 'Read a connection',
  description: 'Reads one connection. Its tokens are never shown.',
  response: { status: 200, description: 'The connection.', shape: One(CalendarConnection) },
} as const;
const removal = {
  access: keyWith('calendars.write'),
  group,
  summary: 'Disconnect an account',
  description:
    "Its calendars and their busy times are gone at once. Rota forgets its access; Google is told to end it unless another member uses the same account, Microsoft can't be told. " +
    "Bookings that were written to these calendars stay there. This can't be undone; the account can be connected again.",
  response: { status: 204, description: 'The connection is gone, with its calendars.' },
} as const;

export const connectionRoutes: Route[] = [
  route({
    method: 'GET',
    url: list,
    access: keyWith('calendars.read'),
    operation: 'listCalendarConnections',
    group,
    summary: "List a member's connections",
    description: 'Lists the accounts that a member has connected or begun to connect, newest first.',
    path: member,
    query: pageQuery('calendarConnection'),
    response: { status: 200, description: 'A page of connections.', shape: Many(CalendarConnection) },
    handle: (context, input) => listConnections(context, input.path.id, input.query),
  }),
  route({
    method: 'POST',
    url: list,
    access: keyWith('calendars.write'),
    operation: 'createCalendarConnection',
    group,
    summary: 'Begin to connect an account',
    description:
      'Begins to connect an account. Send the browser of the member to `authorize_url` within 15 minutes: there they choose the account and give their consent, and come back to Rota, ' +
      'which adds every calendar of the account to the member’s and sends them on to `return_url`. The primary calendar is read, and receives bookings unless another calendar of the ' +
      'member does. Refused with `invalid_request` while the provider isn’t set up, and with `validation_error` for a member with 10 accounts and for a deactivated one. A member has up to 10 connections that ' +
      'wait for consent: another one ends the oldest. Connecting an account again, also a broken one, keeps its calendars.',
    path: member,
    body: NewConnection,
    response: {
      status: 201,
      description: 'The connection, which waits for consent.',
      shape: One(BegunConnection),
      example: { data: begunExample },
    },
    refusals: { validation_error: 'A member may connect 10 accounts: disconnect one first' },
    handle: async (context, input) => ({ data: await beginConnection(context, input.path.id, input.body) }),
  }),
  route({
    ...one,
    method: 'GET',
    url: `${list}/:connection_id`,
    operation: 'getCalendarConnectionOfMember',
    path: ofMember,
    handle: async (context, { path: { id, connection_id } }) => ({
      data: await getConnection(context, connection_id, id),
    }),
  }),
  route({
    ...removal,
    method: 'DELETE',
    url: `${list}/:connection_id`,
    operation: 'deleteCalendarConnectionOfMember',
    path: ofMember,
    handle: (context, { path: { id, connection_id } }) => deleteConnection(context, connection_id, id),
  }),
  route({
    ...one,
    method: 'GET',
    url: '/api/v1/calendar_connections/:id',
    operation: 'getCalendarConnection',
    path,
    handle: async (context, input) => ({ data: await getConnection(context, input.path.id) }),
  }),
  route({
    ...removal,
    method: 'DELETE',
    url: '/api/v1/calendar_connections/:id',
    operation: 'deleteCalendarConnection',
    path,
    handle: (context, input) => deleteConnection(context, input.path.id),
  }),
];

const statuses = {
  connected: 200,
  refused: 422,
  missing_scope: 422,
  failed: 422,
  limit_reached: 422,
  deactivated: 422,
  expired: 410,
  used: 410,
  other_browser: 403,
  unavailable: 503,
} as const satisfies Record<Result, number>;

/** What a program's page is told instead. */
const publicStatus: Partial<Record<Result, string>> = { deactivated: 'failed' };

/** The page that people come back to from a provider. It is no part of the API. */
export function callbackRoutes(parts: CompletionParts): Route[] {
  return [
    route({
      method: 'GET',
      url: CALLBACK_PATH,
      access: connecting,
      operation: 'completeCalendarConnection',
      group: { name: 'Connecting accounts', description: 'Where people come back to with their consent.' },
      summary: 'Come back from a provider',
      description: 'Completes the connection that the state belongs to.',
      response: htmlPage,
      async handle({ config, parameters, browser, reader, path, trace }) {
        if (config.readOnly) throw new ReadOnly();
        const services = trace ? { ...parts.services, trace } : parts.services;
        const ended = await completeConnection({ ...parts, services }, { parameters, browser });
        if (!ended) return new FormPage(404, unknownPage(reader));
        return redirectFor(ended) ?? new FormPage(statuses[ended.result], endedPage(reader, ended, path));
      },
    }),
  ];
}

/** Where to go without a page of ours. */
function redirectFor({ result, connection }: Ended): LeadsAway | SeeOther | undefined {
  const { id, member_id, return_url, browser_hash } = connection;
  // There the reader decides: to try again, or in which browser. Whoever comes again has been redirected once.
  if (result === 'unavailable' || result === 'other_browser' || result === 'used') return undefined;
  if (return_url !== null) {
    const url = new URL(return_url);
    url.searchParams.set('calendar_connection', id);
    url.searchParams.set('status', publicStatus[result] ?? result);
    return new LeadsAway(url.href);
  }
  if (result !== 'connected' || browser_hash === null) return undefined;
  return new SeeOther(
    withQuery(`/console/members/${member_id}/calendars`, { done: 'account_connected', with: id }),
  );
}
