import { companyLine, madeWith } from '../text/company.ts';
import { accentStyle } from './brand/accent-style.ts';
import { type Brand, brandHeader } from './brand/brand.ts';
import { embeddedScript, script, style } from './browser-files.ts';
import { renderDocument } from './document.ts';
import { type Content, type Html, html } from './html.ts';
import type { Reader } from './reader.ts';
import { type Parameters, withQuery } from './urls.ts';
import { languages, wordsOf } from './words/words.ts';

export interface Page {
  reader: Reader;
  /** Whose page it is; left out where nobody knows. */
  brand?: Brand | undefined;
  title: string;
  content: Content;
  /** Query parameters to keep in the links to other languages. Without them, there are no such links. */
  query?: Parameters | undefined;
  /** The zone of times on the page. Unless the reader chose it, the browser may switch to its own. */
  zone?: { timezone: string; chosen: boolean };
  /** The website that shows the page in a frame: it has its own header. */
  embed?: string | undefined;
  /** What was booked, for that website. */
  booked?: BookedMeeting;
}

/** Nothing that only the guest should know: scripts of the website read it. */
interface BookedMeeting {
  title: string;
  starts_at: string;
  ends_at: string;
}

/** A page for people who came by a link. */
export function renderPage({ reader, brand, title, content, query, zone, embed, booked }: Page): string {
  const guess = zone && !zone.chosen && html` data-timezone="${zone.timezone}"`;
  return renderDocument({
    language: reader.language,
    title: brand ? `${title} · ${brand.company}` : title,
    styles: brand?.accent ? [style, accentStyle(brand.accent)] : [style],
    scripts: embed ? [script, embeddedScript] : [script],
    early: true,
    attributes: [
      guess,
      embed && html` data-embed="${embed}"`,
      embed && booked && html` data-booked="${JSON.stringify(booked)}"`,
    ],
    body: html`${brand && !embed && brandHeader(brand)}
<main>
${content}
</main>
<footer>
<div>${brand && html`<p dir="auto">${companyLine(brand)}</p>`}
${(brand?.showRota ?? true) && html`<p>${madeWith[reader.language]}</p>`}</div>
${query && languageLinks(reader, query)}
</footer>`,
  });
}

/** Relative links, so as not to repeat the path, which has a token in it. */
function languageLinks(reader: Reader, query: Parameters): Html {
  const links = languages.map((language) => {
    const { name } = wordsOf(language);
    return language === reader.language
      ? null
      : html`<li><a href="${withQuery('', { ...query, lang: language })}" lang="${language}" hreflang="${language}">${name}</a></li>`;
  });
  const { name, pages } = wordsOf(reader.language);
  return html`<nav aria-label="${pages.languages}"><details class="languages"><summary>${name}</summary><ul>${links}</ul></details></nav>`;
}
