import type { Logger } from 'pino';
import type { Database } from '../storage/database.ts';
import { refreshStatistics } from '../storage/tables.ts';
import type { Clock } from '../time/clock.ts';
import type { Worker } from './worker.ts';

/** After the start, because a new database grows fastest at first. */
const REFRESH_AFTER_MS = [2_000, 5_000, 15_000, 45_000];

export function createStatisticsWorker(database: Database, clock: Clock, log: Logger): Worker {
  let cancels: (() => void)[] = [];
  let running = Promise.resolve();

  function refresh(): void {
    running = running
      .then(() => refreshStatistics(database))
      .catch((error) => log.warn({ err: error }, 'refreshing statistics failed'));
  }

  return {
    name: 'statistics',
    start() {
      cancels = REFRESH_AFTER_MS.map((ms) => clock.after(ms, refresh));
    },
    stop() {
      for (const cancel of cancels) cancel();
      return running;
    },
  };
}
