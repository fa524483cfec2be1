import { type Content, type Html, html } from './html.ts';

interface Column {
  label: string;
  /** Numbers stand at the end. */
  align?: 'end';
  /** For buttons and what else says itself what it is. The label is only read out. */
  hideLabel?: boolean;
  /** For what one can do without where there is little room. */
  hideOnPhone?: boolean;
}

interface Table {
  /** What the rows are. Read out, not shown: the heading above says it to everybody else. */
  caption: string;
  columns: Column[];
  /** The first cell names the row. */
  rows: Content[][];
  /** Instead of a table without rows. */
  empty?: Content;
}

/** Where there is little room, each row becomes a card with the names of its cells. */
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
