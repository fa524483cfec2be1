import type { Message } from '../../features/meetings/messages/operations.ts';
import { type Direction, type Status, statuses } from '../../features/meetings/messages/rules.ts';
import { named } from '../../html/blocks.ts';
import { option, select, textField } from '../../html/fields.ts';
import { type Html, html } from '../../html/html.ts';
import { emptyState, filters, pageHead, pager } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { withQuery } from '../../html/urls.ts';
import type { Page } from '../../pagination.ts';
import { onOneLine } from '../../text/plain-text.ts';
import { fateOf, kindNames, kinds, statusLabel } from '../requests/message-words.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { momentOf } from '../words.ts';
import { subjectOf } from './whole-message.ts';

export const MESSAGES = '/console/messages';
export const messagePath = (id: string) => `${MESSAGES}/${id}`;

/** As in the list's URL. */
interface ListFilter {
  direction: Direction | undefined;
  status: Status | undefined;
  kind: Message['kind'] | undefined;
  address: string | undefined;
}

interface MessageList {
  page: Page<Message>;
  filter: ListFilter;
  cursor: string | undefined;
}

export function messagesPage(screen: Screen, { page: { data, meta }, filter, cursor }: MessageList): Shown {
  const given = { ...filter };
  const isSet = Object.values(given).some((value) => value !== undefined);
  const list = table({
    caption: 'Messages, the newest first',
    columns: [{ label: 'Message' }, { label: 'With' }, { label: 'State' }, { label: 'When' }],
    rows: data.map((message) => rowOf(screen, message)),
    empty: isSet ? noneMatch : noMessages,
  });
  return {
    title: 'Messages',
    content: html`${pageHead({
      title: 'Messages',
      lead: 'What Rota has written, what came in, and what became of each mail.',
    })}
${filters({ action: MESSAGES, content: filterFields(filter), isSet, clear: MESSAGES })}
<div id="messages" data-live="meeting_request.">${list}
${pager({
  next: meta.next_cursor && withQuery(MESSAGES, { ...given, cursor: meta.next_cursor }),
  first: cursor && withQuery(MESSAGES, given),
})}</div>`,
  };
}

/** Longer addresses are cut in lists. */
const ADDRESS_LENGTH = 100;

function rowOf(screen: Screen, message: Message) {
  const { id, kind, direction, from, to, created_at } = message;
  return [
    html`<a href="${messagePath(id)}">${named(subjectOf(message))}</a><p class="note">${kinds[kind]}</p>`,
    direction === 'out'
      ? html`to ${named(onOneLine(to, ADDRESS_LENGTH))}`
      : html`from ${named(onOneLine(from, ADDRESS_LENGTH))}`,
    fateOf(message),
    momentOf(screen, created_at),
  ];
}

function filterFields({ direction, status, kind, address }: ListFilter): Html {
  const any = option('', 'Any');
  return html`${select({
    name: 'direction',
    label: 'Direction',
    options: [
      any,
      option('out', 'Written by Rota', direction === 'out'),
      option('in', 'Came in', direction === 'in'),
    ],
  })}
${select({
  name: 'status',
  label: 'State',
  options: [any, ...statuses.map((each) => option(each, statusLabel(each), each === status))],
})}
${select({
  name: 'kind',
  label: 'Kind',
  options: [any, ...kindNames.map((each) => option(each, kinds[each], each === kind))],
})}
${textField({ name: 'address', label: 'Address', type: 'search', value: address })}`;
}

const noneMatch = emptyState({
  title: 'No message is like that.',
  text: 'Choose other filters. An address has to be whole. Messages are kept for a year, unless the operator has set it otherwise.',
});

const noMessages = emptyState({
  title: 'No mail yet.',
  text: 'Rota writes to the participants of a meeting request once it has times to offer.',
  action: html`<a class="button" href="/console/requests/new">Make a request</a>`,
});
