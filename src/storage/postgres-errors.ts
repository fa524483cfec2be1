import pg from 'pg';
import { DatabaseAway, RotaError, unavailable } from '../errors.ts';
import { type ConstraintKind, ConstraintViolation } from './database.ts';
import { isOutdated } from './postgres-statement.ts';

const kinds: Record<string, ConstraintKind> = {
  '23505': 'unique',
  '23503': 'foreign_key',
  '23514': 'check',
  '23502': 'not_null',
};

const READ_ONLY = '25006';
const DISK_FULL = '53100';
const DISK_ERROR = '58030';
const LOCK_TIMEOUT = '55P03';
const DEADLOCK = '40P01';

/**
 * Codes that mean PostgreSQL serves nobody: connection errors (08), a full disk or too many connections (53), a shutdown (57P),
 * a disk error, a read-only server.
 */
const AWAY = /^(08|53|57P|58030|25006)/;
const unwritable: Record<string, DatabaseAway['unwritable']> = {
  [READ_ONLY]: 'read-only',
  [DISK_FULL]: 'disk',
  [DISK_ERROR]: 'disk',
};
/**
 * Codes that mean PostgreSQL refused only this statement: a deadlock (40), a timeout (57), a transaction idle for too long
 * (25P03), a lock timeout (55P03), a missing privilege (42501).
 */
const REFUSED_FOR_NOW = /^(40|57|25P03|55P03|42501)/;

/** For the operator. */
const reasons: Record<string, string> = {
  [READ_ONLY]: 'PostgreSQL takes no changes',
  '42501': "PostgreSQL does not allow this to the database's user",
  [DISK_FULL]: "PostgreSQL's disk is full",
  [DISK_ERROR]: "PostgreSQL's disk can not be read or written",
  '53300': 'PostgreSQL has no connection left',
  [LOCK_TIMEOUT]: 'somebody else holds a lock for too long',
};
const STANDBY = 'PostgreSQL is a standby, which takes no changes';

export function translateError(error: unknown): unknown {
  if (error instanceof RotaError) return error;
  if (error instanceof pg.DatabaseError) {
    const { code = '', constraint } = error;
    if (kinds[code]) return new ConstraintViolation(kinds[code], constraint, error);
    if (isOutdated(error)) return unavailable(error, 'a table of PostgreSQL has changed');
    if (isFromStandby(error)) return standby(error);
    const reason = reasons[code] ?? 'PostgreSQL can not be used';
    if (AWAY.test(code)) return new DatabaseAway(error, reason, unwritable[code]);
    return REFUSED_FOR_NOW.test(code) ? unavailable(error, reason) : error;
  }
  // An error that is not from the server is a network error or a timeout, unless it is a bug in our code.
  return error instanceof TypeError || error instanceof RangeError
    ? error
    : new DatabaseAway(error, 'PostgreSQL can not be reached');
}

export const standby = (cause: unknown) => new DatabaseAway(cause, STANDBY, 'read-only');

/** A condition that fails on a standby, and is never true. Only a standby refuses to make a transaction writable. */
export const ON_STANDBY =
  "case when pg_is_in_recovery() then set_config('transaction_read_only', 'off', true) end is not null";

const databaseErrorBehind = (error: unknown): pg.DatabaseError | undefined => {
  const cause = error instanceof RotaError ? error.cause : error;
  return cause instanceof pg.DatabaseError ? cause : undefined;
};

const codeOf = (error: unknown) => databaseErrorBehind(error)?.code;

/** Whether `ON_STANDBY` failed. Nothing else that Rota sends fails with this code. */
export const isFromStandby = (error: unknown): boolean => codeOf(error) === '25001';

export const isLockTimeout = (error: unknown) => codeOf(error) === LOCK_TIMEOUT;
export const isDeadlock = (error: unknown) => codeOf(error) === DEADLOCK;

/** The server is a standby, or read-only for another reason. */
export const isReadOnlyServer = (error: unknown): boolean =>
  codeOf(error) === READ_ONLY || isFromStandby(error);

/** The server did not respond, or accepts no changes. Another connection may lead to a better server. */
export const endsConnection = (error: unknown): boolean =>
  isReadOnlyServer(error) ||
  (error instanceof RotaError && error.type === 'unavailable' && codeOf(error) === undefined);
