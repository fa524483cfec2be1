import { banner, disclosure, facts, named, said } from '../../html/blocks.ts';
import { duration } from '../../html/dates.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { code } from '../../html/marks.ts';
import { pageHead, section } from '../../html/sections.ts';
import { setCookie } from '../../http/cookies.ts';
import { DAY_MS, SECOND_MS } from '../../time/timestamps.ts';
import { typePath } from '../meeting-types/paths.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { momentOf, plainName } from '../words.ts';
import { actionsOf } from './actions.ts';
import { conversationSection } from './conversation.ts';
import { hostsSection } from './hosts.ts';
import { calendarLines } from './in-calendars.ts';
import { lookAt } from './looks.ts';
import { noShowInWords } from './no-show.ts';
import { optionsSection, participantsSection } from './participants.ts';
import { whereLine } from './place.ts';
import type { RequestData } from './read.ts';
import { stateOf } from './state.ts';
import { suggestedSection } from './suggested.ts';
import { attentions, nameOf, type ShownRequest, statusBadge } from './words.ts';

/** How long a browser remembers when a request was looked at last. */
const REMEMBERED_SECONDS = (90 * DAY_MS) / SECOND_MS;

/** One request. Beside one another: the conversation; the state, the actions, people and times. On a phone the state and the actions come first. */
export function requestPage(screen: Screen, data: RequestData, mayChange: boolean): Shown {
  const { request } = data;
  const { member, now, address } = screen;
  const isOffering = request.options.some(({ status }) => status === 'offered');
  const title = nameOf(request);
  const look = lookAt(screen.looks, { memberId: member.id, requestId: request.id, now });
  return {
    title,
    says: saysOf(data),
    content: html`${pageHead({
      above: [{ href: '/console/requests', label: 'Requests' }],
      title,
    })}
<div class="split">
<div class="split-first">${stateSection(screen, data, mayChange)}
${mayChange && actionsOf(screen, data)}</div>
<div class="split-main">${conversationSection(screen, request, data.conversation, { people: data.people, since: look.since })}</div>
<div class="split-rest">${hostsSection(screen, data)}
${participantsSection(data, mayChange && isOffering)}
${mayChange && suggestedSection(screen, request)}
${optionsSection(screen, request)}
${detailsSection(screen, data)}</div>
</div>`,
    cookies: [setCookie(address.url, 'looks', { value: look.cookie, seconds: REMEMBERED_SECONDS })],
  };
}

/** Some requests send no mail: then the page must not claim that one went out. */
const quietly: Shown['says'] = {
  offered: 'New times offered.',
  guests_added: 'Guests added.',
  reminded: 'Reminder recorded. Your other system is told, and writes to the guests.',
  booked: 'Meeting booked.',
  moved: 'Meeting moved.',
  place_changed: 'Place changed.',
  request_cancelled: 'Request cancelled.',
  meeting_cancelled: 'Meeting cancelled.',
};

function saysOf({ hosts: [host], progress }: RequestData): Shown['says'] {
  const isHost = host && { host_changed: `${plainName(host)} is the host now.` };
  return { ...isHost, ...(!progress.notify_participants && quietly) };
}

function stateSection(screen: Screen, data: RequestData, mayChange: boolean): Html {
  const { request, progress, settings } = data;
  const { dates, now } = screen;
  const followUpDays = settings.follow_up_after_business_days;
  return section({
    id: 'state',
    live: 'meeting_request.',
    title: 'Status',
    actions: statusBadge(request, now),
    content: html`${attentionBanner(screen, request)}
${calendarLines(screen, data)}<p>${stateOf({ request, progress, followUpDays, dates, now })} ${noShowInWords(request)}</p>
${whereLine(screen, data, mayChange)}
${!progress.notify_participants && html`<p class="note">Rota sends no email about this request: another system does.</p>`}`,
  });
}

function attentionBanner(screen: Screen, { attention }: ShownRequest): Content {
  if (!attention) return null;
  const { label, sentence } = attentions[attention.reason];
  return banner(
    'warning',
    html`<strong>${label}</strong> since ${momentOf(screen, attention.since)}. ${sentence}`,
  );
}

function detailsSection(screen: Screen, { request, settings, type }: RequestData): Html {
  const { timeframe, purpose, description } = request;
  return section({
    id: 'details',
    title: 'Details',
    content: html`${facts([
      purpose !== null && { label: 'Purpose', value: purpose },
      type && { label: 'Meeting type', value: typeLink(type) },
      { label: 'Duration', value: durationOf(screen, request, settings) },
      timeframe && {
        label: 'Between',
        value: html`${momentOf(screen, timeframe.start)} and ${momentOf(screen, timeframe.end)}`,
      },
      { label: 'Created', value: momentOf(screen, request.created_at) },
      request.include_introduction && {
        label: 'Introduction',
        value: 'The first email introduces the host',
      },
      request.calendar_event_id !== null && {
        label: 'Calendar event',
        value: code(request.calendar_event_id),
      },
      { label: 'ID', value: code(request.id) },
    ])}
${description !== null && disclosure('Details', said(description))}`,
  });
}

const typeLink = ({ id, name, deleted_at }: NonNullable<RequestData['type']>): Content =>
  deleted_at === null ? html`<a href="${typePath(id)}">${named(name)}</a>` : html`${named(name)}, deleted`;

const durationOf = (
  { reader }: Screen,
  { duration_minutes: minutes }: ShownRequest,
  settings: RequestData['settings'],
): string =>
  minutes === null
    ? `${duration(settings.duration_minutes, reader)}, the usual here`
    : duration(minutes, reader);
