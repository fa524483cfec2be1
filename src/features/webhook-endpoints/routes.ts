import { eventTypes } from '../../events/announcement.ts';
import { keyWith } from '../../http/access/api-key.ts';
import { pageQuery } from '../../http/query.ts';
import { type Route, route } from '../../http/route.ts';
import { NAME_LENGTH, URL_LENGTH } from '../../limits.ts';
import {
  At,
  Clearable,
  CreatedAt,
  Id,
  Many,
  Nullable,
  One,
  OneOf,
  Resource,
  Text,
} from '../../shapes/fields.ts';
import { Type } from '../../shapes/type.ts';
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
const description = { description: 'Free text; null when there is none.', examples: ['CRM sync'] };
const exampleEvents = ['meeting_request.booked', 'meeting_request.cancelled'];

const fields = {
  id: Id('endpoint', 'Names the endpoint.'),
  url: Type.String({ description: 'Where deliveries go.', ...url }),
  description: Nullable(Type.String(description)),
  enabled: Type.Boolean({ description: 'While it is false, deliveries wait.' }),
  events: Type.Array(OneOf(eventTypes), {
    description: 'The types of events that it is told of.',
    examples: [exampleEvents],
  }),
  disabled_at: Nullable(At('Since when it is disabled; null while it is enabled.', null)),
  disabled_reason: Nullable(
    Type.String({
      description:
        '`manual`, or `too_many_failures` after ten failed deliveries in 24 hours; null while it is enabled.',
      examples: [null],
    }),
  ),
  created_at: CreatedAt('endpoint', 'When the endpoint was registered.'),
  updated_at: At('When its settings or its secret last changed.', '2026-11-02T08:31:09.118Z'),
};
const Endpoint = Resource(
  fields,
  'WebhookEndpoint',
  'An address of another system that is told of some types of events. Custom headers are not shown.',
);
const EndpointWithSecret = Resource(
  {
    ...fields,
    signing_secret: Type.String({
      description: 'Deliveries are signed with it. It is shown here and never again.',
      examples: ['whsec_4fXbQ0hJ7sLr2mVtZ9yKcE1nWpGa8dUo'],
    }),
  },
  'WebhookEndpointWithSecret',
  'An endpoint with its signing secret.',
);

const urlInWords =
  'Where deliveries go: an https URL without a user name or password. Addresses that are not public are refused.';
const Url = Type.String({
  minLength: 1,
  maxLength: URL_LENGTH,
  description: urlInWords,
  ...url,
});
const Events = Type.Array(OneOf(eventTypes), {
  minItems: 1,
  description: 'The types of events that it is told of.',
  examples: [exampleEvents],
});
const Headers = Type.Array(
  Type.Object({
    key: Type.String({
      minLength: 1,
      maxLength: NAME_LENGTH,
      description: 'The name of the header. Those that make up the request, such as `Host`, are refused.',
      examples: ['X-Token'],
    }),
    value: Type.String({
      maxLength: HEADER_VALUE_LENGTH,
      description: 'Its value, in printable ASCII.',
      examples: ['4b825dc6'],
    }),
  }),
  { maxItems: MAX_HEADERS, description: 'Sent with each delivery; never shown again.' },
);

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
      'Registers a URL. From now on, every event of the given types makes a delivery to it. The `signing_secret` is in this answer and nowhere else. ' +
      'The URL is not called yet: send a test for that.',
    body: Type.Object({
      url: Url,
      events: Events,
      description: Clearable(Text({ ...description, description: 'Free text.' })),
      headers: Clearable(Headers),
    }),
    response: {
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
    access: keyWith('webhooks.write'),
    operation: 'updateWebhookEndpoint',
    group,
    summary: 'Change a webhook endpoint',
    description:
      'Changes what is given, and leaves the rest. While an endpoint is disabled, events go on to make deliveries, which wait; once it is enabled, they ' +
      'are sent at once, the oldest first, and the count of failures starts afresh.',
    path,
    body: Type.Object({
      url: Type.Optional({
        ...Url,
        description: `${urlInWords} At another origin (scheme, host, port), \`headers\` are cleared unless they are given too.`,
      }),
      events: Type.Optional(Events),
      description: Clearable(Text({ ...description, description: 'Free text.' })),
      headers: Clearable({
        ...Headers,
        description:
          'Sent with each delivery, in place of those it had. Left out, it keeps them, unless `url` moves to another origin.',
      }),
      enabled: Type.Optional(
        Type.Boolean({
          description: '`false` disables the endpoint: deliveries wait. `true` enables it: they are sent.',
        }),
      ),
    }),
    response: { status: 200, description: 'The endpoint.', shape: One(Endpoint) },
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
    access: keyWith('webhooks.write'),
    operation: 'deleteWebhookEndpoint',
    group,
    summary: 'Delete a webhook endpoint',
    description:
      "Nothing more is sent to it, not even what waits, and its deliveries can't be read any more. There is no way back.",
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
      'Makes a new signing secret, which is in this answer and nowhere else. For 24 hours both sign every delivery, so that the receiver can change over. A second ' +
      'rotation within the day ends the oldest at once.',
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
      'Queues a delivery of the event `test` to this endpoint alone, subscribed or not. A disabled endpoint is refused.',
    path,
    response: {
      status: 202,
      description: 'It is on its way.',
      shape: One(
        Resource(
          {
            delivery_id: Id('delivery', 'The delivery, whose fate can be read.'),
            status: OneOf(['queued'], 'It is sent as soon as it can be.'),
          },
          undefined,
          'What will be sent.',
        ),
      ),
    },
    handle: async (context, input) => ({ data: await testEndpoint(context, input.path.id) }),
  }),
];
