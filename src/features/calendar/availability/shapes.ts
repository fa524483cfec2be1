import { formatCount } from '../../../limits/limits.ts';
import {
  Clearable,
  DateOnly,
  Nullable,
  OneOf,
  Resource,
  TimeOfDay,
  TimeZone,
} from '../../../shapes/fields.ts';
import { type Static, Type } from '../../../shapes/type.ts';
import { weekdays } from '../../../time/zones.ts';
import { defaults, MAX_OVERRIDES, MAX_PARTS_OF_OVERRIDES, MAX_PARTS_PER_DAY } from './rules.ts';

const A_DAY_IN_MINUTES = 24 * 60;
/** A year. */
export const MAX_NOTICE_MINUTES = 365 * A_DAY_IN_MINUTES;

const part = {
  start: TimeOfDay('When it begins, on the clock of the time zone.', '09:00'),
  end: TimeOfDay('When it ends, after `start`; `24:00` is the end of the day.', '17:00'),
};

const weekly = Type.Array(Resource({ day: OneOf(weekdays, 'The day of the week.'), ...part }), {
  maxItems: weekdays.length * MAX_PARTS_PER_DAY,
  description:
    `The hours of each week, by day and start; empty for none. Up to ${MAX_PARTS_PER_DAY} a day. They may touch, but not overlap. ` +
    'Hours across midnight are two: until `24:00`, and from `00:00` on the next day.',
  examples: [defaults.weekly],
});
const overrides = Type.Array(
  Resource({
    date: DateOnly('The day, in the time zone. Each day once.', '2026-12-24'),
    hours: Type.Array(Resource(part), {
      maxItems: MAX_PARTS_PER_DAY,
      description:
        'The hours of that day instead of the weekly ones, on a holiday of the workspace, too; empty for a day off.',
      examples: [[{ start: '09:00', end: '12:00' }]],
    }),
  }),
  {
    maxItems: MAX_OVERRIDES,
    description:
      `Other hours on single days, by date; up to ${MAX_OVERRIDES} days with ` +
      `${formatCount(MAX_PARTS_OF_OVERRIDES)} hours in all. Days in the past stay until the list is replaced.`,
  },
);
const timezone = {
  ...TimeZone,
  description: "The IANA time zone of the hours. Null: the member's, and without one, the workspace's.",
};
const maximumPerDay = Type.Integer({
  minimum: 1,
  maximum: 100,
  description: 'How many bookings a day may have; null for any number.',
  examples: [6],
});
const minutes = (maximum: number, example: number, description: string) =>
  Type.Integer({ minimum: 0, maximum, description, examples: [example] });
const buffers = {
  buffer_before_minutes: minutes(A_DAY_IN_MINUTES, 0, 'How long to keep free before a meeting.'),
  buffer_after_minutes: minutes(A_DAY_IN_MINUTES, 10, 'How long to keep free after a meeting.'),
};
const noticePeriod = minutes(
  MAX_NOTICE_MINUTES,
  defaults.minimum_notice_minutes,
  'The notice period: how far ahead a meeting has to be found.',
);

export const Availability = Resource(
  {
    timezone: Nullable(timezone),
    weekly,
    overrides,
    ...buffers,
    minimum_notice_minutes: noticePeriod,
    maximum_per_day: Nullable(maximumPerDay),
  },
  'Availability',
  'When a member can be booked in principle. Busy times and bookings reduce it.',
);

export const AvailabilityUpdate = Type.Object({
  timezone: Clearable(timezone),
  weekly: Type.Optional(weekly),
  overrides: Type.Optional(overrides),
  buffer_before_minutes: Type.Optional(buffers.buffer_before_minutes),
  buffer_after_minutes: Type.Optional(buffers.buffer_after_minutes),
  minimum_notice_minutes: Type.Optional(noticePeriod),
  maximum_per_day: Clearable(maximumPerDay),
});
export type AvailabilityUpdate = Static<typeof AvailabilityUpdate>;

/** The chapter of the API description for routes about a member's time. */
export const group = {
  name: 'Availability',
  description: 'When members can be booked, and which slots they have left.',
};
