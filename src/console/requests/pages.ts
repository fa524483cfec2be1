// The pages of requests: what each reads, and who may see it.
import { notFound } from '../../errors.ts';
import { getMessage, type Message, renderMessage } from '../../features/meetings/messages/operations.ts';
import { findPeople, listMeetingsBetween } from '../../features/meetings/requests/lists/overview.ts';
import { searchRequests } from '../../features/meetings/requests/lists/search.ts';
import {
  getRequest,
  type ListedRequest,
  listRequests,
  whoHosts,
} from '../../features/meetings/requests/operations.ts';
import { statuses } from '../../features/meetings/requests/rules.ts';
import { findRequestSlots } from '../../features/meetings/requests/slots.ts';
import { findMemberByEmail, findMembers } from '../../features/people/members/operations.ts';
import { getSchedulingSettings } from '../../features/workspace/scheduling-settings/operations.ts';
import { html } from '../../html/html.ts';
import { pageHead } from '../../html/sections.ts';
import { booleanQuery, choiceQuery, idQuery, pageQuery, textQuery } from '../../http/query.ts';
import type { Page, PageRequest } from '../../pagination.ts';
import { isEmail } from '../../text/emails.ts';
import { dayQuery, startOfDay } from '../day-query.ts';
import { text } from '../fields.ts';
import { typeChoices } from '../meeting-types/choices.ts';
import { partQuery, requirePart, subjectOf, wholeMessage } from '../messages/whole-message.ts';
import { frame, page, type Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { answerPage } from './answer.ts';
import { cancelPage } from './cancel.ts';
import { memberAddresses, teamChoices } from './colleagues.ts';
import { type ListFilter, listPage, orders } from './list.ts';
import { newPage } from './new.ts';
import { placePage } from './place.ts';
import { readRequest } from './read.ts';
import { requestPage } from './request.ts';
import { timesPage } from './times.ts';
import { spanShown } from './times-span.ts';
import { nameOf, type ShownRequest } from './words.ts';

const url = '/console/requests';
const path = { id: { kind: 'meetingRequest', what: 'Meeting request' } } as const;
const of = ({ id }: { id: string }) => ({ request: id });

export const list = page({
  url,
  summary: 'Meeting requests',
  may: 'use_console',
  query: {
    cursor: pageQuery('meetingRequest').cursor,
    status: choiceQuery(statuses, 'Only requests in this state.'),
    team: idQuery('team', 'Only those of this team.'),
    q: textQuery(
      'Only those with this in the title, in the purpose, or in a name or address of somebody in it.',
    ),
    host: textQuery('Only those that the member with this address hosts.'),
    attention: booleanQuery('Only those that a person must look at.'),
    from: dayQuery('Only those made on this day or later.'),
    to: dayQuery('Only those made on this day or earlier.'),
    sort: choiceQuery(orders, 'In which order; `time` for booked meetings to come.'),
  },
  async show(screen, { query: { cursor, ...filter } }) {
    const found = await readList(screen, filter, { limit: 25, cursor });
    return listPage(screen, {
      page: found,
      people: await findPeople(
        screen,
        found.data.map(({ id }) => id),
      ),
      filter,
      isFirstPage: cursor === undefined,
      teams: await teamChoices(screen),
    });
  },
});

/** More would be no use to look through. */
const MAX_UPCOMING = 100;

async function readList(screen: Screen, filter: ListFilter, page: PageRequest) {
  const { q, sort, host, ...others } = filter;
  const { host_id, ...wanted } = await wantedBy(screen, others);
  if (sort === 'time') return upcoming(screen, { team_id: wanted.team_id, host_id });
  const text = q?.trim();
  // An index leads to a whole address, however old the request is.
  const isAddress = text !== undefined && isEmail(text);
  if (isAddress && screen.isAdmin && (await findMemberByEmail(screen, screen.database, text))) {
    return listRequests(screen, { ...wanted, host_email: text }, page);
  }
  if (isAddress) return listRequests(screen, { ...wanted, host_id, participant_email: text }, page);
  if (text) return searchRequests(screen, { ...wanted, host_id, text }, page);
  return listRequests(screen, { ...wanted, ...(screen.isAdmin ? { host_email: host } : { host_id }) }, page);
}

async function upcoming(
  screen: Screen,
  { team_id, host_id }: { team_id: string | undefined; host_id: string | undefined },
): Promise<Page<ListedRequest>> {
  const meetings = await listMeetingsBetween(screen, {
    from: screen.now,
    to: Number.MAX_SAFE_INTEGER,
    member_id: host_id,
    team_id,
    limit: MAX_UPCOMING + 1,
  });
  const has_more = meetings.length > MAX_UPCOMING;
  return {
    data: meetings.slice(0, MAX_UPCOMING),
    meta: { limit: MAX_UPCOMING, has_more, next_cursor: null },
  };
}

/** Admins see all requests. Others see those that they host, and all requests of teams that they manage. */
async function wantedBy(
  screen: Screen,
  { team, from, to, ...filter }: Omit<ListFilter, 'q' | 'sort' | 'host'>,
) {
  const { timezone } = screen.dates;
  const teams = screen.isAdmin ? [] : await screen.teams();
  const isManaged = teams.some(({ team_id, role }) => team_id === team && role === 'manager');
  return {
    ...filter,
    team_id: team,
    created_after: from === undefined ? undefined : startOfDay(from, timezone),
    created_before: to === undefined ? undefined : startOfDay(to, timezone, 1) - 1,
    host_id: screen.isAdmin || isManaged ? undefined : screen.member.id,
  };
}

export const make = page({
  url: `${url}/new`,
  summary: 'A form for a meeting request',
  may: 'make_request',
  query: {
    team: idQuery('team', 'The team that is chosen already.'),
    type: idQuery('meetingType', 'The meeting type that is chosen already.'),
    participants: textQuery('Whom to meet, filled in already.'),
    title: textQuery('The title, filled in already.'),
  },
  async show(screen, { query }) {
    const { duration_minutes } = await getSchedulingSettings(screen);
    return newPage(screen, {
      teams: await teamChoices(screen),
      types: await typeChoices(screen),
      members: await memberAddresses(screen),
      given: query,
      usualMinutes: duration_minutes,
    });
  },
});

export const one = page({
  url: `${url}/:id`,
  summary: 'A meeting request',
  path,
  may: 'see_request',
  of,
  query: {
    message: idQuery('message', 'The last message of the page before.'),
    entry: idQuery('auditEntry', 'The last decision of the page before.'),
  },
  async show(screen, { path: { id }, query }) {
    const data = await readRequest(screen, id, query);
    return requestPage(screen, data, await screen.may('change_request', { request: id }));
  },
});

export const times = page({
  url: `${url}/:id/times`,
  summary: 'Other times for a meeting request',
  path,
  may: 'see_request',
  of,
  query: {
    from: dayQuery('The first day; today, if it is left out.'),
    to: dayQuery('The last day; a week later, if it is left out.'),
  },
  async show(screen, { path: { id }, query }) {
    const request = await getRequest(screen, id);
    const span = spanShown(screen, query, request);
    const isOver = request.status === 'cancelled';
    const search = { ...span.search, duration_minutes: undefined, limit: MAX_SLOTS, explain: true };
    const { member_ids } = await whoHosts(screen, id);
    const hosts = await findMembers(screen, screen.database, member_ids);
    return timesPage(screen, {
      request,
      ...span.shown,
      found: isOver ? undefined : await findRequestSlots(screen, id, search),
      names: new Map(hosts.map(({ email, name }) => [email, name ?? email])),
    });
  },
});

/** Two weeks of short steps would make a page several megabytes large. */
const MAX_SLOTS = 250;

export const cancel = page({
  url: `${url}/:id/cancel`,
  summary: 'The question before a meeting request is cancelled',
  path,
  may: 'change_request',
  of,
  show: (screen, { path: { id } }) => cancelPage(screen, id),
});

export const place = page({
  url: `${url}/:id/place`,
  summary: 'Where a meeting should be',
  path,
  may: 'change_request',
  of,
  show: (screen, { path: { id } }) => placePage(screen, id),
});

export const answer = page({
  url: `${url}/:id/answer`,
  summary: 'A form for the answer of a participant',
  path,
  may: 'change_request',
  of,
  query: { participant: textQuery('The address of the participant.') },
  async show(screen, { path: { id }, query }) {
    const request = await getRequest(screen, id);
    const email = query.participant ?? text(screen.sent?.fields ?? {}, 'participant_email');
    const participant = request.participants.find((each) => each.email === email);
    if (!participant) throw notFound('Participant');
    return answerPage(screen, request, participant.email);
  },
});

export const message = page({
  url: `${url}/:id/messages/:message_id`,
  summary: 'A message about a meeting request',
  path: { ...path, message_id: { kind: 'message', what: 'Message' } },
  query: partQuery,
  may: 'see_request',
  of,
  async show(screen, { path: { id, message_id }, query: { part = 1 } }) {
    const found = await getMessageAbout(screen, id, message_id);
    requirePart(found, part);
    return messagePage(screen, await getRequest(screen, id), found, part);
  },
});

export const messageFrame = frame({
  url: `${url}/:id/messages/:message_id/html`,
  summary: 'A message about a meeting request as its reader sees it',
  path: { ...path, message_id: { kind: 'message', what: 'Message' } },
  query: {},
  may: 'see_request',
  of,
  async show(screen, _query, { id, message_id }) {
    await getMessageAbout(screen, id, message_id);
    return renderMessage(screen, message_id, true);
  },
});

async function getMessageAbout(screen: Screen, requestId: string, id: string): Promise<Message> {
  const message = await getMessage(screen, id);
  if (message.meeting_request_id !== requestId) throw notFound('Message');
  return message;
}

/** One message, for people who may see its request but not all messages. */
function messagePage(screen: Screen, request: ShownRequest, message: Message, part: number): Shown {
  const title = subjectOf(message);
  const url = `/console/requests/${request.id}`;
  const path = `${url}/messages/${message.id}`;
  return {
    title,
    content: html`${pageHead({
      above: [
        { href: '/console/requests', label: 'Requests' },
        { href: url, label: nameOf(request) },
      ],
      title,
    })}
${wholeMessage(screen, { message, part, path, html: `${path}/html` })}`,
  };
}
