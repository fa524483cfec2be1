import type { WatchedEndpoint } from '../../features/events/webhook-endpoints/overview.ts';
import { actions, disclosure, linkButton } from '../../html/blocks.ts';
import { button, checkbox, form, hidden } from '../../html/fields.ts';
import { type Html, html } from '../../html/html.ts';
import { danger, pageHead, section } from '../../html/sections.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { momentOf } from '../words.ts';
import { endpointFields, headersField } from './endpoint-fields.ts';
import { endpointPath, settingsPath, WEBHOOKS } from './paths.ts';
import { endpointName } from './states.ts';

export function settingsPage(screen: Screen, endpoint: WatchedEndpoint): Shown {
  const { id } = endpoint;
  const name = endpointName(endpoint);
  const path = endpointPath(id);
  return {
    title: `Settings of ${name}`,
    content: html`${pageHead({
      above: [
        { href: WEBHOOKS, label: 'Webhooks' },
        { href: path, label: name },
      ],
      title: 'Settings',
    })}
${section({ title: 'Endpoint', content: changesForm(screen, endpoint) })}
${section({ title: 'Signing secret', content: rotation(screen, endpoint) })}
${danger({
  title: 'Delete endpoint',
  lead: 'Nothing more is sent to it, not even what’s waiting, and its deliveries can’t be read any more. This can’t be undone.',
  content: disclosure(
    'Delete endpoint …',
    form({
      action: `${path}/delete`,
      token: screen.token,
      content: html`<p>To keep its deliveries and stop sending, disable it instead.</p>
${button({ label: 'Delete endpoint', kind: 'danger' })}`,
    }),
  ),
})}`,
  };
}

function changesForm(screen: Screen, endpoint: WatchedEndpoint): Html {
  const action = settingsPath(endpoint.id);
  const { isRefused, isChecked } = fieldsOf(screen, action);
  const headers = html`${headersField(screen, action, 'Stored headers are never shown. Leave empty to keep them. They’re dropped if the URL leads to another host.')}
${checkbox({
  name: 'without_headers',
  label: 'Remove all custom headers',
  checked: isChecked('without_headers', false),
})}`;
  const content = html`${endpointFields(screen, action, endpoint)}
${disclosure('Custom headers', headers, { open: isRefused })}
${actions(button({ label: 'Save endpoint' }), linkButton(endpointPath(endpoint.id), 'Back'))}`;
  return form({ action, token: screen.token, content });
}

function rotation(screen: Screen, { id, updated_at, former_secret_until: until }: WatchedEndpoint): Html {
  const now = until
    ? html`<p>Deliveries are also signed with the old secret until ${momentOf(screen, until)}. Replacing it again before then ends that at once.</p>`
    : html`<p>Each delivery is signed, so that the receiver can tell it’s from Rota.</p>`;
  const content = html`<p>Creates a new secret and shows it once. For 24 hours deliveries are signed with both, so the receiver can switch.</p>
${hidden('updated_at', updated_at)}
${button({ label: 'Replace secret' })}`;
  const action = `${endpointPath(id)}/rotate-secret`;
  return html`${now}
${disclosure('Replace secret …', form({ action, token: screen.token, content }))}`;
}
