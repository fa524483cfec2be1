import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { Context, Services } from '../../../context.ts';
import type { Notice } from '../../../mail-out/drafts.ts';
import type { Transaction } from '../../../storage/database.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import type { FinalFailure, LockEndpoints } from '../../../webhooks/record.ts';
import type { Changes } from '../../workspace/audit-log/rules.ts';
import { announce } from '../events/announce.ts';
import { asDeliveries } from './backlog.ts';
import { recordChange } from './operations.ts';
import { type FailingEndpoint, lockFailingEndpoints, updateEndpointRow } from './queries.ts';
import { failuresInWindow, isTooMany, TOO_MANY_FAILURES } from './rules.ts';

interface FailureOptions {
  services: Services;
  log: Logger;
  registry: Registry;
  /** Writes to the admins of the workspace. */
  tellAdmins(context: Context, tx: Transaction, page: string, notice: Notice): Promise<void>;
}

/** Counts the deliveries that failed for good, and disables an endpoint at the tenth in a day. */
export function createFailureReports({ services, log, registry, tellAdmins }: FailureOptions): LockEndpoints {
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
        const context = asDeliveries(services, endpoint.workspace_id);
        if (added.length === 0 || !(await addFailures(context, tx, endpoint, added, now))) continue;
        await tellDisabled(context, tx, endpoint, now, tellAdmins);
        disabled.push(endpoint);
      }
      return disabled.length > 0 ? () => reportDisabled(disabled) : undefined;
    };
  };
}

/** Returns whether that disables the endpoint. */
async function addFailures(
  context: Context,
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
    await recordChange(context, tx, 'disabled', id, changes);
  }
  return isDisabled;
}

/** The endpoint's own delivery of the event waits until it is enabled, so there is no loop. The mail goes out anyway. */
async function tellDisabled(
  context: Context,
  tx: Transaction,
  { id, url, description }: FailingEndpoint,
  now: number,
  tellAdmins: FailureOptions['tellAdmins'],
): Promise<void> {
  await tellAdmins(context, tx, `webhooks/${id}`, {
    kind: 'endpoint_disabled',
    // Only the host: the rest of the URL may hold a token.
    endpoint: new URL(url).host,
    description,
    disabled_at: now,
  });
  const disabled_at = formatTimestamp(now);
  await announce(context, tx, {
    event: 'webhook_endpoint.disabled',
    id,
    disabled_reason: TOO_MANY_FAILURES,
    disabled_at,
  });
}
