// What can be booked with a company, as HTML.
import { head } from '../../../html/blocks.ts';
import type { Brand } from '../../../html/brand/brand.ts';
import { duration } from '../../../html/dates.ts';
import { html } from '../../../html/html.ts';
import { renderPage } from '../../../html/page.ts';
import type { Reader } from '../../../html/reader.ts';
import { type Parameters, withQuery } from '../../../html/urls.ts';
import { wordsOf } from '../../../html/words/words.ts';

interface CompanyPage {
  reader: Reader;
  brand: Brand;
  /** The website that shows the page in a frame. */
  embed: string | undefined;
  /** What goes along to the pages of the types, and to other languages. */
  query: Parameters;
  types: { path: string; name: string; description: string | null; host: string | null; minutes: number }[];
}

export function companyPage({ reader, brand, embed, query, types }: CompanyPage): string {
  const title = wordsOf(reader.language).booking.company.title(brand.company);
  // Made once: the same for up to a hundred links.
  const after = html`${withQuery('', query)}`;
  const items = types.map(
    ({
      path,
      name,
      description,
      host,
      minutes,
    }) => html`<li><a href="${path}${after}"><b dir="auto">${name}</b>
<span class="note">${duration(minutes, reader)}${host && html` · <bdi>${host}</bdi>`}</span>${
      description &&
      html`
<span class="said" dir="auto">${description}</span>`
    }</a></li>
`,
  );
  return renderPage({
    reader,
    brand,
    embed,
    title,
    query,
    content: html`${head({ title })}
<ul class="offers">${items}</ul>`,
  });
}
