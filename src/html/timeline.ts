import { disclosure, said } from './blocks.ts';
import { type Content, type Html, html } from './html.ts';

export interface TimelineEntry {
  /** Received, sent, or a decision in between. */
  kind: 'in' | 'out' | 'decision';
  /** What happened, as a sentence or a name. */
  title: Content;
  /** When, made with `moment`. */
  time: Content;
  /** The author or actor. */
  who?: Content;
  /** What was written. Long text is collapsed. */
  body?: string | null | undefined;
  /** Details: reasons, a badge, a link. */
  detail?: Content;
  /** True if the reader hasn't seen it before. */
  isNew?: boolean;
}

/** Text for readers who don't see the sign. */
const KINDS = { in: 'Received', out: 'Sent', decision: 'Decided' };
const LONG = 400;

/** Shows entries in the given order. */
export function timeline(entries: TimelineEntry[]): Html {
  const items = entries.map(
    ({ kind, title, time, who, body, detail, isNew }) =>
      html`<li class="${kind}${isNew && ' new'}"><p class="entry-head">${isNew && html`<span class="badge info">New</span> `}<span class="hidden">${KINDS[kind]}: </span><strong>${title}</strong> <span class="note">${who && html`${who} · `}${time}</span></p>
${body && written(body)}${detail}</li>
`,
  );
  return html`<ol class="timeline">${items}</ol>`;
}

function written(text: string): Html {
  if (text.length <= LONG) return said(text);
  const space = text.slice(0, LONG).search(/\s\S*$/);
  const cut = space > LONG / 2 ? space : LONG;
  return html`${said(`${text.slice(0, cut)} …`)}${disclosure('Read on', said(text.slice(cut).trimStart()))}`;
}
