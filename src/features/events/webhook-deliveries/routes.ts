import { keyWith } from '../../../http/access/api-key.ts';
import { choiceQuery, pageQuery, textQuery } from '../../../http/query.ts';
import { type Route, route } from '../../../http/route.ts';
import { Many, One, Resource } from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import {
  getDelivery,
  listDeliveries,
  recoverDeliveries,
  retryDelivery,
  retryDeliveryNow,
} from './operations.ts';
import { statuses } from './rules.ts';
import { Delivery, DeliveryWithLog, Recovery } from './shapes.ts';

/** A delivery that was just retried. */
const pending = { status: 'pending', attempts: 0, delivered_at: null };

const group = {
  name: 'Webhook deliveries',
  description: 'What was sent to an endpoint, what came of it, and how to send it again.',
};
const endpoint = { kind: 'endpoint', what: 'Webhook endpoint' } as const;
const oneDelivery = {
  webhook_endpoint_id: endpoint,
  id: { kind: 'delivery', what: 'Webhook delivery' },
} as const;

export const webhookDeliveryRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/webhook_endpoints/:webhook_endpoint_id/deliveries',
    access: keyWith('webhooks.read'),
    operation: 'listWebhookDeliveries',
    group,
    summary: 'List deliveries',
    description:
      'Lists deliveries, newest first. Finished ones are kept for 30 days, unless the operator has set it otherwise.',
    path: { webhook_endpoint_id: endpoint },
    query: {
      ...pageQuery('delivery'),
      status: choiceQuery(statuses, 'Only deliveries in this state.'),
      event_type: textQuery('Only deliveries of this type of event.'),
    },
    response: { status: 200, description: 'A page of deliveries.', shape: Many(Delivery) },
    handle: (context, { path, query }) => listDeliveries(context, path.webhook_endpoint_id, query),
  }),
  route({
    method: 'GET',
    url: '/api/v1/webhook_endpoints/:webhook_endpoint_id/deliveries/:id',
    access: keyWith('webhooks.read'),
    operation: 'getWebhookDelivery',
    group,
    summary: 'Read a delivery with its attempts',
    description: 'Reads one delivery, with the status, the error and the response of every attempt.',
    path: oneDelivery,
    response: { status: 200, description: 'The delivery.', shape: One(DeliveryWithLog) },
    handle: async (context, { path }) => ({
      data: await getDelivery(context, path.webhook_endpoint_id, path.id),
    }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/webhook_endpoints/:webhook_endpoint_id/deliveries/:id/retry',
    access: keyWith('webhooks.write'),
    operation: 'retryWebhookDelivery',
    group,
    summary: 'Send a delivery again',
    description:
      'The delivery is `pending` again, with eight new attempts and the same `X-Webhook-Id`. While its endpoint is disabled, it waits. Refused for a delivery ' +
      'that is pending already.',
    path: oneDelivery,
    response: {
      status: 202,
      description: 'It is pending, with a fresh schedule.',
      shape: One(Delivery),
      example: { data: pending },
    },
    handle: async (context, { path }) => ({
      data: await retryDelivery(context, path.webhook_endpoint_id, path.id),
    }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/webhook_endpoints/:webhook_endpoint_id/deliveries/:id/retry_now',
    access: keyWith('webhooks.write'),
    operation: 'retryWebhookDeliveryNow',
    group,
    summary: 'Make the next attempt of a delivery now',
    description:
      'Ends the wait of a `pending` delivery for its next attempt, such as once the receiver works again. The attempt counts as one of ' +
      'the eight. Refused for a delivery that is being sent already, for one that has ended, and while the endpoint is disabled.',
    path: oneDelivery,
    response: {
      status: 202,
      description: 'Its next attempt is due.',
      shape: One(Delivery),
      example: { data: { ...pending, attempts: 3, response_code: 503 } },
    },
    handle: async (context, { path }) => ({
      data: await retryDeliveryNow(context, path.webhook_endpoint_id, path.id),
    }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/webhook_endpoints/:webhook_endpoint_id/recover',
    access: keyWith('webhooks.write'),
    operation: 'recoverWebhookDeliveries',
    group,
    summary: 'Send failed deliveries again',
    description:
      'After an outage: every delivery that has failed since then is `pending` again, with eight new attempts. An endpoint that was disabled has to be enabled separately.',
    path: { webhook_endpoint_id: endpoint },
    body: Recovery,
    response: {
      status: 202,
      description: 'They are pending, with fresh schedules.',
      shape: One(
        Resource(
          {
            recovered: Type.Integer({
              description: 'How many deliveries are pending again.',
              examples: [12],
            }),
          },
          undefined,
          'What was done.',
        ),
      ),
    },
    handle: async (context, { path, body }) => ({
      data: await recoverDeliveries(context, path.webhook_endpoint_id, body),
    }),
  }),
];
