import { notFound } from '../errors.ts';
import { ACCENT_PATH, accentStyle } from '../html/brand/accent-style.ts';
import {
  type BrowserFile,
  brandingScript,
  consoleScript,
  consoleStyle,
  copyScript,
  embeddedScript,
  embedScript,
  icon,
  keysScript,
  script,
  style,
  zoneScript,
} from '../html/browser-files.ts';
import { lazily, PublicFile } from './public-file.ts';

const served = ({ text, contentType, version }: BrowserFile) =>
  lazily(() => PublicFile.of(text, { contentType, headers: {}, version }));

/** A file, for a request with this query. */
export type FileOf = (query: Record<string, unknown>) => Promise<PublicFile>;

/** The colour is part of the URL, so that nothing has to be looked up. */
async function accentFile({ color }: Record<string, unknown>): Promise<PublicFile> {
  if (typeof color !== 'string' || !/^[\da-f]{6}$/.test(color)) throw notFound('Colour');
  const { text, contentType, version } = accentStyle(`#${color}`);
  return PublicFile.of(text, { contentType, headers: {}, version });
}

/** Any website may load it. An hour: what they have written into their pages gets the next version on the same day. */
const forOthers = {
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=3600',
  'cross-origin-resource-policy': 'cross-origin',
};

/** The files that pages need, by path. Browsers look for the icon here without being told. */
export const pageFiles: Record<string, FileOf> = {
  ...Object.fromEntries(
    [
      style,
      script,
      consoleStyle,
      consoleScript,
      copyScript,
      keysScript,
      zoneScript,
      brandingScript,
      embeddedScript,
      icon,
    ].map((file) => [file.path, served(file)]),
  ),
  [ACCENT_PATH]: accentFile,
  '/favicon.ico': served(icon),
  [embedScript.path]: lazily(() =>
    PublicFile.of(embedScript.text, { contentType: embedScript.contentType, headers: forOthers }),
  ),
};
