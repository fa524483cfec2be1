import { head, smallPrint } from './blocks.ts';
import { html } from './html.ts';
import { renderPage } from './page.ts';
import type { Reader } from './reader.ts';
import { type Words, wordsOf } from './words/words.ts';

export interface Failure {
  status: number;
  reader: Reader;
  requestId: string;
  /** Of the page that was asked for; left out if a form was sent. */
  query: Record<string, string> | undefined;
}

/** Says what went wrong, to somebody who never heard of HTTP. */
export function errorPage({ status, reader, requestId, query }: Failure): string {
  const { errors } = wordsOf(reader.language);
  const { title, text } = errors[kindOf(status)];
  return renderPage({
    reader,
    title,
    query,
    content: html`${head({ title, lead: text })}
${status >= 500 && smallPrint(html`${errors.requestId} <code>${requestId}</code>`)}`,
  });
}

function kindOf(status: number): Exclude<keyof Words['errors'], 'requestId'> {
  if (status === 403 || status === 410 || status === 429 || status === 503) return status;
  if (status >= 500) return 500;
  return status === 404 || status === 405 ? 404 : 'unreadable';
}
