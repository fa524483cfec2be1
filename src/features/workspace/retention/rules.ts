import { validationError } from '../../../errors.ts';
import type { Config } from '../../../settings/config.ts';

/** In days. Null: for a workspace, as long as the service keeps it; for the service, for ever. */
export interface Retention {
  requests_days: number | null;
  messages_days: number | null;
  events_days: number | null;
  audit_log_days: number | null;
}

export type KeptKind = keyof Retention;

/** The setting of the service, and what it keeps. */
const settings: Record<KeptKind, { field: keyof Config; name: string; what: string }> = {
  requests_days: {
    field: 'requestRetentionDays',
    name: 'ROTA_REQUEST_RETENTION_DAYS',
    what: 'meeting requests',
  },
  messages_days: { field: 'messageRetentionDays', name: 'ROTA_MESSAGE_RETENTION_DAYS', what: 'messages' },
  events_days: { field: 'deliveryRetentionDays', name: 'ROTA_DELIVERY_RETENTION_DAYS', what: 'events' },
  audit_log_days: { field: 'auditRetentionDays', name: 'ROTA_AUDIT_RETENTION_DAYS', what: 'audit entries' },
};

export const keptKinds = Object.keys(settings) as KeptKind[];

/** The retention of a workspace that has not set any. */
export const unsetRetention: Retention = {
  requests_days: null,
  messages_days: null,
  events_days: null,
  audit_log_days: null,
};

export function retentionOfService(config: Config): Retention {
  const days = keptKinds.map((kind) => [kind, config[settings[kind].field] ?? null]);
  return Object.fromEntries(days) as Retention;
}

/** A workspace can keep things for a shorter time than the service does, but not for longer. */
export function checkNotLonger(own: Partial<Retention>, service: Retention): void {
  for (const kind of keptKinds) {
    const [days, most] = [own[kind] ?? null, service[kind]];
    if (days === null || most === null || days <= most) continue;
    const { name, what } = settings[kind];
    throw validationError(`${kind} must be at most ${most}: this service keeps ${what} no longer (${name})`);
  }
}

/** Undefined: for ever. The setting of the service may have become shorter since the workspace chose. */
export function shorter(
  own: number | null | undefined,
  service: number | null | undefined,
): number | undefined {
  const days = [own, service].filter((each) => typeof each === 'number');
  return days.length > 0 ? Math.min(...days) : undefined;
}
