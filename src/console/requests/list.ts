import type { People } from '../../features/meetings/requests/lists/overview.ts';
import type { ListedRequest } from '../../features/meetings/requests/operations.ts';
import { type Status, statuses } from '../../features/meetings/requests/rules.ts';
import { linkButton, named, smallPrint } from '../../html/blocks.ts';
import { dateField, option, select, textField } from '../../html/fields.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { emptyState, filters, pageHead, pager, tabs } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { withQuery } from '../../html/urls.ts';
import type { Page } from '../../pagination.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { plainName, shortMomentOf } from '../words.ts';
import { timeOf } from './state.ts';
import { inWords, nameOf, statusBadge, statusLabel } from './words.ts';

const url = '/console/requests';

/** In which order: the newest first, or booked meetings to come, the soonest first. */
export const orders = ['created', 'time'] as const;

/** As in the list's URL. */
export interface ListFilter {
  q: string | undefined;
  status: Status | undefined;
  team: string | undefined;
  /** The address of a member, in links from other pages. */
  host: string | undefined;
  attention: boolean | undefined;
  from: string | undefined;
  to: string | undefined;
  sort: (typeof orders)[number] | undefined;
}

interface ListData {
  page: Page<ListedRequest>;
  /** Who meets whom, by the request's id. */
  people: ReadonlyMap<string, People>;
  filter: ListFilter;
  isFirstPage: boolean;
  /** Teams to choose from. */
  teams: { id: string; name: string }[];
}

export function listPage(screen: Screen, data: ListData): Shown {
  const { page, people, filter, isFirstPage, teams } = data;
  const given = parametersOf(filter);
  const { sort, ...asked } = given;
  const isSet = Object.values(asked).some(Boolean);
  const next = page.meta.next_cursor;
  const names = new Map(teams.map(({ id, name }) => [id, name]));
  const isByTime = sort === 'time';
  return {
    title: 'Requests',
    content: html`${pageHead({
      title: 'Requests',
      lead:
        !screen.isAdmin &&
        'The requests you host. If you manage a team, choose it below to see all of its requests.',
      actions: linkButton(`${url}/new`, 'New request', 'main'),
    })}
${tabs('Views of the list', viewsOf(filter))}
${filters({ action: url, isSet, clear: url, content: filterFields(data) })}
${table({
  caption: isByTime ? 'Meetings to come, soonest first' : 'Meeting requests, newest first',
  columns: [
    { label: 'Meeting' },
    { label: 'Status' },
    { label: 'Host' },
    {
      label: 'Time',
      sort: {
        href: withQuery(url, { team: filter.team, sort: 'time' }),
        current: isByTime ? 'ascending' : undefined,
      },
    },
    {
      label: 'Created',
      hideOnPhone: true,
      sort: {
        href: withQuery(url, { ...given, sort: undefined }),
        current: isByTime ? undefined : 'descending',
      },
    },
  ],
  rows: page.data.map((request) => requestRow(screen, request, people.get(request.id), names)),
  empty: isSet || !isFirstPage || isByTime ? nothingFound(filter.q, next !== null) : nothingYet,
})}
${page.meta.has_more && next === null && smallPrint(`Only the next ${page.meta.limit} are listed.`)}
${pager({
  first: isFirstPage ? null : withQuery(url, given),
  next: next && withQuery(url, { ...given, cursor: next }),
})}`,
  };
}

function parametersOf({ attention, ...others }: ListFilter): Record<string, string | undefined> {
  return { ...others, attention: attention ? 'true' : undefined };
}

/** The lists that are looked at most. */
function viewsOf({ status, attention, sort, ...others }: ListFilter) {
  const isPlain = Object.values(others).every((value) => !value);
  const current = attention ? 'attention' : sort === 'time' ? 'time' : (status ?? 'all');
  const view = (name: string, label: string, parameters: Record<string, string>) => ({
    href: withQuery(url, parameters),
    label,
    current: isPlain && current === name,
  });
  return [
    view('all', 'All', {}),
    view('attention', 'Needs attention', { attention: 'true' }),
    view('active', 'Finding a time', { status: 'active' }),
    view('time', 'Upcoming', { sort: 'time' }),
  ];
}

/** The meeting, its status, host and time, and when it was made. */
export function requestRow(
  screen: Screen,
  request: ListedRequest,
  people: People | undefined,
  teams: Map<string, string>,
): Content[] {
  const { dates, now } = screen;
  const time = timeOf(request);
  const team = request.team_id === null ? undefined : teams.get(request.team_id);
  const guests = people?.participants ?? request.participant_emails.map((email) => ({ email, name: null }));
  const isCalledByGuests = request.title === null && request.purpose === null;
  const names = inWords(guests.map(plainName), 2);
  return [
    html`<a href="${url}/${request.id}">${named(isCalledByGuests ? `Meeting with ${names}` : nameOf(request))}</a>${!isCalledByGuests && html`<br><span class="note">${named(names)}</span>`}`,
    html`<div>${statusBadge(request, now)}</div>`,
    html`<div>${named(people ? plainName(people.host) : request.organizer_email)}${team && html`<br><span class="note">${named(team)}</span>`}</div>`,
    time && html`<div class="nowrap">${dates.shortDay(time.starts_at)}<br>${dates.clockSpan(time)}</div>`,
    shortMomentOf(screen, request.created_at),
  ];
}

function filterFields({ filter, teams }: ListData): Html {
  const { q, status, team, from, to } = filter;
  return html`${textField({ name: 'q', label: 'Search by title, name or address', type: 'search', value: q })}
${select({
  name: 'status',
  label: 'Status',
  options: [option('', 'Any'), statuses.map((each) => option(each, statusLabel(each), each === status))],
})}
${
  teams.length > 0 &&
  select({
    name: 'team',
    label: 'Team',
    options: [option('', 'Any'), teams.map(({ id, name }) => option(id, name, id === team))],
  })
}
${dateField({ name: 'from', label: 'Created from', value: from })}
${dateField({ name: 'to', label: 'Created until', value: to })}`;
}

const nothingYet = emptyState({
  title: 'No requests yet',
  text: 'Make one, and Rota finds a time with the guest by email. Requests that come by email, by a booking link or over the API show up here, too.',
  action: linkButton(`${url}/new`, 'New request'),
});

/** A search reads so many requests at a time: there may be more to read. */
const nothingFound = (text: string | undefined, hasMore: boolean): Html =>
  emptyState({
    title: text ? `Nothing found for “${text}”${hasMore ? ' so far' : ''}` : 'No requests match',
    text: hasMore
      ? 'The next page goes on with older requests.'
      : 'Change the filters, or clear them to see everything.',
    action: linkButton(url, 'Show all requests'),
  });
