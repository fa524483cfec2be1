import { keyWith } from '../../../http/access/api-key.ts';
import { pageQuery } from '../../../http/query.ts';
import { type Route, route } from '../../../http/route.ts';
import { Id, Many, One, OneOf, Resource } from '../../../shapes/fields.ts';
import {
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  rotateSecret,
  testEndpoint,
  updateEndpoint,
} from './operations.ts';
import { Endpoint, EndpointChanges, EndpointWithSecret, NewEndpoint } from './shapes.ts';

const group = {
  name: 'Webhook endpoints',
  description: 'Addresses of other systems that are told what happens.',
};
const path = { id: { kind: 'endpoint', what: 'Webhook endpoint' } } as const;

export const webhookEndpointRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/webhook_endpoints',
    access: keyWith('webhooks.read'),
    operation: 'listWebhookEndpoints',
    group,
    summary: 'List webhook endpoints',
    description: 'Lists endpoints, newest first, enabled or not.',
    query: pageQuery('endpoint'),
    response: { status: 200, description: 'A page of endpoints.', shape: Many(Endpoint) },
    handle: (context, { query }) => listEndpoints(context, query),
  }),
  route({
    method: 'GET',
    url: '/api/v1/webhook_endpoints/:id',
    access: keyWith('webhooks.read'),
    operation: 'getWebhookEndpoint',
    group,
    summary: 'Read a webhook endpoint',
    description: 'Reads one endpoint. Its secret and its custom headers are not shown.',
    path,
    response: { status: 200, description: 'The endpoint.', shape: One(Endpoint) },
    handle: async (context, input) => ({ data: await getEndpoint(context, input.path.id) }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/webhook_endpoints',
    access: keyWith('webhooks.write'),
    line: { name: 'webhook_endpoints' },
    operation: 'createWebhookEndpoint',
    group,
    summary: 'Create a webhook endpoint',
    description:
      'Registers a URL. From now on, every event of the given types makes a delivery to it. The `signing_secret` is in this response and nowhere else. ' +
      'The URL is not called yet: send a test for that.',
    body: NewEndpoint,
    response: {
      status: 201,
      description: 'The endpoint, with its signing secret.',
      shape: One(EndpointWithSecret),
    },
    refusals: { validation_error: 'The workspace has reached its limit of 200 webhook endpoints' },
    handle: async (context, { body }) => ({
      data: await createEndpoint(context, body),
    }),
  }),
  route({
    method: 'PATCH',
    url: '/api/v1/webhook_endpoints/:id',
    access: keyWith('webhooks.write'),
    operation: 'updateWebhookEndpoint',
    group,
    summary: 'Change a webhook endpoint',
    description:
      'Changes what is given, and leaves the rest. While an endpoint is disabled, events still make deliveries, which wait; once it is enabled, they ' +
      'are sent at once, the oldest first, and the count of failures starts again.',
    path,
    body: EndpointChanges,
    response: { status: 200, description: 'The endpoint.', shape: One(Endpoint) },
    handle: async (context, { path: { id }, body }) => ({
      data: await updateEndpoint(context, id, body),
    }),
  }),
  route({
    method: 'DELETE',
    url: '/api/v1/webhook_endpoints/:id',
    access: keyWith('webhooks.write'),
    operation: 'deleteWebhookEndpoint',
    group,
    summary: 'Delete a webhook endpoint',
    description:
      "Nothing more is sent to it, not even what waits, and its deliveries can no longer be read. This can't be undone.",
    path,
    response: { status: 204, description: 'Nothing more is sent to it.' },
    handle: (context, input) => deleteEndpoint(context, input.path.id),
  }),
  route({
    method: 'POST',
    url: '/api/v1/webhook_endpoints/:id/rotate_secret',
    access: keyWith('webhooks.write'),
    operation: 'rotateWebhookSecret',
    group,
    summary: 'Replace the signing secret',
    description:
      'Makes a new signing secret, which is in this response and nowhere else. For 24 hours, both secrets sign every delivery, so that the receiver can switch. A second ' +
      'rotation within the day ends the oldest secret at once.',
    path,
    response: {
      status: 200,
      description: 'The endpoint, with its new signing secret.',
      shape: One(EndpointWithSecret),
    },
    handle: async (context, input) => ({ data: await rotateSecret(context, input.path.id) }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/webhook_endpoints/:id/test',
    access: keyWith('webhooks.write'),
    operation: 'testWebhookEndpoint',
    group,
    summary: 'Send a test event',
    description:
      'Queues a delivery of the event `test` to this endpoint alone, subscribed or not. Refused for a disabled endpoint.',
    path,
    response: {
      status: 202,
      description: 'It is on its way.',
      shape: One(
        Resource(
          {
            delivery_id: Id('delivery', 'The delivery. Read it to see what became of it.'),
            status: OneOf(['queued'], 'It will be sent as soon as possible.'),
          },
          undefined,
          'What will be sent.',
        ),
      ),
    },
    handle: async (context, input) => ({ data: await testEndpoint(context, input.path.id) }),
  }),
];
