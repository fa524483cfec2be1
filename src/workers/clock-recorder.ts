import type { Logger } from 'pino';
import type { Database } from '../storage/database.ts';
import { keepTime } from '../storage/database-clock.ts';
import type { Clock } from '../time/clock.ts';
import type { Worker } from './worker.ts';

/** Stores the time when the process stops, so that the next one continues from there, whatever its clock shows. */
export function createClockRecorder(database: Database, clock: Clock, log: Logger): Worker {
  return {
    name: 'time',
    start() {},
    stop: () => keepTime(database, clock.now()).catch((error) => log.warn({ err: error }, 'time not kept')),
    stopsLast: true,
  };
}
