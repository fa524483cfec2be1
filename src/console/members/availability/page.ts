import {
  type Availability,
  MAX_PARTS_PER_DAY,
  type Part,
} from '../../../features/calendar/availability/rules.ts';
import { disclosure, smallPrint } from '../../../html/blocks.ts';
import { datesFor } from '../../../html/dates.ts';
import { button, dateField, form, inlineForm, radioGroup, timeSpans } from '../../../html/fields.ts';
import { type Content, type Html, html } from '../../../html/html.ts';
import { emptyState, section } from '../../../html/sections.ts';
import { table } from '../../../html/table.ts';
import { isDate } from '../../../time/timestamps.ts';
import { zoneInWords } from '../../../time/wording.ts';
import { dateOf, localDay, type Weekday, weekdays } from '../../../time/zones.ts';
import type { Screen } from '../../screen.ts';
import { fieldsOf } from '../../sent.ts';
import { dayNames } from '../../words.ts';
import { type Member, urlOf } from '../frame.ts';
import { runsOf } from './days.ts';
import { fieldsFor, partInWords, partsIn, rowsFor, rowsIn } from './hours.ts';
import { limitsForm } from './limits.ts';
import { monthOf } from './month.ts';
import { type Week, weekPart } from './week.ts';

interface Shown {
  member: Member;
  availability: Availability;
  week: Week;
  query: { month: string | undefined; day: string | undefined };
}

export function availabilityOf(screen: Screen, { member, availability, week, query }: Shown): Content {
  const url = `${urlOf(member)}/availability`;
  const { timezone } = week;
  const today = dateOf(localDay(timezone, screen.now));
  return html`${weekPart(screen, member, { week, availability, url })}
${section({
  id: 'hours',
  title: 'Weekly hours',
  lead: html`When meetings can be, ${zoneInWords(screen.now, timezone, screen.reader.locale)}. <a href="${url}/time-zone">Change the time zone</a>`,
  content: weeklyForm(screen, `${url}/hours`, availability),
})}
${section({
  id: 'days',
  title: 'Exceptions',
  lead: 'Days off, and days with other hours. Choose a day to add one.',
  content: exceptions(screen, { url, availability, holidays: week.holidays, today, query }),
})}
${section({ title: 'Limits', content: limitsForm(screen, `${url}/limits`, availability) })}`;
}

/** Also a step of the welcome page. */
export function weeklyForm(
  screen: Screen,
  action: string,
  { weekly }: Pick<Availability, 'weekly'>,
  submit: Content = button({ label: 'Save hours' }),
): Html {
  const { sent } = screen;
  const typed = sent?.action === action ? sent : undefined;
  const isEdited = typed?.message === '';
  const rowsOf = (day: Weekday) =>
    typed ? rowsIn(typed.fields, day) : rowsFor(weekly.filter((part) => part.day === day));
  const copied = weekdays.find((day) => rowsOf(day).length > 0);
  const days = weekdays.map((day) => {
    const name = dayNames[day];
    const isMeant = typed?.field?.startsWith(name);
    return dayRow({
      day,
      name,
      rows: rowsOf(day),
      problem: isMeant ? typed?.message : undefined,
      isCopied: day === copied,
    });
  });
  return form({
    action,
    token: screen.token,
    content: html`<button class="hidden" tabindex="-1" aria-hidden="true"></button>${days}
${isEdited ? smallPrint('Not saved yet.') : smallPrint('An end of 00:00 is midnight.')}
${submit}`,
  });
}

interface DayRow {
  day: Weekday;
  name: string;
  rows: Part[];
  problem: string | undefined;
  /** Whether its hours are the ones to copy to the other weekdays. */
  isCopied: boolean;
}

/** The buttons change the form and show it again: they work without a script. Enter in a field saves, as the first button does. */
function dayRow({ day, name, rows, problem, isCopied }: DayRow): Html {
  const edit = (value: string, label: string, sign: Content) =>
    html`<button class="sign" name="edit" value="${value}" aria-label="${label}" title="${label}">${sign}</button>`;
  const remove = (place: number) => {
    const part = rows[place] as Part;
    const which = part.start || part.end ? partInWords(part) : 'the empty row';
    return edit(`remove-${day}-${place}`, `Remove ${which} on ${name}`, '−');
  };
  return timeSpans({
    name: day,
    legend: name,
    spans: rows,
    problem,
    empty: 'Unavailable',
    beside: remove,
    after: html`${rows.length < MAX_PARTS_PER_DAY && edit(`add-${day}`, `Add hours on ${name}`, '+')}${isCopied && html`<button class="button quiet" name="edit" value="copy-${day}">Copy to all weekdays</button>`}`,
  });
}

/** Shows only the next exceptions. Later ones can still be changed by date, and move up as time passes. */
const MAX_ROWS = 30;

interface Exceptions {
  url: string;
  availability: Availability;
  holidays: string[];
  today: string;
  query: Shown['query'];
}

function exceptions(screen: Screen, { url, availability, holidays, today, query }: Exceptions): Html {
  const action = `${url}/days`;
  const { overrides } = availability;
  const runs = runsOf(overrides, today);
  const rows = runs.slice(0, MAX_ROWS).map(({ from, until, hours }) => [
    datesInWords(screen, from, until),
    hoursInWords(hours),
    inlineForm({
      action,
      token: screen.token,
      label: html`Remove<span class="hidden"> the exception of ${datesInWords(screen, from, until)}</span>`,
      fields: { date: from, until, kind: 'weekly' },
    }),
  ]);
  const day = query.day !== undefined && isDate(query.day) && query.day >= today ? query.day : undefined;
  const isOpen = screen.sent?.action === action || day !== undefined;
  const isHoliday = day !== undefined && holidays.includes(day);
  return html`${monthOf(screen, { overrides, holidays, today, asked: query.month, url })}
${holidaysToCome(screen, holidays, today)}
${disclosure('Add an exception', daysForm(screen, action, { day, isHoliday }), { open: isOpen })}
${table({
  caption: 'Exceptions',
  columns: [{ label: 'Days' }, { label: 'Hours' }, { label: 'Remove', hideLabel: true }],
  rows,
  empty: emptyState({ title: 'No exceptions', text: 'Add a holiday, or a day on which you start later.' }),
})}
${runs.length > MAX_ROWS && smallPrint(`${runs.length - MAX_ROWS} more follow later.`)}`;
}

/** How many holidays the page names. The month shows them all. */
const MAX_HOLIDAYS = 5;

function holidaysToCome(screen: Screen, holidays: string[], today: string): Html | null {
  const next = holidays.filter((date) => date >= today).slice(0, MAX_HOLIDAYS);
  if (next.length === 0) return null;
  const named = next.map((date) => datesInWords(screen, date, date)).join('; ');
  return smallPrint(
    `Company holidays, without meetings: ${named}. To work on one anyway, add an exception with hours for that day.`,
  );
}

function daysForm(
  screen: Screen,
  action: string,
  { day, isHoliday }: { day: string | undefined; isHoliday: boolean },
): Html {
  const { field, isChecked } = fieldsOf(screen, action);
  const refused = screen.sent?.action === action ? screen.sent : undefined;
  const typed = refused ? partsIn(refused.fields, 'day') : [];
  return form({
    action,
    token: screen.token,
    content: html`<div class="pair">${dateField({ label: 'Day', ...field('date', day), required: true })}
${dateField({ label: 'Last day', hint: 'If there are several.', ...field('until', '') })}</div>
${radioGroup({
  name: 'kind',
  legend: 'On these days',
  problem: field('kind', '').problem,
  options: [
    { value: 'off', label: 'No meetings', checked: isChecked('kind', !isHoliday, 'off') },
    { value: 'hours', label: 'These hours', checked: isChecked('kind', isHoliday, 'hours') },
    { value: 'weekly', label: 'The weekly hours again', checked: isChecked('kind', false, 'weekly') },
  ],
})}
${timeSpans({
  name: 'day',
  legend: 'Hours',
  spans: fieldsFor(typed, Math.max(2, typed.length + 1)),
  problem: refused?.field?.startsWith('Hours') ? refused.message : undefined,
})}
${button({ label: 'Save exception' })}`,
  });
}

const hoursInWords = (hours: Part[]) =>
  hours.length === 0 ? 'No meetings' : hours.map(partInWords).join(', ');

/** A date has no time zone: putting it into words in UTC keeps it from shifting. */
function datesInWords({ reader, now }: Screen, from: string, until: string): string {
  const dates = datesFor(reader, { timezone: 'UTC', now });
  return from === until ? dates.day(Date.parse(from)) : dates.range(Date.parse(from), Date.parse(until));
}
