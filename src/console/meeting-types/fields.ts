// The form of a meeting type, new or changed.
import { confirmsByDefault } from '../../features/meetings/meeting-types/rules.ts';
import { disclosure } from '../../html/blocks.ts';
import { checkbox, numberField, option, select, textArea, textField } from '../../html/fields.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { MAX_DURATION_MINUTES, NAME_LENGTH, TEXT_LENGTH } from '../../limits/limits.ts';
import { SLUG_LENGTH } from '../../text/slugs.ts';
import { MINUTES_OF_DAY } from '../../time/zones.ts';
import { isChecked, numberOrNull, numbers, type SentFields, text, textOrNull } from '../fields.ts';
import { locationFields, locationIn, locationLabels } from '../location-fields.ts';
import { noticeFields, noticeIn } from '../members/availability/limits.ts';
import type { Labels } from '../refusals.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import type { OwnerChoices } from './owners.ts';
import { questionFields, questionLabels } from './questions.ts';
import type { ShownType } from './words.ts';

export const typeLabels: Labels = {
  ...questionLabels,
  ...locationLabels,
  slug: 'Last part of the address',
  booking_window_days: 'Days guests can book ahead',
};

/** What a form shows of a type. */
export type TypeFields = Omit<
  ShownType,
  'id' | 'active' | 'url' | 'team_id' | 'workspace_membership_id' | 'created_at' | 'updated_at'
> & { team_id: string | null };

export const emptyType = ({ address }: Screen): TypeFields => ({
  name: '',
  slug: '',
  description: null,
  team_id: null,
  duration_minutes: null,
  location: null,
  minimum_notice_minutes: null,
  buffer_before_minutes: null,
  buffer_after_minutes: null,
  slot_interval_minutes: null,
  booking_window_days: null,
  maximum_per_day: null,
  questions: [],
  reminders: null,
  confirm_email: confirmsByDefault(address.url),
  choose_host: 'off',
  is_public: true,
});

interface Given {
  action: string;
  type: TypeFields;
  owners: OwnerChoices;
}

export function typeFields(screen: Screen, { action, type, owners }: Given): Html {
  const fields = fieldsOf(screen, action);
  const { field, isChecked: checked } = fields;
  return html`${textField({
    ...field('name', type.name),
    label: 'Name',
    hint: 'What guests and members call it, such as Product demo.',
    required: true,
    maxLength: NAME_LENGTH,
  })}
${textArea({ ...field('description', type.description), label: 'Description', hint: 'Guests read it above the times.', maxLength: TEXT_LENGTH })}
${ownerFields(screen, fields, type, owners)}
${checkbox({
  name: 'choose_host',
  label: 'Guests can choose who they meet',
  hint: 'Only for round robin teams.',
  checked: checked('choose_host', type.choose_host === 'optional'),
  problem: field('choose_host', null).problem,
})}
${numberField({
  ...field('duration_minutes', type.duration_minutes),
  label: 'Duration in minutes',
  hint: 'Leave empty for the workspace’s usual duration.',
  min: 1,
  max: MAX_DURATION_MINUTES,
})}
${locationFields(screen, fields, {
  stored: type.location,
  none: 'Same as the team or the workspace',
})}
<h2>Questions</h2>
<p class="note">What guests are asked when they book, besides their name and email address.</p>
${questionFields(screen, action, type.questions)}
<h2>Its page</h2>
${textField({
  ...field('slug', type.slug),
  label: typeLabels.slug ?? '',
  hint: 'Such as product-demo. Leave empty to make it from the name. Former addresses lead to the new one.',
  maxLength: SLUG_LENGTH,
})}
${checkbox({
  name: 'is_public',
  label: 'List it on the workspace’s public page',
  hint: 'If not, only people who have its address can find it.',
  checked: checked('is_public', type.is_public),
})}
${checkbox({
  name: 'confirm_email',
  label: 'Confirm addresses by mail before anything is booked',
  checked: checked('confirm_email', type.confirm_email),
})}
<h2>Limits and reminders</h2>
${disclosure('Limits', limitFields(fields, type), { open: fields.isRefused || hasLimits(type) })}
${disclosure('Reminders before a meeting', reminderFields(fields, type), { open: fields.isRefused || type.reminders !== null })}`;
}

type Fields = ReturnType<typeof fieldsOf>;

/** Admins choose any team or member, others one of the teams that they manage. */
function ownerFields({ isAdmin }: Screen, { field }: Fields, { team_id }: TypeFields, owners: OwnerChoices) {
  const { value, problem } = field('team_id', team_id);
  const team = select({
    name: 'team_id',
    problem,
    label: 'Team',
    hint: isAdmin ? 'Who takes the meetings. Choose a team, or a host below.' : 'Who takes the meetings.',
    options: [
      isAdmin && option('', 'No team', !value),
      owners.teams.map(({ id, name }) => option(id, name, id === value)),
    ],
  });
  if (!isAdmin) return team;
  return html`${team}
${textField({
  ...field('host_email', owners.host),
  type: 'email',
  label: 'Host',
  hint: 'The email address of the member who takes the meetings, if no team does.',
  suggestions: owners.members,
})}`;
}

const limits = [
  'minimum_notice_minutes',
  'buffer_before_minutes',
  'buffer_after_minutes',
  'slot_interval_minutes',
  'booking_window_days',
  'maximum_per_day',
] as const;

const hasLimits = (type: TypeFields) => limits.some((name) => type[name] !== null);

function limitFields(fields: Fields, type: TypeFields): Content {
  const number = (name: (typeof limits)[number], label: string, hint: string, min: number, max: number) =>
    numberField({ ...fields.field(name, type[name]), label, hint, min, max });
  return html`<p class="note">Hosts have limits of their own, and the stricter one counts. Leave a field empty to leave it to the host.</p>
${noticeFields(fields, type.minimum_notice_minutes, 'How far ahead guests have to book.')}
<div class="pair">${number('buffer_before_minutes', 'Buffer before meetings', 'Minutes that stay free.', 0, MINUTES_OF_DAY)}
${number('buffer_after_minutes', 'Buffer after meetings', 'Minutes that stay free.', 0, MINUTES_OF_DAY)}</div>
<div class="pair">${number('booking_window_days', 'Days guests can book ahead', 'Leave empty for as far as the workspace looks ahead.', 1, 365)}
${number('maximum_per_day', 'Maximum bookings per day', 'Of this type, for each host.', 1, 100)}</div>
${number('slot_interval_minutes', 'Start times every … minutes', 'Counted from midnight. Leave empty for the workspace’s setting.', 5, MINUTES_OF_DAY)}`;
}

function reminderFields({ field, isChecked: checked }: Fields, { reminders }: TypeFields): Content {
  return html`${textField({
    ...field('reminders', reminders?.join(', ')),
    label: 'Minutes before the meeting',
    hint: '“1440, 60” sends one the day before and one an hour before, up to five. Leave empty for the workspace’s reminders.',
  })}
${checkbox({
  name: 'has_no_reminders',
  label: 'Send no reminders for this type',
  checked: checked('has_no_reminders', reminders?.length === 0),
})}`;
}

/** The form in the API's shape, without the owner and the questions. What makes no sense is left as it is, for the shape to refuse. */
export function typeInput(fields: SentFields) {
  const reminders = numbers(fields, 'reminders');
  const hasReminders = reminders.length > 0 || isChecked(fields, 'has_no_reminders');
  return {
    name: text(fields, 'name'),
    slug: textOrNull(fields, 'slug'),
    description: textOrNull(fields, 'description'),
    duration_minutes: numberOrNull(fields, 'duration_minutes'),
    location: locationIn(fields),
    minimum_notice_minutes: noticeIn(fields),
    buffer_before_minutes: numberOrNull(fields, 'buffer_before_minutes'),
    buffer_after_minutes: numberOrNull(fields, 'buffer_after_minutes'),
    slot_interval_minutes: numberOrNull(fields, 'slot_interval_minutes'),
    booking_window_days: numberOrNull(fields, 'booking_window_days'),
    maximum_per_day: numberOrNull(fields, 'maximum_per_day'),
    reminders: hasReminders ? (isChecked(fields, 'has_no_reminders') ? [] : reminders) : null,
    confirm_email: isChecked(fields, 'confirm_email'),
    choose_host: isChecked(fields, 'choose_host') ? 'optional' : 'off',
    is_public: isChecked(fields, 'is_public'),
  };
}
