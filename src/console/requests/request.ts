import { banner, disclosure, facts, said } from '../../html/blocks.ts';
import { duration } from '../../html/dates.ts';
import { type Content, html } from '../../html/html.ts';
import { code } from '../../html/marks.ts';
import { pageHead, section } from '../../html/sections.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { momentOf } from '../words.ts';
import { actionsOf } from './actions.ts';
import { conversationSection } from './conversation.ts';
import { hostsSection } from './hosts.ts';
import { optionsSection, participantsSection } from './participants.ts';
import type { RequestData } from './read.ts';
import { stateOf } from './state.ts';
import { suggestedSection } from './suggested.ts';
import { attentions, nameOf, type ShownRequest, statusBadge } from './words.ts';

/** One request: its state, its host and why, the conversation, and the actions. */
export function requestPage(screen: Screen, data: RequestData, mayChange: boolean): Shown {
  const { request, progress, settings } = data;
  const { dates, now } = screen;
  const followUpDays = settings.follow_up_after_business_days;
  const isOffering = request.options.some(({ status }) => status === 'offered');
  const title = nameOf(request);
  return {
    title,
    content: html`${pageHead({
      above: [{ href: '/console/requests', label: 'Requests' }],
      title,
    })}
${section({
  id: 'state',
  live: 'meeting_request.',
  title: 'Now',
  actions: statusBadge(request, now),
  content: html`${attentionBanner(screen, request)}
<p>${stateOf({ request, progress, followUpDays, dates, now })}</p>
${!progress.notify_participants && html`<p class="note">Rota writes no mail about this request: another system does.</p>`}
${factsOf(screen, data)}`,
})}
${mayChange && actionsOf(screen, data)}
${hostsSection(screen, data)}
${participantsSection(request, mayChange && isOffering)}
${mayChange && suggestedSection(screen, request)}
${optionsSection(screen, request)}
${conversationSection(screen, request, data.conversation, data.people)}`,
  };
}

function attentionBanner(screen: Screen, { attention }: ShownRequest): Content {
  if (!attention) return null;
  const { label, sentence } = attentions[attention.reason];
  return banner(
    'info',
    html`<strong>${label}</strong>, since ${momentOf(screen, attention.since)}. ${sentence}`,
  );
}

function factsOf(screen: Screen, { request, settings }: RequestData): Content {
  const { timeframe, purpose, description } = request;
  return html`${facts([
    { label: 'Length', value: lengthOf(screen, request, settings) },
    timeframe && {
      label: 'Between',
      value: html`${momentOf(screen, timeframe.start)} and ${momentOf(screen, timeframe.end)}`,
    },
    purpose !== null && { label: 'For', value: purpose },
    { label: 'Made', value: momentOf(screen, request.created_at) },
    request.include_introduction && {
      label: 'Introduction',
      value: 'The first mail introduces the organizer',
    },
    request.calendar_event_id !== null && { label: 'Calendar event', value: code(request.calendar_event_id) },
    { label: 'Id', value: code(request.id) },
  ])}
${description !== null && disclosure('Notes for the organizer', said(description))}`;
}

const lengthOf = (
  { reader }: Screen,
  { duration_minutes: minutes }: ShownRequest,
  settings: RequestData['settings'],
): string =>
  minutes === null
    ? `${duration(settings.duration_minutes, reader)}, as is usual here`
    : duration(minutes, reader);
