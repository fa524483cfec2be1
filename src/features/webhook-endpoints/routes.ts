import { eventTypes } from '../../events/announcement.ts';
import { pageQuery } from '../../http/query.ts';
import { type Route, route } from '../../http/route.ts';
import { Clearable, Id, Many, Nullable, One, OneOf, Resource, Text, Timestamp } from '../../http/shapes.ts';
import { Type } from '../../http/type.ts';
import { NAME_LENGTH, URL_LENGTH } from '../../limits.ts';
import {
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  rotateSecret,
  testEndpoint,
  updateEndpoint,
} from './operations.ts';

const MAX_HEADERS = 20;
const HEADER_VALUE_LENGTH = 1_024;

const url = { examples: ['https://example.com/webhooks'] };
const description = { examples: ['CRM sync'] };

const fields = {
  id: Id('endpoint'),
  url: Type.String({ description: 'Where deliveries go.', ...url }),
  description: Nullable(Type.String(description)),
  enabled: Type.Boolean({ description: 'While it is false, deliveries wait.' }),
  events: Type.Array(OneOf(eventTypes)),
  disabled_at: Nullable(Timestamp),
  disabled_reason: Nullable(
    Type.String({ description: '`manual`, or `too_many_failures`.', examples: ['too_many_failures'] }),
  ),
  created_at: Timestamp,
  updated_at: Timestamp,
};
const Endpoint = Resource(fields, 'WebhookEndpoint');
const EndpointWithSecret = Resource(
  {
    ...fields,
    signing_secret: Type.String({
      description: 'Deliveries are signed with it. It is shown here and never again.',
      examples: ['whsec_4fXbQ0hJ7sLr2mVtZ9yKcE1nWpGa8dUo'],
    }),
  },
  'WebhookEndpointWithSecret',
);

const Url = Type.String({ minLength: 1, maxLength: URL_LENGTH, ...url });
const Events = Type.Array(OneOf(eventTypes), {
  minItems: 1,
  description: 'What it is told of.',
  examples: [['meeting_request.booked', 'meeting_request.cancelled']],
});
const Headers = Type.Array(
  Type.Object({
    key: Type.String({ minLength: 1, maxLength: NAME_LENGTH, examples: ['X-Token'] }),
    value: Type.String({ maxLength: HEADER_VALUE_LENGTH, examples: ['4b825dc6'] }),
  }),
  { maxItems: MAX_HEADERS, description: 'Sent with each delivery; never shown again.' },
);

const group = 'Webhook endpoints';
const path = { id: { kind: 'endpoint', what: 'Webhook endpoint' } } as const;

export const webhookEndpointRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/webhook_endpoints',
    scope: 'webhooks.read',
    operation: 'listWebhookEndpoints',
    group,
    summary: 'List webhook endpoints',
    query: pageQuery('endpoint'),
    answer: { status: 200, description: 'A page of endpoints.', shape: Many(Endpoint) },
    handle: (context, { query }) => listEndpoints(context, query),
  }),
  route({
    method: 'GET',
    url: '/api/v1/webhook_endpoints/:id',
    scope: 'webhooks.read',
    operation: 'getWebhookEndpoint',
    group,
    summary: 'Read a webhook endpoint',
    path,
    answer: { status: 200, description: 'The endpoint.', shape: One(Endpoint) },
    handle: async (context, input) => ({ data: await getEndpoint(context, input.path.id) }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/webhook_endpoints',
    scope: 'webhooks.write',
    line: { name: 'webhook_endpoints' },
    operation: 'createWebhookEndpoint',
    group,
    summary: 'Create a webhook endpoint',
    body: Type.Object({
      url: Url,
      events: Events,
      description: Clearable(Text(description)),
      headers: Clearable(Headers),
    }),
    answer: {
      status: 201,
      description: 'The endpoint, with its signing secret.',
      shape: One(EndpointWithSecret),
    },
    refusals: { validation_error: 'The workspace has reached its limit of 200 webhook endpoints' },
    handle: async (context, { body }) => ({
      data: await createEndpoint(context, {
        url: body.url,
        events: body.events,
        description: body.description ?? null,
        headers: body.headers ?? [],
      }),
    }),
  }),
  route({
    method: 'PATCH',
    url: '/api/v1/webhook_endpoints/:id',
    scope: 'webhooks.write',
    operation: 'updateWebhookEndpoint',
    group,
    summary: 'Change, disable or enable a webhook endpoint',
    path,
    body: Type.Object({
      url: Type.Optional(Url),
      events: Type.Optional(Events),
      description: Clearable(Text(description)),
      headers: Clearable({ ...Headers, description: 'In place of those it had.' }),
      enabled: Type.Optional(
        Type.Boolean({
          description: 'Deliveries wait while it is disabled, and are sent once it is enabled.',
        }),
      ),
    }),
    answer: { status: 200, description: 'The endpoint.', shape: One(Endpoint) },
    handle: async (context, { path: { id }, body }) => ({
      data: await updateEndpoint(context, id, {
        ...(body.url !== undefined && { url: body.url }),
        ...(body.events && { events: body.events }),
        ...(body.description !== undefined && { description: body.description }),
        ...(body.headers !== undefined && { headers: body.headers ?? [] }),
        ...(body.enabled !== undefined && { enabled: body.enabled }),
      }),
    }),
  }),
  route({
    method: 'DELETE',
    url: '/api/v1/webhook_endpoints/:id',
    scope: 'webhooks.write',
    operation: 'deleteWebhookEndpoint',
    group,
    summary: 'Delete a webhook endpoint and its deliveries for good',
    path,
    answer: { status: 204, description: 'Nothing more is sent to it.' },
    handle: (context, input) => deleteEndpoint(context, input.path.id),
  }),
  route({
    method: 'POST',
    url: '/api/v1/webhook_endpoints/:id/rotate_secret',
    scope: 'webhooks.write',
    operation: 'rotateWebhookSecret',
    group,
    summary: 'Replace the signing secret; the former one signs too for 24 hours',
    path,
    answer: {
      status: 200,
      description: 'The endpoint, with its new signing secret.',
      shape: One(EndpointWithSecret),
    },
    handle: async (context, input) => ({ data: await rotateSecret(context, input.path.id) }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/webhook_endpoints/:id/test',
    scope: 'webhooks.write',
    operation: 'testWebhookEndpoint',
    group,
    summary: 'Send a test event to a webhook endpoint',
    path,
    answer: {
      status: 202,
      description: 'It is on its way.',
      shape: One(Resource({ delivery_id: Id('delivery'), status: OneOf(['queued']) })),
    },
    handle: async (context, input) => ({ data: await testEndpoint(context, input.path.id) }),
  }),
];
