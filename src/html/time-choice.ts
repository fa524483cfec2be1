// Times to choose from: the few that are offered, and the free ones of a week.
import { smallPrint } from './blocks.ts';
import type { Dates, Span } from './dates.ts';
import { type Content, type Html, html } from './html.ts';
import type { Reader } from './reader.ts';
import { wordsOf } from './words/words.ts';

interface OfferedTime extends Span {
  /** What is sent if it is chosen. */
  value: string;
  checked?: boolean;
}

interface TimeChoice {
  legend: Content;
  /** `options[]` is sent as a list. */
  name: string;
  /** Several may be marked. */
  several: boolean;
  times: OfferedTime[];
  dates: Dates;
}

/** A few offered times, each a large label. The zone is named beside those whose clock is called otherwise than that of the first. */
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

/** In which zone times are, and the way to another. */
export function zoneNote(reader: Reader, zone: string, changeUrl: string): Html {
  const { zones } = wordsOf(reader.language);
  return smallPrint(
    html`${zones.shown} <span class="zone">${zone}</span>. <a href="${changeUrl}">${zones.change}</a>`,
  );
}

/**
 * Stands where free times will be: a link to their page. With a script, the page's `<section id="times">` takes the place of this one
 * (src/html/browser/page.js).
 */
export function moreTimes(url: string, label: Content): Html {
  return html`<section id="times" class="actions"><a class="button quiet" href="${url}" data-times>${label}</a></section>`;
}

interface Week {
  heading: Content;
  /** A moment in the first day of the week, and one in the last. */
  from: number;
  to: number;
  dates: Dates;
  /** Null where there is nothing to look at. */
  before: string | null;
  after: string | null;
  /** What stands between the navigation and the end: a form with `weekOfSlots`, or a sentence that there are none. */
  content: Content;
}

/** Free times of a week. The section is what the script takes from the page. */
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
  /** In order. */
  slots: Slot[];
  dates: Dates;
}

/** By days, in columns; on a phone below each other. Only the start is said: all are equally long. Days without a time are left out. */
export function weekOfSlots({ name, several, slots, dates }: SlotChoice): Html {
  const shown = slots.map((slot) => ({ ...slot, clock: dates.clock(slot.starts_at) }));
  const days = [...Map.groupBy(shown, ({ starts_at }) => dates.day(starts_at)).values()];
  const type = several ? 'checkbox' : 'radio';
  // One that is needed makes the whole group so. A week has hundreds: every byte counts.
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
  // A clock of 12 hours needs room for its am and pm.
  const isShort = shown.every(({ clock }) => clock.length <= SHORT_CLOCK);
  return html`<div class="week${isShort && ' short'}">${columns}</div>`;
}

const SHORT_CLOCK = '00:00'.length;
