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
${section({ title: 'What is sent where', content: changesForm(screen, endpoint) })}
${section({ title: 'Signing secret', content: rotation(screen, endpoint) })}
${danger({
  title: 'Delete the endpoint',
  lead: "Nothing more is sent to it, not even what waits. Its deliveries can't be read any more. There is no way back.",
  content: disclosure(
    'Delete …',
    form({
      action: `${path}/delete`,
      token: screen.token,
      content: html`<p>To keep its deliveries and stop sending, disable it instead.</p>
${button({ label: 'Delete it for good', kind: 'danger' })}`,
    }),
  ),
})}`,
  };
}

function changesForm(screen: Screen, endpoint: WatchedEndpoint): Html {
  const action = settingsPath(endpoint.id);
  const { isRefused, isChecked } = fieldsOf(screen, action);
  const headers = html`${headersField(screen, action, 'Stored ones are never shown. Leave it empty to keep them; at another host they are dropped.')}
${checkbox({
  name: 'without_headers',
  label: 'Send no custom headers from now on',
  checked: isChecked('without_headers', false),
})}`;
  const content = html`${endpointFields(screen, action, endpoint)}
${disclosure('Custom headers', headers, { open: isRefused })}
${actions(button({ label: 'Save' }), linkButton(endpointPath(endpoint.id), 'Back'))}`;
  return form({ action, token: screen.token, content });
}

function rotation(screen: Screen, { id, updated_at, former_secret_until: until }: WatchedEndpoint): Html {
  const now = until
    ? html`<p>The former secret signs deliveries too until ${momentOf(screen, until)}. Another replacement before ends it at once.</p>`
    : html`<p>Deliveries are signed with one secret.</p>`;
  const content = html`<p>A new secret is made and shown once. For 24 hours both sign every delivery, so that the receiver can change over.</p>
${hidden('updated_at', updated_at)}
${button({ label: 'Replace the secret' })}`;
  const action = `${endpointPath(id)}/rotate-secret`;
  return html`${now}
${disclosure('Replace the secret …', form({ action, token: screen.token, content }))}`;
}
