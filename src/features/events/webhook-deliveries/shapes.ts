import { At, CreatedAt, Id, Nullable, OneOf, Resource } from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import { EventPayload } from '../events/event-types.ts';
import { SHOWN_ATTEMPTS, statuses } from './rules.ts';

const ResponseCode = (description: string) => Nullable(Type.Integer({ description, examples: [200] }));

const fields = {
  id: Id('delivery', 'Names the delivery; sent as `X-Webhook-Id`, the same on every attempt.'),
  event_type: Type.String({ description: 'What happened.', examples: ['meeting_request.created'] }),
  status: {
    ...OneOf(statuses, '`pending` until the receiver answers 2xx; `failed` after the eighth failed attempt.'),
    examples: ['success'],
  },
  payload: EventPayload,
  response_code: ResponseCode(
    'The HTTP status of the last attempt; null before the first, and when there was no response.',
  ),
  attempts: Type.Integer({ description: 'How many attempts have been made, of 8.', examples: [1] }),
  delivered_at: Nullable(At('When the receiver answered 2xx; null before.', '2026-11-16T09:30:00.468Z')),
  last_attempted_at: Nullable(
    At('When the last attempt began; null before the first.', '2026-11-16T09:30:00.430Z'),
  ),
  created_at: CreatedAt('delivery', 'When the event happened and the delivery was made.'),
};
export const Delivery = Resource(fields, 'WebhookDelivery', 'An event on its way to one endpoint.');
const Attempt = Resource(
  {
    number: Type.Integer({
      description: 'The number of the attempt, from 1. It goes on counting when a delivery is retried.',
      examples: [1],
    }),
    started_at: At('When the attempt began.', '2026-11-16T09:30:00.430Z'),
    duration_ms: Type.Integer({ description: 'How long it took, in milliseconds.', examples: [38] }),
    response_code: ResponseCode('The HTTP status of the response; null when there was none.'),
    error: Nullable(
      Type.String({
        description:
          'Why there was no complete response, such as `the connection was refused`; null when there was one.',
        examples: [null],
      }),
    ),
    response_body: Nullable(
      Type.String({
        description: 'The first 4 KiB of the response; null when there was none.',
        examples: ['ok'],
      }),
    ),
  },
  undefined,
  'One try to make the delivery.',
);
const AttemptLog = Type.Array(Attempt, {
  description: `The last ${SHOWN_ATTEMPTS} attempts, oldest first: \`number\` tells how many came before.`,
});
export const DeliveryWithLog = Resource(
  { ...fields, attempt_log: AttemptLog },
  'WebhookDeliveryWithLog',
  'An event on its way to one endpoint, with its attempts.',
);

export const Recovery = Type.Object({
  since: At('Only deliveries that were made at this time or later.', '2026-11-16T09:00:00Z'),
});
