// Where a meeting is: in a line of its request's page, and on a page of its own, where it is chosen.
import { getRequest } from '../../features/meetings/requests/operations.ts';
import { getProgress } from '../../features/meetings/scheduling/progress.ts';
import { actions, facts, linkButton, said } from '../../html/blocks.ts';
import { button, form } from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { emptyState, pageHead } from '../../html/sections.ts';
import { joinUrlOf, mapUrlOf, type Where, whereForHosts } from '../../text/where.ts';
import { locationFields } from '../location-fields.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { plainName } from '../words.ts';
import type { RequestData } from './read.ts';
import { mayDo, timeOf } from './state.ts';
import { nameOf, type ShownRequest } from './words.ts';

const pathOf = ({ id }: ShownRequest) => `/console/requests/${id}/place`;

/** Where the meeting is or will be, with the way there. Nothing for a cancelled one. */
export function whereLine({ now }: Screen, { request, where }: RequestData, mayChange: boolean): Content {
  if (request.status === 'cancelled') return null;
  const isOver = (timeOf(request)?.ends_at ?? Infinity) <= now;
  const change =
    mayChange &&
    !isOver &&
    html`<p><a href="${pathOf(request)}">${where ? 'Change' : 'Choose'}<span class="hidden"> the</span> place</a></p>`;
  const value = where ? wayTo(where, request) : html`<p class="note">No set place</p>`;
  return facts([{ label: 'Where', value: html`${value}${change}` }]);
}

function wayTo(where: Where, { participants }: ShownRequest): Content {
  const [joinUrl, mapUrl] = [joinUrlOf(where), mapUrlOf(where)];
  if (joinUrl) return html`<p><a href="${joinUrl}" rel="noreferrer">Join the video call</a></p>`;
  const callees = participants.map((guest) => ({ name: plainName(guest), number: guest.phone_number }));
  return html`${said(whereForHosts(where, callees))}${mapUrl && html`<p><a href="${mapUrl}" rel="noreferrer">Show on a map</a></p>`}`;
}

export async function placePage(screen: Screen, id: string): Promise<Shown> {
  const request = await getRequest(screen, id);
  const url = `/console/requests/${id}`;
  const title = 'Choose a place';
  const above = [
    { href: '/console/requests', label: 'Requests' },
    { href: url, label: nameOf(request) },
  ];
  if (!mayDo(request, 'relocate')) {
    const back = linkButton(url, 'Back to the request');
    const empty = emptyState({ title: 'This request is cancelled', action: back });
    return { title, content: html`${pageHead({ above, title })}${empty}` };
  }
  const { notify_participants } = await getProgress(screen, id);
  const action = pathOf(request);
  return {
    title,
    content: html`${pageHead({ above, title, lead: whoHears(request, notify_participants) })}
${form({
  action,
  token: screen.token,
  content: html`${locationFields(screen, fieldsOf(screen, action), {
    stored: request.location,
    none: unlessSaid(request),
  })}
${actions(button({ label: 'Save place' }), linkButton(url, 'Back'))}`,
})}`,
  };
}

/** Whose place it is if the request itself says nothing. */
function unlessSaid({ meeting_type_id, team_id }: ShownRequest): string {
  if (meeting_type_id !== null) return 'Same as the meeting type';
  return team_id === null ? 'Same as the workspace' : 'Same as the team';
}

function whoHears({ starts_at }: ShownRequest, notify_participants: boolean): string {
  if (starts_at === null) return 'Where this meeting will be, once it’s booked.';
  return notify_participants
    ? 'If the place changes, everybody in the meeting gets an email and an updated invitation.'
    : 'Rota sends no email about this meeting: another system tells people where it is.';
}
