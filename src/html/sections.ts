// Sections of long pages, and navigation between them.
import { actions } from './blocks.ts';
import { type Content, type Html, html } from './html.ts';

interface PageHead {
  /** The pages above this one. */
  above?: Link[];
  title: Content;
  /** The state of the thing, next to the title. */
  badge?: Content;
  lead?: Content;
  actions?: Content;
}

/** The top of a page: breadcrumbs, title, and actions for the thing as a whole. */
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
  /** Buttons and links next to the title. */
  actions?: Content;
  content: Content;
}

/** `live` has event types, as names or prefixes (`meeting_request. turn.`): such an event refreshes the section, by its id. */
type Section = Part & ({ id: string; live: string } | { id?: string; live?: undefined });

export function section({ title, lead, actions: beside, content, id, live }: Section): Html {
  return html`<section class="part"${id && html` id="${id}" aria-labelledby="${id}-title"`}${live && html` data-live="${live}"`}>
<div class="part-head"><h2${id && html` id="${id}-title"`}>${title}</h2>${beside && actions(beside)}</div>
${lead && html`<p class="part-lead">${lead}</p>`}
${content}
</section>`;
}

/** Sets apart what can't be undone. */
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

/** Links to the pages above. The last entry is the page itself, without a link. */
function breadcrumbs(above: Link[], here: Content): Html {
  const links = above.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`);
  return html`<nav class="breadcrumbs" aria-label="Breadcrumbs"><ol>${links}<li aria-current="page">${here}</li></ol></nav>`;
}

/** Several pages about one thing, or several views of one list. */
export function tabs(label: string, list: (Link & { current?: boolean })[]): Html {
  const links = list.map(
    ({ href, label: name, current }) =>
      html`<li><a href="${href}"${current && html` aria-current="page"`}>${name}</a></li>`,
  );
  return html`<nav class="tabs" aria-label="${label}"><ul>${links}</ul></nav>`;
}

interface Pager {
  /** Null or undefined on the last page. */
  next: string | null | undefined;
  /** Back to the newest, on all pages but the first. */
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
  /** What to do about it, or that there is nothing to do. */
  text?: Content;
  action?: Content;
}

/** Takes the place of an empty list. */
export function emptyState({ title, text, action }: EmptyState): Html {
  return html`<div class="empty"><p class="empty-title">${title}</p>
${text && html`<p>${text}</p>`}
${action && actions(action)}</div>`;
}

interface ListedLink extends Link {
  /** Below the link, smaller. */
  note?: Content;
  /** A badge, a number or a time, at the end of the line. */
  end?: Content;
}

/** A list of links, one per line. */
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
  /** Fields with the names of the page's query parameters. */
  content: Content;
  /** Whether any filter is set. */
  isSet: boolean;
  /** The URL of the list without filters. */
  clear: string;
  /** What the button says; `Filter` if it is left out. */
  submit?: string;
}

/** A GET form, so that filtered lists have URLs. */
export function filters({ action, content, isSet, clear, submit = 'Filter' }: Filters): Html {
  return html`<form class="filters" method="get" action="${action}" role="search">
${content}
<div class="actions"><button class="button quiet">${submit}</button>${isSet && html`<a href="${clear}">Clear filters</a>`}</div>
</form>`;
}
