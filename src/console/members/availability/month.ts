// A month with its exceptions and holidays marked. Each day that is still to come leads to the form for it.
import type { Availability, Part } from '../../../features/calendar/availability/rules.ts';
import { linkButton } from '../../../html/blocks.ts';
import { datesFor } from '../../../html/dates.ts';
import { type Content, type Html, html } from '../../../html/html.ts';
import { withQuery } from '../../../html/urls.ts';
import { isDate } from '../../../time/timestamps.ts';
import { daysOfWeek, weekStart } from '../../../time/wording.ts';
import { dateOf, weekdayOf } from '../../../time/zones.ts';
import type { Screen } from '../../screen.ts';
import { dayNumber } from './days.ts';
import { partInWords } from './hours.ts';

/** How many months ahead the page can go. */
const MAX_MONTHS = 24;

interface Shown {
  overrides: Availability['overrides'];
  /** Of the workspace, dates such as `2026-12-24`. */
  holidays: readonly string[];
  /** Dates such as `2026-11-19`. */
  today: string;
  /** A date in the month to show; this month without one. */
  asked: string | undefined;
  url: string;
}

export function monthOf(screen: Screen, { overrides, holidays, today, asked, url }: Shown): Html {
  // A date has no time zone: in UTC it stays the same.
  const dates = datesFor(screen.reader, { timezone: 'UTC', now: screen.now });
  const first = firstOfMonth(asked, today);
  const [before, after] = [monthFrom(first, -1), monthFrom(first, 1)];
  const count = dayNumber(after) - dayNumber(first);
  const lead = (7 + weekdayOf(dayNumber(first)) - weekStart(screen.reader.locale)) % 7;
  const hours = new Map(overrides.map((each) => [each.date, each.hours]));
  const cells: Content[] = [
    ...Array.from({ length: lead }, () => html`<td></td>`),
    ...Array.from({ length: count }, (_, place) => dayCell(dateOf(dayNumber(first) + place))),
  ];
  while (cells.length % 7 > 0) cells.push(html`<td></td>`);
  const weeks = Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
  const weekdays = daysOfWeek(screen.reader.locale).map(
    (at) => html`<th scope="col"><abbr title="${dates.weekday(at)}">${dates.weekdayShort(at)}</abbr></th>`,
  );
  const name = dates.months(Date.parse(first), Date.parse(first));
  const to = (month: string) => `${withQuery(url, { month })}#days`;
  const isLast = monthFrom(firstOfMonth(undefined, today), MAX_MONTHS) <= first;
  return html`<div class="month-head"><h3>${name}</h3>${first > firstOfMonth(undefined, today) && linkButton(to(before), 'Previous month')}${!isLast && linkButton(to(after), 'Next month')}</div>
<table class="month"><caption class="hidden">${name}</caption>
<thead><tr>${weekdays}</tr></thead>
<tbody>${weeks.map((week) => html`<tr>${week}</tr>`)}</tbody></table>`;

  function dayCell(date: string): Html {
    const number = dates.dayNumber(Date.parse(date));
    const parts = hours.get(date);
    const isHoliday = !parts && holidays.includes(date);
    const said = isHoliday ? 'Holiday' : parts && hoursInWords(parts);
    const mark = said && html`<span class="${parts && parts.length > 0 ? 'other' : 'off'}">${said}</span>`;
    const kind = date === today && html` class="today"`;
    if (date < today) return html`<td class="over">${number}${mark}</td>`;
    return html`<td${kind}><a href="${withQuery(url, { month: first, day: date })}#days" aria-label="${dates.day(Date.parse(date))}">${number}</a>${mark}</td>`;
  }
}

const hoursInWords = (parts: Part[]) => (parts.length === 0 ? 'Off' : parts.map(partInWords).join(', '));

function firstOfMonth(asked: string | undefined, today: string): string {
  const earliest = `${today.slice(0, 7)}-01`;
  if (asked === undefined || !isDate(asked)) return earliest;
  const wanted = `${asked.slice(0, 7)}-01`;
  return wanted < earliest || wanted > monthFrom(earliest, MAX_MONTHS) ? earliest : wanted;
}

function monthFrom(first: string, months: number): string {
  const date = new Date(first);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 10);
}
