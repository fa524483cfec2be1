import { At, CreatedAt, Email, Id, Nullable, OneOf, Resource } from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import type { CountedKind } from './place.ts';

const described: Record<CountedKind, [description: string, example: number]> = {
  cancelled_requests: ['Requests that were open and are cancelled.', 0],
  meeting_requests: ['Requests in which the person took part or was mentioned.', 3],
  messages: ['Messages that were emptied, or in which a mention was replaced.', 14],
  mails: ['Mails as they came in, which were removed.', 2],
  invites: ['Invites in which the person was named.', 1],
  booking_links: ['Uses of booking links, and confirmations.', 1],
  events: ['Events in whose payload the address was.', 9],
  deliveries: ['Attempts of deliveries whose response had the address.', 0],
  audit_entries: ['Entries of the audit log that had the address.', 6],
  others: ['Whatever else had it, such as the description of a team.', 0],
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
      'Whether it still goes on. Nothing is left of the address once it is `done`.',
    ),
    counts,
    created_at: CreatedAt('erasure', 'When it was asked for.'),
    finished_at: Nullable(At('When it was done; null while it goes on.', null)),
  },
  'Erasure',
  'The receipt of an erasure. It does not say whose: that is forgotten, too.',
);

const email = Email(
  'Whose. Upper and lower case do not matter; an address with a tag, such as `grace+news@example.org`, is another one.',
  'grace@example.org',
);

export const NewErasure = Type.Object({
  email,
  cancel_open_requests: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether to cancel the requests with this person that are active, paused, or booked and not over. Everybody else is told as usual.',
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
      description: 'How many records a page has at most.',
      examples: [25],
    }),
  ),
  after: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 1_000,
        description: 'The `next_cursor` of the page before; without it, the beginning.',
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
      description: 'Which one. Where a thing has no id of its own, the ids that lead to it.',
      examples: ['mr_01KC64EEWWG8Q4T7M2N6P0R1S0'],
    }),
    data: Type.Unsafe<object>({
      type: 'object',
      description: 'What is kept: as the API shows it where it does, else the fields that have the address.',
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
      'The records of this page. There may be none although there are more pages: much was looked through.',
  }),
  meta: Resource(
    {
      has_more: Type.Boolean({ description: 'Whether there may be more.', examples: [false] }),
      next_cursor: Nullable(
        Type.String({ description: 'Pass it as `after` to go on; null at the end.', examples: [null] }),
      ),
    },
    undefined,
    'Where to go on.',
  ),
});
