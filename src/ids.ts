import { randomFillSync } from 'node:crypto';
import { decodeTime, encodeTime, monotonicFactory } from 'ulid';
import type { Clock } from './time/clock.ts';

export const idPrefixes = {
  workspace: 'ws',
  member: 'mem',
  team: 'team',
  membership: 'tm',
  turn: 'turn',
  apiKey: 'key',
  operatorKey: 'opk',
  entitlement: 'ent',
  seat: 'seat',
  meetingRequest: 'mr',
  calendarEvent: 'cal',
  calendar: 'clr',
  calendarConnection: 'con',
  option: 'opt',
  message: 'msg',
  meetingType: 'mt',
  bookingLink: 'bl',
  bookingConfirmation: 'bc',
  signInLink: 'sil',
  session: 'ses',
  event: 'evt',
  endpoint: 'we',
  delivery: 'del',
  auditEntry: 'aud',
  erasure: 'era',
  optOut: 'oo',
  request: 'req',
} as const;

export type IdKind = keyof typeof idPrefixes;
export type Ids = (kind: IdKind) => string;

/** Ids of one process are strictly increasing, so `order by id desc` is newest first. */
export function createIds(clock: Clock): Ids {
  const ulid = monotonicFactory(randomFraction());
  return (kind) => idOf(kind, ulid(clock.now()));
}

const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';

export function idPattern(kind: IdKind): string {
  return `^${idPrefixes[kind]}_${ULID}$`;
}

const forms = Object.fromEntries(
  Object.keys(idPrefixes).map((kind) => [kind, new RegExp(idPattern(kind as IdKind))]),
) as Record<IdKind, RegExp>;

export function isId(kind: IdKind, value: string): boolean {
  return forms[kind].test(value);
}

/** An id without its prefix, as tokens contain it. */
export function ulidOf(id: string): string {
  return id.slice(id.indexOf('_') + 1);
}

export function idOf(kind: IdKind, ulid: string): string {
  return `${idPrefixes[kind]}_${ulid}`;
}

const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;

/** The creation time of the id, in milliseconds. */
export function timeOf(id: string): number {
  return decodeTime(ulidOf(id));
}

/** The lower bound of all ids made at this time or later. Turns a time into a position in a list ordered by id. */
export function firstIdAt(kind: IdKind, ms: number): string {
  return idOf(kind, encodeTime(Math.max(ms, 0), TIME_LENGTH) + '0'.repeat(RANDOM_LENGTH));
}

/** Cryptographic randomness in [0, 1), drawn in blocks, because each ULID takes sixteen fractions. */
function randomFraction(): () => number {
  const block = new Uint32Array(256);
  let next = block.length;
  return () => {
    if (next === block.length) {
      randomFillSync(block);
      next = 0;
    }
    return (block[next++] as number) / 2 ** 32;
  };
}
