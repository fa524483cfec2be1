import { clipped } from '../../text/plain-text.ts';
import { formatTimestamp } from '../../time/timestamps.ts';
import type { Api, Json } from '../accounts/api.ts';
import { NotThere, ProviderError, Refused } from '../accounts/errors.ts';
import type { EventToWrite, WrittenEvent } from '../accounts/provider.ts';
import { CONFERENCE_FIELDS, conferenceFrom, conferenceRequest } from './conference.ts';
import { eventIdOf } from './event-ids.ts';
import { isId } from './fields.ts';
import { eventPath, eventsPath } from './paths.ts';

/** Google takes 8,192 characters. */
const DESCRIPTION_LENGTH = 8_000;
/** Rota tells everybody itself: Google sends no mails. Without a version, it ignores conferences. */
const QUERY = { sendUpdates: 'none', conferenceDataVersion: '1', fields: `id,${CONFERENCE_FIELDS}` };

/** An event in a calendar, as it should be. */
interface Booking {
  api: Api;
  calendarId: string;
  entry: EventToWrite;
}

/**
 * Changes the event that was written before, also if it was deleted since: then it comes back. Else makes it. If its id is taken, Rota made
 * it and never heard of it, or the account is connected anew: the event is changed. One that can't be changed goes before there is another:
 * servers that only pretend to be Google may have it still.
 */
export async function writeEvent(api: Api, calendarId: string, entry: EventToWrite): Promise<WrittenEvent> {
  const booking = { api, calendarId, entry };
  if (entry.event_id !== null) {
    const written = await changeExistingEvent(booking, entry.event_id);
    if (written !== undefined) return written;
    await removeEvent(api, calendarId, entry.event_id);
  }
  for (const making of [undefined, entry.making]) {
    const id = eventIdOf(entry.request_id, calendarId, making);
    const written = (await makeEvent(booking, id)) ?? (await changeExistingEvent(booking, id));
    if (written !== undefined) return written;
  }
  throw new ProviderError('Google takes the event neither as a new one nor as a former one');
}

/** An id names at most one event, so nobody has to be asked. */
export async function possibleEvents(
  _api: Api,
  calendarId: string,
  { request_id, making }: Pick<EventToWrite, 'request_id' | 'making'>,
): Promise<string[]> {
  return [undefined, making].map((each) => eventIdOf(request_id, calendarId, each));
}

/** Fine if it's gone already. */
export async function removeEvent(api: Api, calendarId: string, eventId: string): Promise<void> {
  const url = eventPath(calendarId, eventId);
  await api.call({ method: 'DELETE', url, query: { sendUpdates: 'none' } }).catch(unlessGone);
}

/** Undefined if the id is taken. Without invitees: Google would write to them. */
async function makeEvent({ api, calendarId, entry }: Booking, id: string): Promise<WrittenEvent | undefined> {
  const event = {
    id,
    ...detailsOf(entry, undefined),
    // For people who look for what Rota has written, with Google's own tools.
    extendedProperties: { private: { rota: entry.request_id } },
  };
  const insert = (more: object) =>
    api.call({ method: 'POST', url: eventsPath(calendarId), query: QUERY, body: { ...event, ...more } });
  try {
    if (entry.has_conference) {
      const answer = await insert(askForConference(calendarId, entry)).catch(unlessInvalid);
      // Where no video calls can be made, the event is made without.
      if (answer !== undefined)
        return { id: idIn(answer, id), conference: conferenceFrom(answer) ?? { status: 'failed' } };
    }
    const answer = await insert({});
    return { id: idIn(answer, id), conference: entry.has_conference ? { status: 'failed' } : null };
  } catch (error) {
    if (error instanceof Refused && error.status === 409) return undefined;
    throw error;
  }
}

/** Google's is the one that was asked for. An emulator may have another one. */
const idIn = (answer: Json, asked: string): string => (isId(answer.id) ? answer.id : asked);

/** Leaves alone what its owner has added, such as guests, a colour or another conference. */
async function changeEvent({ api, calendarId, entry }: Booking, id: string): Promise<WrittenEvent> {
  const patch = (body: object) =>
    api.call({ method: 'PATCH', url: eventPath(calendarId, id), query: QUERY, body });
  const isTakenOut = entry.had_conference && !entry.has_conference;
  const changed = await patch({
    ...detailsOf(entry, null),
    status: 'confirmed',
    ...(isTakenOut && { conferenceData: null }),
  });
  if (!entry.has_conference) return { id, conference: null };
  const existing = conferenceFrom(changed);
  if (existing !== undefined) return { id, conference: existing };
  const answer = await patch(askForConference(calendarId, entry)).catch(unlessInvalid);
  return { id, conference: (answer && conferenceFrom(answer)) ?? { status: 'failed' } };
}

/** Undefined if the id is used up: the event was deleted, and nothing brings it back. */
async function changeExistingEvent(booking: Booking, id: string): Promise<WrittenEvent | undefined> {
  try {
    return await changeEvent(booking, id);
  } catch (error) {
    const isRefused = error instanceof NotThere || (error instanceof Refused && error.status === 403);
    if (isRefused && (await isUsedUp(booking, id))) return undefined;
    throw error;
  }
}

/**
 * Whether the event is known to be deleted. One that was never confirmed to Rota and can't be found may be so new that Google doesn't show
 * it yet: another one would be a second one.
 */
async function isUsedUp({ api, calendarId, entry }: Booking, id: string): Promise<boolean> {
  const query = { fields: 'status' };
  const event = await api.call({ url: eventPath(calendarId, id), query }).catch(unlessGone);
  return event === undefined ? entry.event_id !== null : event.status === 'cancelled';
}

const askForConference = (calendarId: string, { request_id, making }: EventToWrite) =>
  conferenceRequest(eventIdOf(request_id, calendarId, making));

/** `none` is for what isn't there: a patch has to say so. */
function detailsOf({ title, description, location, ...entry }: EventToWrite, none: null | undefined) {
  // An event that its owner has made a whole day has dates.
  const at = (ms: number) => ({ dateTime: formatTimestamp(ms), date: none });
  return {
    summary: title,
    // Google takes it for HTML. People's words never become a link with another text.
    description: clipped(description.replaceAll('<', '&lt;'), DESCRIPTION_LENGTH),
    location: location ?? none,
    start: at(entry.starts_at),
    end: at(entry.ends_at),
  };
}

function unlessGone(error: unknown): undefined {
  if (!(error instanceof NotThere)) throw error;
}

function unlessInvalid(error: unknown): undefined {
  if (!(error instanceof Refused && error.status === 400)) throw error;
}
