// Lists and their contents.
import { linkButton } from '../../src/html/blocks.ts';
import { inlineForm } from '../../src/html/fields.ts';
import { type Content, html } from '../../src/html/html.ts';
import { badge, code, codeBlock, readableJson, secretOnce, stats } from '../../src/html/marks.ts';
import { emptyState, listOfLinks, pager, section, tabs } from '../../src/html/sections.ts';
import { table } from '../../src/html/table.ts';
import { timeline } from '../../src/html/timeline.ts';

/** Nothing here leads anywhere. */
const GUIDE = '#';
const link = (label: string) => html`<a href="${GUIDE}">${label}</a>`;

export function listsOfGuide(): Content {
  return html`${section({ title: 'States', lead: 'Each has a word and a sign beside its colour.', content: badges })}
${section({ title: 'Numbers', content: numbers })}
${section({
  title: 'Table',
  lead: 'Where there is little room, each row becomes a card. An arrow marks the column that orders the rows; others are links.',
  actions: linkButton(GUIDE, 'New request', 'main'),
  content: html`${cuts}${requests}${pager({ next: GUIDE, first: GUIDE })}`,
})}
${section({ title: 'List of links', content: links })}
${section({ title: 'An empty list', content: empty })}
${section({ title: 'Timeline', content: conversation })}
${section({ title: 'Code', content: codes })}`;
}

const badges = html`<p class="row">${badge('neutral', 'Scheduling')} ${badge('good', 'Booked')} ${badge('warn', 'Paused')} ${badge('bad', 'Failed')} ${badge('info', 'Next')}</p>`;

const numbers = stats([
  { label: 'Open requests', value: 24, href: GUIDE },
  { label: 'Meetings today', value: 6, note: 'the next at 14:00' },
  { label: 'Seats', value: '18 of 25' },
  { label: 'Failed deliveries', value: 0 },
]);

const cuts = tabs('Requests', [
  { href: GUIDE, label: 'Open', current: true },
  { href: GUIDE, label: 'Booked' },
  { href: GUIDE, label: 'All' },
]);

const requests = table({
  caption: 'Requests',
  columns: [
    { label: 'Request' },
    { label: 'State' },
    { label: 'Organizer' },
    { label: 'Participants', align: 'end', hideOnPhone: true },
    { label: 'Time', sort: { href: GUIDE } },
    { label: 'Changed', sort: { href: GUIDE, current: 'descending' } },
    { label: 'Actions', hideLabel: true },
  ],
  rows: [
    ['Product demo', badge('neutral', 'Scheduling'), 'Ada Lovelace', 1, '–', '14:05'],
    [
      'Security review',
      badge('good', 'Booked'),
      'Charles Babbage',
      3,
      'Friday, 20 November, 11:00',
      'Monday, 16 November',
    ],
    [
      'Onboarding of the new finance team',
      badge('warn', 'Paused'),
      'Ada Lovelace',
      2,
      '–',
      'Friday, 13 November',
    ],
  ].map(([title, ...cells]) => [
    link(title as string),
    ...cells,
    inlineForm({ action: GUIDE, token: '', label: 'Pause' }),
  ]),
});

const links = listOfLinks([
  { href: GUIDE, label: 'Sales', note: '5 members, Ada Lovelace is next', end: badge('good', 'Active') },
  { href: GUIDE, label: 'Support', note: 'Nobody can take a turn', end: badge('warn', 'All paused') },
]);

const empty = emptyState({
  title: 'No requests yet',
  text: 'A request finds a time for a meeting. Make the first one here, or by the API.',
  action: html`<a class="button" href="${GUIDE}">New request</a>`,
});

const LONG_TEXT =
  'Thank you for the times. I travel that week, and can only say on Thursday which day I am back. '.repeat(7);

const conversation = timeline([
  {
    kind: 'decision',
    title: 'It is Ada Lovelace’s turn',
    time: '17 November, 09:00',
    detail: html`<p class="note">Nobody has waited longer.</p>`,
  },
  {
    kind: 'out',
    title: 'Three times offered',
    who: 'to Grace Hopper',
    time: '17 November, 09:01',
    body: 'Hello Grace,\n\nwhich of these times suits you?',
  },
  {
    kind: 'in',
    title: 'Reply',
    who: 'Grace Hopper',
    time: '17 November, 09:40',
    body: LONG_TEXT,
    detail: badge('warn', 'Not understood'),
    isNew: true,
  },
]);

const codes = html`<p>In a line: ${code('meeting_request.booked')}</p>
${codeBlock(readableJson('{"id":"event_01JCZ4","type":"meeting_request.booked","payload":{"title":"Product demo"}}'), 'Body')}
${secretOnce('Secret of the endpoint', 'whsec_c3R5bGUgZ3VpZGUsIG5vIHJlYWwgc2VjcmV0')}`;
