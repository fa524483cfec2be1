import type { Availability, Part } from '../../../features/calendar/availability/rules.ts';
import { disclosure, smallPrint } from '../../../html/blocks.ts';
import { datesFor } from '../../../html/dates.ts';
import {
  button,
  dateField,
  form,
  inlineForm,
  numberField,
  radioGroup,
  timeSpans,
} from '../../../html/fields.ts';
import { type Content, type Html, html } from '../../../html/html.ts';
import { code } from '../../../html/marks.ts';
import { emptyState, section } from '../../../html/sections.ts';
import { table } from '../../../html/table.ts';
import { dateOf, localDay, weekdays } from '../../../time/zones.ts';
import type { Screen } from '../../screen.ts';
import { fieldsOf } from '../../sent.ts';
import { dayNames } from '../../words.ts';
import { type Member, urlOf } from '../frame.ts';
import { runsOf } from './days.ts';
import { fieldsFor, partInWords, partsIn, weeklyIn } from './hours.ts';
import { type Week, weekPart } from './week.ts';

interface Shown {
  member: Member;
  availability: Availability;
  week: Week;
}

export function availabilityOf(screen: Screen, { member, availability, week }: Shown): Content {
  const url = `${urlOf(member)}/availability`;
  const { timezone } = week;
  return html`${weekPart(screen, member, { week, availability, url })}
${section({
  title: 'Every week',
  lead: html`When meetings may be, on the clock of ${code(timezone)}. <a href="${url}/time-zone">Change the time zone of the hours</a>`,
  content: weeklyForm(screen, `${url}/hours`, availability),
})}
${section({
  id: 'days',
  title: 'Single days',
  lead: 'Days off, and days with other hours than every week.',
  content: dayParts(screen, `${url}/days`, availability, dateOf(localDay(timezone, screen.now))),
})}
${section({ title: 'Limits', content: limitsForm(screen, `${url}/limits`, availability) })}`;
}

/** Also a step of the welcome page. */
export function weeklyForm(
  screen: Screen,
  action: string,
  { weekly }: Pick<Availability, 'weekly'>,
  submit: Content = button({ label: 'Save the hours' }),
): Html {
  const { sent } = screen;
  const refused = sent?.action === action ? sent : undefined;
  const parts = refused ? weeklyIn(refused.fields) : weekly;
  const days = weekdays.map((day) => {
    const name = dayNames[day];
    const isMeant = refused?.field?.startsWith(name);
    return timeSpans({
      name: day,
      legend: name,
      spans: fieldsFor(parts.filter((part) => part.day === day)),
      problem: isMeant ? refused?.message : undefined,
    });
  });
  return form({
    action,
    token: screen.token,
    content: html`${days}
${smallPrint('Empty both fields of a time to remove it. To add one, fill in the empty fields; after saving there are new ones. An end of 00:00 is midnight.')}
${submit}`,
  });
}

/** Shows only the next exceptions. Later ones can still be changed by date, and move up as time passes. */
const MAX_ROWS = 30;

function dayParts(screen: Screen, action: string, { overrides }: Availability, today: string): Html {
  const runs = runsOf(overrides, today);
  const rows = runs.slice(0, MAX_ROWS).map(({ from, until, hours }) => [
    datesInWords(screen, from, until),
    hoursInWords(hours),
    inlineForm({
      action,
      token: screen.token,
      label: 'As every week',
      fields: { date: from, until, kind: 'weekly' },
    }),
  ]);
  const isOpen = screen.sent?.action === action;
  return html`${table({
    caption: 'Single days',
    columns: [{ label: 'Days' }, { label: 'Hours' }, { label: 'Change', hideLabel: true }],
    rows,
    empty: emptyState({
      title: 'All days are as every week',
      text: 'Add a holiday, or a day on which you begin later.',
    }),
  })}
${runs.length > MAX_ROWS && smallPrint(`${runs.length - MAX_ROWS} more follow later.`)}
${disclosure('Change some days', daysForm(screen, action), { open: isOpen })}`;
}

function daysForm(screen: Screen, action: string): Html {
  const { field, isChecked } = fieldsOf(screen, action);
  const refused = screen.sent?.action === action ? screen.sent : undefined;
  const typed = refused ? partsIn(refused.fields, 'day') : [];
  return form({
    action,
    token: screen.token,
    content: html`<div class="pair">${dateField({ label: 'Day', ...field('date', ''), required: true })}
${dateField({ label: 'Last day, if there are several', ...field('until', '') })}</div>
${radioGroup({
  name: 'kind',
  legend: 'On these days',
  problem: field('kind', '').problem,
  options: [
    { value: 'off', label: 'No meetings', checked: isChecked('kind', true, 'off') },
    { value: 'hours', label: 'These hours', checked: isChecked('kind', false, 'hours') },
    { value: 'weekly', label: 'The hours of every week again', checked: isChecked('kind', false, 'weekly') },
  ],
})}
${timeSpans({
  name: 'day',
  legend: 'Hours',
  spans: fieldsFor(typed, Math.max(2, typed.length + 1)),
  problem: refused?.field?.startsWith('Hours') ? refused.message : undefined,
})}
${button({ label: 'Save these days' })}`,
  });
}

export const limits = [
  'buffer_before_minutes',
  'buffer_after_minutes',
  'minimum_notice_minutes',
  'maximum_per_day',
] as const;

function limitsForm(screen: Screen, action: string, availability: Availability): Html {
  const { field } = fieldsOf(screen, action);
  const number = (name: (typeof limits)[number], label: string, hint?: string) =>
    numberField({ label, hint, ...field(name, availability[name]), min: name === 'maximum_per_day' ? 1 : 0 });
  return form({
    action,
    token: screen.token,
    content: html`<div class="pair">${number('buffer_before_minutes', 'Minutes to keep free before a meeting')}
${number('buffer_after_minutes', 'Minutes to keep free after a meeting')}
${number('minimum_notice_minutes', 'Minutes of notice', '240 are four hours: nothing is booked that begins earlier.')}
${number('maximum_per_day', 'Meetings a day, at most', 'Empty: any number.')}</div>
${button({ label: 'Save the limits' })}`,
  });
}

const hoursInWords = (hours: Part[]) =>
  hours.length === 0 ? 'No meetings' : hours.map(partInWords).join(', ');

/** A date has no time zone: putting it into words in UTC keeps it from shifting. */
function datesInWords({ reader, now }: Screen, from: string, until: string): string {
  const dates = datesFor(reader, { timezone: 'UTC', now });
  return from === until ? dates.day(Date.parse(from)) : dates.range(Date.parse(from), Date.parse(until));
}
