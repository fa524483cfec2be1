import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { type MetricTexts, type Outcome, outcomes } from './channel.ts';

interface Figures {
  inFlight(): number;
  /** Seconds; 0 when nothing is due. Rejects when the database is away. */
  oldestDueAge(): Promise<number>;
  /** Seconds since the last record, or since the start. */
  lastRecordAge(): number;
}

export function createOutboxMetrics(registry: Registry, { prefix, help }: MetricTexts, figures: Figures) {
  const texts = (name: keyof MetricTexts['help']) => ({
    name: `${prefix}_${name}`,
    help: help[name],
    registers: [registry],
  });
  const attempts = new Counter({ ...texts('attempts_total'), labelNames: ['outcome'] as const });
  // Start each series at 0: otherwise the first failure would be a new series instead of an increase.
  for (const outcome of outcomes) attempts.inc({ outcome }, 0);
  const duration = new Histogram({
    ...texts('attempt_duration_seconds'),
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  const claimsLost = new Counter(texts('claims_lost_total'));
  new Gauge({
    ...texts('in_flight'),
    collect() {
      this.set(figures.inFlight());
    },
  });
  new Gauge({
    ...texts('oldest_due_age_seconds'),
    async collect() {
      await figures.oldestDueAge().then(
        (age) => this.set(age),
        () => this.remove(),
      );
    },
  });
  new Gauge({
    ...texts('last_record_age_seconds'),
    collect() {
      this.set(figures.lastRecordAge());
    },
  });
  return {
    observeAttempt(outcome: Outcome, seconds: number): void {
      attempts.inc({ outcome });
      duration.observe(seconds);
    },
    countLostClaim: () => claimsLost.inc(),
  };
}
