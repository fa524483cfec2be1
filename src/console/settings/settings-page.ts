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
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';

export const SETTINGS = '/console/settings';
export const WORKSPACE = `${SETTINGS}/workspace`;
export const SCHEDULING = `${SETTINGS}/scheduling`;
export const TIME_ZONE = `${SETTINGS}/time-zone`;

interface Data {
  workspace: Workspace;
  scheduling: SchedulingSettings;
}

export function settingsPage(screen: Screen, { workspace, scheduling }: Data): Shown {
  return {
    title: 'Settings',
    content: html`${pageHead({ title: 'Settings', lead: 'They hold for the whole workspace. Meetings that are booked stay as they are.' })}
${listOfLinks([
  {
    href: `${SETTINGS}/branding`,
    label: 'Branding',
    note: 'Your company’s name, logo and colour, as guests see them.',
  },
  { href: FIRST_STEPS, label: 'First steps', note: 'What a new workspace needs, with what you skipped.' },
])}
${section({ id: 'workspace', title: 'Workspace', content: workspaceForm(screen, workspace) })}
${section({ id: 'scheduling', title: 'Scheduling', lead: 'What a request says for itself goes before these.', content: schedulingForm(screen, scheduling) })}`,
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
  hint: `Stands in the mail addresses of the teams: sales.${handle ?? 'acme'}@${mailDomain}. Lower-case letters, digits and hyphens. With another handle, the teams have other addresses; mail to the former ones still arrives. Empty: the teams have no address.`,
})}
<div class="field"><p class="hint">Time zone of members who have none of their own: ${timezone}. <a href="${TIME_ZONE}">Change the time zone</a></p></div>
${button({ label: 'Save the workspace' })}`,
  });
}

function schedulingForm(screen: Screen, settings: SchedulingSettings): Content {
  const { field, isChecked } = fieldsOf(screen, SCHEDULING);
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
  const flag = (
    name: 'participants_may_reschedule' | 'participants_may_cancel' | 'hold_options' | 'seats_required',
    label: string,
    hint?: string,
  ) => checkbox({ name, label, hint, checked: isChecked(name, settings[name]) });

  const locale = field('locale', settings.locale);
  const mayInvite = field('outsiders_may_invite', settings.outsiders_may_invite);

  return form({
    action: SCHEDULING,
    token: screen.token,
    content: html`<h3>Finding a time</h3>
<div class="pair">${number('duration_minutes', { label: 'Duration in minutes', hint: 'How long a meeting takes.', min: 1, max: MAX_DURATION_MINUTES })}
${number('slot_interval_minutes', { label: 'Slots every … minutes', hint: 'Counted from midnight: 30 means on the hour and at half past.', min: 5, max: 24 * 60 })}
${number('timeframe_days', { label: 'Days to look ahead', hint: 'How far a time is looked for.', min: 1, max: MAX_SEARCH_DAYS })}</div>
<h3>Who is given meetings</h3>
${flag('seats_required', 'Only members with a seat', 'The others take no turns and have no slots. Meetings that are booked stay. Default: no.')}
<h3>Mail from outside</h3>
${select({
  ...mayInvite,
  label: 'Whom guests may bring',
  hint: 'When somebody who is no member writes to a team and copies others in. Default: nobody.',
  options: [
    ['nobody', 'Nobody, until the organizer adds them'],
    ['proven', 'Everybody in To and Cc, if it is certain who has sent the mail'],
  ].map(([value = '', label = '']) => option(value, label, value === mayInvite.value)),
})}
<h3>Offering times</h3>
<div class="pair">${number('options_per_round', { label: 'Times in a mail', hint: 'How many participants choose from.', min: 1, max: 10 })}
${number('rounds', { label: 'Rounds', hint: 'How often other times are offered if none works, the first ones included.', min: 1, max: 10 })}</div>
${flag('hold_options', 'Keep offered times free', 'Other requests do not get them until there is an answer, for 72 hours at most. Default: no.')}
<h3>Reminding participants</h3>
${textField({
  ...field('follow_up_after_business_days', settings.follow_up_after_business_days.join(', ')),
  label: 'Business days without an answer',
  hint: `After how many of them participants are reminded: 2, 4 means twice. Empty: never. Default: ${defaults.follow_up_after_business_days.join(', ')}.`,
})}
${textArea({
  ...field('holidays', settings.holidays.join('\n')),
  label: 'Holidays',
  rows: 4,
  hint: 'Days that are no business days, one in a line: 2026-12-24. Saturdays and Sundays are none anyway. Default: none.',
})}
<h3>Mail to participants</h3>
${select({
  ...locale,
  label: 'Language',
  hint: 'For participants of whom no other language is known. Members are written to in English.',
  options: localesWith(locale.value ?? '').map(([value, label]) =>
    option(value, label, value === locale.value),
  ),
})}
${textField({ ...field('sender_name', settings.sender_name), label: 'Sender', hint: `The name that it comes from. Default: ${defaults.sender_name}.`, required: true, maxLength: NAME_LENGTH })}
${textArea({ ...field('signature', settings.signature), label: 'Signature', hint: 'Stands below it. Default: nothing.', maxLength: TEXT_LENGTH })}
<h3>What participants may do with a booked meeting</h3>
${flag('participants_may_reschedule', 'Choose another time')}
${flag('participants_may_cancel', 'Cancel it')}
${button({ label: 'Save the scheduling settings' })}`,
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
