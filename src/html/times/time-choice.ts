// Times to choose from: the few on offer, and the free ones of some days for members.
import type { Dates, Span } from '../dates.ts';
import { type Content, type Html, html } from '../html.ts';
import type { Reader } from '../reader.ts';
import { wordsOf } from '../words/words.ts';

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

interface ZoneNote {
  dates: Dates;
  now: number;
  /** Where another zone is chosen; null if it can't be here. */
  url: string | null;
  /** Within a form that is sent by GET: the day to come back to. What is marked in the form goes along. */
  date?: string | undefined;
  /** Whether it is the reader's, as far as anybody knows. */
  isOwn: boolean;
}

/** Says whose clock the times are on and what it shows now, with a link to another one. */
export function zoneNote(reader: Reader, { dates, now, url, date, isOwn }: ZoneNote): Html {
  const { zones } = wordsOf(reader.language);
  const label = isOwn ? zones.own : zones.other;
  const change =
    date === undefined
      ? html`<a href="${url}">${zones.change}</a>`
      : html`<button class="as-link" name="date" value="${date}" formaction="${url}">${zones.change}</button>`;
  const clock = zones.now(dates.clock(now));
  // After `10:00 a.m.`, no other full stop.
  const end = clock.endsWith('.') ? '' : '.';
  return html`<p class="small zone-note">${label} <b>${dates.city}</b>, ${clock}${end}${url !== null && html` ${change}`}</p>`;
}

/** A link to the page of all free times. */
export const moreTimes = (url: string, label: Content): Html =>
  html`<p class="actions"><a class="button quiet" href="${url}">${label}</a></p>`;

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
