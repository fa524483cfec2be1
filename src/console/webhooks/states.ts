// States of endpoints and deliveries, and results of attempts, in words.

import type { Delivery, LoggedAttempt } from '../../features/events/webhook-deliveries/operations.ts';
import type { Status } from '../../features/events/webhook-deliveries/rules.ts';
import type { WatchedEndpoint } from '../../features/events/webhook-endpoints/overview.ts';
import { TOO_MANY_FAILURES } from '../../features/events/webhook-endpoints/rules.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { badge } from '../../html/marks.ts';
import { capitalized } from '../../text/capitalized.ts';
import { onOneLine } from '../../text/plain-text.ts';
import { MINUTE_MS } from '../../time/timestamps.ts';
import type { Screen } from '../screen.ts';
import { momentOf, shortMomentOf } from '../words.ts';

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
  retrying,
}: WatchedEndpoint): Html {
  if (!enabled) return badge(disabled_reason === TOO_MANY_FAILURES ? 'bad' : 'neutral', 'Disabled');
  if (backlog_full_at !== null) return badge('bad', 'Backlog full');
  if (failures > 0) return badge('bad', 'Failing');
  return retrying ? badge('warn', 'Retrying') : badge('good', 'Enabled');
}

/** Why an endpoint is in its state, if there is more to say than the badge does. */
export function reasonOf(screen: Screen, endpoint: WatchedEndpoint): Content {
  const { disabled_at, disabled_reason, backlog_full_at, failures, last_failed_at, retrying } = endpoint;
  if (disabled_at !== null) {
    const since = momentOf(screen, disabled_at);
    return disabled_reason === TOO_MANY_FAILURES
      ? html`Disabled on ${since} after ten deliveries failed for good within 24 hours. New deliveries wait until you enable it.`
      : html`Disabled by hand on ${since}. New deliveries wait until you enable it.`;
  }
  if (backlog_full_at !== null) {
    return html`Too many deliveries are waiting. Events since ${momentOf(screen, backlog_full_at)} are left out.`;
  }
  if (last_failed_at === null) return retrying && retryingInWords(screen, retrying);
  const count = failures === 1 ? 'One delivery has' : `${failures} deliveries have`;
  return html`${count} failed for good in the last 24 hours, the last: ${shortMomentOf(screen, last_failed_at)}. At ten, the endpoint is disabled.${retrying && html` ${retryingInWords(screen, retrying)}`}`;
}

type Retrying = NonNullable<WatchedEndpoint['retrying']>;

/** Since when, the last answer, and what comes next. */
export function retryingInWords(screen: Screen, retrying: Retrying): Html {
  const { since, next_attempt_at } = retrying;
  const ahead = Date.parse(next_attempt_at) - screen.now;
  const next =
    ahead >= MINUTE_MS
      ? html`Next attempt: ${shortMomentOf(screen, next_attempt_at)}.`
      : ahead > 0
        ? 'Next attempt: within a minute.'
        : 'The next attempt is being made.';
  return html`Retrying since ${shortMomentOf(screen, since)}. Last answer: ${lastAnswerOf(retrying)}. ${next}`;
}

export const deliveryWords: Record<Status, string> = {
  pending: 'Waiting',
  success: 'Delivered',
  failed: 'Failed',
};
const deliveryKinds = { pending: 'info', success: 'good', failed: 'bad' } as const;

/** Once an attempt has failed, a waiting delivery is being retried. */
export function deliveryBadge({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): Html {
  if (status === 'pending' && attempts > 0) return badge('warn', 'Retrying');
  return badge(deliveryKinds[status], deliveryWords[status]);
}

type Answer = Pick<LoggedAttempt, 'response_code' | 'error'>;

export const isAccepted = ({ response_code: code, error }: Answer): boolean =>
  error === null && code !== null && code >= 200 && code < 300;

/** The result of an attempt: `Status 404: nothing found at this address`. */
export function resultOf(answer: Answer): string {
  const { response_code: code } = answer;
  return code === null ? capitalized(meaningOf(answer)) : `Status ${code}: ${meaningOf(answer)}`;
}

/** The same within a sentence: `404, nothing found at this address`. */
const lastAnswerOf = (answer: Answer): string =>
  answer.response_code === null
    ? `none, ${meaningOf(answer)}`
    : `${answer.response_code}, ${meaningOf(answer)}`;

/** What went wrong on the way, or what most receivers mean by the status. */
export function meaningOf({ response_code: code, error }: Answer): string {
  if (error !== null || code === null) return error ?? 'there was no response';
  if (code < 300) return 'accepted';
  if (code < 400) return 'a redirect, which isn’t followed';
  if (code === 401 || code === 403) return 'the receiver didn’t accept the credentials';
  if (code === 404 || code === 410) return 'nothing found at this address';
  if (code === 413) return 'the event is too large for the receiver';
  if (code === 429) return 'the receiver is getting too many requests';
  return code < 500 ? 'the receiver refused it' : 'the receiver had an error of its own';
}
