import { type BrowserFile, icon } from './browser-files.ts';
import { type Content, html } from './html.ts';

interface Document {
  language: string;
  title: string;
  /** In the order in which they are to hold. */
  styles: BrowserFile[];
  scripts: BrowserFile[];
  /** Scripts run as soon as they are there, and not only once the page is whole. */
  early?: boolean;
  body: Content;
  /** Attributes of the root element. */
  attributes?: Content;
}

/** What stands around every page, from the doctype to the last tag. */
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
