// What pages need beside their HTML. Read once, at the start.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sourceFile } from '../source-file.ts';

export interface BrowserFile {
  path: string;
  contentType: string;
  text: string;
  /** Changes with the text. */
  version: string;
  /** The path with the version: what a browser has of it, it may keep forever. */
  url: string;
}

const textOf = (name: string) => readFileSync(sourceFile(`html/browser/${name}`), 'utf8');

export function served(name: string, contentType: string, text: string): BrowserFile {
  const version = createHash('sha256').update(text).digest('base64url').slice(0, 12);
  const path = `/pages/${name}`;
  return { path, contentType, text, version, url: `${path}?v=${version}` };
}

/** One style sheet from several files: later ones override earlier ones. */
const styleSheet = (name: string, parts: string[]) =>
  served(
    `${name}.css`,
    'text/css; charset=utf-8',
    parts.map((part) => textOf(`${name}/${part}.css`)).join('\n'),
  );

/** Without lines of comments, and without what lines begin with: every visitor of another website loads it. */
function lean(script: string): string {
  return script.replace(/^\s*(?:\/\/|\/?\*).*\n|^\s+/gm, '');
}

const plainScript = (name: string) => served(name, 'text/javascript; charset=utf-8', textOf(name));

export const style = styleSheet('page', [
  'tokens',
  'base',
  'times',
  'controls',
  'booking',
  'days',
  'zones',
  'brand',
  'embedded',
]);
export const script = plainScript('page.js');
/** The console's, beside the ones of all pages. */
export const consoleStyle = styleSheet('console', [
  'base',
  'frame',
  'parts',
  'controls',
  'lists',
  'marks',
  'timeline',
  'charts',
  'branding',
  'messages',
  'setup',
  'requests',
  'overview',
  'availability',
  'booking-links',
  'meeting-types',
  'location',
]);
export const consoleScript = plainScript('console.js');
/** For pages with something to copy. */
export const copyScript = plainScript('copy.js');
/** Shortcuts, on every page of the console. */
export const keysScript = plainScript('keys.js');
/** For the pages that ask for a time zone. */
export const zoneScript = plainScript('zone.js');
export const brandingScript = plainScript('branding.js');
/** For a booking page in a frame of another website. */
export const embeddedScript = plainScript('embedded.js');
/** For other websites, at an address that is written into their pages, so it never changes. */
export const embedScript: BrowserFile = {
  ...served('embed.js', 'text/javascript; charset=utf-8', lean(textOf('embed.js'))),
  path: '/embed.js',
  url: '/embed.js',
};
export const icon = served('icon.svg', 'image/svg+xml', textOf('icon.svg'));
