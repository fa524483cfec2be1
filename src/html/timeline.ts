import { disclosure, said } from './blocks.ts';
import { type Content, type Html, html } from './html.ts';

export interface TimelineEntry {
  /** What came in, what went out, or what was decided in between. */
  kind: 'in' | 'out' | 'decision';
  /** What happened, in a sentence or a name. */
  title: Content;
  /** When, as `moment` says it. */
  time: Content;
  /** Who wrote it or did it. */
  who?: Content;
  /** What was written. A long one is cut, and the rest opens. */
  body?: string | null | undefined;
  /** More to it: reasons, a badge, a link. */
  detail?: Content;
}

/** Said beside the sign, for who does not see it. */
const KINDS = { in: 'Received', out: 'Sent', decision: 'Decided' };
const LONG = 400;

/** What happened, in the order that is given. */
export function timeline(entries: TimelineEntry[]): Html {
  const items = entries.map(
    ({ kind, title, time, who, body, detail }) =>
      html`<li class="${kind}"><p class="entry-head"><span class="hidden">${KINDS[kind]}: </span><strong>${title}</strong> <span class="note">${who && html`${who} · `}${time}</span></p>
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
