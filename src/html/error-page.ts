import { html } from './html.ts';
import { renderPage } from './page.ts';
import type { Reader } from './reader.ts';
import { wordsOf } from './words/words.ts';

/** Says what went wrong, to somebody who never heard of HTTP. */
export function errorPage(_status: number, reader: Reader, _requestId: string): string {
  const { errors } = wordsOf(reader.language);
  return renderPage({ reader, title: errors.notFound, content: html`<h1>${errors.notFound}</h1>` });
}
