import { At, CreatedAt, Email, Id, Nullable, OneOf, Resource } from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import type { CountedKind } from './place.ts';

const described: Record<CountedKind, [description: string, example: number]> = {
  cancelled_requests: ['Open requests that were cancelled.', 0],
  meeting_requests: ['Requests in which the person took part or was mentioned.', 3],
  messages: ['Messages that were emptied, or in which a mention was replaced.', 14],
  mails: ['Incoming mails that were removed.', 2],
  invites: ['Invites in which the person was named.', 1],
  booking_links: ['Uses of booking links and pages of meeting types, and confirmations.', 1],
  events: ['Events with the address in their payload.', 9],
  deliveries: ['Delivery attempts with the address in their response.', 0],
  audit_entries: ['Entries of the audit log that had the address.', 6],
  others: ['Anything else with the address, such as the description of a team.', 0],
};

const counts = Resource(
  Object.fromEntries(
    Object.entries(described).map(([kind, [description, example]]) => [
      kind,
      Type.Integer({ minimum: 0, description, examples: [example] }),
    ]),
  ),
  undefined,
  'What was changed or removed, in numbers.',
);

export const Erasure = Resource(
  {
    id: Id('erasure', 'Names the erasure.'),
    status: OneOf(
      ['running', 'done'],
      'Whether it is still under way. Once it is `done`, nothing is left of the address.',
    ),
    counts,
    created_at: CreatedAt('erasure', 'When it was asked for.'),
    finished_at: Nullable(At('When it was done; null while it is under way.', null)),
  },
  'Erasure',
  "The receipt of an erasure. It doesn't say whose address it was: that is erased, too.",
);

const email = Email(
  'The address of the person. Case does not matter; an address with a tag, such as `grace+news@example.org`, is another one.',
  'grace@example.org',
);

export const NewErasure = Type.Object({
  email,
  cancel_open_requests: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether to cancel the requests with this person that are active, paused, or booked and not over. Everybody else is notified as usual.',
      examples: [false],
    }),
  ),
});

const MAX_RECORDS = 100;

export const ExportInput = Type.Object({
  email,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_RECORDS,
      default: 25,
      description: 'The maximum number of records on a page.',
      examples: [25],
    }),
  ),
  after: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 1_000,
        description: 'The `next_cursor` of the previous page; without it, the first page.',
        examples: [null],
      }),
    ),
  ),
});

const ExportRecord = Resource(
  {
    kind: Type.String({
      description:
        'What it is: `meeting_request`, `message`, `event`, `audit_entry`, or the name of another table.',
      examples: ['meeting_request'],
    }),
    id: Type.String({
      description: 'The id of it, or several ids where it has none itself.',
      examples: ['mr_01KC64EEWWG8Q4T7M2N6P0R1S0'],
    }),
    data: Type.Unsafe<object>({
      type: 'object',
      description: 'What is kept: as the API shows it, or else the fields that have the address.',
      additionalProperties: true,
      examples: [{ participant_emails: ['grace@example.org'], status: 'booked' }],
    }),
  },
  'ExportRecord',
  'Something that is kept about a person.',
);

export const ExportPage = Resource({
  data: Type.Array(ExportRecord, {
    description:
      'The records of this page. It can be empty although more pages follow, because each page searches only so much.',
  }),
  meta: Resource(
    {
      has_more: Type.Boolean({ description: 'Whether there may be more.', examples: [false] }),
      next_cursor: Nullable(
        Type.String({
          description: 'Pass it as `after` for the next page; null at the end.',
          examples: [null],
        }),
      ),
    },
    undefined,
    'Where to go on.',
  ),
});
