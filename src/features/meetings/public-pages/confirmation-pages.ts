// The pages on which a booking is confirmed, as HTML.
import { banner, facts, head, linkButton, when } from '../../../html/blocks.ts';
import { datesFor, duration } from '../../../html/dates.ts';
import { button, form, hidden } from '../../../html/fields.ts';
import { html } from '../../../html/html.ts';
import { bookingLayout } from '../../../html/times/time-picker.ts';
import { dateAt } from '../../../time/calendar-pages.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { aboutOf, type Frame, renderIn, urlOf, visitQuery, wordsFor } from './frame.ts';
import { type DaysView, pickerOf } from './pages.ts';

interface ConfirmationView extends Frame {
  time: MeetingTime;
  /** Whether it is another time than the one that was asked for. */
  isOther: boolean;
}

export function confirmationPage(view: ConfirmationView): string {
  const { reader, zone, time, host, title, duration_minutes, isOther } = view;
  const words = wordsFor(view);
  const dates = datesFor(reader, zone);
  const { starts_at } = time;
  const at = formatTimestamp(starts_at);
  return renderIn(view, {
    title: words.confirm.title,
    query: { ...visitQuery(view), at: isOther ? at : undefined },
    content: html`${head({ title: words.confirm.title, lead: words.confirm.lead })}
${when({ day: dates.day(starts_at), clock: dates.clockSpan(time), zone: dates.zone(starts_at) })}
${facts([
  title !== null && { label: words.confirm.what, value: title },
  { label: words.confirm.with, value: host },
  { label: words.confirm.length, value: duration(duration_minutes, reader) },
])}
${form({
  action: urlOf(view),
  token: view.form_token,
  content: [isOther && hidden('starts_at', at), button({ label: words.confirm.confirm })],
})}
<p>${linkButton(urlOf(view, { date: dateAt(zone.timezone, starts_at) }), words.confirm.other)}</p>`,
  });
}

/** Other times for a booking whose address is confirmed. */
export function otherDaysPage(view: DaysView): string {
  const { open, outcome } = view;
  const words = wordsFor(view);
  const said = outcome === 'taken' ? banner('problem', words.taken) : html`<p>${words.confirm.otherLead}</p>`;
  return renderIn(view, {
    title: words.confirm.title,
    query: { ...visitQuery(view), date: open.shown?.date },
    content: bookingLayout(html`${aboutOf(view)}${said}`, pickerOf(view, null)),
  });
}
