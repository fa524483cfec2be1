import { defaults, type SchedulingSettings } from '../../features/workspace/scheduling-settings/rules.ts';
import type { Workspace } from '../../features/workspace/workspaces/operations.ts';
import {
  button,
  checkbox,
  form,
  type NumberField,
  numberField,
  option,
  select,
  textArea,
  textField,
} from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { listOfLinks, pageHead, section } from '../../html/sections.ts';
import { MAX_DURATION_MINUTES, MAX_SEARCH_DAYS, NAME_LENGTH, TEXT_LENGTH } from '../../limits/limits.ts';
import { isLocale } from '../../text/languages.ts';
import { FIRST_STEPS } from '../first-steps/paths.ts';
import { locationFields } from '../location-fields.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';

export const SETTINGS = '/console/settings';
export const WORKSPACE = `${SETTINGS}/workspace`;
export const SCHEDULING = `${SETTINGS}/scheduling`;
export const EMBEDDING = `${SETTINGS}/embedding`;
export const TIME_ZONE = `${SETTINGS}/time-zone`;

type Flag =
  | 'participants_may_reschedule'
  | 'participants_may_cancel'
  | 'hold_options'
  | 'seats_required'
  | 'remind_hosts';

interface Data {
  workspace: Workspace;
  scheduling: SchedulingSettings;
}

export function settingsPage(screen: Screen, { workspace, scheduling }: Data): Shown {
  return {
    title: 'Settings',
    content: html`${pageHead({ title: 'Settings', lead: 'These apply to the whole workspace. Meetings that are already booked stay as they are.' })}
${listOfLinks([
  {
    href: `${SETTINGS}/branding`,
    label: 'Branding',
    note: 'Your company’s name, logo and colour, as guests see them.',
  },
  {
    href: EMBEDDING,
    label: 'Your website',
    note: 'Let guests book there, in the page or in a pop-up.',
  },
  { href: FIRST_STEPS, label: 'First steps', note: 'What a new workspace needs, with what you skipped.' },
])}
${section({ id: 'workspace', title: 'Workspace', content: workspaceForm(screen, workspace) })}
${section({ id: 'scheduling', title: 'Scheduling', lead: 'The defaults. A request can have its own.', content: schedulingForm(screen, scheduling) })}`,
  };
}

function workspaceForm(screen: Screen, { name, handle, timezone }: Workspace): Content {
  const { field } = fieldsOf(screen, WORKSPACE);
  const { mailDomain } = screen.config;
  return form({
    action: WORKSPACE,
    token: screen.token,
    content: html`${textField({ ...field('name', name), label: 'Name', required: true, maxLength: NAME_LENGTH })}
${textField({
  ...field('handle', handle),
  label: 'Handle',
  maxLength: 63,
  hint: `Part of the teams’ email addresses: sales.${handle ?? 'acme'}@${mailDomain}. Lower-case letters, digits and hyphens. If you change it, mail to the old addresses still arrives. Leave empty and teams have no address.`,
})}
<div class="field"><p class="hint">Time zone for members without their own: ${timezone}. <a href="${TIME_ZONE}">Change the time zone</a></p></div>
${button({ label: 'Save workspace' })}`,
  });
}

function schedulingForm(screen: Screen, settings: SchedulingSettings): Content {
  const fields = fieldsOf(screen, SCHEDULING);
  const { field, isChecked } = fields;
  const number = (
    name: 'duration_minutes' | 'slot_interval_minutes' | 'timeframe_days' | 'options_per_round' | 'rounds',
    about: Pick<NumberField, 'label' | 'hint' | 'min' | 'max'>,
  ) =>
    numberField({
      ...field(name, settings[name]),
      ...about,
      hint: `${about.hint} Default: ${defaults[name]}.`,
      required: true,
    });
  const flag = (name: Flag, label: string, hint?: string) =>
    checkbox({ name, label, hint, checked: isChecked(name, settings[name]) });

  const locale = field('locale', settings.locale);
  const mayInvite = field('outsiders_may_invite', settings.outsiders_may_invite);

  return form({
    action: SCHEDULING,
    token: screen.token,
    content: html`<h3>Finding a time</h3>
<div class="pair">${number('duration_minutes', { label: 'Duration in minutes', hint: 'Unless a request says otherwise.', min: 1, max: MAX_DURATION_MINUTES })}
${number('slot_interval_minutes', { label: 'Start times every … minutes', hint: 'Counted from midnight: 30 means on the hour and at half past.', min: 5, max: 24 * 60 })}
${number('timeframe_days', { label: 'Days to look ahead', hint: 'How far ahead times are offered.', min: 1, max: MAX_SEARCH_DAYS })}</div>
<h3>Where meetings take place</h3>
${locationFields(screen, fields, {
  stored: settings.location,
  none: 'No set place',
  hint: 'Unless a team, a booking link or a request says otherwise. Default: no set place.',
})}
<h3>Seats</h3>
${flag('seats_required', 'Only members with a seat get meetings', 'Other members take no turns and have no free times. Booked meetings stay. Default: no.')}
<h3>Mail from outside</h3>
${select({
  ...mayInvite,
  label: 'Guests can bring',
  hint: 'When somebody who isn’t a member writes to a team and copies others in. Default: nobody.',
  options: [
    ['nobody', 'Nobody, until the host adds them'],
    ['proven', 'Everybody in To and Cc, if the sender is proven'],
  ].map(([value = '', label = '']) => option(value, label, value === mayInvite.value)),
})}
<h3>Offering times</h3>
<div class="pair">${number('options_per_round', { label: 'Times per email', hint: 'How many times guests can choose from.', min: 1, max: 10 })}
${number('rounds', { label: 'Rounds', hint: 'How often times are offered, counting the first.', min: 1, max: 10 })}</div>
${flag('hold_options', 'Hold offered times', 'Other requests don’t get them until there’s an answer, for 72 hours at most. Default: no.')}
<h3>Reminders while waiting for an answer</h3>
${textField({
  ...field('follow_up_after_business_days', settings.follow_up_after_business_days.join(', ')),
  label: 'Business days before a reminder',
  hint: `“2, 4” sends two reminders. Leave empty to send none. Default: ${defaults.follow_up_after_business_days.join(', ')}.`,
})}
${textArea({
  ...field('holidays', settings.holidays.join('\n')),
  label: 'Holidays',
  rows: 4,
  hint: 'No meetings on these days, and nobody is reminded to answer. One per line, such as 2026-12-24. Members can still add hours for one of them.',
})}
<h3>Reminders before a meeting</h3>
${textField({
  ...field('reminders', settings.reminders.join(', ')),
  label: 'Minutes before the meeting',
  hint: `“1440, 60” sends one the day before and one an hour before, up to five. Leave empty to send none. Applies to meetings booked or moved from now on. Default: ${defaults.reminders.join(', ')}.`,
})}
${flag('remind_hosts', 'Remind hosts, too')}
<h3>Mail to guests</h3>
${select({
  ...locale,
  label: 'Language',
  hint: 'For guests whose language we don’t know. Members get English.',
  options: localesWith(locale.value ?? '').map(([value, label]) =>
    option(value, label, value === locale.value),
  ),
})}
${textField({ ...field('sender_name', settings.sender_name), label: 'Sender name', hint: `Default: ${defaults.sender_name}.`, required: true, maxLength: NAME_LENGTH })}
${textArea({ ...field('signature', settings.signature), label: 'Signature', hint: 'Below every email.', maxLength: TEXT_LENGTH })}
<h3>What guests can do with a booked meeting</h3>
${flag('participants_may_reschedule', 'Reschedule')}
${flag('participants_may_cancel', 'Cancel')}
${button({ label: 'Save scheduling' })}`,
  });
}

const commonLocales: [tag: string, label: string][] = [
  ['en', 'English'],
  ['en-US', 'English (United States, 12-hour clock)'],
  ['de', 'German'],
  ['fr', 'French'],
  ['es', 'Spanish'],
];

/** The API takes others, too: the one in use is always there. */
function localesWith(tag: string): [tag: string, label: string][] {
  if (!isLocale(tag) || commonLocales.some(([common]) => common === tag)) return commonLocales;
  return [...commonLocales, [tag, localeNames.of(tag) ?? tag]];
}

const localeNames = new Intl.DisplayNames('en', { type: 'language' });
