// The websites that may show booking pages.
import { MAX_EMBED_ORIGINS } from '../../features/workspace/scheduling-settings/shapes.ts';
import { button, form, textArea } from '../../html/fields.ts';
import { html } from '../../html/html.ts';
import { pageHead, section } from '../../html/sections.ts';
import { embedCode } from '../embed-code.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { EMBEDDING, SETTINGS } from './settings-page.ts';

interface Data {
  origins: readonly string[];
  /** The page that lists what can be booked; null while it lists nothing. */
  page: string | null;
}

export function embeddingPage(screen: Screen, { origins, page }: Data): Shown {
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
})}
${
  page !== null &&
  section({
    title: 'The list of what can be booked',
    lead: html`All public meeting types, for guests to choose from, as on <a href="${page}">${page}</a>.`,
    content: embedCode(screen, { url: page, label: 'Book a time' }),
  })
}`,
  };
}
