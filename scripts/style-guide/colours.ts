// The colours of the style sheets, and their contrasts.

import { contrast } from '../../src/html/brand/contrast.ts';
import { consoleStyle, style } from '../../src/html/browser-files.ts';
import { type Content, html } from '../../src/html/html.ts';
import { section } from '../../src/html/sections.ts';
import { table } from '../../src/html/table.ts';
import { coloursIn, type Pair, pairs, type Scheme } from './colour-pairs.ts';

const schemes = coloursIn(style.text + consoleStyle.text);

export const coloursOfGuide = (): Content =>
  section({
    title: 'Colours',
    lead: 'Text has a contrast of 4.5 or more with what it stands on. Borders of controls and what is drawn have 3 or more.',
    content: table({
      caption: 'Contrast of colours',
      columns: [
        { label: 'Pair' },
        { label: 'Needs', align: 'end' },
        { label: 'Light', align: 'end' },
        { label: 'Dark', align: 'end' },
      ],
      rows: pairs.map((pair) => [
        `${pair.front} on ${pair.ground}`,
        pair.needs,
        shown(pair, 'light'),
        shown(pair, 'dark'),
      ]),
    }),
  });

/** Drawn with SVG attributes, because pages have no inline styles. */
function shown({ front, ground }: Pair, scheme: Scheme): Content {
  const { [front]: one = '', [ground]: other = '' } = schemes[scheme];
  return html`<span>${contrast(one, other).toFixed(1)} <svg width="32" height="18" aria-hidden="true"><rect width="32" height="18" rx="4" fill="${other}" stroke="${schemes.light.edge}"/><circle cx="16" cy="9" r="5" fill="${one}"/></svg></span>`;
}
