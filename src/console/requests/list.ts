import type { ListedRequest } from '../../features/meetings/requests/operations.ts';
import { type Status, statuses } from '../../features/meetings/requests/rules.ts';
import { linkButton, named } from '../../html/blocks.ts';
import { checkbox, dateField, option, select, textField } from '../../html/fields.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { emptyState, filters, pageHead, pager } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { withQuery } from '../../html/urls.ts';
import type { Page } from '../../pagination.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { momentOf } from '../words.ts';
import { timeOf } from './state.ts';
import { inWords, nameOf, statusBadge, statusLabel } from './words.ts';

const url = '/console/requests';

/** As in the list's URL. */
export interface ListFilter {
  status: Status | undefined;
  team: string | undefined;
  host: string | undefined;
  participant: string | undefined;
  attention: boolean | undefined;
  from: string | undefined;
  to: string | undefined;
}

interface ListData {
  page: Page<ListedRequest>;
  filter: ListFilter;
  isFirstPage: boolean;
  /** Teams to choose from. */
  teams: { id: string; name: string }[];
}

export function listPage(screen: Screen, data: ListData): Shown {
  const { page, filter, isFirstPage, teams } = data;
  const { isAdmin } = screen;
  const given = parametersOf(filter);
  const isSet = Object.values(given).some(Boolean);
  const next = page.meta.next_cursor;
  const names = new Map(teams.map(({ id, name }) => [id, name]));
  return {
    title: 'Requests',
    content: html`${pageHead({
      title: 'Requests',
      lead: isAdmin
        ? 'Everybody who wants to meet somebody from here, the newest first.'
        : 'The requests that you host, the newest first. Choose a team that you manage to see all of its requests.',
      actions: linkButton(`${url}/new`, 'New request'),
    })}
${filters({ action: url, isSet, clear: url, content: filterFields(screen, data) })}
${table({
  caption: 'Meeting requests',
  columns: [{ label: 'Meeting' }, { label: 'State' }, { label: 'Organizer' }, { label: 'Time' }],
  rows: page.data.map((request) => rowOf(screen, request, names)),
  empty: isSet || !isFirstPage ? nothingFound : nothingYet,
})}
${pager({
  first: isFirstPage ? null : withQuery(url, given),
  next: next && withQuery(url, { ...given, cursor: next }),
})}`,
  };
}

function parametersOf({ attention, ...others }: ListFilter): Record<string, string | undefined> {
  return { ...others, attention: attention ? 'true' : undefined };
}

function rowOf(screen: Screen, request: ListedRequest, teams: Map<string, string>): Content[] {
  const { dates, now } = screen;
  const time = timeOf(request);
  const team = request.team_id === null ? undefined : teams.get(request.team_id);
  return [
    html`<div><a href="${url}/${request.id}">${named(nameOf(request))}</a><br><span class="note">${inWords(request.participant_emails, 2)}</span></div>`,
    html`<div>${statusBadge(request, now)}</div>`,
    html`<div>${request.organizer_email}${team && html`<br><span class="note">${named(team)}</span>`}</div>`,
    time
      ? html`<div>${dates.day(time.starts_at)}<br>${dates.clockSpan(time)}</div>`
      : html`<span class="note">Asked for on<br>${momentOf(screen, request.created_at)}</span>`,
  ];
}

function filterFields({ isAdmin }: Screen, { filter, teams }: ListData): Html {
  const { status, team, host, participant, attention, from, to } = filter;
  return html`${select({
    name: 'status',
    label: 'State',
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
${isAdmin && textField({ name: 'host', label: 'Address of a host', type: 'search', value: host })}
${textField({ name: 'participant', label: 'Address of a participant', type: 'search', value: participant })}
${dateField({ name: 'from', label: 'Made from', value: from })}
${dateField({ name: 'to', label: 'Made until', value: to })}
${checkbox({ name: 'attention', label: 'Needs attention', checked: attention === true })}`;
}

const nothingYet = emptyState({
  title: 'No requests yet',
  text: 'Somebody wants to meet one of you? Make a request, and Rota finds a time with them by mail. Requests that are made by mail, by a booking link or over the API are listed here, too.',
  action: linkButton(`${url}/new`, 'Make a request'),
});

const nothingFound = emptyState({
  title: 'No request is like that',
  text: 'Change the filters, or clear them to see everything.',
  action: linkButton(url, 'Show all'),
});
