import { eventTypes } from '../../features/events/events/event-types.ts';
import type { Delivery } from '../../features/events/webhook-deliveries/operations.ts';
import { type Status, statuses } from '../../features/events/webhook-deliveries/rules.ts';
import type { WatchedEndpoint } from '../../features/events/webhook-endpoints/overview.ts';
import { dateField, option, select } from '../../html/fields.ts';
import { type Html, html } from '../../html/html.ts';
import { emptyState, filters, pager, section } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { withQuery } from '../../html/urls.ts';
import type { Screen } from '../screen.ts';
import { momentOf } from '../words.ts';
import { deliveryPath, endpointPath } from './paths.ts';
import { deliveryBadge, deliveryWords } from './states.ts';

/** As in the list's URL. */
interface DeliveryFilters {
  status: Status | undefined;
  event_type: string | undefined;
  since: string | undefined;
}

export interface DeliveryList {
  filter: DeliveryFilters;
  deliveries: Delivery[];
  cursor: string | undefined;
  next: string | null;
}

export function deliveriesOf(
  screen: Screen,
  { id, events, enabled }: WatchedEndpoint,
  list: DeliveryList,
): Html {
  const { deliveries, cursor, next } = list;
  const path = endpointPath(id);
  const { status, event_type, since } = list.filter;
  const given = { status, event_type, since };
  const isFiltered = Object.values(given).some((value) => value !== undefined);
  const rows = table({
    caption: 'Deliveries, newest first',
    columns: [
      { label: 'Event' },
      { label: 'State' },
      { label: 'Attempts', align: 'end', hideOnPhone: true },
      { label: 'Last response' },
      { label: 'Created' },
    ],
    rows: deliveries.map((delivery) => rowOf(screen, id, delivery)),
    empty: isFiltered ? noneMatch : noDeliveries(enabled),
  });
  const pages = pager({
    next: next && withQuery(path, { ...given, cursor: next }),
    first: cursor && withQuery(path, given),
  });
  return section({
    id: 'deliveries',
    live: [...events, 'test'].join(' '),
    title: 'Deliveries',
    content: html`${filters({ action: path, content: filterFields(list.filter), isSet: isFiltered, clear: path })}
${rows}
${pages}`,
  });
}

function rowOf(screen: Screen, endpointId: string, delivery: Delivery) {
  const { id, event_type, attempts, response_code, last_attempted_at, created_at } = delivery;
  return [
    html`<a href="${deliveryPath(endpointId, id)}">${event_type}</a>`,
    deliveryBadge(delivery),
    attempts,
    last_attempted_at === null ? 'Not sent yet' : (response_code ?? 'No response'),
    momentOf(screen, created_at),
  ];
}

function filterFields({ status, event_type, since }: DeliveryFilters): Html {
  const choice = (value: string, label: string, chosen: string | undefined) =>
    option(value, label, value === chosen);
  return html`${select({
    name: 'status',
    label: 'State',
    options: [option('', 'Any'), ...statuses.map((each) => choice(each, deliveryWords[each], status))],
  })}
${select({
  name: 'event_type',
  label: 'Event',
  options: [option('', 'Any'), ...[...eventTypes, 'test'].map((each) => choice(each, each, event_type))],
})}
${dateField({ name: 'since', label: 'Created since', value: since })}`;
}

const noneMatch = emptyState({
  title: 'No deliveries match',
  text: 'Try other filters. Finished deliveries are kept for 30 days, unless your operator has changed that.',
});

const noDeliveries = (isEnabled: boolean) =>
  emptyState({
    title: 'No deliveries yet',
    text: `${isEnabled ? 'Send' : 'Enable the endpoint and send'} a test event to see whether the receiver accepts it.`,
  });
