// The colours of the style sheets, and how well they can be told from each other.
import { consoleStyle, style } from '../../html/browser-files.ts';
import { coloursIn, contrast, pairs, type Scheme } from '../../html/contrast.ts';
import { type Content, html } from '../../html/html.ts';
import { badge, code } from '../../html/marks.ts';
import { section } from '../../html/sections.ts';
import { table } from '../../html/table.ts';

const schemes = coloursIn(style.text + consoleStyle.text);

export function coloursOfGuide(): Content {
  return section({
    title: 'Colours',
    lead: 'Text has a contrast of 4.5 or more with what it stands on. Borders of controls and what is drawn have 3 or more.',
    content: html`${(['light', 'dark'] as const).map(contrasts)}`,
  });
}

function contrasts(scheme: Scheme): Content {
  const colours = schemes[scheme];
  const rows = pairs.map(({ front, ground, needs }) => {
    const [one = '', other = ''] = [colours[front], colours[ground]];
    const ratio = contrast(one, other);
    return [
      html`${swatch(one, other)} ${front} on ${ground}`,
      code(one),
      code(other),
      ratio.toFixed(1),
      ratio >= needs ? badge('good', `${needs} or more`) : badge('bad', `below ${needs}`),
    ];
  });
  return html`<h3>${scheme === 'light' ? 'Light' : 'Dark'}</h3>
${table({
  caption: `Contrast of colours, ${scheme}`,
  columns: [
    { label: 'Pair' },
    { label: 'Front', hideOnPhone: true },
    { label: 'Ground', hideOnPhone: true },
    { label: 'Contrast', align: 'end' },
    { label: 'Enough' },
  ],
  rows,
})}`;
}

/** Attributes of SVG are no styles, which pages may not have inline. */
function swatch(front: string, ground: string): Content {
  return html`<svg class="swatch" width="32" height="20" aria-hidden="true"><rect width="32" height="20" rx="4" fill="${ground}" stroke="#868c96"/><circle cx="16" cy="10" r="5" fill="${front}"/></svg>`;
}
