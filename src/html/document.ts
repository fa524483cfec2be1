import { type BrowserFile, icon } from './browser-files.ts';
import { type Content, html } from './html.ts';

interface Document {
  language: string;
  title: string;
  /** Later ones override earlier ones. */
  styles: BrowserFile[];
  scripts: BrowserFile[];
  /** True to run scripts as soon as they load, before the page is complete. */
  early?: boolean;
  body: Content;
  /** Attributes of the root element. */
  attributes?: Content;
}

/** Wraps the content of a page, from the doctype to the last tag. */
export function renderDocument({
  language,
  title,
  styles,
  scripts,
  early,
  body,
  attributes,
}: Document): string {
  return html`<!doctype html>
<html lang="${language}"${attributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${styles.map(({ url }) => html`<link rel="stylesheet" href="${url}">\n`)}<link rel="icon" type="image/svg+xml" href="${icon.url}">
${scripts.map(({ url }) => (early ? html`<script type="module" async src="${url}"></script>\n` : html`<script type="module" src="${url}"></script>\n`))}</head>
<body>
${body}
</body>
</html>
`.text;
}
