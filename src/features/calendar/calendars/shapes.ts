import { NAME_LENGTH, URL_LENGTH } from '../../../limits/limits.ts';
import { exampleTime } from '../../../shapes/examples.ts';
import { At, Clearable, CreatedAt, Id, Name, Nullable, OneOf, Resource } from '../../../shapes/fields.ts';
import { type Static, Type } from '../../../shapes/type.ts';
import { healths, MAX_BUSY_IN_CALL, PASSWORD_LENGTH } from './rules.ts';
import { anyCalendarTypes } from './types.ts';

const exampleUrl = 'https://calendar.example.com/ada/4f81c2/basic.ics';
const typeInWords =
  '`ics`: a feed that is fetched, such as the secret address of a Google calendar. `caldav`: a calendar on a CalDAV server. ' +
  '`pushed`: you send busy times. `google`, `microsoft`: a calendar of a connected account';

export const Calendar = Resource(
  {
    id: Id('calendar', 'Names the calendar.'),
    workspace_membership_id: Id('member', 'Whose calendar it is.'),
    type: OneOf(anyCalendarTypes, `${typeInWords}.`),
    calendar_connection_id: Nullable(
      Id(
        'calendarConnection',
        'The connected account that it belongs to; null for `ics`, `caldav` and `pushed`.',
      ),
    ),
    account_email: Nullable(
      Type.String({
        description:
          'The address of that account, as the provider knows it; null for `ics`, `caldav` and `pushed`.',
        examples: [null],
      }),
    ),
    is_primary: Type.Boolean({
      description: 'Whether it is the main calendar of its account. False for `ics`, `caldav` and `pushed`.',
      examples: [false],
    }),
    is_writable: Type.Boolean({
      description:
        'Whether the account may write to it, so that it can receive bookings. True for `caldav`; false for `ics` and `pushed`.',
      examples: [false],
    }),
    is_read: Type.Boolean({
      description:
        'Whether its busy times count. True for `ics`, `caldav` and `pushed`; of a connected account, the main calendar is read, and others are once they are chosen.',
      examples: [true],
    }),
    name: Nullable(Type.String({ description: 'Free text; null when there is none.', examples: ['Work'] })),
    url: Nullable(
      Type.String({
        description: 'Where it is fetched from; null for `pushed`, `google` and `microsoft`.',
        examples: [exampleUrl],
      }),
    ),
    username: Nullable(
      Type.String({
        description: 'Sent with the password; null when there is none. The password is never shown.',
        examples: [null],
      }),
    ),
    receives_bookings: Type.Boolean({
      description: 'Whether bookings of the member are written to it.',
      examples: [false],
    }),
    health: Type.Unsafe<(typeof healths)[number]>({
      type: 'string',
      enum: healths,
      description:
        '`new`: not read yet, or no longer. `ok`: the last attempt to read it succeeded. `failing`: it did not; the busy times of the last good copy count.',
      examples: ['ok'],
    }),
    last_synced_at: Nullable(
      At('When it was last read, or pushed; null before that.', '2026-11-16T09:20:14.905Z'),
    ),
    last_error: Nullable(
      Type.String({
        description:
          'Why the last attempt to read it failed, or what it could not read of it; null when all is well.',
        examples: [null],
      }),
    ),
    created_at: CreatedAt('calendar', 'When the calendar was added.'),
    updated_at: At('When its settings last changed.', exampleTime('calendar')),
  },
  'Calendar',
  'Where busy times of a member come from.',
);

const Label = Name('Work', 'Free text, to tell calendars apart.');
const Url = Type.String({ minLength: 1, maxLength: URL_LENGTH, examples: [exampleUrl] });
const urlInWords =
  'Where it is fetched from: an https URL without a user name or password. `webcal://` is taken as `https://`. Addresses ' +
  'that are not public are refused.';
const Username = Type.String({
  minLength: 1,
  maxLength: NAME_LENGTH,
  description: 'Sent with the password. Required for `caldav`; for `ics` only where the server asks for one.',
  examples: [null],
});
const passwordInWords =
  'Sent with the user name, to the origin of the URL and nowhere else. It is never shown.';
const Password = Type.String({
  minLength: 1,
  maxLength: PASSWORD_LENGTH,
  description: passwordInWords,
  examples: [null],
});
const ReceivesBookings = Type.Boolean({
  description:
    'Whether the member’s bookings are written to it. Only one calendar of a member can receive them: a `caldav` one, or one of a connected account that is writable.',
  examples: [false],
});

export const NewCalendar = Type.Object({
  type: OneOf(
    anyCalendarTypes,
    `${typeInWords}, which comes with it and can't be added here: see \`POST /api/v1/workspace_members/{id}/calendar_connections\`.`,
  ),
  name: Clearable(Label),
  url: Clearable({ ...Url, description: `${urlInWords} Required, except for \`pushed\`, which has none.` }),
  username: Clearable(Username),
  password: Clearable(Password),
  receives_bookings: Type.Optional(ReceivesBookings),
});
export type NewCalendar = Static<typeof NewCalendar>;

export const CalendarChanges = Type.Object({
  name: Clearable(Label),
  url: Type.Optional({
    ...Url,
    description: `${urlInWords} At another origin (scheme, host, port), \`password\` is needed again. Calendars of connected accounts have none.`,
  }),
  username: Clearable({ ...Username, description: 'Null clears it, together with `password`.' }),
  password: Clearable({ ...Password, description: `${passwordInWords} Null clears it.` }),
  receives_bookings: Type.Optional(ReceivesBookings),
  is_read: Type.Optional(
    Type.Boolean({
      description:
        'Whether its busy times count: for calendars of connected accounts. With false, they are deleted at once; with true, it is read at once.',
      examples: [true],
    }),
  ),
});
export type CalendarChanges = Static<typeof CalendarChanges>;

const BusyInterval = Type.Object({
  start: At('When it begins.', '2026-11-18T13:00:00.000Z'),
  end: At('When it ends, after `start`.', '2026-11-18T14:30:00.000Z'),
});

export const BusyRange = Type.Object({
  from: At('When the range begins.', '2026-11-16T00:00:00.000Z'),
  to: At('When it ends, after `from` and at most 366 days later.', '2026-11-30T00:00:00.000Z'),
  busy: Type.Array(BusyInterval, {
    maxItems: MAX_BUSY_IN_CALL,
    description:
      'When the member is busy in the range, in any order. What is outside it is cut off; overlaps are merged. An empty list means free.',
  }),
});
export type BusyRange = Static<typeof BusyRange>;
