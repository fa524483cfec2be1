import { type Content, type Html, html } from './html.ts';
import { icon } from './icons.ts';

interface Column {
  label: string;
  /** For numbers. */
  align?: 'end';
  /** For columns that explain themselves, such as buttons. Screen readers still read out the label. */
  hideLabel?: boolean;
  /** For columns that narrow screens can do without. */
  hideOnPhone?: boolean;
  /** A link to the list in the order of this column; `current` if it is in that order already. */
  sort?: { href: string; current?: 'ascending' | 'descending' | undefined };
}

interface Table {
  /** What the rows are, for screen readers. The heading above says it to everybody else. */
  caption: string;
  columns: Column[];
  /** The first cell names the row. */
  rows: Content[][];
  /** Shown instead of a table without rows. */
  empty?: Content;
}

/** The link in the first cell can be clicked anywhere in its row. On narrow screens, each row becomes a card with labelled cells. */
export function table({ caption, columns, rows, empty }: Table): Html {
  if (rows.length === 0 && empty) return html`${empty}`;
  const classes = columns.map(({ align, hideOnPhone }) => {
    const names = [align, hideOnPhone && 'spare'].filter(Boolean).join(' ');
    return names && html` class="${names}"`;
  });
  const heads = columns.map(
    ({ label, hideLabel, sort }, place) =>
      html`<th scope="col"${classes[place]}${sort?.current && html` aria-sort="${sort.current}"`}>${hideLabel ? html`<span class="hidden">${label}</span>` : sort ? sortLink(label, sort) : label}</th>`,
  );
  const labels = columns.map(({ label, hideLabel }) => !hideLabel && html` data-label="${label}"`);
  const lines = rows.map((cells) => {
    const [first, ...others] = cells;
    const rest = others.map((cell, place) => html`<td${classes[place + 1]}${labels[place + 1]}>${cell}</td>`);
    return html`<tr><th scope="row"${classes[0]}>${first}</th>${rest}</tr>
`;
  });
  return html`<div class="table"><table><caption>${caption}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>
${lines}</tbody></table></div>`;
}

const sortLink = (label: string, { href, current }: NonNullable<Column['sort']>): Html =>
  html`<a href="${href}">${label}${current && icon(current)}</a>`;
