// What to paste into a website, to show a booking page there (docs/use/embedding.md).
import { getSchedulingSettings } from '../features/workspace/scheduling-settings/operations.ts';
import { copyArea } from '../html/copy-field.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { section } from '../html/sections.ts';
import { escapeHtml } from '../text/escape-html.ts';
import type { Screen } from './screen.ts';
import { EMBEDDING } from './settings/settings-page.ts';

interface EmbeddedPage {
  /** The address of the page. */
  url: string;
  /** What the link says where the page can't be shown, and what the frame is called. */
  label: string;
}

/** The code for both ways. */
export const embedCode = (screen: Screen, page: EmbeddedPage): Content => [
  copyArea({ id: 'embed-inline', label: 'Shown in your page', value: codeFor(screen, page, 'inline') }),
  copyArea({ id: 'embed-popup', label: 'A link that opens a pop-up', value: codeFor(screen, page, 'popup') }),
];

/** A part of the page about `page`: the code, and whether any website can show it yet. */
export async function embedSection(screen: Screen, page: EmbeddedPage): Promise<Html> {
  const { embed_origins } = await getSchedulingSettings(screen);
  const missing = html`<p class="note">No website can show it yet. ${screen.isAdmin ? html`<a href="${EMBEDDING}">Add your website</a>` : 'An admin can add yours under Settings, Your website.'}</p>`;
  return section({
    title: 'Put it on your website',
    lead: 'Paste one of these where the page or the link should be. Nothing else is needed.',
    content: [embed_origins.length === 0 && missing, embedCode(screen, page)],
  });
}

function codeFor({ address }: Screen, { url, label }: EmbeddedPage, kind: 'inline' | 'popup'): string {
  return `<a data-rota="${kind}" href="${escapeHtml(url)}">${escapeHtml(label)}</a>
<script src="${escapeHtml(address.url)}/embed.js" async></script>`;
}
