import { type BrowserFile, served } from '../browser-files.ts';
import { type Shades, shadesOf } from './accent.ts';

const NAME = 'accent.css';
export const ACCENT_PATH = `/pages/${NAME}`;

/** What a page loads after page.css, to show a company's colour. It depends on nothing but the colour, which its URL names. */
export function accentStyle(accent: string): BrowserFile {
  const { light, dark } = shadesOf(accent);
  const file = served(
    NAME,
    'text/css; charset=utf-8',
    `:root{${propertiesOf(light)}}@media (prefers-color-scheme:dark){:root:not([data-embed]){${propertiesOf(dark)}}}\n`,
  );
  return { ...file, url: `${file.url}&color=${accent.slice(1)}` };
}

const propertiesOf = ({ accent, fill, onAccent, tint, accentLine }: Shades): string =>
  `--accent:${accent};--fill:${fill};--on-accent:${onAccent};--tint:${tint};--accent-line:${accentLine}`;
