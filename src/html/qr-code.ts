import { encode } from 'uqr';
import { type Html, html } from './html.ts';

/** Modules of white around the code: scanners need four. */
const MARGIN = 4;

/** A QR code, black on white in light and dark mode: scanners read no other as well. `title` is read aloud. */
export function qrCode(text: string, title: string): Html {
  const { data, size } = encode(text, { border: 0 });
  const edge = size + 2 * MARGIN;
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : '')))
    .join('');
  return html`<svg class="qr" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${edge} ${edge}" width="240" height="240" shape-rendering="crispEdges" role="img"><title>${title}</title><rect width="${edge}" height="${edge}" fill="#fff"/><path fill="#000" d="${path}"/></svg>`;
}
