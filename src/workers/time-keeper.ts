import type { Logger } from 'pino';
import type { Database } from '../storage/database.ts';
import { keepTime } from '../storage/database-clock.ts';
import type { Clock } from '../time/clock.ts';
import type { Worker } from './worker.ts';

/** Writes the time at the end, so that whoever starts next goes on from there, whatever the clock shows then. */
export function createTimeKeeper(database: Database, clock: Clock, log: Logger): Worker {
  return {
    name: 'time',
    start() {},
    stop: () => keepTime(database, clock.now()).catch((error) => log.warn({ err: error }, 'time not kept')),
    stopsLast: true,
  };
}
