import { MAX_DURATION_MINUTES } from '../../../limits/limits.ts';
import { exampleId } from '../../../shapes/examples.ts';
import {
  At,
  Clearable,
  CreatedAt,
  Id,
  Name,
  Nullable,
  OneOf,
  Resource,
  Text,
} from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import { SLUG_LENGTH } from '../../../text/slugs.ts';
import { MINUTES_OF_DAY } from '../../../time/zones.ts';
import { MAX_NOTICE_MINUTES } from '../../calendar/availability/shapes.ts';
import { LocationInput, ShownLocation } from '../../workspace/locations/shapes.ts';
import { Reminders } from '../../workspace/scheduling-settings/shapes.ts';
import {
  ANSWER_LENGTH,
  KEY_LENGTH,
  LABEL_LENGTH,
  MAX_CHOICES,
  MAX_QUESTIONS,
  questionKinds,
} from './questions.ts';
import { hostChoices, MAX_WINDOW_DAYS } from './rules.ts';

const name = 'What guests and members call this kind of meeting. It is the title of requests that have none.';
const slug = {
  description:
    'The last part of its address: lower-case letters, digits and hyphens; unique in the workspace.',
  examples: ['product-demo'],
};
const description = {
  description: 'What guests read about it; null for nothing.',
  examples: ['We show you the product and answer your questions.'],
};
const teamId = 'The team that takes the meetings; null for a type of a member.';
const memberId = 'The member who takes the meetings; null for a type of a team.';

const integer = (minimum: number, maximum: number, example: number, words: string) =>
  Type.Integer({ minimum, maximum, description: words, examples: [example] });
/** Of two limits, the stricter one counts. */
const limits = {
  duration_minutes: integer(
    1,
    MAX_DURATION_MINUTES,
    45,
    "How long a meeting takes; null for the workspace's usual duration.",
  ),
  minimum_notice_minutes: integer(
    0,
    MAX_NOTICE_MINUTES,
    1440,
    "The notice period; the longer one of this and the host's counts. Null for the host's alone.",
  ),
  buffer_before_minutes: integer(
    0,
    MINUTES_OF_DAY,
    15,
    "How long the host has to be free before a meeting; the longer one of this and the host's counts. Null for the host's alone.",
  ),
  buffer_after_minutes: integer(
    0,
    MINUTES_OF_DAY,
    15,
    "How long the host has to be free after a meeting; the longer one of this and the host's counts. Null for the host's alone.",
  ),
  slot_interval_minutes: integer(
    5,
    MINUTES_OF_DAY,
    15,
    "Slots begin at multiples of this, counted from midnight on the first host's clock; null for the workspace's.",
  ),
  booking_window_days: integer(
    1,
    MAX_WINDOW_DAYS,
    30,
    "How many days ahead a meeting can be booked; null for no such limit: times are then looked for in the workspace's `timeframe_days`.",
  ),
  maximum_per_day: integer(
    1,
    100,
    4,
    "How many meetings of this type a host may have on a day. The host's own maximum counts all meetings. Null for the host's alone.",
  ),
};
const reminders = Reminders(
  'When guests are reminded of a meeting; null for the reminders of the workspace.',
);
const confirmEmail =
  'Whether guests who book on its page have to confirm their address by mail before anything is booked.';
const chooseHost =
  'Whether guests may choose who they meet: `optional` lets them choose a member of the pool team, or anyone. `off` for types of other teams and of members.';
const isPublic = "Whether the workspace's public page lists it. Its own page works either way.";
const active = 'Whether it can be booked and requested.';
const location = 'Where the meetings are; null for what the team or the workspace says.';

const question = {
  key: {
    description:
      'Names the answer. Lower-case letters, digits and underscores, beginning with a letter; unique in the type.',
    examples: ['company'],
  },
  label: { description: 'What is asked.', examples: ['Which company are you from?'] },
  kind: OneOf(
    questionKinds,
    `\`text\` up to ${ANSWER_LENGTH} characters, \`long_text\` up to 5,000; \`choice\`: one of \`choices\`, \`choices\`: several; ` +
      '`phone`: a phone number; `number`; `checkbox`: a box to tick.',
  ),
  required: {
    description: 'Whether guests have to answer on a page. A required checkbox has to be ticked.',
    examples: [true],
  },
  choices: {
    description: 'What there is to choose from, for the kinds `choice` and `choices`; null for others.',
    examples: [null],
  },
};
const questions = {
  description: 'What guests are asked when they book, in this order.',
};

export const MeetingType = Resource(
  {
    id: Id('meetingType', 'Names the meeting type.'),
    name: Type.String({ description: name, examples: ['Product demo'] }),
    slug: Type.String(slug),
    description: Nullable(Type.String(description)),
    team_id: Nullable(Id('team', teamId)),
    workspace_membership_id: Nullable({ ...Id('member', memberId), examples: [null] }),
    duration_minutes: Nullable(limits.duration_minutes),
    location: ShownLocation(location),
    minimum_notice_minutes: Nullable(limits.minimum_notice_minutes),
    buffer_before_minutes: Nullable(limits.buffer_before_minutes),
    buffer_after_minutes: Nullable(limits.buffer_after_minutes),
    slot_interval_minutes: Nullable(limits.slot_interval_minutes),
    booking_window_days: Nullable(limits.booking_window_days),
    maximum_per_day: Nullable(limits.maximum_per_day),
    questions: Type.Array(
      Resource(
        {
          key: Type.String(question.key),
          label: Type.String(question.label),
          kind: question.kind,
          required: Type.Boolean(question.required),
          choices: Nullable(Type.Array(Type.String({ examples: ['Reporting'] }), question.choices)),
        },
        'Question',
        'Something that guests are asked when they book.',
      ),
      questions,
    ),
    reminders: Nullable(reminders),
    confirm_email: Type.Boolean({ description: confirmEmail, examples: [true] }),
    choose_host: OneOf(hostChoices, chooseHost),
    is_public: Type.Boolean({ description: isPublic, examples: [true] }),
    active: Type.Boolean({ description: active, examples: [true] }),
    url: Nullable(
      Type.String({
        description: 'The address of its page; null while the workspace has no handle.',
        examples: ['https://rota.example.com/acme/product-demo'],
      }),
    ),
    created_at: CreatedAt('meetingType', 'When it was created.'),
    updated_at: At('When it last changed.', '2026-11-03T10:12:40.118Z'),
  },
  'MeetingType',
  'A kind of meeting that a team or a member offers, with what is asked, and its limits.',
);

const owners = {
  team_id: Clearable(
    Type.String({
      description:
        'The team that takes the meetings: an active one, not in manual mode. Either this or `workspace_membership_id`.',
      examples: [exampleId('team')],
    }),
  ),
  workspace_membership_id: Clearable(
    Type.String({
      description: 'The active member who takes the meetings. Either this or `team_id`.',
      examples: [null],
    }),
  ),
};

const given = {
  description: Clearable(Text(description)),
  ...owners,
  duration_minutes: Clearable(limits.duration_minutes),
  location: LocationInput(location),
  minimum_notice_minutes: Clearable(limits.minimum_notice_minutes),
  buffer_before_minutes: Clearable(limits.buffer_before_minutes),
  buffer_after_minutes: Clearable(limits.buffer_after_minutes),
  slot_interval_minutes: Clearable(limits.slot_interval_minutes),
  booking_window_days: Clearable(limits.booking_window_days),
  maximum_per_day: Clearable(limits.maximum_per_day),
  questions: Clearable(
    Type.Array(
      Type.Object({
        key: Type.String({ minLength: 1, maxLength: KEY_LENGTH, ...question.key }),
        label: Type.String({ 'x-trimmed': true, minLength: 1, maxLength: LABEL_LENGTH, ...question.label }),
        kind: question.kind,
        required: Clearable(Type.Boolean({ default: false, ...question.required })),
        choices: Clearable(
          Type.Array(
            Type.String({
              'x-trimmed': true,
              minLength: 1,
              maxLength: ANSWER_LENGTH,
              examples: ['Reporting'],
            }),
            {
              maxItems: MAX_CHOICES,
              ...question.choices,
            },
          ),
        ),
      }),
      {
        maxItems: MAX_QUESTIONS,
        description: `${questions.description} Up to ${MAX_QUESTIONS}; a list replaces the former one.`,
      },
    ),
  ),
  reminders: Clearable(reminders),
  is_public: Type.Optional(
    Type.Boolean({ default: true, description: `${isPublic} Default: true.`, examples: [true] }),
  ),
  active: Type.Optional(
    Type.Boolean({ default: true, description: `${active} Default: true.`, examples: [true] }),
  ),
  choose_host: Type.Optional({ ...OneOf(hostChoices, chooseHost), default: 'off' as const }),
};
const Slug = (words: string) =>
  Clearable(
    Type.String({
      'x-trimmed': true,
      minLength: 1,
      maxLength: SLUG_LENGTH,
      ...slug,
      description: `${slug.description} ${words}`,
    }),
  );

export const NewMeetingType = Type.Object({
  name: Name('Product demo', name),
  slug: Slug('Without one, it is made from the name.'),
  ...given,
  confirm_email: Clearable(
    Type.Boolean({
      description: `${confirmEmail} Default: true, unless links only work on this machine.`,
      examples: [true],
    }),
  ),
});

export const MeetingTypeChange = Type.Object({
  name: Type.Optional(Name('Product demo', name)),
  slug: Slug('Its former address leads to the new one. Null makes one from the name.'),
  ...given,
  confirm_email: Type.Optional(Type.Boolean({ description: confirmEmail, examples: [true] })),
});

export const group = {
  name: 'Meeting types',
  description:
    'Kinds of meetings that a team or a member offers, such as a product demo: how long they take, what guests are asked, and how they are limited.',
};
export const path = { id: { kind: 'meetingType', what: 'Meeting type' } } as const;
