// What a page with much on it is divided into, and the ways from one part to another.
import { actions } from './blocks.ts';
import { type Content, type Html, html } from './html.ts';

interface PageHead {
  /** The pages above this one. */
  above?: Link[];
  title: Content;
  /** Beside the title: the state of the thing. */
  badge?: Content;
  lead?: Content;
  actions?: Content;
}

/** The top of a page: where it is, what it is about, and what can be done with all of it. */
export function pageHead({ above, title, badge, lead, actions: beside }: PageHead): Html {
  return html`<header>
${above && breadcrumbs(above, title)}
<div class="page-title"><h1 dir="auto">${title}${badge && html` ${badge}`}</h1>${beside && actions(beside)}</div>
${lead && html`<p class="lead">${lead}</p>`}
</header>`;
}

interface Part {
  title: Content;
  /** A sentence below the title. */
  lead?: Content;
  /** Buttons and links beside the title. */
  actions?: Content;
  content: Content;
}

/** A live one is replaced when an event of these types happens: `meeting_request. turn.`, names or their beginnings. It needs an id. */
type Section = Part & ({ id: string; live: string } | { id?: string; live?: undefined });

export function section({ title, lead, actions: beside, content, id, live }: Section): Html {
  return html`<section class="part"${id && html` id="${id}" aria-labelledby="${id}-title"`}${live && html` data-live="${live}"`}>
<div class="part-head"><h2${id && html` id="${id}-title"`}>${title}</h2>${beside && actions(beside)}</div>
${lead && html`<p class="part-lead">${lead}</p>`}
${content}
</section>`;
}

/** What can't be undone, apart from the rest. */
export function danger({ title, lead, content, id }: Omit<Part, 'actions'> & { id?: string }): Html {
  return html`<section class="part danger-zone"${id && html` id="${id}"`}>
<h2>${title}</h2>
${lead && html`<p class="part-lead">${lead}</p>`}
${content}
</section>`;
}

export interface Link {
  href: string;
  label: Content;
}

/** The way back up. The last one is the page itself, and no link. */
function breadcrumbs(above: Link[], here: Content): Html {
  const links = above.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`);
  return html`<nav class="breadcrumbs" aria-label="Breadcrumbs"><ol>${links}<li aria-current="page">${here}</li></ol></nav>`;
}

/** Pages of one thing, or a list in several cuts. */
export function tabs(label: string, list: (Link & { current?: boolean })[]): Html {
  const links = list.map(
    ({ href, label: name, current }) =>
      html`<li><a href="${href}"${current && html` aria-current="page"`}>${name}</a></li>`,
  );
  return html`<nav class="tabs" aria-label="${label}"><ul>${links}</ul></nav>`;
}

interface Pager {
  /** Null or undefined where there is nothing to go to. */
  next: string | null | undefined;
  /** Back to the newest; for pages that are not the first. */
  first?: string | null | undefined;
}

export function pager({ next, first }: Pager): Html | null {
  if (!next && !first) return null;
  const link = (href: string | null | undefined, label: string, rel: string) =>
    href && html`<a class="button quiet" href="${href}" rel="${rel}">${label}</a>`;
  return html`<nav class="pager" aria-label="Pages">${link(first, 'First page', 'start')}${link(next, 'Next page', 'next')}</nav>`;
}

interface EmptyState {
  title: Content;
  /** What to do about it, or that nothing has to be done. */
  text?: Content;
  action?: Content;
}

/** Stands where a list would be. */
export function emptyState({ title, text, action }: EmptyState): Html {
  return html`<div class="empty"><p class="empty-title">${title}</p>
${text && html`<p>${text}</p>`}
${action && actions(action)}</div>`;
}

interface ListedLink extends Link {
  /** Below the link, smaller. */
  note?: Content;
  /** At the end of the line: a badge, a number, a time. */
  end?: Content;
}

/** Things to go to, each a line. */
export function listOfLinks(list: ListedLink[]): Html {
  const items = list.map(
    ({ href, label, note, end }) =>
      html`<li><div><a href="${href}">${label}</a>${note && html`<p class="note">${note}</p>`}</div>${end && html`<div class="end">${end}</div>`}</li>
`,
  );
  return html`<ul class="links">${items}</ul>`;
}

interface Filters {
  /** The path of the list. */
  action: string;
  /** Fields, named as the parameters of the page. */
  content: Content;
  /** Whether the list is filtered at all. */
  isSet: boolean;
  /** The list without filters. */
  clear: string;
}

/** A GET form: what it finds has an address. */
export function filters({ action, content, isSet, clear }: Filters): Html {
  return html`<form class="filters" method="get" action="${action}" role="search">
${content}
<div class="actions"><button class="button quiet">Filter</button>${isSet && html`<a href="${clear}">Clear filters</a>`}</div>
</form>`;
}
