// The page of a meeting type: its address, how to put it on a website, what guests are asked, and its latest requests.
import type { People } from '../../features/meetings/requests/lists/overview.ts';
import type { ListedRequest } from '../../features/meetings/requests/operations.ts';
import { actions, disclosure, facts, linkButton, named, said } from '../../html/blocks.ts';
import { copyField } from '../../html/copy-field.ts';
import { duration } from '../../html/dates.ts';
import { inlineForm } from '../../html/fields.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { danger, emptyState, pageHead, section } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { withQuery } from '../../html/urls.ts';
import { placeInWords } from '../location-words.ts';
import { linked, type Names } from '../names.ts';
import { requestRow } from '../requests/list.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { SETTINGS } from '../settings/settings-page.ts';
import { editPath, TYPES, typePath } from './paths.ts';
import { durationOf, kindWords, type ShownType, typeBadge } from './words.ts';

interface TypeData {
  type: ShownType;
  /** Whether the reader may change it. */
  mayEdit: boolean;
  names: Names;
  /** How to put it on a website; nothing while it has no address. */
  embedding: Content;
  requests: ListedRequest[];
  people: ReadonlyMap<string, People>;
}

export function typePage(screen: Screen, data: TypeData): Shown {
  const { type, mayEdit, embedding } = data;
  const { id, name, description, url } = type;
  return {
    title: name,
    content: html`${pageHead({
      above: [{ href: TYPES, label: 'Meeting types' }],
      title: name,
      badge: typeBadge(type),
      actions: [
        url !== null && type.active && linkButton(url, 'Open page'),
        type.active && linkButton(withQuery('/console/requests/new', { type: id }), 'New request'),
        mayEdit && linkButton(editPath(id), 'Edit meeting type', 'main'),
      ],
    })}
${description !== null && said(description)}
${section({ title: 'Address', lead: reachOf(type), content: addressOf(screen, url) })}
${section({ title: 'Details', content: detailsOf(screen, data) })}
${section({ title: 'Questions', content: questionsOf(type) })}
${section({
  id: 'requests',
  live: 'meeting_request.',
  title: 'Latest requests',
  lead: !screen.isAdmin && !mayEdit && 'Only those you host.',
  content: requestsOf(screen, data),
})}
${embedding}
${mayEdit && switchSection(screen.token, type)}
${mayEdit && deletion(screen.token, type)}`,
  };
}

function reachOf({ active, is_public }: ShownType): string {
  if (!active) return 'It’s off: its page says that it can’t be booked at the moment.';
  return is_public
    ? 'Anybody with this address can book. The workspace’s public page lists it, too.'
    : 'Anybody with this address can book. The workspace’s public page doesn’t list it.';
}

function addressOf({ isAdmin }: Screen, url: string | null): Html {
  if (url !== null) return copyField({ id: 'url', label: 'Address', value: url });
  return html`<p class="note">It gets an address as soon as the workspace has a handle. ${isAdmin ? html`<a href="${SETTINGS}">Set one in Settings</a>` : 'An admin can set one under Settings.'}</p>`;
}

function detailsOf(screen: Screen, { type, names }: TypeData): Html {
  const { reader } = screen;
  const minutes = (label: string, value: number | null) =>
    value !== null && { label, value: value === 0 ? 'None' : duration(value, reader) };
  const { location, reminders, booking_window_days: days, maximum_per_day: most } = type;
  return facts([
    { label: type.team_id === null ? 'Host' : 'Team', value: ownerOf(screen, type, names) },
    type.choose_host === 'optional' && { label: 'Choice of host', value: 'Guests can choose who they meet' },
    { label: 'Duration', value: durationOf(screen, type) },
    location !== null && { label: 'Place', value: named(placeInWords(location) ?? '') },
    minutes('Minimum notice', type.minimum_notice_minutes),
    minutes('Buffer before meetings', type.buffer_before_minutes),
    minutes('Buffer after meetings', type.buffer_after_minutes),
    minutes('Start times every', type.slot_interval_minutes),
    days !== null && { label: 'Can be booked', value: days === 1 ? 'One day ahead' : `${days} days ahead` },
    most !== null && { label: 'Maximum bookings per day', value: most },
    reminders !== null && {
      label: 'Reminders',
      value:
        reminders.length === 0
          ? 'None'
          : `${reminders.map((each) => duration(each, reader)).join(', ')} before`,
    },
    {
      label: 'Email addresses',
      value: type.confirm_email ? 'Confirmed before anything is booked' : 'Not confirmed',
    },
  ]);
}

/** Only admins can open every team and member. */
function ownerOf(
  { isAdmin }: Screen,
  { team_id, workspace_membership_id }: ShownType,
  names: Names,
): Content {
  const id = team_id ?? workspace_membership_id ?? '';
  return isAdmin ? linked(names, id) : named(names.get(id)?.name ?? '');
}

function questionsOf({ questions }: ShownType): Html {
  return table({
    caption: 'Questions',
    columns: [{ label: 'Question' }, { label: 'Answer' }, { label: 'Required' }],
    rows: questions.map(({ label, kind, required, choices }) => [
      named(label),
      html`<div>${kindWords[kind]}${choices && html`<p class="note">${named(choices.join(', '))}</p>`}</div>`,
      required ? 'Yes' : 'No',
    ]),
    empty: emptyState({
      title: 'No questions',
      text: 'Guests give their name and email address, and can leave a note.',
    }),
  });
}

function requestsOf(screen: Screen, { requests, people }: TypeData): Html {
  return table({
    caption: 'Latest requests of this type, newest first',
    columns: [
      { label: 'Meeting' },
      { label: 'Status' },
      { label: 'Host' },
      { label: 'Time' },
      { label: 'Created', hideOnPhone: true },
    ],
    rows: requests.map((request) => requestRow(screen, request, people.get(request.id), new Map())),
    empty: emptyState({
      title: 'No requests yet',
      text: 'Meetings that are booked on its page show up here.',
    }),
  });
}

function switchSection(token: string, { id, active }: ShownType): Html {
  return section({
    title: active ? 'Switch it off' : 'Switch it on',
    lead: active
      ? 'Nobody can book it until you switch it on again. Booked meetings stay.'
      : 'Its page can be booked again, at the same address.',
    content: actions(
      active
        ? inlineForm({ action: `${typePath(id)}/deactivate`, token, label: 'Switch off meeting type' })
        : inlineForm({ action: `${typePath(id)}/activate`, token, label: 'Switch on meeting type' }),
    ),
  });
}

function deletion(token: string, { id, active }: ShownType): Html {
  return danger({
    title: 'Delete meeting type',
    lead: 'Its page is gone at once, and so are its former addresses. This can’t be undone.',
    content: disclosure(
      'Delete meeting type …',
      html`<p>Requests of it stay, with their answers, and go on without its limits.${active && ' To stop new bookings only, switch it off instead.'}</p>
${inlineForm({ action: `${typePath(id)}/delete`, token, label: 'Delete meeting type', kind: 'danger' })}`,
    ),
  });
}
