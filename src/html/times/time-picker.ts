// Finding a time: the days that have some, then those of one day. One form that is sent by GET, whose buttons choose a day, a time or
// other days: it works without a script, and with one, the answer is shown in place (src/html/browser/page.js).
import type { OpenDays } from '../../time/calendar-pages.ts';
import type { MeetingTime } from '../../time/intervals.ts';
import { formatTimestamp, HOUR_MS } from '../../time/timestamps.ts';
import { localTimeAt, type PartOfDay, partsOfDay } from '../../time/wishes.ts';
import { daysOfWeek, momentIn } from '../../time/wording.ts';
import type { Dates } from '../dates.ts';
import { hiddenFields } from '../fields.ts';
import { type Content, type Html, html } from '../html.ts';
import type { Reader } from '../reader.ts';
import type { Parameters } from '../urls.ts';
import { wordsOf } from '../words/words.ts';
import { zoneNote } from './time-choice.ts';

interface TimePicker {
  reader: Reader;
  dates: Dates;
  now: number;
  open: OpenDays;
  /** The path of the page, and the parameters to keep. */
  path: string;
  query: Parameters;
  /** How many times may be marked, to be sent together; 1 if choosing one is enough. */
  most: number;
  /** When the times marked so far begin. Those on other days stay while this one is looked at. */
  marked: readonly number[];
  /** Whether the reader asked for a day: then its times are what they want to read next. */
  isDayChosen: boolean;
  /** The page for choosing another zone, and whether this one is the reader's own. */
  zone: { url: string | null; isOwn: boolean };
}

/** A choice of days and times, for a page that is made with `bookingLayout`. */
export function timePicker(picker: TimePicker): Html {
  const { path, query } = picker;
  return html`<form class="picker" method="get" action="${path}" data-in-place>${hiddenFields(query)}
${daysOf(picker)}
${timesOf(picker)}
${picker.most > 1 && markedOf(picker)}
</form>`;
}

/** What the meeting is about at one side, and what there is to do at the other. The script replaces all of it. */
export const bookingLayout = (about: Content, step: Content): Html => html`<div class="booking in-place">
<div class="about">${about}</div>
${step}
</div>`;

const icons = {
  about: html`<path d="M2 3.5h12M2 8h12M2 12.5h7"/>`,
  length: html`<circle cx="8" cy="8" r="6.5"/><path d="M8 4.5V8l2.3 1.6"/>`,
  place: html`<path d="M8 14.5s5-4.2 5-8.2A5 5 0 0 0 3 6.3c0 4 5 8.2 5 8.2z"/><circle cx="8" cy="6.3" r="1.8"/>`,
  time: html`<rect x="1.5" y="3" width="13" height="11.5" rx="2"/><path d="M1.5 6.5h13M5 1.5v3M11 1.5v3"/>`,
};

interface MeetingFact {
  icon: keyof typeof icons;
  text: Content;
}

/** A few words about the meeting, each with a sign. */
export function meetingFacts(facts: (MeetingFact | '' | null | false)[]): Html {
  const items = facts.map(
    (fact) =>
      fact &&
      html`<li><svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">${icons[fact.icon]}</svg><span dir="auto">${fact.text}</span></li>
`,
  );
  return html`<ul class="about-facts">${items}</ul>`;
}

function daysOf({ reader, dates, now, open, zone }: TimePicker): Html {
  const words = wordsOf(reader.language).picker;
  const { days, shown, offset, before, after } = open;
  const [first, last] = [days[0]?.from ?? now, days.at(-1)?.from ?? now];
  const page = (date: string | null, label: string, sign: string) =>
    date !== null &&
    html`<button class="page" name="date" value="${date}" aria-label="${label}">${sign}</button>`;
  const items = days.map(({ date, from, has_times }) => {
    const text = html`<small>${dates.weekdayShort(from)}</small> <b>${dates.dayNumber(from)}</b> <small>${dates.monthShort(from)}</small>`;
    const current = date === shown?.date && html` aria-current="date"`;
    return has_times || date === shown?.date
      ? html`<li><button name="date" value="${date}"${current}>${text}</button></li>
`
      : html`<li class="none">${text}</li>
`;
  });
  return html`<section class="calendar" aria-labelledby="days-heading">
<div class="months"><h2 id="days-heading">${dates.months(first, last)}</h2>${page(before, words.earlier, '‹')}${page(after, words.later, '›')}</div>
<p class="weekdays" aria-hidden="true">${weekdaysOf(reader)}</p>
<ol class="days offset-${offset}">${items}</ol>
${zoneNote(reader, { dates, now, url: zone.url, isOwn: zone.isOwn, date: (shown ?? days[0])?.date })}
</section>`;
}

/** `Mon`, `Tue` … in the order of the reader's weeks. */
const weekdaysOf = ({ locale }: Reader): Content =>
  daysOfWeek(locale).map((day) => html`<span>${momentIn(locale, 'UTC', 'weekdayShort', day)}</span>`);

/**
 * On the reader's clock. Few people want to meet earlier or later than this, but those far away from the hosts may have to: such times
 * are folded away, and open where a day has no others.
 */
const USUAL_HOURS = { from: 7 * 60, to: 21 * 60 };

function timesOf(picker: TimePicker): Html {
  const { reader, dates, open, isDayChosen } = picker;
  const { picker: words, participant } = wordsOf(reader.language);
  const { shown, times } = open;
  if (!shown) return html`<section class="of-day"><p>${words.noDays}</p></section>`;
  const places = times.map((time) => ({ time, ...localTimeAt(dates.timezone, time.starts_at) }));
  const isUsual = ({ minute }: { minute: number }) => minute >= USUAL_HOURS.from && minute < USUAL_HOURS.to;
  const usual = Map.groupBy(places.filter(isUsual), ({ part }) => part);
  const unusual = places.filter((place) => !isUsual(place)).map(({ time }) => time);
  const parts = partsOfDay.map((part: PartOfDay) => {
    const ofPart = usual.get(part)?.map(({ time }) => time) ?? [];
    return ofPart.length > 0 && slots(picker, participant.partsOfDay[part], ofPart);
  });
  // Noon is on the right day whatever the clock does at midnight.
  const day = dates.day(shown.from + 12 * HOUR_MS);
  return html`<section class="of-day" aria-labelledby="day-heading">
<h2 id="day-heading" tabindex="-1"${isDayChosen && html` autofocus`}>${day}</h2>
${times.length === 0 && html`<p>${words.noTimes}</p>`}${parts}
${unusual.length > 0 && html`<details${usual.size === 0 && html` open`}><summary>${words.unusual}</summary>${slots(picker, null, unusual)}</details>`}
</section>`;
}

/** A page may have dozens of times: every byte counts. */
function slots({ dates, most, marked }: TimePicker, label: string | null, times: MeetingTime[]): Html {
  const isMarked = new Set(marked);
  const choices = times.map(({ starts_at }) => {
    const value = formatTimestamp(starts_at);
    const clock = dates.clock(starts_at);
    return most === 1
      ? html`<button name="at" value="${value}">${clock}</button>
`
      : html`<label><input type="checkbox" name="at" value="${value}"${isMarked.has(starts_at) && html` checked`}> ${clock}</label>
`;
  });
  return html`${label && html`<h3>${label}</h3>`}<div class="slots">${choices}</div>`;
}

/** What is marked on other days, and the way on. Style sheets count the marks (src/html/browser/page/booking.css). */
function markedOf({ reader, dates, open, most, marked }: TimePicker): Html {
  const words = wordsOf(reader.language).picker;
  const onPage = new Set(open.times.map(({ starts_at }) => starts_at));
  const elsewhere = marked.filter((start) => !onPage.has(start));
  const labels = elsewhere.map(
    (start) =>
      html`<label><input type="checkbox" name="at" value="${formatTimestamp(start)}" checked> ${dates.shortDay(start)}, ${dates.clock(start)}</label>
`,
  );
  return html`${elsewhere.length > 0 && html`<fieldset class="elsewhere"><legend>${words.elsewhere}</legend><div class="slots">${labels}</div></fieldset>`}
<div class="bar"><p class="count">${words.marked(most)}</p><button class="button" name="step" value="send">${words.next}</button></div>`;
}

interface Chosen {
  dates: Dates;
  time: MeetingTime;
}

/** The chosen time beside the form, with a link to another one. */
export const chosenTime = ({
  dates,
  time,
  change,
}: Chosen & { change: { url: string; label: string } }): Html =>
  html`<p class="chosen-time"><b>${dates.day(time.starts_at)}</b> <span>${dates.clockSpan(time)}</span> <span class="small">${dates.place}</span> <a href="${change.url}" data-in-place>${change.label}</a></p>`;

/** The same with its button, in view on a phone while the form is filled in. */
export const chosenBar = ({ dates, time, button }: Chosen & { button: Html }): Html =>
  html`<div class="bar"><p><b>${dates.shortDay(time.starts_at)}, ${dates.clock(time.starts_at)}</b> <span class="small">${dates.place}</span></p>${button}</div>`;
