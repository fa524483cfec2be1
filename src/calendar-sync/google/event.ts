import type { Interval } from '../../time/hosts.ts';
import { parseTimestamp } from '../../time/timestamps.ts';
import type { Json } from '../accounts/api.ts';
import { invitedTo, wholeDays } from '../accounts/events.ts';
import { objectIn, objectsIn, textIn } from '../accounts/json.ts';
import type { RemoteEvent } from '../accounts/provider.ts';
import { requestOfEvent } from './event-ids.ts';
import { isId } from './fields.ts';

/** All that is asked for: no title, no text, no guest. */
export const EVENT_FIELDS =
  'id,status,transparency,eventType,start,end,attendees(self,responseStatus),iCalUID,recurringEventId';

/** Where somebody works, and whose birthday it is, are no appointments. Out of office and focus time are. */
const NEVER_BUSY = ['workingLocation', 'birthday'];

/**
 * What matters of an event; undefined for one without an id. One whose times can't be read counts as gone: what was known of it isn't true
 * any more, either. Whole days are those of `timezone`.
 */
export function eventFrom(item: Json, timezone: string): RemoteEvent | undefined {
  const { id } = item;
  if (!isId(id)) return undefined;
  const times = item.status === 'cancelled' ? [] : timesOf(item, timezone);
  const written = requestOfEvent(id);
  const request_id = written ?? invitationOf(item);
  return { id, times, is_busy: isBusy(item), request_id, is_written: written !== null };
}

/** A time with its offset, or days. */
function timesOf({ start, end }: Json, timezone: string): Interval[] {
  const [from, until] = [objectIn(start), objectIn(end)];
  const time =
    typeof from.date === 'string' && typeof until.date === 'string'
      ? wholeDays(from.date, until.date, timezone)
      : between(from.dateTime, until.dateTime);
  return time ? [time] : [];
}

function between(first: unknown, last: unknown): Interval | undefined {
  const [start, end] = [momentIn(first), momentIn(last)];
  return start === undefined || end === undefined || end < start ? undefined : { start, end };
}

const momentIn = (value: unknown) =>
  typeof value === 'string' && value.includes('T') ? parseTimestamp(value) : undefined;

/** Tentative events are busy: the time may well be needed. */
function isBusy({ transparency, eventType, attendees }: Json): boolean {
  if (transparency === 'transparent' || NEVER_BUSY.includes(String(eventType))) return false;
  const own = objectsIn(attendees).find(({ self }) => self === true);
  return own?.responseStatus !== 'declined';
}

const invitationOf = ({ iCalUID, recurringEventId }: Json): string | null =>
  recurringEventId === undefined ? invitedTo(textIn(iCalUID) ?? '') : null;
