import type { Span } from '../trace.ts';
import type { Attempt, Channel, ClaimedItem, Outcome } from './channel.ts';

/** What a span says of the fields of a log line: ids and kinds. An error may have the words of another server in it. */
const SAID = /_id$|^(?:event_type|kind|type|target|status)$/;

type Made<Item, Result> = Pick<Attempt<Item, Result>, 'item' | 'trace' | 'startedAt' | 'endedAt'> & {
  result?: Result;
};

/** An attempt as a span. */
export function spanOf<Item extends ClaimedItem, Result>(
  channel: Channel<Item, Result>,
  { item, trace, startedAt, endedAt, result }: Made<Item, Result>,
  outcome: Outcome | 'claim lost' | 'not sent',
): Span {
  const said = Object.entries(channel.logFields(item, result)).filter(
    ([name, value]) => SAID.test(name) && ['string', 'number'].includes(typeof value),
  );
  return {
    trace,
    name: `${channel.name} attempt`,
    kind: channel.spanKind ?? 'client',
    startedAt,
    endedAt,
    attributes: {
      ...Object.fromEntries(said.map(([name, value]) => [`rota.${name}`, value])),
      'rota.attempt': item.attempts + 1,
      'rota.outcome': outcome,
    },
    isError: outcome !== 'success',
  };
}
