import { actions, disclosure, linkButton } from '../../html/blocks.ts';
import { button, form } from '../../html/fields.ts';
import { html } from '../../html/html.ts';
import { pageHead } from '../../html/sections.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { endpointFields, headersField } from './endpoint-fields.ts';
import { NEW_ENDPOINT, WEBHOOKS } from './paths.ts';

export function newEndpointPage(screen: Screen): Shown {
  const title = 'Add an endpoint';
  const content = html`${endpointFields(screen, NEW_ENDPOINT, { url: '', description: null, events: [] })}
${disclosure('Custom headers', headersField(screen, NEW_ENDPOINT, 'They are sent with each delivery, and never shown again.'), { open: screen.sent !== undefined })}
${actions(button({ label: 'Add the endpoint' }), linkButton(WEBHOOKS, 'Back'))}`;
  return {
    title,
    content: html`${pageHead({
      above: [{ href: WEBHOOKS, label: 'Webhooks' }],
      title,
      lead: 'From then on, every event of these types is sent there. The signing secret comes with the next page, once.',
    })}
${form({ action: NEW_ENDPOINT, token: screen.token, content })}`,
  };
}
