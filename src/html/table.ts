import { type Content, type Html, html } from './html.ts';

interface Column {
  label: string;
  /** For numbers. */
  align?: 'end';
  /** For columns that explain themselves, such as buttons. Screen readers still read out the label. */
  hideLabel?: boolean;
  /** For columns that narrow screens can do without. */
  hideOnPhone?: boolean;
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

/** On narrow screens, each row becomes a card with labelled cells. */
export function table({ caption, columns, rows, empty }: Table): Html {
  if (rows.length === 0 && empty) return html`${empty}`;
  const classes = columns.map(({ align, hideOnPhone }) => {
    const names = [align, hideOnPhone && 'spare'].filter(Boolean).join(' ');
    return names && html` class="${names}"`;
  });
  const heads = columns.map(
    ({ label, hideLabel }, place) =>
      html`<th scope="col"${classes[place]}>${hideLabel ? html`<span class="hidden">${label}</span>` : label}</th>`,
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
