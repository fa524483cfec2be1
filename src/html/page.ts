import { type Content, html } from './html.ts';
import type { Reader } from './reader.ts';

export interface Page {
  reader: Reader;
  title: string;
  content: Content;
}

/** A whole page, from its title to the last tag. */
export function renderPage({ reader, title, content }: Page): string {
  return html`<!doctype html>
<html lang="${reader.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
</head>
<body>
<main>${content}</main>
</body>
</html>
`.text;
}
