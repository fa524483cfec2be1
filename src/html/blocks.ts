// What pages are made of, apart from forms.
import { type Content, type Html, html } from './html.ts';

interface Head {
  /** A short line above the title, such as whose meeting it is. */
  over?: Content;
  title: Content;
  /** A sentence or two below it. */
  lead?: Content;
}

export function head({ over, title, lead }: Head): Html {
  return html`<header>
${over && html`<p class="over">${over}</p>`}
<h1 dir="auto">${title}</h1>
${lead && html`<p class="lead">${lead}</p>`}
</header>`;
}

/** Text that somebody wrote: keeps line breaks, and follows the direction of its script. */
export const said = (text: string): Html => html`<p class="said" dir="auto">${text}</p>`;

/** A name or a title in a sentence, isolated so that right-to-left letters don't reorder the rest. */
export const named = (text: string): Html => html`<bdi>${text}</bdi>`;

/** A message at the top of a page or a section. Screen readers interrupt for a problem, and wait with the others. */
export function banner(kind: 'info' | 'success' | 'warning' | 'problem', content: Content): Html {
  const role = kind === 'problem' ? 'alert' : 'status';
  return html`<div class="notice ${kind}" role="${role}"><p>${content}</p></div>`;
}

export interface Fact {
  label: string;
  value: Content;
}

/** Leaves out false, null and undefined. */
export function facts(list: (Fact | null | undefined | false)[]): Html {
  const rows = list.map(
    (fact) => fact && html`<div><dt>${fact.label}</dt><dd dir="auto">${fact.value}</dd></div>`,
  );
  return html`<dl class="facts">${rows}</dl>`;
}

/** The time of a meeting, as the subject of the page. */
export function when({ day, clock, zone }: { day: string; clock: string; zone?: string }): Html {
  return html`<p class="when"><span class="day">${day}</span> <span class="clock">${clock}</span>${zone && html` <span class="zone">${zone}</span>`}</p>`;
}

/** Collapsed until the reader opens it. With an id, a link can lead there. */
export function disclosure(
  summary: Content,
  content: Content,
  { open = false, id }: { open?: boolean; id?: string } = {},
): Html {
  return html`<details${id && html` id="${id}"`}${open && html` open`}><summary>${summary}</summary>
<div class="inside">${content}</div>
</details>`;
}

/** Looks like a button, and leads to a page or a file. `main` for the one thing that most readers come to do. */
export function linkButton(
  href: string,
  label: Content,
  /** `careful` leads to a page that asks before something is lost. */
  kind: 'main' | 'quiet' | 'careful' = 'quiet',
): Html {
  return html`<a class="button ${kind}" href="${href}">${label}</a>`;
}

/** Buttons side by side, stacked on narrow screens. */
export const actions = (...buttons: Content[]): Html => html`<div class="actions">${buttons}</div>`;

export const smallPrint = (content: Content): Html => html`<p class="small">${content}</p>`;
