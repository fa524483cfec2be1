import { createHash } from 'node:crypto';
import { ulidOf } from '../../ids.ts';
import type { Api, Json } from '../accounts/api.ts';
import { NotThere, ProviderError, Refused } from '../accounts/errors.ts';
import { objectIn, objectsIn, textIn } from '../accounts/json.ts';
import type { Conference, EventToWrite, WrittenEvent } from '../accounts/provider.ts';
import { isId } from './event.ts';
import { pathOf, pathOfEvent } from './read.ts';

/** Where the event says whose it is: a named property of Exchange, which events can be found by. */
const REQUEST_PROPERTY = 'String {7a5f0d2c-3b64-4c1e-9f0e-2d6a8c41b7e3} Name rota';
/** More doesn't fit in what Exchange has for it. */
const MAX_SUBJECT_LENGTH = 255;
const MAX_URL_LENGTH = 2_000;
/** Of a hash, where it only tells a few things apart. */
const MARK_LENGTH = 8;
const DUPLICATE = 'ErrorDuplicateTransactionId';
const SELECTED = 'id,isOnlineMeeting,onlineMeeting';
/** How a server says that it can't search like this. */
const CANNOT_SEARCH = [400, 405];

/**
 * The event is found by its id, else by what it says of its request: its answer may have been lost, or the account was connected before. Of
 * two attempts at the same time, Microsoft lets one make it, by the transaction id.
 */
export async function writeEvent(api: Api, calendarId: string, entry: EventToWrite): Promise<WrittenEvent> {
  const found =
    (await known(api, calendarId, entry.event_id)) ??
    (await findOurs(api, calendarId, entry).catch(noneIfUnsearchable))[0];
  const written = found
    ? await change(api, calendarId, found, entry)
    : await makeOnce(api, calendarId, entry);
  if (!isId(written.id)) throw new ProviderError("Microsoft's answer about the event can't be read");
  return { id: written.id, conference: entry.has_conference ? conferenceOf(written) : null };
}

export async function possibleEvents(
  api: Api,
  calendarId: string,
  entry: Pick<EventToWrite, 'request_id'>,
): Promise<string[]> {
  return (await findOurs(api, calendarId, entry)).map(({ id }) => String(id));
}

export async function removeEvent(api: Api, calendarId: string, eventId: string): Promise<void> {
  try {
    await api.call({ method: 'DELETE', url: pathOfEvent(calendarId, eventId) });
  } catch (error) {
    if (!(error instanceof NotThere)) throw error;
  }
}

async function known(api: Api, calendarId: string, eventId: string | null): Promise<Json | undefined> {
  if (eventId === null) return undefined;
  try {
    const event = await api.call({ url: pathOfEvent(calendarId, eventId), query: { $select: SELECTED } });
    return { ...event, id: eventId };
  } catch (error) {
    if (error instanceof NotThere) return undefined;
    throw error;
  }
}

/** Each is looked at again: a server that doesn't know the filter names every event of the calendar. */
async function findOurs(
  api: Api,
  calendarId: string,
  { request_id }: Pick<EventToWrite, 'request_id'>,
): Promise<Json[]> {
  const owner = ownerOf(calendarId, request_id);
  const property = `id eq '${REQUEST_PROPERTY}'`;
  const query = {
    $filter: `singleValueExtendedProperties/Any(ep: ep/${property} and ep/value eq '${owner}')`,
    $expand: `singleValueExtendedProperties($filter=${property})`,
    $select: SELECTED,
  };
  const { value } = await api.call({ url: `${pathOf(calendarId)}/events`, query });
  return objectsIn(value).filter(
    ({ id, singleValueExtendedProperties: properties }) =>
      isId(id) && objectsIn(properties).some(({ value: named }) => named === owner),
  );
}

/** What can't be searched for may still be made: the transaction id keeps it from being there twice. */
function noneIfUnsearchable(error: unknown): Json[] {
  if (error instanceof NotThere) return [];
  if (error instanceof Refused && CANNOT_SEARCH.includes(error.status)) return [];
  throw error;
}

/** The request, and the calendar: Exchange may search the whole mailbox, and each calendar has an event of its own. */
const ownerOf = (calendarId: string, requestId: string) =>
  `${requestId} ${digestOf(calendarId).slice(0, MARK_LENGTH)}`;

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

async function makeOnce(api: Api, calendarId: string, entry: EventToWrite): Promise<Json> {
  try {
    return await withTeams(entry, (teams) =>
      api.call({
        method: 'POST',
        url: `${pathOf(calendarId)}/events`,
        body: {
          ...fieldsOf(entry),
          ...textOf(entry),
          ...teams,
          transactionId: transactionOf(calendarId, entry),
          singleValueExtendedProperties: [
            { id: REQUEST_PROPERTY, value: ownerOf(calendarId, entry.request_id) },
          ],
        },
      }),
    );
  } catch (error) {
    if (!(error instanceof Refused && error.reason === DUPLICATE)) throw error;
  }
  const [made] = await findOurs(api, calendarId, entry);
  if (made === undefined) throw new ProviderError("Microsoft has made the event, and doesn't show it yet");
  return change(api, calendarId, made, entry);
}

/** Leaves alone what else the owner has added to the event. What an answer leaves out is as it was. */
async function change(api: Api, calendarId: string, found: Json, entry: EventToWrite): Promise<Json> {
  const isOnline = found.isOnlineMeeting === true;
  // The text of an online meeting has Microsoft's part: without that, it's no online meeting any more.
  const keepsText = isOnline && (entry.has_conference || !entry.had_conference);
  const changed = { ...entry, has_conference: entry.has_conference && !isOnline };
  const answer = await withTeams(changed, (teams) =>
    api.call({
      method: 'PATCH',
      url: pathOfEvent(calendarId, String(found.id)),
      body: { ...fieldsOf(entry), ...(!keepsText && textOf(entry)), ...teams },
    }),
  );
  return { ...found, ...answer };
}

/** Where there is no Teams, Microsoft refuses or makes an event without: the event is what matters. */
async function withTeams(
  { has_conference }: EventToWrite,
  send: (teams: Json) => Promise<Json>,
): Promise<Json> {
  if (!has_conference) return send({});
  try {
    return await send({ isOnlineMeeting: true, onlineMeetingProvider: 'teamsForBusiness' });
  } catch (error) {
    if (!(error instanceof Refused && error.status === 400 && error.reason !== DUPLICATE)) throw error;
    return send({});
  }
}

/** Nobody is invited: Microsoft would write to them. */
function fieldsOf({ title, starts_at, ends_at, location, has_conference }: EventToWrite): Json {
  // Teams puts its own name there.
  const isLeftToTeams = location === null && has_conference;
  return {
    subject: title.slice(0, MAX_SUBJECT_LENGTH).toWellFormed(),
    start: clock(starts_at),
    end: clock(ends_at),
    // The owner may have made days of it.
    isAllDay: false,
    ...(!isLeftToTeams && { location: { displayName: location ?? '' } }),
  };
}

const textOf = ({ description }: EventToWrite): Json => ({
  body: { contentType: 'text', content: description },
});

const clock = (ms: number) => ({ dateTime: new Date(ms).toISOString().replace('Z', ''), timeZone: 'UTC' });

/**
 * The same for each attempt at making this event. Another one if that goes on to be refused: the event was made and removed, both without
 * an answer, and Microsoft knows the former id for good.
 */
function transactionOf(calendarId: string, { request_id, making, stuck_since }: EventToWrite): string {
  const hash = digestOf(
    [calendarId, request_id, making, ...(stuck_since === null ? [] : [stuck_since])].join('\n'),
  );
  return `rota-${ulidOf(request_id).toLowerCase()}${hash.slice(0, MARK_LENGTH)}`;
}

function conferenceOf({ isOnlineMeeting, onlineMeeting }: Json): Conference {
  const url = textIn(objectIn(onlineMeeting).joinUrl);
  if (url !== undefined && url.length <= MAX_URL_LENGTH && URL.parse(url)?.protocol === 'https:')
    return { status: 'ready', join_url: url };
  return { status: isOnlineMeeting === true ? 'pending' : 'failed' };
}
