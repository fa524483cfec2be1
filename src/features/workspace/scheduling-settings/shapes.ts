import { MAX_DURATION_MINUTES, MAX_SEARCH_DAYS, TEXT_LENGTH } from '../../../limits/limits.ts';
import { Clearable, DateOnly, Locale, Name, Nullable, OneOf, Resource } from '../../../shapes/fields.ts';
import { type Static, type TSchema, Type } from '../../../shapes/type.ts';
import { LocationInput, ShownLocation } from '../locations/shapes.ts';
import { defaults, invitersOutside } from './rules.ts';

const count = (minimum: number, maximum: number, example: number, description: string) =>
  Type.Integer({ minimum, maximum, description, examples: [example] });
const flag = (example: boolean, description: string) => Type.Boolean({ description, examples: [example] });

/** The days of a leap year. */
const MAX_HOLIDAYS = 366;
/** Each is named in a header of every page that may be embedded. */
export const MAX_EMBED_ORIGINS = 20;

/** Thirty days. */
const MAX_REMINDER_MINUTES = 30 * 24 * 60;

/** Reminders before a meeting. Stored in descending order. */
export const Reminders = (description: string) =>
  Type.Array(Type.Integer({ minimum: 5, maximum: MAX_REMINDER_MINUTES }), {
    maxItems: 5,
    description: `${description} In minutes before it, each once, up to five of them; empty for none.`,
    examples: [[1_440, 60]],
  });

const signature = {
  description: 'The text below messages to participants; null for nothing.',
  examples: ['Acme, Torstraße 1, Berlin'],
};

const location =
  'Where meetings take place, unless their team, their type, their link or the request says otherwise; null for nowhere in particular.';

const settings = {
  duration_minutes: count(
    1,
    MAX_DURATION_MINUTES,
    defaults.duration_minutes,
    'How long a meeting takes when its request does not say.',
  ),
  options_per_round: count(1, 10, defaults.options_per_round, 'The number of times offered at once.'),
  rounds: count(
    1,
    10,
    defaults.rounds,
    'How many rounds of times are offered when none works, including the first.',
  ),
  timeframe_days: count(
    1,
    MAX_SEARCH_DAYS,
    defaults.timeframe_days,
    'How many days ahead to look for a time when the request has no timeframe.',
  ),
  slot_interval_minutes: count(
    5,
    24 * 60,
    defaults.slot_interval_minutes,
    "Slots begin at multiples of this, counted from midnight on the first host's clock.",
  ),
  follow_up_after_business_days: Type.Array(Type.Integer({ minimum: 1, maximum: 60 }), {
    maxItems: 10,
    description:
      'After how many business days without a response participants are reminded, in ascending order; empty for never.',
    examples: [defaults.follow_up_after_business_days],
  }),
  reminders: Reminders(
    'When people are reminded of a booked meeting, unless its request or its meeting type says otherwise.',
  ),
  remind_hosts: flag(defaults.remind_hosts, 'Whether hosts get reminders of their meetings, too.'),
  sender_name: Name(
    defaults.sender_name,
    'The name that messages come from, behind that of the organizer. As long as it is `Rota`, the name of the company stands there.',
  ),
  participants_may_reschedule: flag(
    defaults.participants_may_reschedule,
    'Whether participants may choose another time for a booked meeting.',
  ),
  participants_may_cancel: flag(
    defaults.participants_may_cancel,
    'Whether participants may cancel a booked meeting.',
  ),
  hold_options: flag(
    defaults.hold_options,
    'Whether offered times are kept free from other requests until there is a response, for at most 72 hours.',
  ),
  seats_required: flag(
    defaults.seats_required,
    'Whether only members with a seat get meetings. Others take no turns and have no slots. Booked meetings stay.',
  ),
  outsiders_may_invite: OneOf(
    invitersOutside,
    "Whom a mail from somebody who isn't a member invites in addition to its author. `nobody`: the organizer is told about the others, " +
      'and may add them. `proven`: everybody in To and Cc, if it is certain who sent the mail.',
  ),
  holidays: Type.Array(
    DateOnly('A day without meetings, on which nobody is asked again for an answer.', '2026-12-24'),
    {
      maxItems: MAX_HOLIDAYS,
      description:
        `Days on which the workspace is closed, in order, each once; up to ${MAX_HOLIDAYS}. No member can be booked on that date in their own time ` +
        'zone, unless their availability has an override with hours for it. They are no business days, and neither are Saturdays and Sundays.',
      examples: [['2026-12-24', '2026-12-25']],
    },
  ),
  locale: {
    ...Locale,
    description:
      'The language of messages to participants of whom none is known: English, German, French or Spanish. A region decides how ' +
      'dates and times are written: `en-US` has a 12-hour clock.',
    examples: [defaults.locale],
  },
  embed_origins: Type.Array(Type.String(), {
    maxItems: MAX_EMBED_ORIGINS,
    description:
      `The websites that may show booking pages in a frame, each once, as scheme, host and port; up to ${MAX_EMBED_ORIGINS}. ` +
      'https only, but for localhost and 127.0.0.1; no wildcards. No other page can be framed by anybody. Empty: none.',
    examples: [['https://www.acme.example']],
  }),
};

export const SchedulingSettings = Resource(
  { ...settings, location: ShownLocation(location), signature: Nullable(Type.String(signature)) },
  'SchedulingSettings',
  'How the meetings of the workspace are scheduled.',
);

export const SchedulingUpdate = Type.Object({
  ...optional(settings),
  location: LocationInput(location),
  signature: Clearable(Type.String({ maxLength: TEXT_LENGTH, ...signature })),
});
export type SchedulingUpdate = Static<typeof SchedulingUpdate>;

function optional<Properties extends Record<string, TSchema>>(properties: Properties) {
  const entries = Object.entries(properties).map(([name, shape]) => [name, Type.Optional(shape)]);
  return Object.fromEntries(entries) as {
    [Field in keyof Properties]: ReturnType<typeof Type.Optional<Properties[Field]>>;
  };
}
