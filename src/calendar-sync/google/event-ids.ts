import { createHash } from 'node:crypto';
import { idOf, ulidOf } from '../../ids.ts';

// Google takes the id of an event from whoever makes it, in the digits of base32hex (RFC 4648). With one that follows from the meeting
// request, whatever is done again meets the same event: after a lost answer, after a crash, after the account was connected anew.

const DIGITS = '0123456789abcdefghijklmnopqrstuv';
/** Those of a ULID. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Of the part that tells calendars and makings apart: 50 bits. */
const MARK_LENGTH = 10;
const FORM = new RegExp(`^rota([0-7][0-9a-v]{25})[0-9a-v]{${MARK_LENGTH}}$`);

/**
 * The id of a request's event in one calendar. Calendars differ, because Google calls events with the same id copies of one event. `making`
 * is for an event that has to be made anew because its id is used up.
 */
export function eventIdOf(requestId: string, calendarId: string, making?: string): string {
  const request = [...ulidOf(requestId)].map((digit) => DIGITS[CROCKFORD.indexOf(digit)]).join('');
  const hash = createHash('sha256').update(making === undefined ? calendarId : `${calendarId}\n${making}`);
  const mark = [...hash.digest().subarray(0, MARK_LENGTH)].map((byte) => DIGITS[byte % DIGITS.length]);
  return `rota${request}${mark.join('')}`;
}

/** The request for which Rota has made the event. Null for others: copies, and the times of a series that somebody has made of it, have other ids. */
export function requestOfEvent(id: string): string | null {
  const digits = FORM.exec(id)?.[1];
  if (digits === undefined) return null;
  return idOf('meetingRequest', [...digits].map((digit) => CROCKFORD[DIGITS.indexOf(digit)]).join(''));
}
