import { Counter, Gauge, type Registry } from 'prom-client';

export function createSmtpMetrics(registry: Registry, openConnections: () => number) {
  new Gauge({
    name: 'rota_smtp_connections',
    help: 'Open connections to the mail listener.',
    registers: [registry],
    collect() {
      this.set(openConnections());
    },
  });
  const connections = new Counter({
    name: 'rota_smtp_connections_total',
    help: 'Connections to the mail listener: accepted, refused because there were too many, closed to make room for another.',
    labelNames: ['result'] as const,
    registers: [registry],
  });
  const mails = new Counter({
    name: 'rota_smtp_mails_total',
    help: 'Mails sent to the listener: stored, refused because of their content or a limit, failed because of the service itself.',
    labelNames: ['result'] as const,
    registers: [registry],
  });
  const refusedRecipients = new Counter({
    name: 'rota_smtp_recipients_refused_total',
    help: 'Recipients refused, because there is no such address.',
    registers: [registry],
  });
  const overQuota = new Counter({
    name: 'rota_smtp_over_quota_total',
    help: 'Recipients and mails refused for now, because a workspace has received as much mail as it may in a day.',
    registers: [registry],
  });
  // Initialized here, so that the first failure is an increase and not a new series.
  for (const result of ['stored', 'refused', 'failed']) mails.inc({ result }, 0);
  return {
    countConnection: (result: 'accepted' | 'refused' | 'made_room') => connections.inc({ result }),
    countMail: (result: 'stored' | 'refused' | 'failed') => mails.inc({ result }),
    countRefusedRecipient: () => refusedRecipients.inc(),
    countOverQuota: () => overQuota.inc(),
  };
}

export type SmtpMetrics = ReturnType<typeof createSmtpMetrics>;
