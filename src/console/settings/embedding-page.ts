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
      lead: 'Guests can book on your own website, in the page or in a pop-up.',
    })}
${section({
  id: 'websites',
  title: 'Websites that can show booking pages',
  lead: 'Browsers show booking pages on these websites only. You’ll find the code to paste on the page of each meeting type and each booking link.',
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
    title: 'The list of your meeting types',
    lead: html`Guests choose from all public meeting types, as on <a href="${page}">${page}</a>.`,
    content: embedCode(screen, { url: page, label: 'Book a time' }),
  })
}`,
  };
}
