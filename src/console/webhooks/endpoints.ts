import { MAX_COUNTED } from '../../features/events/webhook-deliveries/operations.ts';
import type { WatchedEndpoint } from '../../features/events/webhook-endpoints/overview.ts';
import { linkButton, named, smallPrint } from '../../html/blocks.ts';
import { type Html, html } from '../../html/html.ts';
import { emptyState, pageHead, pager, tabs } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { withQuery } from '../../html/urls.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { endpointPath, NEW_ENDPOINT, WEBHOOKS } from './paths.ts';
import { endpointBadge, endpointName, reasonOf, shortUrl } from './states.ts';

interface EndpointList {
  endpoints: WatchedEndpoint[];
  /** The number of waiting deliveries, by endpoint. */
  waiting: Map<string, number>;
  show: 'failing' | undefined;
  cursor: string | undefined;
  next: string | null;
}

export function endpointsPage(screen: Screen, list: EndpointList): Shown {
  const { endpoints, waiting, show, cursor, next } = list;
  const rows = endpoints.map((endpoint) => [
    nameOf(endpoint),
    html`${endpointBadge(endpoint)}${withReason(screen, endpoint)}`,
    endpoint.events.length,
    countOf(waiting.get(endpoint.id) ?? 0),
  ]);
  const content = table({
    caption: 'Webhook endpoints',
    columns: [
      { label: 'Endpoint' },
      { label: 'State' },
      { label: 'Event types', align: 'end' },
      { label: 'Waiting', align: 'end' },
    ],
    rows,
    empty: show ? noneFailing : noEndpoints,
  });
  return {
    title: 'Webhooks',
    content: html`${pageHead({
      title: 'Webhooks',
      lead: 'Your other systems hear about meetings as they happen.',
      actions: linkButton(NEW_ENDPOINT, 'Add endpoint', 'main'),
    })}
${tabs('Webhook endpoints', [
  { href: WEBHOOKS, label: 'All', current: show === undefined },
  { href: withQuery(WEBHOOKS, { show: 'failing' }), label: 'Failing', current: show !== undefined },
])}
<div id="endpoints" data-live="webhook_endpoint.">${content}</div>
${pager({ next: next && withQuery(WEBHOOKS, { cursor: next }), first: cursor && WEBHOOKS })}`,
  };
}

function nameOf(endpoint: WatchedEndpoint): Html {
  const [name, url] = [endpointName(endpoint), shortUrl(endpoint)];
  const link = html`<a href="${endpointPath(endpoint.id)}">${named(name)}</a>`;
  return name === url ? link : html`${link}<p class="note">${named(url)}</p>`;
}

function withReason(screen: Screen, endpoint: WatchedEndpoint) {
  const reason = reasonOf(screen, endpoint);
  return reason && smallPrint(reason);
}

export const countOf = (waiting: number): string =>
  waiting >= MAX_COUNTED ? `${MAX_COUNTED} or more` : String(waiting);

const noneFailing = emptyState({
  title: 'All endpoints are fine',
  text: 'Nothing is being retried, and nothing has failed for good in the last 24 hours.',
});

const noEndpoints = emptyState({
  title: 'No endpoints yet',
  text: 'Add the address of a system that should hear when a meeting is requested, booked, moved or cancelled.',
});
