import { NAME_LENGTH, URL_LENGTH } from '../../../limits/limits.ts';
import { At, Clearable, CreatedAt, Id, Nullable, OneOf, Resource, Text } from '../../../shapes/fields.ts';
import { type Static, Type } from '../../../shapes/type.ts';
import { eventTypes } from '../events/event-types.ts';

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
export const Endpoint = Resource(
  fields,
  'WebhookEndpoint',
  'An address of another system that is told of some types of events. Custom headers are not shown.',
);
export const EndpointWithSecret = Resource(
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

export const NewEndpoint = Type.Object({
  url: Url,
  events: Events,
  description: Clearable(Text({ ...description, description: 'Free text.' })),
  headers: Clearable(Headers),
});
export type NewEndpoint = Static<typeof NewEndpoint>;

export const EndpointChanges = Type.Object({
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
});
export type EndpointChanges = Static<typeof EndpointChanges>;
