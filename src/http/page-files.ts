import {
  type BrowserFile,
  consoleScript,
  consoleStyle,
  icon,
  script,
  style,
  zoneScript,
} from '../html/browser-files.ts';
import { lazily, PublicFile } from './public-file.ts';

const served = ({ text, contentType, version }: BrowserFile) =>
  lazily(() => PublicFile.of(text, { contentType, headers: {}, version }));

/** The files that pages need, by path. Browsers look for the icon here without being told. */
export const pageFiles: Record<string, () => Promise<PublicFile>> = {
  ...Object.fromEntries(
    [style, script, consoleStyle, consoleScript, zoneScript, icon].map((file) => [file.path, served(file)]),
  ),
  '/favicon.ico': served(icon),
};
