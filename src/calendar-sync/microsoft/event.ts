import { idOf } from '../../ids.ts';
import type { Interval } from '../../time/hosts.ts';
import { parseTimestamp } from '../../time/timestamps.ts';
import type { Json } from '../accounts/api.ts';
import { ProviderError } from '../accounts/errors.ts';
import { invitedTo, wholeDays } from '../accounts/events.ts';
import { objectIn, textIn } from '../accounts/json.ts';
import type { RemoteEvent } from '../accounts/provider.ts';

// What an event of Graph means. Its fields: https://learn.microsoft.com/graph/api/resources/event

/** Times in UTC. */
export const IN_UTC = 'outlook.timezone="UTC"';

/** Any of Microsoft's. Others couldn't be stored, or would change the path of a call. */
const ID = /^(?!\.{1,2}$)[\x21-\x7e]{1,1000}$/;
const MAX_UID_LENGTH = 4_000;

/** How somebody is shown who can be booked. `tentative`, `busy`, `oof` and `unknown` are busy. */
const FREE = ['free', 'workingElsewhere'];

/** Marks events that Rota has made, and names the request: `write.ts`. */
const OWN_TRANSACTION = /^rota-([0-7][0-9a-hjkmnp-tv-z]{25})[0-9a-f]{8}$/;

/** What Exchange puts before the UID of an invitation that came from another program (MS-OXCICAL, 2.1.3.1.1.20.26). */
const WRAPPED_UID = Buffer.from('vCal-Uid\x01\0\0\0').toString('hex');

/** What the times of a series take over from it: changes say of them only when they are. */
const OF_SERIES = ['showAs', 'isCancelled', 'isAllDay', 'responseStatus'] as const;

/** What is read of the times of a series, none of which is Rota's. */
export const OF_OCCURRENCES = [...OF_SERIES, 'id', 'type', 'seriesMasterId', 'start', 'end'];

/** What is read of an event. */
export const SELECTED = [...OF_OCCURRENCES, 'transactionId', 'iCalUId'];

export const isId = (id: unknown): id is string => typeof id === 'string' && ID.test(id);

/** One without times that can be read counts as gone: nothing can be said about it. */
export function eventOf(id: string, item: Json, timezone: string): RemoteEvent {
  const time = item.isCancelled === true ? undefined : timeOf(item, timezone);
  return {
    id,
    times: time === undefined ? [] : [time],
    is_busy: time !== undefined && time.start < time.end && isBusy(item),
    ...requestOf(item),
  };
}

/** A series with all its times, as one event. None of them is Rota's: it makes no series. */
export function seriesOf(
  id: string,
  { series, occurrences }: { series: Json; occurrences: Json[] },
  timezone: string,
): RemoteEvent {
  const shared = Object.fromEntries(OF_SERIES.map((field) => [field, series[field]]));
  const times = occurrences
    .map((one) => eventOf(id, { ...shared, ...one }, timezone))
    .flatMap((event) => (event.is_busy ? event.times : []))
    .sort((one, other) => one.start - other.start);
  return { id, times, is_busy: times.length > 0, ...OF_NOBODY };
}

const isBusy = ({ showAs, responseStatus }: Json) =>
  !FREE.includes(textIn(showAs) ?? '') && objectIn(responseStatus).response !== 'declined';

function timeOf({ start, end, isAllDay }: Json, timezone: string): Interval | undefined {
  const [from, until] = [clockOf(start), clockOf(end)];
  if (from === undefined || until === undefined) return undefined;
  // Days come as midnights, whatever the zone.
  if (isAllDay === true && from.isMidnight && until.isMidnight)
    return wholeDays(from.date, until.date, timezone);
  return until.at < from.at ? undefined : { start: from.at, end: until.at };
}

/** The names of a zone in which no clock is ever changed, and which is asked for. */
const UTC = ['UTC', 'Etc/UTC', 'GMT', 'Etc/GMT'];

/** A date and time, by Graph's reference without an offset and with seven digits for fractions of a second. */
function clockOf(value: unknown): { at: number; date: string; isMidnight: boolean } | undefined {
  const { dateTime, timeZone } = objectIn(value);
  const [text, zone] = [textIn(dateTime), textIn(timeZone)];
  const at =
    text === undefined ? undefined : parseTimestamp(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
  if (text === undefined || zone === undefined || at === undefined) return undefined;
  // Rather nothing at all than all times at other hours.
  if (!UTC.includes(zone)) throw new ProviderError("Microsoft gave times that aren't in UTC");
  const [date = '', time = ''] = text.split('T');
  return { at, date, isMidnight: /^[0:.]+Z?$/.test(time) };
}

function requestOf({ transactionId, iCalUId }: Json): Pick<RemoteEvent, 'request_id' | 'is_written'> {
  const ulid = OWN_TRANSACTION.exec(textIn(transactionId) ?? '')?.[1];
  return ulid === undefined
    ? { request_id: invitedTo(uidIn(textIn(iCalUId) ?? '')), is_written: false }
    : { request_id: idOf('meetingRequest', ulid.toUpperCase()), is_written: true };
}

/** Of an event that has nothing to do with a meeting request. */
export const OF_NOBODY = { request_id: null, is_written: false };

/** The UID of an invitation as it was sent. */
function uidIn(text: string): string {
  const at = text.length > MAX_UID_LENGTH ? -1 : text.toLowerCase().indexOf(WRAPPED_UID);
  return at === -1 ? text : Buffer.from(text.slice(at + WRAPPED_UID.length), 'hex').toString('latin1');
}
