// Drawn on the server as SVG: without a script, in the style sheet's colours. Widths are percentages, so that letters keep their
// size on a phone.
import { clipped } from '../../text/plain-text.ts';
import { disclosure } from '../blocks.ts';
import { type Content, type Html, html } from '../html.ts';
import { table } from '../table.ts';

interface Bar {
  /** Plain text, because SVG can't contain HTML. */
  label: string;
  value: number;
  /** For the table, which may have links. */
  name?: Content;
}

interface BarChart {
  /** Unique on the page. */
  id: string;
  /** What is counted, over which time: the picture's text alternative. */
  title: string;
  /** What is counted: `Turns`. */
  unit: string;
  /** What a row stands for: `Member`. */
  rowLabel: string;
  bars: Bar[];
  /** Where each bar would end if all were equal. */
  fairShare?: number | undefined;
}

const ROW = 46;
const BAR_TOP = 22;
const BAR_HEIGHT = 12;
/** Longer names would run into the number on a phone. */
const MAX_LABEL = 28;
/** The longest bar leaves a little room for the line of the fair share. */
const FULL = 99;

export function barChart({ id, title, unit, rowLabel, bars, fairShare }: BarChart): Html {
  const most = Math.max(1, fairShare ?? 0, ...bars.map(({ value }) => value));
  const part = (value: number) => `${round((FULL * value) / most)}%`;
  const rows = bars.map(({ label, value }, place) => {
    const y = place * ROW;
    return html`<g><text x="0" y="${y + 15}">${clipped(label, MAX_LABEL)}</text><text class="number" x="100%" y="${y + 15}" text-anchor="end">${value}</text>
<rect class="track" x="0" y="${y + BAR_TOP}" width="100%" height="${BAR_HEIGHT}" rx="3"/><rect class="bar" x="0" y="${y + BAR_TOP}" width="${part(value)}" height="${BAR_HEIGHT}" rx="3"/>
${fairShare !== undefined && html`<rect class="fair" x="${part(fairShare)}" y="${y + BAR_TOP - 4}" width="4" height="${BAR_HEIGHT + 8}"/>`}</g>
`;
  });
  const asTable = table({
    caption: title,
    columns: [{ label: rowLabel }, { label: unit, align: 'end' }],
    rows: bars.map(({ label, name, value }) => [name ?? label, value]),
  });
  return html`<figure class="chart"><svg role="img" aria-labelledby="${id}-chart" width="100%" height="${bars.length * ROW}"><title id="${id}-chart">${title}</title>
${rows}</svg>
${fairShare !== undefined && html`<figcaption class="small"><span class="fair-sign" aria-hidden="true"></span> Fair share: ${round(fairShare)}</figcaption>`}
${disclosure('Show as a table', asTable)}</figure>`;
}

const round = (value: number) => Math.round(value * 10) / 10;
