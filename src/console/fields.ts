// Reads what a form has sent. Forms send text only: these functions turn it into what the API's shapes expect. Text that makes no
// sense is passed on unchanged, so that the shape refuses it and names the field.

import { isDate, MINUTE_MS } from '../time/timestamps.ts';
import { firstMinuteAt, localMinute } from '../time/zones.ts';

export type SentFields = Readonly<Record<string, string | string[]>>;

/** Empty if it was not sent. */
export function text(fields: SentFields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

/** Null if it was left empty. */
export const textOrNull = (fields: SentFields, name: string): string | null =>
  text(fields, name).trim() || null;

/** Undefined if it was left empty. */
export const textIfAny = (fields: SentFields, name: string): string | undefined =>
  text(fields, name).trim() || undefined;

/** The values of `name[]`. */
export function list(fields: SentFields, name: string): string[] {
  const value = fields[name];
  return Array.isArray(value) ? value : [];
}

/** The words between commas, semicolons, spaces and line breaks. */
export const words = (fields: SentFields, name: string): string[] =>
  text(fields, name)
    .split(/[\s,;]+/)
    .filter(Boolean);

/** The same, with numbers for those that are numbers. */
export const numbers = (fields: SentFields, name: string): (number | string)[] =>
  words(fields, name).map((word) => (/^\d{1,9}$/.test(word) ? Number(word) : word));

/** A checkbox is sent only if it is checked. */
export const isChecked = (fields: SentFields, name: string): boolean => text(fields, name) !== '';

export function numberOrNull(fields: SentFields, name: string): number | string | null {
  const sent = text(fields, name).trim();
  if (sent === '') return null;
  return /^[+-]?\d{1,9}$/.test(sent) ? Number(sent) : sent;
}

const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?$/;

/** Reads a `datetime-local` field in the member's time zone. A time that the clock skips becomes the next one that it shows. */
export function timeOrNull(fields: SentFields, name: string, timezone: string): string | null {
  const sent = text(fields, name).trim();
  if (sent === '') return null;
  const [, date, hours, minutes] = LOCAL_TIME.exec(sent) ?? [];
  if (date === undefined || !isDate(date)) return sent;
  const local = Date.parse(date) / MINUTE_MS + Number(hours) * 60 + Number(minutes);
  return new Date(firstMinuteAt(timezone, local) * MINUTE_MS).toISOString();
}

/** The inverse: the value for a `datetime-local` field. */
export function localTime(at: number, timezone: string): string {
  const local = localMinute(timezone, Math.floor(at / MINUTE_MS)) * MINUTE_MS;
  return new Date(local).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}
