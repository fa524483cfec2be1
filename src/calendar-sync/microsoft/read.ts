// How changes come: https://learn.microsoft.com/graph/delta-query-events. What it doesn't say: of a series that has changed in any way come
// the series and all its times that are left, each with nothing but when it is. A time that was deleted comes not at all.
import type { Api, ApiRequest, Json } from '../accounts/api.ts';
import { LeadsElsewhere, NotThere, ProviderError, Refused, TokenForgotten } from '../accounts/errors.ts';
import { listIn, textIn } from '../accounts/json.ts';
import type { ReadCalendar, RemoteEvent } from '../accounts/provider.ts';
import { eventOf, IN_UTC, isId, OF_NOBODY, OF_OCCURRENCES, SELECTED, seriesOf } from './event.ts';

/** Texts come short, and not as HTML: they can't be left out. */
const HEADERS = { prefer: `${IN_UTC}, odata.maxpagesize=100, outlook.body-content-type="text"` };
/** Graph's take a quarter of it, with the longest ids. */
const MAX_KEPT_LENGTH = 4_000;
const MAX_PAGES = 500;
const MAX_EVENTS = 50_000;
/** How many series are looked up that weren't listed with their times. The times of others count as busy. */
const MAX_LOOKED_UP = 100;
/** A longer one isn't kept: then everything is read each time. */
const MAX_TOKEN_LENGTH = 8_000;
/** The words for a state that is no longer known, in any case. The status is 410, or another one of 4xx. */
const FORGOTTEN = /^(syncState|resync|fullSync)/i;

interface Round {
  /** By their ids. */
  series: Map<string, Json>;
  occurrences: Map<string, Json>;
}

/** The token is the whole address that the last answer names for the next changes. */
export async function* readChanges(
  api: Api,
  calendar: ReadCalendar,
): AsyncGenerator<RemoteEvent[], string | null> {
  const round: Round = { series: new Map(), occurrences: new Map() };
  const followed = new Set<string>();
  let request = firstRequest(calendar);
  let count = 0;
  for (;;) {
    const page = await pageAt(api, request, calendar.token);
    const items = listIn(page.value);
    if (items === undefined) throw new ProviderError("the events can't be read");
    count += items.length;
    if (count > MAX_EVENTS || followed.size === MAX_PAGES)
      throw new ProviderError(`the calendar has more than ${MAX_EVENTS} events`);
    const events = items.flatMap((item) => singleEvent(item, round, calendar.timezone) ?? []);
    if (events.length > 0) yield events;
    const next = textIn(page['@odata.nextLink']);
    if (next === undefined) {
      const series = await seriesIn(api, round, calendar);
      if (series.length > 0) yield series;
      return tokenIn(page);
    }
    if (followed.has(next)) throw new ProviderError('Microsoft named the same page twice');
    followed.add(next);
    request = { url: next };
  }
}

export async function readEvent(
  api: Api,
  { id, timezone }: ReadCalendar,
  eventId: string,
): Promise<RemoteEvent | undefined> {
  try {
    return eventOf(eventId, await itemAt(api, id, eventId), timezone);
  } catch (error) {
    if (error instanceof NotThere) return undefined;
    throw error;
  }
}

export const pathOf = (calendarId: string): string => `/me/calendars/${encodeURIComponent(calendarId)}`;
export const pathOfEvent = (calendarId: string, eventId: string): string =>
  `${pathOf(calendarId)}/events/${encodeURIComponent(eventId)}`;

function firstRequest({ id, token, range }: ReadCalendar): ApiRequest {
  if (token !== null) return { url: token };
  const query = {
    startDateTime: new Date(range.start).toISOString(),
    endDateTime: new Date(range.end).toISOString(),
  };
  return { url: `${pathOf(id)}/calendarView/delta`, query };
}

async function pageAt(api: Api, request: ApiRequest, token: string | null): Promise<Json> {
  try {
    return await api.call({ ...request, headers: HEADERS });
  } catch (error) {
    const isLink = request.query === undefined;
    const isForgotten =
      (isLink && error instanceof NotThere) ||
      (isLink && error instanceof Refused && FORGOTTEN.test(error.reason)) ||
      // Microsoft has been at another address when this token came.
      (request.url === token && error instanceof LeadsElsewhere);
    throw isForgotten ? new TokenForgotten('Microsoft has forgotten what was read before') : error;
  }
}

/** What is of a series is put aside until the round is complete. */
function singleEvent(item: Json, { series, occurrences }: Round, timezone: string): RemoteEvent | undefined {
  const { id } = item;
  if (!isId(id)) return undefined;
  // The last word counts.
  series.delete(id);
  occurrences.delete(id);
  // Also what was moved out of the range, or has never been in it.
  if (item['@removed'] !== undefined) return { id, times: [], is_busy: false, ...OF_NOBODY };
  if (item.type === 'seriesMaster') series.set(id, kept(item));
  else if (isId(item.seriesMasterId)) occurrences.set(id, kept(item));
  else return eventOf(id, item, timezone);
  return undefined;
}

/** Without texts, and nothing of one that isn't as Graph's are: there may be many, and all are kept until the round is complete. */
function kept(item: Json): Json {
  const small = Object.fromEntries(
    OF_OCCURRENCES.filter((field) => item[field] !== undefined).map((field) => [field, item[field]]),
  );
  return JSON.stringify(small).length <= MAX_KEPT_LENGTH ? small : { seriesMasterId: item.seriesMasterId };
}

async function seriesIn(api: Api, round: Round, calendar: ReadCalendar): Promise<RemoteEvent[]> {
  const times = Map.groupBy(round.occurrences.values(), ({ seriesMasterId }) => String(seriesMasterId));
  const unlisted = [...times.keys()].filter((id) => !round.series.has(id));
  // Whether these are all its times, nobody says.
  if (calendar.token !== null && unlisted.length > 0)
    throw new TokenForgotten('Microsoft named times of a series without the series');
  for (const id of unlisted.slice(0, MAX_LOOKED_UP)) round.series.set(id, await lookedUp(api, calendar, id));
  const ids = new Set([...round.series.keys(), ...times.keys()]);
  return [...ids].map((id) =>
    seriesOf(id, { series: round.series.get(id) ?? {}, occurrences: times.get(id) ?? [] }, calendar.timezone),
  );
}

/** Nothing if it was deleted just now. */
async function lookedUp(api: Api, calendar: ReadCalendar, id: string): Promise<Json> {
  try {
    return await itemAt(api, calendar.id, id);
  } catch (error) {
    if (error instanceof NotThere) return {};
    throw error;
  }
}

const itemAt = (api: Api, calendarId: string, eventId: string) =>
  api.call({
    url: pathOfEvent(calendarId, eventId),
    query: { $select: SELECTED.join(',') },
    headers: { prefer: IN_UTC },
  });

function tokenIn(page: Json): string | null {
  const token = textIn(page['@odata.deltaLink']);
  return token === undefined || token.length > MAX_TOKEN_LENGTH ? null : token;
}
