import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock } from '../time/clock.ts';
import type { OpenDatabase } from './database.ts';

/** How busy the database is, as this node sees it. */
export function registerStorageMetrics(registry: Registry, database: OpenDatabase, clock: Clock): void {
  new Gauge({
    name: 'rota_database_connections',
    help: 'Connections to the database, by kind of work, busy or idle.',
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
    help: 'Callers waiting for a connection, by kind of work.',
    labelNames: ['work'] as const,
    registers: [registry],
    collect() {
      for (const { work, waiting } of database.use()) this.set({ work }, waiting);
    },
  });
  new Counter({
    name: 'rota_database_lock_timeouts_total',
    help: 'Statements that gave up waiting for a lock. Their call is retried, for three seconds or more.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(database.lockTimeouts());
    },
  });
  new Gauge({
    name: 'rota_clock_ahead_seconds',
    help: 'How far recorded times are ahead of the clock, because the clock was set back.',
    registers: [registry],
    collect() {
      this.set(Math.max(clock.now() - clock.wall(), 0) / 1000);
    },
  });
}
