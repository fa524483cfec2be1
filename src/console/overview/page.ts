import type { FailingCalendar } from '../../features/calendar/calendars/overview.ts';
import type { FailingEndpoint } from '../../features/events/webhook-endpoints/overview.ts';
import { MAX_COUNT } from '../../features/meetings/requests/lists/overview.ts';
import type { ListedRequest } from '../../features/meetings/requests/operations.ts';
import { linkButton, named } from '../../html/blocks.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { badge } from '../../html/marks.ts';
import { emptyState, listOfLinks, pageHead, section } from '../../html/sections.ts';
import { attentions, inWords, nameOf } from '../requests/words.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { momentOf } from '../words.ts';

export interface OverviewData {
  attention: { requests: ListedRequest[]; count: number };
  meetings: { requests: ListedRequest[]; hasMore: boolean };
  calendars: FailingCalendar[];
  endpoints: FailingEndpoint[];
  /** Set-up steps of a new workspace; empty once all are done. */
  steps: Step[];
}

export interface Step {
  label: string;
  href: string;
  isDone: boolean;
}

/** What needs attention today: admins see the whole workspace, others what is theirs. */
export function overviewPage(screen: Screen, data: OverviewData): Shown {
  const { member, workspace, isAdmin, dates, now } = screen;
  return {
    title: 'Overview',
    content: html`${pageHead({
      title: `Hello, ${member.name ?? member.email}`,
      lead: html`${dates.day(now)} at ${named(workspace.name)}${!isAdmin && '. Here is what is yours'}.`,
      actions: linkButton('/console/requests/new', 'New request', 'main'),
    })}
${data.steps.length > 0 && firstSteps(data.steps)}
${attentionSection(screen, data.attention)}
${meetingsSection(screen, data.meetings)}
${data.calendars.length > 0 && calendarsSection(screen, data.calendars)}
${data.endpoints.length > 0 && endpointsSection(screen, data.endpoints)}`,
  };
}

function firstSteps(steps: Step[]): Html {
  return section({
    id: 'first-steps',
    title: 'First steps',
    lead: 'Three things, and Rota finds times for your team.',
    content: listOfLinks(
      steps.map(({ label, href, isDone }) => ({
        href,
        label,
        end: isDone ? badge('good', 'Done') : badge('neutral', 'To do'),
      })),
    ),
  });
}

function attentionSection(screen: Screen, { requests, count }: OverviewData['attention']): Html {
  return section({
    id: 'attention',
    live: 'meeting_request.',
    title:
      count > 0 ? `Needs attention: ${count < MAX_COUNT ? count : `${MAX_COUNT - 1}+`}` : 'Needs attention',
    actions: count > requests.length && linkButton('/console/requests?attention=true', 'All of them'),
    content:
      requests.length === 0
        ? emptyState({ title: 'Nothing needs you', text: 'Rota says here when it can’t go on by itself.' })
        : listOfLinks(requests.map((request) => attentionLink(screen, request))),
  });
}

function attentionLink(screen: Screen, request: ListedRequest) {
  const reason = request.attention?.reason;
  return {
    href: `/console/requests/${request.id}`,
    label: named(nameOf(request)),
    note: html`${reason && attentions[reason].sentence} ${whom(screen, request)}`,
    end: html`${reason && badge('warn', attentions[reason].label)} ${request.attention && momentOf(screen, request.attention.since)}`,
  };
}

/** The organizer, where the page doesn't say it already. */
function whom({ isAdmin }: Screen, { organizer_email, participant_emails }: ListedRequest): Content {
  const others = inWords(participant_emails, 2);
  return isAdmin ? `${organizer_email} with ${others}.` : `With ${others}.`;
}

function meetingsSection(screen: Screen, { requests, hasMore }: OverviewData['meetings']): Html {
  const { dates } = screen;
  return section({
    id: 'meetings',
    live: 'meeting_request.',
    title: screen.isAdmin ? 'Meetings today' : 'Your meetings today',
    content:
      requests.length === 0
        ? emptyState({ title: 'No meeting today' })
        : html`${listOfLinks(
            requests.map((request) => ({
              href: `/console/requests/${request.id}`,
              label: named(nameOf(request)),
              note: whom(screen, request),
              end: timeOn(dates, request),
            })),
          )}${hasMore && html`<p class="note">There are more today than are shown here.</p>`}`,
  });
}

function timeOn({ clockSpan }: Screen['dates'], { starts_at, ends_at }: ListedRequest): string {
  if (starts_at === null || ends_at === null) return '';
  return clockSpan({ starts_at: Date.parse(starts_at), ends_at: Date.parse(ends_at) });
}

function calendarsSection(screen: Screen, calendars: FailingCalendar[]): Html {
  return section({
    id: 'calendars',
    live: 'calendar.',
    title: 'Calendars that can’t be read',
    lead: 'Until they can be read again, what was read last counts.',
    content: listOfLinks(
      calendars.map(({ name, host, member, last_error, failing_since }) => ({
        href: `/console/members/${member.id}/calendars`,
        label: named(name ?? host ?? 'A calendar'),
        note: html`${screen.isAdmin && html`Of ${named(member.name ?? member.email)}: `}${last_error}`,
        end: html`${badge('bad', 'Failing')}${failing_since !== null && html` since ${momentOf(screen, failing_since)}`}`,
      })),
    ),
  });
}

function endpointsSection(screen: Screen, endpoints: FailingEndpoint[]): Html {
  return section({
    id: 'endpoints',
    live: 'webhook_endpoint.',
    title: 'Webhook endpoints in trouble',
    content: listOfLinks(
      endpoints.map(({ id, url, enabled, failures, last_failed_at, backlog_full_at }) => ({
        href: `/console/webhooks/${id}`,
        label: url,
        note: html`${failures > 0 && `${failures} deliveries failed within a day. `}${backlog_full_at !== null && 'Its backlog is full: new deliveries are skipped.'}`,
        end: html`${enabled ? badge('warn', 'Failing') : badge('bad', 'Disabled')}${last_failed_at !== null && html` last ${momentOf(screen, last_failed_at)}`}`,
      })),
    ),
  });
}
