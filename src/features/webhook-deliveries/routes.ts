import { EventPayload } from '../../events/announcement.ts';
import { choiceQuery, pageQuery, textQuery } from '../../http/query.ts';
import { type Route, route } from '../../http/route.ts';
import { Id, Many, Nullable, One, OneOf, Resource, Timestamp } from '../../http/shapes.ts';
import { Type } from '../../http/type.ts';
import { readTimestamp } from '../../timestamps.ts';
import { getDelivery, listDeliveries, recoverDeliveries, retryDelivery } from './operations.ts';
import { SHOWN_ATTEMPTS, statuses } from './rules.ts';

const ResponseCode = Nullable(
  Type.Integer({ description: 'Of the last attempt; null when there was no answer.', examples: [200] }),
);

const fields = {
  id: Id('delivery'),
  event_type: Type.String({ examples: ['meeting_request.created'] }),
  status: OneOf(statuses),
  payload: EventPayload,
  response_code: ResponseCode,
  attempts: Type.Integer({ description: 'How many have been made, of 8.', examples: [1] }),
  delivered_at: Nullable(Timestamp),
  last_attempted_at: Nullable(Timestamp),
  created_at: Timestamp,
};
const Delivery = Resource(fields, 'WebhookDelivery');
const Attempt = Resource({
  number: Type.Integer({ description: 'Counts on when a delivery is retried.', examples: [1] }),
  started_at: Timestamp,
  duration_ms: Type.Integer({ examples: [38] }),
  response_code: ResponseCode,
  error: Nullable(
    Type.String({ description: 'Why there was no whole answer.', examples: ['the connection was refused'] }),
  ),
  response_body: Nullable(Type.String({ description: 'The first 4 KiB of the answer.', examples: ['ok'] })),
});
const AttemptLog = Type.Array(Attempt, {
  description: `Every attempt, the last ${SHOWN_ATTEMPTS} of them: \`number\` tells how many came before.`,
});
const DeliveryWithLog = Resource({ ...fields, attempt_log: AttemptLog }, 'WebhookDeliveryWithLog');

const group = 'Webhook deliveries';
const endpoint = { kind: 'endpoint', what: 'Webhook endpoint' } as const;
const oneDelivery = {
  webhook_endpoint_id: endpoint,
  id: { kind: 'delivery', what: 'Webhook delivery' },
} as const;

export const webhookDeliveryRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/webhook_endpoints/:webhook_endpoint_id/deliveries',
    scope: 'webhooks.read',
    operation: 'listWebhookDeliveries',
    group,
    summary: 'List deliveries to a webhook endpoint',
    path: { webhook_endpoint_id: endpoint },
    query: {
      ...pageQuery('delivery'),
      status: choiceQuery(statuses, 'Only deliveries in this state.'),
      event_type: textQuery('Only deliveries of this type of event.'),
    },
    answer: { status: 200, description: 'A page of deliveries.', shape: Many(Delivery) },
    handle: (context, { path, query }) =>
      listDeliveries(
        context,
        path.webhook_endpoint_id,
        { status: query.status, eventType: query.event_type },
        query,
      ),
  }),
  route({
    method: 'GET',
    url: '/api/v1/webhook_endpoints/:webhook_endpoint_id/deliveries/:id',
    scope: 'webhooks.read',
    operation: 'getWebhookDelivery',
    group,
    summary: 'Read a delivery with the attempts that were made',
    path: oneDelivery,
    answer: { status: 200, description: 'The delivery.', shape: One(DeliveryWithLog) },
    handle: async (context, { path }) => ({
      data: await getDelivery(context, path.webhook_endpoint_id, path.id),
    }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/webhook_endpoints/:webhook_endpoint_id/deliveries/:id/retry',
    scope: 'webhooks.write',
    operation: 'retryWebhookDelivery',
    group,
    summary: 'Send a failed or successful delivery again',
    path: oneDelivery,
    answer: { status: 202, description: 'It is pending, with a fresh schedule.', shape: One(Delivery) },
    handle: async (context, { path }) => ({
      data: await retryDelivery(context, path.webhook_endpoint_id, path.id),
    }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/webhook_endpoints/:webhook_endpoint_id/recover',
    scope: 'webhooks.write',
    operation: 'recoverWebhookDeliveries',
    group,
    summary: 'Send everything again that has failed since a time',
    path: { webhook_endpoint_id: endpoint },
    body: Type.Object({ since: Timestamp }),
    answer: {
      status: 202,
      description: 'They are pending, with fresh schedules.',
      shape: One(Resource({ recovered: Type.Integer({ description: 'How many.', examples: [12] }) })),
    },
    handle: async (context, { path, body }) => ({
      data: await recoverDeliveries(context, path.webhook_endpoint_id, readTimestamp(body.since) as number),
    }),
  }),
];
