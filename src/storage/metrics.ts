import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock } from '../time/clock.ts';
import type { OpenDatabase } from './database.ts';

/** How busy the database is, as this node sees it. */
export function registerStorageMetrics(registry: Registry, database: OpenDatabase, clock: Clock): void {
  new Gauge({
    name: 'rota_database_connections',
    help: 'Connections to the database, by what they are for and whether they are busy.',
    labelNames: ['work', 'state'] as const,
    registers: [registry],
    collect() {
      for (const { work, open, busy } of database.use()) {
        this.set({ work, state: 'busy' }, busy);
        this.set({ work, state: 'idle' }, open - busy);
      }
    },
  });
  new Gauge({
    name: 'rota_database_waiting',
    help: 'What waits for a connection, by what that is for.',
    labelNames: ['work'] as const,
    registers: [registry],
    collect() {
      for (const { work, waiting } of database.use()) this.set({ work }, waiting);
    },
  });
  new Counter({
    name: 'rota_database_lock_timeouts_total',
    help: 'How often a statement has given up waiting for a lock; a call that meets that is tried again, for three seconds or more.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(database.lockTimeouts());
    },
  });
  new Gauge({
    name: 'rota_clock_ahead_seconds',
    help: 'How far the time that is written down is ahead of the clock, because that was set back.',
    registers: [registry],
    collect() {
      this.set(Math.max(clock.now() - clock.wall(), 0) / 1000);
    },
  });
}
