// Public pages as HTML: a day, a time, who books it.
import { banner, head, named, smallPrint, when } from '../../../html/blocks.ts';
import { datesFor } from '../../../html/dates.ts';
import { button, form, hidden, hiddenFields } from '../../../html/fields.ts';
import { type Content, type Html, html } from '../../../html/html.ts';
import { timeChoice } from '../../../html/times/time-choice.ts';
import { bookingLayout, chosenBar, chosenTime, timePicker } from '../../../html/times/time-picker.ts';
import { zoneForm } from '../../../html/times/zone-choice.ts';
import { wordsOf } from '../../../html/words/words.ts';
import { dateAt, type OpenDays } from '../../../time/calendar-pages.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { type FormFields, fieldsOf } from './fields.ts';
import { aboutOf, type Frame, renderIn, titleOf, urlOf, visitQuery, wordsFor } from './frame.ts';
import { ANYONE, type Outcome, type Problems, type SentFields } from './rules.ts';

/** A submitted form, and why it is shown again. */
export interface RejectedForm {
  sent: SentFields;
  refusal: 'again' | 'old' | 'changed' | 'limited' | 'taken' | undefined;
  problems: Problems;
}

export interface DaysView extends Frame {
  open: OpenDays;
  /** Whether the visitor asked for a day. */
  isDayChosen: boolean;
  outcome: Outcome | undefined;
}

interface FormView extends Frame {
  confirms: boolean;
  fields: FormFields;
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

interface HostsView extends Frame {
  choices: { id: string; name: string }[];
  /** The one who was chosen can't be booked any more. */
  isGone: boolean;
}

/** Whom to meet: one of these, or anyone. */
export function hostsPage(view: HostsView): string {
  const { path, zone, choices, isGone } = view;
  const words = wordsFor(view);
  const choice = (value: string, label: Content, note?: string) =>
    html`<button class="time" name="host" value="${value}"><span><b>${label}</b>${note && html` <span class="note">${note}</span>`}</span></button>
`;
  return renderIn(view, {
    title: titleOf(view),
    zone,
    query: visitQuery(view),
    content: bookingLayout(
      html`${isGone && banner('problem', words.hostGone)}${aboutOf(view)}`,
      html`<section class="chosen" aria-labelledby="hosts-heading">
<h2 id="hosts-heading" tabindex="-1">${words.hosts.title}</h2>
<form method="get" action="${path}" data-in-place>${hiddenFields(visitQuery(view))}
<div class="places">${choice(ANYONE, words.hosts.anyone, words.hosts.anyoneNote)}${choices.map(({ id, name }) => choice(id, named(name)))}</div>
</form></section>`,
    ),
  });
}

/** Which day, and which of its times. */
export function daysPage(view: DaysView): string {
  const { zone, open, outcome } = view;
  return renderIn(view, {
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

export function pickerOf(view: DaysView, zoneUrl: string | null = `${view.path}/timezone`): Html {
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
  const { reader, zone, time, rejected } = view;
  const words = wordsFor(view);
  const dates = datesFor(reader, zone);
  const starts_at = formatTimestamp(time.starts_at);
  const date = dateAt(zone.timezone, time.starts_at);
  return renderIn(view, {
    title: titleOf(view),
    zone,
    // A reload couldn't bring back what was typed.
    query: rejected ? undefined : { ...visitQuery(view), at: starts_at },
    content: bookingLayout(
      html`${aboutOf(view)}
${chosenTime({ dates, time, change: { url: urlOf(view, { date }), label: words.change } })}`,
      bookingForm(view, [
        hidden('starts_at', starts_at),
        fieldsOf(view, view.fields, view.rejected),
        chosenBar({ dates, time, button: bookButton(view) }),
      ]),
    ),
  });
}

/** The chosen time is gone, or none was chosen: others are in its place, and what was typed stays. */
export function insteadPage(view: InsteadView): string {
  const { reader, zone, instead } = view;
  const words = wordsFor(view);
  const dates = datesFor(reader, zone);
  const times = instead.map((time, place) => ({
    ...time,
    value: formatTimestamp(time.starts_at),
    checked: place === 0,
  }));
  return renderIn(view, {
    title: titleOf(view),
    zone,
    content: bookingLayout(
      html`${aboutOf(view)}<p><a href="${urlOf(view)}" data-in-place>${words.allTimes}</a></p>`,
      bookingForm(view, [
        times.length > 0
          ? timeChoice({ legend: words.instead, name: 'starts_at', several: false, times, dates })
          : html`<p>${words.noTimes}</p>`,
        fieldsOf(view, view.fields, view.rejected),
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
${form({ action: urlOf(view), token: view.form_token, content: [hidden('meeting_type_id', view.meeting_type_id), content] })}
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

/** The same for everybody, so that it doesn't reveal whether the address is known. */
export function mailPage(view: Frame): string {
  const { mail } = wordsFor(view);
  return renderIn(view, {
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
  const { reader, zone, time } = view;
  const { booked } = wordsFor(view);
  const dates = datesFor(reader, zone);
  const { starts_at } = time;
  return renderIn(view, {
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

/** Zones to choose from; with something typed, those that it may mean. `date`: the day to come back to. */
export function zonePage(
  frame: Frame,
  { typed, date }: { typed: string | undefined; date: string | undefined },
): string {
  const { reader, zone, form_token } = frame;
  const { zones } = wordsOf(reader.language);
  return renderIn(frame, {
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
