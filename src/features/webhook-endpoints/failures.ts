import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { Services } from '../../context.ts';
import type { Transaction } from '../../storage/database.ts';
import type { FinalFailure, LockEndpoints } from '../../webhooks/record.ts';
import type { Changes } from '../audit-log/rules.ts';
import { asDeliveries } from './backlog.ts';
import { recordChange } from './operations.ts';
import { type FailingEndpoint, lockFailingEndpoints, updateEndpointRow } from './queries.ts';
import { failuresInWindow, isTooMany, TOO_MANY_FAILURES } from './rules.ts';

export interface FailureOptions {
  services: Services;
  log: Logger;
  registry: Registry;
}

/** Counts the deliveries that failed for good, and disables an endpoint with the tenth in a day. */
export function createFailureReports({ services, log, registry }: FailureOptions): LockEndpoints {
  const disabledCounter = new Counter({
    name: 'rota_webhook_endpoints_disabled_total',
    help: 'Endpoints that were disabled because too many deliveries failed.',
    registers: [registry],
  });

  function reportDisabled(disabled: FailingEndpoint[]): void {
    disabledCounter.inc(disabled.length);
    for (const { workspace_id, id } of disabled) {
      log.warn({ workspace_id, endpoint_id: id }, 'endpoint disabled: too many failures');
    }
  }

  return async (tx, endpointIds) => {
    const endpoints = await lockFailingEndpoints(tx, endpointIds);
    return async (failures, now) => {
      const disabled: FailingEndpoint[] = [];
      for (const endpoint of endpoints) {
        const added = failures.filter(({ endpoint_id }) => endpoint_id === endpoint.id);
        if (added.length > 0 && (await addFailures(services, tx, endpoint, added, now)))
          disabled.push(endpoint);
      }
      return disabled.length > 0 ? () => reportDisabled(disabled) : undefined;
    };
  };
}

/** Whether that disables the endpoint. */
async function addFailures(
  services: Services,
  tx: Transaction,
  { workspace_id, id, failures: before, isEnabled }: FailingEndpoint,
  added: FinalFailure[],
  now: number,
): Promise<boolean> {
  const times = added.map(({ failed_at }) => failed_at);
  const failures = failuresInWindow(before, times, now);
  const isDisabled = isEnabled && isTooMany(failures);
  await updateEndpointRow(tx, workspace_id, id, {
    failures: JSON.stringify(failures),
    ...(isDisabled && { disabled_at: now, disabled_reason: TOO_MANY_FAILURES, updated_at: now }),
  });
  if (isDisabled) {
    const changes = { enabled: [true, false], disabled_reason: [null, TOO_MANY_FAILURES] } satisfies Changes;
    await recordChange(asDeliveries(services, workspace_id), tx, 'disabled', id, changes);
  }
  return isDisabled;
}
