// Public pages as HTML.
import { banner, facts, head, linkButton, smallPrint, when } from '../../../html/blocks.ts';
import type { Brand } from '../../../html/brand/brand.ts';
import { datesFor, duration } from '../../../html/dates.ts';
import { button, form, hidden, textArea, textField, trap } from '../../../html/fields.ts';
import { type Content, type Html, html } from '../../../html/html.ts';
import { renderPage } from '../../../html/page.ts';
import type { Reader } from '../../../html/reader.ts';
import { timeChoice } from '../../../html/times/time-choice.ts';
import {
  bookingLayout,
  chosenBar,
  chosenTime,
  meetingFacts,
  timePicker,
} from '../../../html/times/time-picker.ts';
import { zoneForm } from '../../../html/times/zone-choice.ts';
import { withQuery } from '../../../html/urls.ts';
import { wordsOf } from '../../../html/words/words.ts';
import { NAME_LENGTH, TEXT_LENGTH } from '../../../limits/limits.ts';
import { dateAt, type OpenDays } from '../../../time/calendar-pages.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import type { Outcome, Problems, SentFields } from './rules.ts';

/** What all pages have in common. */
export interface Frame {
  reader: Reader;
  brand: Brand;
  /** The path of the page. */
  path: string;
  /** Proves that the form came from us. */
  form_token: string;
  /** Whether the visitor chose it, or their browser did. */
  zone: { timezone: string; chosen: boolean; isOwn: boolean; now: number };
  /** The website that shows the page in a frame. */
  embed?: string | undefined;
  team: string;
  title: string | null;
  duration_minutes: number;
}

/** A submitted form, and why it is shown again. */
export interface RejectedForm {
  sent: SentFields;
  refusal: 'again' | 'old' | 'limited' | 'taken' | undefined;
  problems: Problems;
}

interface DaysView extends Frame {
  open: OpenDays;
  /** Whether the visitor asked for a day. */
  isDayChosen: boolean;
  outcome: Outcome | undefined;
}

interface FormView extends Frame {
  confirms: boolean;
  rejected?: RejectedForm;
}

interface DetailsView extends FormView {
  time: MeetingTime;
}

interface InsteadView extends FormView {
  rejected: RejectedForm;
  /** Times to choose from in place of the one that is gone. */
  instead: MeetingTime[];
}

const wordsFor = ({ reader }: Frame) => wordsOf(reader.language).booking;
const titleOf = (frame: Frame) => frame.title ?? wordsFor(frame).title(frame.team);

/** Carries the reader's choices for this visit on to the next page. */
function urlOf(frame: Frame, query: Record<string, string | undefined> = {}, below = '') {
  return withQuery(`${frame.path}${below}`, { ...visitQuery(frame), ...query });
}

const visitQuery = ({ reader, zone, embed }: Pick<Frame, 'reader' | 'zone' | 'embed'>) => ({
  embed,
  timezone: zone.chosen ? zone.timezone : undefined,
  lang: reader.chosen ? reader.language : undefined,
});

/** Which day, and which of its times. */
export function daysPage(view: DaysView): string {
  const { reader, brand, zone, open, outcome } = view;
  return renderPage({
    reader,
    brand,
    embed: view.embed,
    title: titleOf(view),
    zone,
    query: { ...visitQuery(view), date: view.isDayChosen ? open.shown?.date : undefined },
    content: bookingLayout(
      html`${isProblem(outcome) && banner('problem', wordsFor(view)[outcome])}${aboutOf(view)}`,
      pickerOf(view),
    ),
  });
}

const isProblem = (outcome: Outcome | undefined) => outcome === 'taken' || outcome === 'known';

function aboutOf(frame: Frame): Html {
  const { reader, team, title, duration_minutes } = frame;
  return html`${head({ over: title && team, title: titleOf(frame) })}
${meetingFacts([{ icon: 'length', text: duration(duration_minutes, reader) }])}`;
}

function pickerOf(view: DaysView, zoneUrl: string | null = `${view.path}/timezone`): Html {
  const { reader, zone, path, open, isDayChosen } = view;
  return timePicker({
    reader,
    dates: datesFor(reader, zone),
    now: zone.now,
    open,
    path,
    query: visitQuery(view),
    most: 1,
    marked: [],
    isDayChosen,
    zone: { url: zoneUrl, isOwn: zone.isOwn },
  });
}

/** The time is chosen: who books it. */
export function detailsPage(view: DetailsView): string {
  const { reader, brand, zone, time, rejected } = view;
  const words = wordsFor(view);
  const dates = datesFor(reader, zone);
  const starts_at = formatTimestamp(time.starts_at);
  const date = dateAt(zone.timezone, time.starts_at);
  return renderPage({
    reader,
    brand,
    embed: view.embed,
    title: titleOf(view),
    zone,
    // A reload couldn't bring back what was typed.
    query: rejected ? undefined : { ...visitQuery(view), at: starts_at },
    content: bookingLayout(
      html`${aboutOf(view)}
${chosenTime({ dates, time, change: { url: urlOf(view, { date }), label: words.change } })}`,
      bookingForm(view, [
        hidden('starts_at', starts_at),
        fieldsOf(view),
        chosenBar({ dates, time, button: bookButton(view) }),
      ]),
    ),
  });
}

/** The chosen time is gone, or none was chosen: others are in its place, and what was typed stays. */
export function insteadPage(view: InsteadView): string {
  const { reader, brand, zone, instead } = view;
  const words = wordsFor(view);
  const dates = datesFor(reader, zone);
  const times = instead.map((time, place) => ({
    ...time,
    value: formatTimestamp(time.starts_at),
    checked: place === 0,
  }));
  return renderPage({
    reader,
    brand,
    embed: view.embed,
    title: titleOf(view),
    zone,
    content: bookingLayout(
      html`${aboutOf(view)}<p><a href="${urlOf(view)}" data-in-place>${words.allTimes}</a></p>`,
      bookingForm(view, [
        times.length > 0
          ? timeChoice({ legend: words.instead, name: 'starts_at', several: false, times, dates })
          : html`<p>${words.noTimes}</p>`,
        fieldsOf(view),
        html`<div class="bar"><p></p>${bookButton(view)}</div>`,
      ]),
    ),
  });
}

function bookingForm(view: FormView, content: Content): Html {
  const words = wordsFor(view);
  return html`<section class="chosen" aria-labelledby="details-heading">
<h2 id="details-heading">${words.details}</h2>
${rejectionOf(view)}
${form({ action: urlOf(view), token: view.form_token, content })}
</section>`;
}

function rejectionOf(view: FormView): Content {
  const words = wordsFor(view);
  const { rejected } = view;
  if (rejected?.problems.starts_at) return banner('problem', words.problems.starts_at.missing);
  return rejected && banner('problem', words[rejected.refusal ?? 'again']);
}

const bookButton = (view: FormView): Html =>
  button({ label: view.confirms ? wordsFor(view).ask : wordsFor(view).book });

function fieldsOf(view: FormView): Content {
  const words = wordsFor(view);
  const { sent, problems }: Partial<RejectedForm> = view.rejected ?? { sent: {}, problems: {} };
  return [
    textField({
      name: 'name',
      label: words.name,
      value: sent.name,
      autocomplete: 'name',
      autofocus: !view.rejected,
      required: true,
      maxLength: NAME_LENGTH,
      problem: problems.name && words.problems.name[problems.name],
    }),
    textField({
      name: 'email',
      type: 'email',
      label: words.email,
      hint: view.confirms ? words.asks : words.tells,
      value: sent.email,
      autocomplete: 'email',
      required: true,
      problem: problems.email && words.problems.email[problems.email],
    }),
    textArea({
      name: 'note',
      label: words.note,
      value: sent.note,
      maxLength: TEXT_LENGTH,
      problem: problems.note && words.problems.note[problems.note],
    }),
    trap('website', words.trap),
  ];
}

/** The same for everybody, so that it doesn't reveal whether the address is known. */
export function mailPage(view: Frame): string {
  const { mail } = wordsFor(view);
  return renderPage({
    reader: view.reader,
    brand: view.brand,
    embed: view.embed,
    title: mail.title,
    query: { ...visitQuery(view), outcome: 'mail' },
    content: html`${head({ over: titleOf(view), title: mail.title, lead: mail.text })}
${smallPrint(html`${mail.missing} <a href="${urlOf(view)}">${mail.back}</a>.`)}`,
  });
}

interface BookedView extends Frame {
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
    embed: view.embed,
    title: booked.title,
    booked: {
      title: titleOf(view),
      starts_at: formatTimestamp(starts_at),
      ends_at: formatTimestamp(time.ends_at),
    },
    // In another language, it would tell the website again.
    query: view.embed ? undefined : { ...visitQuery(view), outcome: 'booked', form: view.form },
    content: html`${head({ over: titleOf(view), title: booked.title, lead: booked.text })}
${when({ day: dates.day(starts_at), clock: dates.clockSpan(time), zone: dates.zone(starts_at) })}
${smallPrint(booked.missing)}`,
  });
}

interface ConfirmationView extends Frame {
  time: MeetingTime;
  /** Whether it is another time than the one that was asked for. */
  isOther: boolean;
}

export function confirmationPage(view: ConfirmationView): string {
  const { reader, brand, zone, time, team, title, duration_minutes, isOther } = view;
  const words = wordsFor(view);
  const dates = datesFor(reader, zone);
  const { starts_at } = time;
  const at = formatTimestamp(starts_at);
  return renderPage({
    reader,
    brand,
    title: words.confirm.title,
    query: { ...visitQuery(view), at: isOther ? at : undefined },
    content: html`${head({ title: words.confirm.title, lead: words.confirm.lead })}
${when({ day: dates.day(starts_at), clock: dates.clockSpan(time), zone: dates.zone(starts_at) })}
${facts([
  title !== null && { label: words.confirm.what, value: title },
  { label: words.confirm.with, value: team },
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
  const { reader, brand, open, outcome } = view;
  const words = wordsFor(view);
  const said = outcome === 'taken' ? banner('problem', words.taken) : html`<p>${words.confirm.otherLead}</p>`;
  return renderPage({
    reader,
    brand,
    title: words.confirm.title,
    query: { ...visitQuery(view), date: open.shown?.date },
    content: bookingLayout(html`${aboutOf(view)}${said}`, pickerOf(view, null)),
  });
}

/** Zones to choose from; with something typed, those that it may mean. `date`: the day to come back to. */
export function zonePage(
  frame: Frame,
  { typed, date }: { typed: string | undefined; date: string | undefined },
): string {
  const { reader, brand, zone, form_token } = frame;
  const { zones } = wordsOf(reader.language);
  return renderPage({
    reader,
    brand,
    embed: frame.embed,
    title: zones.title,
    query: { ...visitQuery(frame), date },
    content: html`${head({ title: zones.title })}
${zoneForm({
  reader,
  path: `${frame.path}/timezone`,
  query: { ...visitQuery(frame), date },
  action: urlOf(frame, { date }, '/timezone'),
  token: form_token,
  timezone: zone.timezone,
  now: zone.now,
  typed,
  back: urlOf(frame, { date }),
})}`,
  });
}
