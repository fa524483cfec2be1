// A few numbers about requests, each beside what it was before.
import { type Figures, MAX_FIGURE } from '../../features/meetings/requests/lists/figures.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { stats } from '../../html/marks.ts';
import { withQuery } from '../../html/urls.ts';
import { MINUTE_MS } from '../../time/timestamps.ts';
import type { Screen } from '../screen.ts';
import { countedTo } from '../words.ts';

const REQUESTS = '/console/requests';

export function figuresPart({ isAdmin }: Screen, figures: Figures): Html {
  const { open, waiting, booked, median_time_to_book, month } = figures;
  return html`<section class="tiles" id="figures" aria-label="Figures" data-live="meeting_request.">${stats([
    {
      label: isAdmin ? 'Open requests' : 'Your open requests',
      value: counted(open),
      note: open === 0 ? 'Nothing to arrange' : `${counted(waiting)} waiting for an answer`,
      href: withQuery(REQUESTS, { status: 'active' }),
    },
    { label: 'Booked this week', value: counted(booked.this_week), note: sinceLastWeek(booked) },
    {
      label: 'Median time to book',
      value: median_time_to_book.month === null ? '–' : inShort(median_time_to_book.month),
      note: sinceMonthBefore(median_time_to_book),
    },
    {
      label: 'Cancelled, 30 days',
      value: month.booked === 0 ? '–' : `${Math.round((100 * month.cancelled) / month.booked)}%`,
      note:
        month.booked === 0
          ? 'No bookings yet'
          : `${counted(month.cancelled)} of ${counted(month.booked)} booked`,
    },
  ])}</section>`;
}

const counted = (count: number): string => countedTo(MAX_FIGURE, count);

/** Compared with as much of the last week as has passed of this one. */
function sinceLastWeek({ this_week, last_week }: Figures['booked']): Content {
  const more = this_week - last_week;
  if (this_week >= MAX_FIGURE || last_week >= MAX_FIGURE) return null;
  if (more === 0) return 'Same as this time last week';
  const words = `${Math.abs(more)} ${more > 0 ? 'more' : 'fewer'} than this time last week`;
  return trend(more > 0 ? 'up good' : 'down', words);
}

function sinceMonthBefore({ month, month_before }: Figures['median_time_to_book']): Content {
  if (month === null) return 'No bookings in 30 days';
  if (month_before === null) return 'Last 30 days';
  const less = Math.round((month_before - month) / MINUTE_MS) * MINUTE_MS;
  if (less === 0) return 'Same as the month before';
  const words = `${inShort(Math.abs(less))} ${less > 0 ? 'faster' : 'slower'} than the month before`;
  return trend(less > 0 ? 'down good' : 'up', words);
}

/** With an arrow, which only repeats the words. */
const trend = (kind: string, words: string): Html => html`<span class="trend ${kind}">${words}</span>`;

const HOUR_MINUTES = 60;
const DAY_HOURS = 24;

/** `2 d 3 h`, `4 h 10 min`, `5 min`. */
export function inShort(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 1) return '<1 min';
  const hours = Math.floor(minutes / HOUR_MINUTES);
  if (hours >= DAY_HOURS) return parts(Math.floor(hours / DAY_HOURS), 'd', hours % DAY_HOURS, 'h');
  return hours > 0 ? parts(hours, 'h', minutes % HOUR_MINUTES, 'min') : `${minutes} min`;
}

const parts = (large: number, unit: string, small: number, smallUnit: string): string =>
  small > 0 ? `${large} ${unit} ${small} ${smallUnit}` : `${large} ${unit}`;
