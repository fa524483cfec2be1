import { head, smallPrint } from '../../../../html/blocks.ts';
import type { Brand } from '../../../../html/brand/brand.ts';
import { button } from '../../../../html/fields.ts';
import { html } from '../../../../html/html.ts';
import { renderPage } from '../../../../html/page.ts';
import type { Reader } from '../../../../html/reader.ts';
import { withQuery } from '../../../../html/urls.ts';
import { wordsOf } from '../../../../html/words/words.ts';
import { sentence } from './screen.ts';

export interface Stop {
  reader: Reader;
  brand: Brand;
  token: string;
  isStopped: boolean;
  /** Who will be told; null for nobody, or for somebody without a name. */
  told: string | null;
}

/** Says what stops and what doesn't. It can be undone. */
export function stopPage({ reader, brand, token, isStopped, told }: Stop): string {
  const words = wordsOf(reader.language).participant.stop;
  const texts = isStopped ? words.stopped : words.going;
  const lang = reader.chosen ? reader.language : undefined;
  const action = withQuery(stopPath(token, isStopped ? '/undo' : ''), { lang });
  return renderPage({
    reader,
    brand,
    title: texts.title,
    query: {},
    content: html`${head({ title: texts.title, lead: texts.lead(brand.company) })}
${!isStopped && told !== null && sentence(words.isTold(told))}
${sentence(words.stays)}
<form method="post" action="${action}">
${button({ label: texts.button, kind: isStopped ? 'quiet' : 'main' })}
</form>
${smallPrint(texts.after)}`,
  });
}

export const stopPath = (token: string, path = '') => `/m/stop/${token}${path}`;
