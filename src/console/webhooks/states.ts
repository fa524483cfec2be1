// States of endpoints and deliveries, and results of attempts, in words.
import type { LoggedAttempt } from '../../features/events/webhook-deliveries/operations.ts';
import type { Status } from '../../features/events/webhook-deliveries/rules.ts';
import type { WatchedEndpoint } from '../../features/events/webhook-endpoints/overview.ts';
import { TOO_MANY_FAILURES } from '../../features/events/webhook-endpoints/rules.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { badge } from '../../html/marks.ts';
import { onOneLine } from '../../text/plain-text.ts';
import type { Screen } from '../screen.ts';
import { momentOf } from '../words.ts';

/** For lists and titles. A description or a URL may have thousands of characters. */
const NAME_LENGTH = 100;

export const shortUrl = ({ url }: { url: string }): string => onOneLine(url, NAME_LENGTH);

/** The description, or else the URL. */
export const endpointName = (endpoint: { url: string; description: string | null }): string =>
  onOneLine(endpoint.description ?? '', NAME_LENGTH) || shortUrl(endpoint);

export function endpointBadge({
  enabled,
  disabled_reason,
  backlog_full_at,
  failures,
}: WatchedEndpoint): Html {
  if (!enabled) return badge(disabled_reason === TOO_MANY_FAILURES ? 'bad' : 'neutral', 'Disabled');
  if (backlog_full_at !== null) return badge('bad', 'Backlog full');
  return failures > 0 ? badge('warn', 'Failing') : badge('good', 'Enabled');
}

/** Why an endpoint is in its state, if there is more to say than the badge does. */
export function reasonOf(screen: Screen, endpoint: WatchedEndpoint): Content {
  const { disabled_at, disabled_reason, backlog_full_at, failures, last_failed_at } = endpoint;
  if (disabled_at !== null) {
    const since = momentOf(screen, disabled_at);
    return disabled_reason === TOO_MANY_FAILURES
      ? html`Rota disabled it on ${since}: ten deliveries had failed for good within 24 hours.`
      : html`Somebody disabled it on ${since}.`;
  }
  if (backlog_full_at !== null) {
    return html`Too many deliveries wait for it. Since ${momentOf(screen, backlog_full_at)}, events make no more.`;
  }
  if (last_failed_at === null) return null;
  const count = failures === 1 ? 'One delivery has' : `${failures} deliveries have`;
  return html`${count} failed for good within 24 hours, the last on ${momentOf(screen, last_failed_at)}. With ten, Rota disables the endpoint.`;
}

export const deliveryWords: Record<Status, string> = {
  pending: 'Pending',
  success: 'Delivered',
  failed: 'Failed',
};
const deliveryKinds = { pending: 'info', success: 'good', failed: 'bad' } as const;

export const deliveryBadge = (status: Status): Html => badge(deliveryKinds[status], deliveryWords[status]);

type Answer = Pick<LoggedAttempt, 'response_code' | 'error'>;

export const isAccepted = ({ response_code: code, error }: Answer): boolean =>
  error === null && code !== null && code >= 200 && code < 300;

/** The result of an attempt: `Status 404: nothing is at this address`. */
export function resultOf(answer: Answer): string {
  const { response_code: code } = answer;
  return code === null ? capitalized(meaningOf(answer)) : `Status ${code}: ${meaningOf(answer)}`;
}

/** What went wrong on the way, or what most receivers mean by the status. */
export function meaningOf({ response_code: code, error }: Answer): string {
  if (error !== null || code === null) return error ?? 'there was no response';
  if (code < 300) return 'accepted';
  if (code < 400) return 'a redirect, which Rota does not follow';
  if (code === 401 || code === 403) return 'the receiver does not accept the sender';
  if (code === 404 || code === 410) return 'nothing is at this address';
  if (code === 413) return 'the event is too large for the receiver';
  if (code === 429) return 'too many requests for the receiver';
  return code < 500 ? 'the receiver refused it' : 'the receiver had a problem of its own';
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
