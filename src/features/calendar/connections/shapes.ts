import { providerKinds } from '../../../calendar-sync/provider-kinds.ts';
import { URL_LENGTH } from '../../../limits/limits.ts';
import { exampleTime } from '../../../shapes/examples.ts';
import { At, Clearable, CreatedAt, Id, Nullable, OneOf, Resource } from '../../../shapes/fields.ts';
import { type Static, Type } from '../../../shapes/type.ts';
import { EXAMPLE_RETURN_URL } from './rules.ts';

/** Those that anybody sees. */
export const connectionStatuses = ['pending', 'connected', 'broken'] as const;

const fields = {
  id: Id('calendarConnection', 'Names the connection.'),
  workspace_membership_id: Id('member', 'The member who gets the account’s calendars.'),
  provider: OneOf(providerKinds, 'Where the account is.'),
  status: Type.Unsafe<(typeof connectionStatuses)[number]>({
    type: 'string',
    enum: connectionStatuses,
    description:
      '`pending`: consent has not been given yet. `connected`: its calendars are read, and bookings can be written to them. ' +
      '`broken`: the provider has ended the access; connect the same account again.',
    examples: ['connected'],
  }),
  account_email: Nullable(
    Type.String({
      description:
        'The address of the account, which can be another one than the member’s; null while pending.',
      examples: ['ada@example.com'],
    }),
  ),
  expires_at: Nullable(At('When the link expires; null unless pending.', null)),
  connected_at: Nullable(At('When consent was given; null while pending.', '2026-11-02T08:25:51.204Z')),
  broken_at: Nullable(At('When the provider ended the access; null unless broken.', null)),
  created_at: CreatedAt('calendarConnection', 'When connecting began.'),
  updated_at: At('When the status last changed.', '2026-11-02T08:25:51.204Z'),
};

export const CalendarConnection = Resource(
  fields,
  'CalendarConnection',
  'An account at Google or Microsoft whose calendars belong to a member.',
);

export const BegunConnection = Resource(
  {
    ...fields,
    authorize_url: Type.String({
      description:
        'Send the member’s browser there. It works once, and only until `expires_at`. It is shown here and never again.',
      examples: ['https://accounts.google.com/o/oauth2/v2/auth?client_id=…&state=…'],
    }),
  },
  'BegunCalendarConnection',
  'A connection that waits for consent.',
);

/** Of the answer to the call that begins a connection. */
export const begunExample = {
  status: 'pending',
  account_email: null,
  expires_at: '2026-11-02T08:39:17.390Z',
  connected_at: null,
  updated_at: exampleTime('calendarConnection'),
};

export const NewConnection = Type.Object({
  provider: OneOf(providerKinds, 'Where the account is.'),
  return_url: Clearable(
    Type.String({
      minLength: 1,
      maxLength: URL_LENGTH,
      description:
        'Where the browser goes in the end: an https URL without a user name or password. It gets the parameters `calendar_connection` (the id) and `status`: ' +
        '`connected`, `refused`, `missing_scope`, `expired`, `limit_reached` or `failed`. Without it, a page of Rota says what happened.',
      examples: [EXAMPLE_RETURN_URL],
    }),
  ),
});
export type NewConnection = Static<typeof NewConnection>;
