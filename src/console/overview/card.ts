import { type Content, type Html, html } from '../../html/html.ts';

interface Card {
  id: string;
  /** Event types, as names or prefixes. */
  live: string;
  title: Content;
  /** At the end of the head: a count, or a link to everything. */
  end?: Content;
  content: Content;
}

/** A part of the overview, in a frame with a head. */
export function card({ id, live, title, end, content }: Card): Html {
  return html`<section class="panel" id="${id}" aria-labelledby="${id}-title" data-live="${live}">
<div class="panel-head"><h2 id="${id}-title">${title}</h2>${end}</div>
${content}
</section>`;
}
