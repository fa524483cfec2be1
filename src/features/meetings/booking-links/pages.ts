// The pages of booking links, as HTML.
import { actions, banner, facts, head, linkButton, smallPrint, when } from '../../../html/blocks.ts';
import type { Brand } from '../../../html/brand.ts';
import { type Dates, datesFor, duration } from '../../../html/dates.ts';
import { button, form, textArea, textField, trap } from '../../../html/fields.ts';
import { type Content, type Html, html } from '../../../html/html.ts';
import { renderPage } from '../../../html/page.ts';
import type { Reader } from '../../../html/reader.ts';
import { weekOfSlots, weekSection, zoneNote } from '../../../html/time-choice.ts';
import { withQuery } from '../../../html/urls.ts';
import { wordsOf } from '../../../html/words/words.ts';
import { zoneForm } from '../../../html/zone-choice.ts';
import { NAME_LENGTH, TEXT_LENGTH } from '../../../limits/limits.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import type { WeekOfTimes } from '../../calendar/slots/rules.ts';
import type { Outcome, Problems, SentFields } from './rules.ts';

/** What all pages of a link have in common. */
export interface Frame {
  reader: Reader;
  brand: Brand;
  /** The path of the page. */
  path: string;
  /** Proves that the form came from us. */
  form_token: string;
  zone: { timezone: string; chosen: boolean; now: number };
  team: string;
  title: string | null;
  duration_minutes: number;
}

/** A submitted form, and why it is shown again. */
export interface RejectedForm {
  sent: SentFields;
  refusal: 'again' | 'old' | 'limited' | undefined;
  problems: Problems;
}

export interface BookingView extends Frame {
  verify_email: boolean;
  week: WeekOfTimes;
  outcome: Outcome | undefined;
  rejected: RejectedForm | undefined;
}

const wordsFor = ({ reader }: Frame) => wordsOf(reader.language).booking;
const titleOf = (frame: Frame) => frame.title ?? wordsFor(frame).title(frame.team);

/** Carries the reader's choices for this visit on to the next page. */
function urlOf({ reader, zone, path }: Frame, query: Record<string, string | undefined> = {}, below = '') {
  return withQuery(`${path}${below}`, { ...visitQuery({ reader, zone }), ...query });
}

const visitQuery = ({ reader, zone }: Pick<Frame, 'reader' | 'zone'>) => ({
  timezone: zone.chosen ? zone.timezone : undefined,
  lang: reader.chosen ? reader.language : undefined,
});

function headOf(frame: Frame): Html {
  const { reader, team, title, duration_minutes } = frame;
  return head({ over: title && team, title: titleOf(frame), lead: duration(duration_minutes, reader) });
}

export function bookingPage(view: BookingView): string {
  const { reader, brand, zone, week, outcome, rejected } = view;
  if (outcome === 'mail') return mailPage(view);
  const dates = datesFor(reader, zone);
  return renderPage({
    reader,
    brand,
    title: titleOf(view),
    zone,
    // A reload couldn't bring back what was typed.
    query: rejected ? undefined : { ...visitQuery(view), week: week.week.date },
    content: html`${headOf(view)}
${bannerOf(view)}
${zoneNote(reader, zoneOf(week, dates), urlOf(view, {}, '/timezone'))}
${form({
  action: urlOf(view),
  token: view.form_token,
  // Shown even in a week without times: a script may load another week in its place.
  content: [timesOf(view, week, dates, rejected?.sent.starts_at), fieldsOf(view)],
})}`,
  });
}

const zoneOf = ({ times, week }: WeekOfTimes, dates: Dates) => dates.zone(times[0]?.starts_at ?? week.from);

function bannerOf(view: BookingView): Content {
  const words = wordsFor(view);
  const { outcome, rejected } = view;
  if (outcome === 'taken' || outcome === 'known') return banner('problem', words[outcome]);
  if (rejected?.problems.starts_at) return banner('problem', words.problems.starts_at.missing);
  return rejected && banner('problem', words[rejected.refusal ?? 'again']);
}

/** Inside the form, so that what was typed stays when a script shows another week. */
function timesOf(
  frame: Frame,
  { week, times, has_before, has_after }: WeekOfTimes,
  dates: Dates,
  chosen?: string,
) {
  const words = wordsFor(frame);
  const slots = times.map((time) => {
    const value = formatTimestamp(time.starts_at);
    return { ...time, value, checked: value === chosen };
  });
  return weekSection(frame.reader, {
    heading: words.times,
    from: week.from,
    to: week.to - 1,
    dates,
    before: has_before ? urlOf(frame, { week: week.before }) : null,
    after: has_after ? urlOf(frame, { week: week.after }) : null,
    content:
      slots.length > 0
        ? weekOfSlots({ name: 'starts_at', several: false, slots, dates })
        : html`<p>${words.noTimes}</p>`,
  });
}

function fieldsOf(view: BookingView): Content {
  const words = wordsFor(view);
  const { sent, problems }: Partial<RejectedForm> = view.rejected ?? { sent: {}, problems: {} };
  return [
    textField({
      name: 'name',
      label: words.name,
      value: sent.name,
      autocomplete: 'name',
      required: true,
      maxLength: NAME_LENGTH,
      problem: problems.name && words.problems.name[problems.name],
    }),
    textField({
      name: 'email',
      type: 'email',
      label: words.email,
      hint: view.verify_email ? words.asks : words.tells,
      value: sent.email,
      autocomplete: 'email',
      required: true,
      problem: problems.email && words.problems.email[problems.email],
    }),
    textArea({
      name: 'note',
      label: words.note,
      hint: words.noteHint,
      value: sent.note,
      maxLength: TEXT_LENGTH,
      problem: problems.note && words.problems.note[problems.note],
    }),
    trap('website', words.trap),
    // Not a direct child of the form: it mustn't stick to the screen and cover a field.
    actions(button({ label: view.verify_email ? words.ask : words.book })),
  ];
}

/** The same for everybody, so that it doesn't reveal whether the address is known. */
function mailPage(view: BookingView): string {
  const { mail } = wordsFor(view);
  return renderPage({
    reader: view.reader,
    brand: view.brand,
    title: mail.title,
    query: { ...visitQuery(view), outcome: 'mail' },
    content: html`${head({ over: titleOf(view), title: mail.title, lead: mail.text })}
${smallPrint(html`${mail.missing} <a href="${urlOf(view)}">${mail.back}</a>.`)}`,
  });
}

export interface BookedView extends Frame {
  time: MeetingTime;
  /** The nonce of the form that booked it. */
  form: string;
}

/** Says what was booked, and nothing that the reader did not type. */
export function bookedPage(view: BookedView): string {
  const { reader, brand, zone, time } = view;
  const { booked } = wordsFor(view);
  const dates = datesFor(reader, zone);
  const { starts_at } = time;
  return renderPage({
    reader,
    brand,
    title: booked.title,
    query: { ...visitQuery(view), outcome: 'booked', form: view.form },
    content: html`${head({ over: titleOf(view), title: booked.title, lead: booked.text })}
${when({ day: dates.day(starts_at), clock: dates.clockSpan(time), zone: dates.zone(starts_at) })}
${smallPrint(booked.missing)}`,
  });
}

export interface ConfirmationView extends Frame {
  time: MeetingTime;
  /** Other times to choose from; null until the reader asks for them. */
  week: WeekOfTimes | null;
  outcome: Outcome | undefined;
}

export function confirmationPage(view: ConfirmationView): string {
  const { reader, brand, zone, week } = view;
  const words = wordsFor(view);
  const dates = datesFor(reader, zone);
  return renderPage({
    reader,
    brand,
    title: words.confirm.title,
    query: { ...visitQuery(view), week: week?.week.date, outcome: view.outcome },
    content: week ? otherTimes(view, week, dates) : askedTime(view, dates),
  });
}

function askedTime(view: ConfirmationView, dates: Dates): Html {
  const { reader, time, team, title, duration_minutes } = view;
  const { confirm: words } = wordsFor(view);
  const { starts_at } = time;
  return html`${head({ title: words.title, lead: words.lead })}
${when({ day: dates.day(starts_at), clock: dates.clockSpan(time), zone: dates.zone(starts_at) })}
${facts([
  title !== null && { label: words.what, value: title },
  { label: words.with, value: team },
  { label: words.length, value: duration(duration_minutes, reader) },
])}
${form({ action: urlOf(view), token: view.form_token, content: button({ label: words.confirm }) })}
<p>${linkButton(urlOf(view, { week: '' }), words.other)}</p>`;
}

function otherTimes(view: ConfirmationView, week: WeekOfTimes, dates: Dates): Html {
  const words = wordsFor(view);
  const { shown } = wordsOf(view.reader.language).zones;
  return html`${headOf(view)}
${view.outcome === 'taken' ? banner('problem', words.taken) : banner('info', words.confirm.otherLead)}
${smallPrint(html`${shown} <span class="zone">${zoneOf(week, dates)}</span>`)}
${form({
  action: urlOf(view),
  token: view.form_token,
  content: [timesOf(view, week, dates), button({ label: words.book })],
})}`;
}

export function zonePage(frame: Frame): string {
  const { reader, brand, zone, form_token } = frame;
  const { zones } = wordsOf(reader.language);
  return renderPage({
    reader,
    brand,
    title: zones.title,
    query: visitQuery(frame),
    content: html`${head({ title: zones.title })}
${zoneForm({
  reader,
  action: urlOf(frame, {}, '/timezone'),
  token: form_token,
  timezone: zone.timezone,
  back: urlOf(frame),
})}`,
  });
}
