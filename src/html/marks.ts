// Small components for lines of text and table cells.
import { type Content, type Html, html } from './html.ts';

export type BadgeKind = 'neutral' | 'good' | 'warn' | 'bad' | 'info';

/** A state in a word or two. Each kind has a sign as well as a colour. */
export const badge = (kind: BadgeKind, text: Content): Html =>
  html`<span class="badge ${kind}">${text}</span>`;

/** For ids, paths and names of events. */
export const code = (text: string): Html => html`<code>${text}</code>`;

/** Keeps lines as they are; long ones wrap. */
export function codeBlock(text: string, label?: string): Html {
  return html`<figure class="code">${label && html`<figcaption>${label}</figcaption>`}<pre><code>${text}</code></pre></figure>`;
}

const MAX_DEPTH = 20;

/** Indents JSON. Leaves anything else unchanged, and deeply nested JSON, too, because most of it would be indentation. */
export function readableJson(text: string): string {
  try {
    if (depthOf(text) > MAX_DEPTH) return text;
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** An upper bound, because it also counts brackets inside strings. */
function depthOf(json: string): number {
  let [depth, deepest] = [0, 0];
  for (const [bracket] of json.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** A key or a secret, in the only response that has it. One click selects it whole. */
export function secretOnce(label: Content, value: string): Html {
  return html`<div class="secret" role="status"><p class="secret-label">${label}</p>
<p><code>${value}</code></p>
<p class="small">Copy it now. It is not stored as text, and this page shows it only once.</p></div>`;
}

/** A number with its label. */
interface Stat {
  label: Content;
  value: Content;
  note?: Content;
  /** A page that shows what was counted. */
  href?: string | undefined;
}

export function stats(list: Stat[]): Html {
  const items = list.map(
    ({ label, value, note, href }) =>
      html`<div><dt>${href ? html`<a href="${href}">${label}</a>` : label}</dt><dd><span class="number">${value}</span>${note && html` <span class="note">${note}</span>`}</dd></div>`,
  );
  return html`<dl class="stats">${items}</dl>`;
}

/** A moment in words, with the exact time for programs. */
export const moment = (at: number, words: string): Html =>
  html`<time datetime="${new Date(at).toISOString()}">${words}</time>`;
