import {
  getDeliveryWithNext,
  retryDelivery,
  retryDeliveryNow,
} from '../../features/events/webhook-deliveries/operations.ts';
import { getWatchedEndpoint } from '../../features/events/webhook-endpoints/overview.ts';
import { integerQuery } from '../../http/query.ts';
import type { Route } from '../../http/route.ts';
import { form, page } from '../route.ts';
import { deliveryPage } from './delivery.ts';
import { deliveryPath, WEBHOOKS } from './paths.ts';

const may = 'manage_webhooks';
const url = `${WEBHOOKS}/:endpoint_id/deliveries/:id`;
const path = {
  endpoint_id: { kind: 'endpoint', what: 'Webhook endpoint' },
  id: { kind: 'delivery', what: 'Webhook delivery' },
} as const;

const one = page({
  url,
  summary: 'A delivery and its attempts',
  path,
  query: {
    attempt: integerQuery(1, 1_000_000, 'The attempt whose response is shown; the last one without it.'),
  },
  may,
  async show(screen, { path: { endpoint_id, id }, query: { attempt } }) {
    const endpoint = await getWatchedEndpoint(screen, endpoint_id);
    const delivery = await getDeliveryWithNext(screen, endpoint_id, id);
    return deliveryPage(screen, { endpoint, delivery, attempt });
  },
});

export const deliveryRoutes: Route[] = [
  one.route,
  form({
    url: `${url}/retry`,
    summary: 'Send a delivery again',
    path,
    may,
    on: one,
    async send(screen, { path: { endpoint_id, id } }) {
      await retryDelivery(screen, endpoint_id, id);
      return { to: deliveryPath(endpoint_id, id), done: 'delivery_resent' };
    },
  }),
  form({
    url: `${url}/retry-now`,
    summary: 'Make the next attempt of a delivery now',
    path,
    may,
    on: one,
    async send(screen, { path: { endpoint_id, id } }) {
      await retryDeliveryNow(screen, endpoint_id, id);
      return { to: deliveryPath(endpoint_id, id), done: 'delivery_retried' };
    },
  }),
];
