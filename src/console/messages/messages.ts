import type { Message } from '../../features/meetings/messages/operations.ts';
import { type Direction, type Status, statuses } from '../../features/meetings/messages/rules.ts';
import type { Unsent } from '../../features/meetings/messages/unsent.ts';
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
import { shortMomentOf } from '../words.ts';
import { MESSAGES, unsentBanner } from './unsent.ts';
import { subjectOf } from './whole-message.ts';

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
  unsent: Unsent | null;
}

export function messagesPage(
  screen: Screen,
  { page: { data, meta }, filter, cursor, unsent }: MessageList,
): Shown {
  const given = { ...filter };
  const isSet = Object.values(given).some((value) => value !== undefined);
  const list = table({
    caption: 'Messages, newest first',
    columns: [{ label: 'Message' }, { label: 'State' }, { label: 'When' }],
    rows: data.map((message) => rowOf(screen, message)),
    empty: isSet ? noneMatch : noMessages,
  });
  return {
    title: 'Messages',
    content: html`${pageHead({
      title: 'Messages',
      lead: 'Every mail that went out or came in, and what happened to it.',
    })}
${unsentBanner(screen, unsent)}
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
    html`<a href="${messagePath(id)}">${named(subjectOf(message))}</a><p class="note">${kinds[kind]} · ${
      direction === 'out'
        ? html`to ${named(onOneLine(to, ADDRESS_LENGTH))}`
        : html`from ${named(onOneLine(from, ADDRESS_LENGTH))}`
    }</p>`,
    fateOf(message),
    shortMomentOf(screen, created_at),
  ];
}

function filterFields({ direction, status, kind, address }: ListFilter): Html {
  const any = option('', 'Any');
  return html`${select({
    name: 'direction',
    label: 'Direction',
    options: [
      any,
      option('out', 'Outgoing', direction === 'out'),
      option('in', 'Incoming', direction === 'in'),
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
  title: 'No messages match',
  text: 'Try other filters; an address has to be complete. Messages are kept for a year, unless your operator has changed that.',
});

const noMessages = emptyState({
  title: 'No mail yet',
  text: 'Guests are written to as soon as there are times to offer.',
  action: html`<a class="button" href="/console/requests/new">New request</a>`,
});
