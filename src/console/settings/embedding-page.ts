// The websites that may show booking pages.
import { MAX_EMBED_ORIGINS } from '../../features/workspace/scheduling-settings/shapes.ts';
import { button, form, textArea } from '../../html/fields.ts';
import { html } from '../../html/html.ts';
import { pageHead, section } from '../../html/sections.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { SETTINGS } from './settings-page.ts';

export const EMBEDDING = `${SETTINGS}/embedding`;

export function embeddingPage(screen: Screen, origins: readonly string[]): Shown {
  const { field } = fieldsOf(screen, EMBEDDING);
  return {
    title: 'Your website',
    content: html`${pageHead({
      above: [{ href: SETTINGS, label: 'Settings' }],
      title: 'Your website',
      lead: 'Booking pages can be part of your own website, in the page or as a pop-up.',
    })}
${section({
  id: 'websites',
  title: 'Websites that can show them',
  lead: 'Browsers show them on these websites only. You’ll find the code to paste on the page of each booking link.',
  content: form({
    action: EMBEDDING,
    token: screen.token,
    content: html`${textArea({
      ...field('embed_origins', origins.join('\n')),
      label: 'Websites',
      rows: 4,
      hint: `One per line, such as https://www.example.com, with nothing after it. If your website also works without www, add it both ways. Up to ${MAX_EMBED_ORIGINS}.`,
    })}
${button({ label: 'Save websites' })}`,
  }),
})}`,
  };
}
