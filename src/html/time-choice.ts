// Times to choose from: the few on offer, and all free ones of a week.
import { smallPrint } from './blocks.ts';
import type { Dates, Span } from './dates.ts';
import { type Content, type Html, html } from './html.ts';
import type { Reader } from './reader.ts';
import { wordsOf } from './words/words.ts';

interface OfferedTime extends Span {
  /** Sent if chosen. */
  value: string;
  checked?: boolean;
}

interface TimeChoice {
  legend: Content;
  /** `options[]` is sent as a list. */
  name: string;
  /** True if several may be chosen. */
  several: boolean;
  times: OfferedTime[];
  dates: Dates;
}

/** A few offered times with large labels. Names the zone next to times for which it isn't the same as for the first (summer time). */
export function timeChoice({ legend, name, several, times, dates }: TimeChoice): Html {
  const usual = times[0] && dates.zone(times[0].starts_at);
  const labels = times.map((time) => {
    const zone = dates.zone(time.starts_at);
    return html`<label class="time"><input type="${several ? 'checkbox' : 'radio'}" name="${name}" value="${time.value}"${time.checked && html` checked`}${!several && html` required`}>
<span><span class="day">${dates.day(time.starts_at)}</span> <span class="clock">${dates.clockSpan(time)}</span>${zone !== usual && html` <span class="note">${zone}</span>`}</span></label>
`;
  });
  return html`<fieldset class="times"><legend>${legend}</legend>
${labels}</fieldset>`;
}

/** Names the zone of the times, with a link to change it. */
export function zoneNote(reader: Reader, zone: string, changeUrl: string): Html {
  const { zones } = wordsOf(reader.language);
  return smallPrint(
    html`${zones.shown} <span class="zone">${zone}</span>. <a href="${changeUrl}">${zones.change}</a>`,
  );
}

/**
 * A link to the page of free times. A script replaces it by that page's `<section id="times">` (src/html/browser/page.js).
 */
export function moreTimes(url: string, label: Content): Html {
  return html`<section id="times" class="actions"><a class="button quiet" href="${url}" data-times>${label}</a></section>`;
}

interface Week {
  heading: Content;
  /** Any moment on the first day of the week; `to`, any on the last. */
  from: number;
  to: number;
  dates: Dates;
  /** Null if there is nothing earlier or later. */
  before: string | null;
  after: string | null;
  /** Below the navigation: a form with `weekOfSlots`, or a sentence that there are none. */
  content: Content;
}

/** Free times of a week. The script takes this section out of the page. */
export function weekSection(
  reader: Reader,
  { heading, from, to, dates, before, after, content }: Week,
): Html {
  const { weeks } = wordsOf(reader.language);
  const link = (url: string | null, label: string, rel: string) =>
    url && html`<a class="button quiet" href="${url}" rel="${rel}" data-times>${label}</a>`;
  return html`<section id="times" aria-labelledby="times-heading">
<h2 id="times-heading" tabindex="-1">${heading}</h2>
<p class="week-range">${dates.range(from, to)}</p>
<nav class="actions" aria-label="${weeks.label}">${link(before, weeks.before, 'prev')}${link(after, weeks.after, 'next')}</nav>
${content}
</section>`;
}

interface Slot extends Span {
  value: string;
  checked?: boolean;
}

interface SlotChoice {
  name: string;
  several: boolean;
  /** Earliest first. */
  slots: Slot[];
  dates: Dates;
}

/** A column for each day that has times; stacked on a phone. Shows only starts, because all slots are equally long. */
export function weekOfSlots({ name, several, slots, dates }: SlotChoice): Html {
  const shown = slots.map((slot) => ({ ...slot, clock: dates.clock(slot.starts_at) }));
  const days = [...Map.groupBy(shown, ({ starts_at }) => dates.day(starts_at)).values()];
  const type = several ? 'checkbox' : 'radio';
  // One required radio button makes the whole group required. A week has hundreds of them: every byte counts.
  const needed = several ? undefined : shown[0];
  const columns = days.map((ofDay) => {
    const at = ofDay[0]?.starts_at as number;
    const labels = ofDay.map(
      (slot) =>
        html`<label><input type="${type}" name="${name}" value="${slot.value}"${slot.checked && html` checked`}${slot === needed && html` required`}> ${slot.clock}</label>
`,
    );
    return html`<fieldset><legend><span>${dates.weekday(at)},</span> <span>${dates.dayOfMonth(at)}</span></legend>
${labels}</fieldset>
`;
  });
  // A 12-hour clock needs room for am and pm.
  const isShort = shown.every(({ clock }) => clock.length <= SHORT_CLOCK);
  return html`<div class="week${isShort && ' short'}">${columns}</div>`;
}

const SHORT_CLOCK = '00:00'.length;
