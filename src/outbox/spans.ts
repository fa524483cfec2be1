import type { Span } from '../trace.ts';
import type { Attempt, Channel, ClaimedItem, Outcome } from './channel.ts';

/** The log fields that a span repeats: ids and kinds. Not errors: they may quote another server. */
const REPORTED_FIELDS = /_id$|^(?:event_type|kind|type|target|status)$/;

type EndedAttempt<Item, Result> = Pick<Attempt<Item, Result>, 'item' | 'trace' | 'startedAt' | 'endedAt'> & {
  result?: Result;
};

export function spanOf<Item extends ClaimedItem, Result>(
  channel: Channel<Item, Result>,
  { item, trace, startedAt, endedAt, result }: EndedAttempt<Item, Result>,
  outcome: Outcome | 'claim lost' | 'not sent',
): Span {
  const reported = Object.entries(channel.logFields(item, result)).filter(
    ([name, value]) => REPORTED_FIELDS.test(name) && ['string', 'number'].includes(typeof value),
  );
  return {
    trace,
    name: `${channel.name} attempt`,
    kind: channel.spanKind ?? 'client',
    startedAt,
    endedAt,
    attributes: {
      ...Object.fromEntries(reported.map(([name, value]) => [`rota.${name}`, value])),
      'rota.attempt': item.attempts + 1,
      'rota.outcome': outcome,
    },
    isError: outcome !== 'success',
  };
}
