import { formatTimestamp } from '../../time/timestamps.ts';
import type { Api } from '../accounts/api.ts';
import { NotThere, ProviderError, Refused, TokenForgotten } from '../accounts/errors.ts';
import { listIn, textIn } from '../accounts/json.ts';
import type { ReadCalendar, RemoteEvent } from '../accounts/provider.ts';
import { EVENT_FIELDS, eventFrom } from './event.ts';
import { isToken } from './fields.ts';
import { pagesOf } from './pages.ts';
import { eventPath, eventsPath } from './paths.ts';

const PAGE_SIZE = 2_500;
const MAX_EVENTS = 100_000;

/** Recurring events come as one for each time. Google remembers the range of the first read with its token: later reads must not name it. */
export async function* readChanges(
  api: Api,
  { id, token, range, timezone }: ReadCalendar,
): AsyncGenerator<RemoteEvent[], string | null> {
  const since =
    token === null
      ? { timeMin: formatTimestamp(range.start), timeMax: formatTimestamp(range.end) }
      : { syncToken: token };
  const query = {
    ...since,
    singleEvents: 'true',
    maxResults: String(PAGE_SIZE),
    // Of those who take part, only whose calendar it is.
    maxAttendees: '1',
    fields: `nextPageToken,nextSyncToken,items(${EVENT_FIELDS})`,
  };
  let next: string | undefined;
  let events = 0;
  try {
    for await (const page of pagesOf(api, { url: eventsPath(id), query })) {
      const items = listIn(page.items);
      // No list is no empty list: that would say that everything is gone.
      if (items === undefined) throw new ProviderError("the events can't be read");
      events += items.length;
      if (events > MAX_EVENTS) throw new ProviderError(`the calendar has more than ${MAX_EVENTS} events`);
      yield items.flatMap((item) => eventFrom(item, timezone) ?? []);
      next = textIn(page.nextSyncToken);
    }
  } catch (error) {
    throw token !== null && isAboutToken(error)
      ? new TokenForgotten('Google has forgotten what was read before')
      : error;
  }
  return isToken(next) ? next : null;
}

/** 410 for a token that is too old, 400 for one that isn't Google's. If it's the calendar that is gone, reading anew will tell. */
const isAboutToken = (error: unknown): boolean =>
  error instanceof NotThere || (error instanceof Refused && error.status === 400);

export async function readEvent(
  api: Api,
  { id, timezone }: ReadCalendar,
  eventId: string,
): Promise<RemoteEvent | undefined> {
  try {
    const query = { maxAttendees: '1', fields: EVENT_FIELDS };
    const event = eventFrom(await api.call({ url: eventPath(id, eventId), query }), timezone);
    // Deleted events are still shown for a while, as cancelled ones.
    return event && event.times.length > 0 ? event : undefined;
  } catch (error) {
    if (error instanceof NotThere) return undefined;
    throw error;
  }
}
