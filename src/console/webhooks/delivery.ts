import type { DeliveryWithNext, LoggedAttempt } from '../../features/events/webhook-deliveries/operations.ts';
import type { WatchedEndpoint } from '../../features/events/webhook-endpoints/overview.ts';
import { actions, banner, facts } from '../../html/blocks.ts';
import { inlineForm } from '../../html/fields.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { badge, code, codeBlock, readableJson } from '../../html/marks.ts';
import { emptyState, pageHead, section } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { withQuery } from '../../html/urls.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { momentOf, shortMomentOf } from '../words.ts';
import { deliveryPath, endpointPath, WEBHOOKS } from './paths.ts';
import { deliveryBadge, endpointName, isAccepted, meaningOf, resultOf } from './states.ts';

/** Bounds the size of the page, together with showing only one response. */
const SHOWN = 25;

interface OneDelivery {
  endpoint: WatchedEndpoint;
  delivery: DeliveryWithNext;
  /** The attempt whose response is shown; undefined for the last one. */
  attempt: number | undefined;
}

export function deliveryPage(screen: Screen, { endpoint, delivery, attempt }: OneDelivery): Shown {
  const { id, event_type: title, payload } = delivery;
  const newestFirst = delivery.attempt_log.toReversed();
  const chosen = newestFirst.find(({ number }) => number === attempt) ?? newestFirst[0];
  const live = title;
  return {
    title,
    content: html`${pageHead({
      above: [
        { href: WEBHOOKS, label: 'Webhooks' },
        { href: endpointPath(endpoint.id), label: endpointName(endpoint) },
      ],
      title,
    })}
${section({ id: 'fate', live, title: 'Status', content: fate(screen, endpoint, delivery) })}
${section({
  id: 'attempts',
  live,
  title: 'Attempts',
  content: attemptsOf(screen, deliveryPath(endpoint.id, id), newestFirst, chosen),
})}
${section({ id: 'response', live, ...responseOf(chosen) })}
${section({ title: 'Payload', content: codeBlock(JSON.stringify(payload, null, 2), 'The body, as JSON') })}`,
  };
}

function fate(screen: Screen, endpoint: WatchedEndpoint, delivery: DeliveryWithNext): Html {
  const { id, created_at, delivered_at } = delivery;
  return html`${summary(screen, endpoint, delivery)}
${facts([
  { label: 'State', value: deliveryBadge(delivery) },
  { label: 'Created', value: momentOf(screen, created_at) },
  delivered_at !== null && { label: 'Delivered', value: momentOf(screen, delivered_at) },
  { label: 'Sent to', value: endpoint.url },
  { label: 'ID', value: html`${code(id)}, sent as ${code('webhook-id')}` },
])}
${again(screen, endpoint, delivery)}`;
}

/** One that is being sent already has no button. */
function again({ token }: Screen, { id, enabled }: WatchedEndpoint, delivery: DeliveryWithNext): Content {
  const path = deliveryPath(id, delivery.id);
  const { status, is_waiting } = delivery;
  if (status === 'pending') return enabled && is_waiting && actions(retryNow(path, token));
  return actions(inlineForm({ action: `${path}/retry`, token, label: 'Send delivery again' }));
}

export const retryNow = (path: string, token: string): Html =>
  inlineForm({ action: `${path}/retry-now`, token, label: 'Retry now', kind: 'main' });

/** Why the delivery is in its state, and what happens next. */
function summary(screen: Screen, { enabled }: WatchedEndpoint, delivery: DeliveryWithNext): Content {
  const { status, attempt_log, next_attempt_at } = delivery;
  const last = attempt_log.at(-1);
  if (status === 'success') return null;
  const why = last && !isAccepted(last) && html`The last attempt failed. ${resultOf(last)}. `;
  if (status === 'failed') {
    return banner(
      'problem',
      html`${why}There are no more attempts. Once the receiver works again, send it again.`,
    );
  }
  if (!enabled) return banner('info', html`${why}It waits until the endpoint is enabled.`);
  const isNow = next_attempt_at === null || Date.parse(next_attempt_at) <= screen.now;
  const next = isNow
    ? 'It will be sent in a moment.'
    : html`Next attempt: ${shortMomentOf(screen, next_attempt_at)}.`;
  return banner('info', html`${why}${next}`);
}

function attemptsOf(
  screen: Screen,
  path: string,
  newestFirst: LoggedAttempt[],
  chosen: LoggedAttempt | undefined,
): Html {
  const shown = newestFirst.slice(0, SHOWN);
  const rows = shown.map((attempt) => {
    const { number, started_at, duration_ms } = attempt;
    const isChosen = attempt === chosen;
    const href = withQuery(path, { attempt: String(number) });
    return [
      html`<a href="${href}#response"${isChosen && html` aria-current="true"`}>Attempt ${number}</a>`,
      resultCell(attempt),
      html`${momentOf(screen, started_at)} <p class="note">${started_at.slice(11, -1)} UTC</p>`,
      `${duration_ms} ms`,
    ];
  });
  const made = newestFirst[0]?.number ?? 0;
  return html`${table({
    caption: 'Attempts, newest first',
    columns: [{ label: 'Attempt' }, { label: 'Result' }, { label: 'When' }, { label: 'Took', align: 'end' }],
    rows,
    empty: emptyState({ title: 'Not sent yet' }),
  })}
${made > shown.length && shown.length > 0 && html`<p class="small">The last ${shown.length} of ${made} attempts.</p>`}`;
}

function resultCell(attempt: LoggedAttempt): Html {
  const { response_code: code } = attempt;
  const kind = isAccepted(attempt) ? 'good' : 'bad';
  return html`${badge(kind, code ?? 'No response')}<p class="note">${meaningOf(attempt)}</p>`;
}

/** The words of its section. */
function responseOf(attempt: LoggedAttempt | undefined) {
  if (!attempt) return { title: 'Response', content: html`<p>No response yet.</p>` };
  const { number, response_code, response_body } = attempt;
  const content = response_body
    ? codeBlock(readableJson(response_body), 'The first 4 KiB')
    : html`<p>${response_code === null ? 'There was no response.' : 'The response had no body.'}</p>`;
  return { title: `Response to attempt ${number}`, lead: resultOf(attempt), content };
}
