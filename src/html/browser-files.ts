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

function read(name: string, contentType: string): BrowserFile {
  const text = readFileSync(sourceFile(`html/browser/${name}`), 'utf8');
  const version = createHash('sha256').update(text).digest('base64url').slice(0, 12);
  const path = `/pages/${name}`;
  return { path, contentType, text, version, url: `${path}?v=${version}` };
}

export const style = read('page.css', 'text/css; charset=utf-8');
export const script = read('page.js', 'text/javascript; charset=utf-8');
/** The console's, beside the ones of all pages. */
export const consoleStyle = read('console.css', 'text/css; charset=utf-8');
export const consoleScript = read('console.js', 'text/javascript; charset=utf-8');
export const icon = read('icon.svg', 'image/svg+xml');
