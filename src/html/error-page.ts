import { head, smallPrint } from './blocks.ts';
import type { Brand } from './brand/brand.ts';
import { html } from './html.ts';
import { renderPage } from './page.ts';
import type { Reader } from './reader.ts';
import type { Parameters } from './urls.ts';
import { type Words, wordsOf } from './words/words.ts';

interface Failure {
  status: number;
  reader: Reader;
  /** Whose page it would have been; left out where nobody knows. */
  brand?: Brand | undefined;
  /** The website that shows it in a frame. */
  embed?: string | undefined;
  requestId: string;
  /** The query of the requested page; left out for forms. */
  query: Parameters | undefined;
  /** The link is fine, but what it leads to is closed for a while. Replaces the usual text for the status. */
  isUnavailable?: boolean;
  /** Replaces the words of the reader's language. */
  words?: Words['errors'];
  /** Replaces the usual text for the status. */
  sentence?: string | undefined;
  /** Where to go on. */
  link?: { href: string; label: string };
}

/** Says what went wrong, for readers who have never heard of HTTP. */
export function errorPage(failure: Failure): string {
  const { status, reader, brand, embed, requestId, query, isUnavailable, words, sentence, link } = failure;
  const errors = words ?? wordsOf(reader.language).errors;
  const { title, text } = errors[isUnavailable ? 'closed' : kindOf(status)];
  return renderPage({
    reader,
    brand,
    title,
    query,
    embed,
    content: html`${head({ title, lead: sentence ?? text })}
${link && html`<p><a href="${link.href}">${link.label}</a></p>`}
${status >= 500 && smallPrint(html`${errors.requestId} <code>${requestId}</code>`)}`,
  });
}

function kindOf(status: number): Exclude<keyof Words['errors'], 'requestId' | 'closed' | 'readOnly'> {
  if (status === 403 || status === 410 || status === 429 || status === 503) return status;
  if (status >= 500) return 500;
  return status === 404 || status === 405 ? 404 : 'unreadable';
}
