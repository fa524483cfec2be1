import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { type Outcome, outcomes } from './record.ts';

export interface DeliveryFigures {
  inFlight(): number;
  /** Seconds that the oldest due delivery has waited, 0 when none is due; rejects when the database is away. */
  oldestDueAge(): Promise<number>;
  /** Seconds since outcomes were last recorded, or since the start. */
  sinceRecord(): number;
}

export function createDeliveryMetrics(registry: Registry, figures: DeliveryFigures) {
  const registers = [registry];
  const attempts = new Counter({
    name: 'rota_webhook_attempts_total',
    help: 'Attempts to deliver, by what became of the delivery: success, retry, or failed for good.',
    labelNames: ['outcome'] as const,
    registers,
  });
  // From the start, so that the first failure is an increase and not a series that nobody has watched.
  for (const outcome of outcomes) attempts.inc({ outcome }, 0);
  const duration = new Histogram({
    name: 'rota_webhook_attempt_duration_seconds',
    help: 'Time from the look-up of a receiver to the end of its answer.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const claimsLost = new Counter({
    name: 'rota_webhook_claims_lost_total',
    help: 'Attempts that came to their end after their claim on the delivery had.',
    registers,
  });
  const disabled = new Counter({
    name: 'rota_webhook_endpoints_disabled_total',
    help: 'Endpoints that were disabled because too many deliveries failed.',
    registers,
  });
  new Gauge({
    name: 'rota_webhook_in_flight',
    help: 'Deliveries that this node has claimed and not recorded yet.',
    registers,
    collect() {
      this.set(figures.inFlight());
    },
  });
  new Gauge({
    name: 'rota_webhook_oldest_due_age_seconds',
    help:
      'How long the oldest due delivery has waited, but for endpoints that are slow themselves: those have figures of ' +
      'their own. Absent while the database is away.',
    registers,
    async collect() {
      await figures.oldestDueAge().then(
        (age) => this.set(age),
        () => this.remove(),
      );
    },
  });
  new Gauge({
    name: 'rota_webhook_last_record_age_seconds',
    help: 'Time since the outcome of an attempt was last recorded by this node, or since its start.',
    registers,
    collect() {
      this.set(figures.sinceRecord());
    },
  });
  return {
    observeAttempt(outcome: Outcome, seconds: number): void {
      attempts.inc({ outcome });
      duration.observe(seconds);
    },
    countLostClaims: (number: number) => claimsLost.inc(number),
    countDisabled: (number: number) => disabled.inc(number),
  };
}
