// A week with a line for each day, from morning to night, that shows free and busy times.
import { disclosure } from '../blocks.ts';
import { type Html, html } from '../html.ts';
import { table } from '../table.ts';

/** In minutes of the day, as the local clock shows them. */
interface PartOfDay {
  from: number;
  to: number;
}

export interface DayOfWeek {
  label: string;
  /** Hours in which meetings may be booked. */
  hours: PartOfDay[];
  busy: PartOfDay[];
}

interface WeekStrip {
  /** Unique on the page. */
  id: string;
  title: string;
  days: DayOfWeek[];
}

const DAY = 24 * 60;
const ROW = 44;
const TOP = 22;
const TRACK_HEIGHT = 12;
const MARKS = [0, 6, 12, 18, 24];

export function weekStrip({ id, title, days }: WeekStrip): Html {
  const part = (minutes: number) => `${Math.round((10_000 * minutes) / DAY) / 100}%`;
  const block = (kind: string, y: number) => (span: PartOfDay) =>
    html`<rect class="${kind}" x="${part(span.from)}" y="${y}" width="${part(span.to - span.from)}" height="${TRACK_HEIGHT}"/>`;
  const rows = days.map(({ label, hours, busy }, place) => {
    const y = TOP + place * ROW;
    return html`<g><text x="0" y="${y + 15}">${label}</text><rect class="track" x="0" y="${y + 22}" width="100%" height="${TRACK_HEIGHT}"/>${hours.map(block('hours', y + 22))}${busy.map(block('busy', y + 22))}</g>
`;
  });
  const marks = MARKS.map((hour) => {
    const anchor = hour === 0 ? 'start' : hour === 24 ? 'end' : 'middle';
    return html`<text class="mark" x="${part(hour * 60)}" y="12" text-anchor="${anchor}">${hour}:00</text>`;
  });
  const asTable = table({
    caption: title,
    columns: [{ label: 'Day' }, { label: 'Hours' }, { label: 'Busy' }],
    rows: days.map(({ label, hours, busy }) => [label, inWords(hours), inWords(busy)]),
  });
  return html`<figure class="chart"><svg role="img" aria-labelledby="${id}-week" width="100%" height="${TOP + days.length * ROW}"><title id="${id}-week">${title}</title>
${marks}${rows}</svg>
<figcaption class="small"><span class="hours-sign" aria-hidden="true"></span> Hours for meetings <span class="busy-sign" aria-hidden="true"></span> Busy</figcaption>
${disclosure('Show as a table', asTable)}</figure>`;
}

const inWords = (spans: PartOfDay[]) =>
  spans.length === 0 ? 'None' : spans.map(({ from, to }) => `${clock(from)}–${clock(to)}`).join(', ');

const clock = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
