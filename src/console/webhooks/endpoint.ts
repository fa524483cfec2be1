import type { WatchedEndpoint } from '../../features/events/webhook-endpoints/overview.ts';
import { TOO_MANY_FAILURES } from '../../features/events/webhook-endpoints/rules.ts';
import { actions, banner, disclosure, facts, linkButton, named } from '../../html/blocks.ts';
import { button, dateTimeField, form, inlineForm } from '../../html/fields.ts';
import { type Html, html } from '../../html/html.ts';
import { code } from '../../html/marks.ts';
import { pageHead, section } from '../../html/sections.ts';
import { DAY_MS } from '../../time/timestamps.ts';
import { localTime } from '../fields.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { momentOf, zoneInWords } from '../words.ts';
import { type DeliveryList, deliveriesOf } from './deliveries.ts';
import { retryNow } from './delivery.ts';
import { countOf } from './endpoints.ts';
import { deliveryPath, endpointPath, settingsPath, WEBHOOKS } from './paths.ts';
import { endpointBadge, endpointName, reasonOf } from './states.ts';

interface OneEndpoint {
  endpoint: WatchedEndpoint;
  waiting: number;
  deliveries: DeliveryList;
}

export function endpointPage(screen: Screen, { endpoint, waiting, deliveries }: OneEndpoint): Shown {
  const { id, url, description } = endpoint;
  const title = endpointName(endpoint);
  return {
    title,
    content: html`${pageHead({
      above: [{ href: WEBHOOKS, label: 'Webhooks' }],
      title,
      badge: endpointBadge(endpoint),
      actions: html`${switches(screen, endpoint)}${linkButton(settingsPath(id), 'Settings')}`,
    })}
${stateBanner(screen, endpoint)}
${facts([
  { label: 'URL', value: named(url) },
  description !== null && description !== title && { label: 'Description', value: named(description) },
  { label: 'Waiting', value: waitingWords(endpoint, waiting) },
  { label: 'Added', value: momentOf(screen, endpoint.created_at) },
  { label: 'ID', value: code(id) },
])}
${disclosure(
  endpoint.events.length === 1
    ? 'One type of event is sent there'
    : `${endpoint.events.length} types of events are sent there`,
  html`<ul class="plain">${endpoint.events.map((type) => html`<li>${code(type)}</li>`)}</ul>`,
)}
${deliveriesOf(screen, endpoint, deliveries)}
${section({
  id: 'recover',
  title: 'After an outage',
  lead: endpoint.enabled
    ? 'Every delivery that has failed since then is sent again.'
    : 'Every delivery that has failed since then is pending again. It is sent once the endpoint is enabled.',
  content: recovery(screen, id),
})}`,
  };
}

/** The buttons for the endpoint as a whole: send a test, and enable or disable. */
function switches({ token }: Screen, { id, enabled }: WatchedEndpoint): Html {
  const path = endpointPath(id);
  if (!enabled)
    return inlineForm({ action: `${path}/enable`, token, label: 'Enable endpoint', kind: 'main' });
  return html`${inlineForm({ action: `${path}/test`, token, label: 'Send a test event' })}${inlineForm({ action: `${path}/disable`, token, label: 'Disable endpoint' })}`;
}

/** Why it is in its state, and the one thing to do about a delivery that waits for its next attempt. */
function stateBanner(screen: Screen, endpoint: WatchedEndpoint): Html {
  const { id, retrying, enabled, disabled_reason, failures } = endpoint;
  const reason = reasonOf(screen, endpoint);
  const isWaiting = retrying !== null && Date.parse(retrying.next_attempt_at) > screen.now;
  const isTrouble = enabled ? failures > 0 : disabled_reason === TOO_MANY_FAILURES;
  const path = retrying && deliveryPath(id, retrying.delivery_id);
  return html`<div class="state" id="state" data-live="webhook_endpoint.">${reason && banner(isTrouble ? 'problem' : 'info', reason)}
${path !== null && actions(isWaiting && retryNow(path, screen.token), linkButton(path, 'See what was sent'))}</div>`;
}

function waitingWords({ enabled }: WatchedEndpoint, waiting: number): string {
  if (waiting === 0) return 'No deliveries';
  const count = waiting === 1 ? 'One delivery' : `${countOf(waiting)} deliveries`;
  return enabled ? count : `${count}, until the endpoint is enabled`;
}

function recovery(screen: Screen, id: string): Html {
  const action = `${endpointPath(id)}/recover`;
  const { dates, now, token } = screen;
  const { field } = fieldsOf(screen, action);
  const content = html`${dateTimeField({
    ...field('since', localTime(now - DAY_MS, dates.timezone)),
    id: 'recover-since',
    label: 'Failed since',
    hint: zoneInWords(screen),
    required: true,
  })}
${actions(button({ label: 'Send failed deliveries again', kind: 'quiet' }))}`;
  return form({ action, token, content });
}
