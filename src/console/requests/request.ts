import { disclosure, facts, notice, said } from '../../html/blocks.ts';
import { type Content, html } from '../../html/html.ts';
import { code } from '../../html/marks.ts';
import { pageHead, section } from '../../html/sections.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { conversationSection } from './conversation.ts';
import { hostsSection } from './hosts.ts';
import { movesOf } from './moves.ts';
import { optionsSection, participantsSection } from './participants.ts';
import type { RequestData } from './read.ts';
import { lengthOf, momentOf, stateOf } from './state.ts';
import { attentions, nameOf, statusBadge } from './words.ts';

/** One request: its state, who takes it and why, what was said, and what can be done. */
export function requestPage(screen: Screen, data: RequestData, mayChange: boolean): Shown {
  const { request, progress, settings } = data;
  const { dates, now } = screen;
  const followUpDays = settings.follow_up_after_business_days;
  const isOpen = request.status === 'active' || request.status === 'paused';
  const title = nameOf(request);
  return {
    title,
    content: html`${pageHead({
      above: [{ href: '/console/requests', label: 'Requests' }],
      title,
      badge: statusBadge(request, now),
    })}
${section({
  id: 'state',
  live: 'meeting_request.',
  title: 'Now',
  content: html`${request.attention && notice('info', html`<strong>${attentions[request.attention.reason].label}</strong> since ${momentOf(dates, request.attention.since)}.`)}
<p>${stateOf({ request, progress, followUpDays, dates, now })}</p>
${!progress.notify_participants && html`<p class="note">Rota writes no mail about this request: another system does.</p>`}
${factsOf(screen, data)}`,
})}
${mayChange && movesOf(screen, data)}
${hostsSection(screen, data)}
${participantsSection(request, mayChange && isOpen)}
${optionsSection(screen, request)}
${conversationSection(screen, request.id, data.conversation, data.people)}`,
  };
}

function factsOf({ dates, reader }: Screen, { request, settings }: RequestData): Content {
  const { timeframe, purpose, description } = request;
  return html`${facts([
    { label: 'Length', value: lengthOf(request.duration_minutes, settings.duration_minutes, reader) },
    timeframe && {
      label: 'Between',
      value: `${momentOf(dates, timeframe.start)} and ${momentOf(dates, timeframe.end)}`,
    },
    purpose !== null && { label: 'For', value: purpose },
    { label: 'Made', value: momentOf(dates, request.created_at) },
    request.include_introduction && {
      label: 'Introduction',
      value: 'The first mail introduces the organizer',
    },
    request.calendar_event_id !== null && { label: 'Calendar event', value: code(request.calendar_event_id) },
    { label: 'Id', value: code(request.id) },
  ])}
${description !== null && disclosure('Notes for the organizer', said(description))}`;
}
