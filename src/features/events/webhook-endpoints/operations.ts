import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { createAddressPolicy } from '../../../network/safe-address.ts';
import { checkUrl, isSameOrigin } from '../../../network/url.ts';
import { type Page, type PageRequest, takePage } from '../../../pagination.ts';
import type { Removal } from '../../../storage/batches.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import type { CustomHeader } from '../../../webhooks/compose.ts';
import { enqueueWaiting } from '../../../webhooks/enqueue.ts';
import { removeDeliveriesTo } from '../../../webhooks/sweep.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { type Changes, changesBetween, changesFromNothing } from '../../workspace/audit-log/rules.ts';
import { requireRoom } from '../../workspace/workspaces/limits.ts';
import { announceTo } from '../events/announce.ts';
import type { EventType } from '../events/event-types.ts';
import {
  countEndpoints,
  deleteEndpointRow,
  type EndpointRow,
  insertEndpoint,
  selectDeletedEndpoints,
  selectEndpoint,
  selectEndpointForUpdate,
  selectEndpoints,
  updateEndpointRow,
} from './queries.ts';
import { checkHeaders, FORMER_SECRET_MS, generateSigningSecret, MANUAL, requireEnabled } from './rules.ts';
import { headersIn, sealerOf } from './sealed.ts';
import type { EndpointChanges, NewEndpoint } from './shapes.ts';

const EXAMPLE_URL = 'https://example.com/webhooks';

type Endpoint = ReturnType<typeof presentEndpoint>;

export async function listEndpoints(
  { database, caller }: Context,
  page: PageRequest,
): Promise<Page<Endpoint>> {
  return takePage(await selectEndpoints(database, caller.workspaceId, page), page, presentEndpoint);
}

export async function getEndpoint(context: Context, id: string): Promise<Endpoint> {
  return presentEndpoint(await findEndpoint(context, context.database, id));
}

/** The signing secret is in this response and in that of a rotation, and nowhere else. */
export async function createEndpoint(
  context: Context,
  input: NewEndpoint,
): Promise<Endpoint & { signing_secret: string }> {
  const { database, caller, clock, ids, config, proxy } = context;
  const headers = input.headers ?? [];
  checkUrl(input.url, createAddressPolicy(config, proxy), EXAMPLE_URL);
  checkHeaders(headers);
  const now = clock.now();
  const row = {
    id: ids('endpoint'),
    url: input.url,
    description: input.description ?? null,
    events: JSON.stringify([...new Set(input.events)]),
    disabled_at: null,
    disabled_reason: null,
    created_at: now,
    updated_at: now,
  };
  const secret = generateSigningSecret();
  const endpoint = presentEndpoint(row);
  await database.transaction(async (tx) => {
    await requireRoom(context, tx, 'webhook_endpoints', countEndpoints);
    const sealer = await sealerOf(context, tx, row.id);
    await insertEndpoint(tx, caller.workspaceId, {
      ...row,
      sealed_secret: sealer.seal('sealed_secret', secret),
      sealed_headers: sealer.seal('sealed_headers', JSON.stringify(headers)),
    });
    const { url, events, description } = endpoint;
    const created = changesFromNothing({ url, events, description, headers: namesOf(headers) });
    await recordChange(context, tx, 'created', row.id, created);
  });
  return { ...endpoint, signing_secret: secret };
}

export async function updateEndpoint(
  context: Context,
  id: string,
  input: EndpointChanges,
): Promise<Endpoint> {
  const { database, caller, clock, config, proxy } = context;
  if (input.url !== undefined) checkUrl(input.url, createAddressPolicy(config, proxy), EXAMPLE_URL);
  if (input.headers) checkHeaders(input.headers);
  return database.transaction(async (tx) => {
    const row = await lockEndpoint(context, tx, id);
    const now = clock.now();
    const after = {
      ...row,
      url: input.url ?? row.url,
      events: input.events ? JSON.stringify([...new Set(input.events)]) : row.events,
      description: input.description === undefined ? row.description : input.description,
      ...enabledColumns(row, input.enabled, now),
    };
    const sealer = await sealerOf(context, tx, id);
    const headersBefore = headersIn(sealer.open('sealed_headers', row.sealed_headers));
    // Header values may be tokens for the receiver, so they never go to another one.
    const kept = isSameOrigin(row.url, after.url) ? headersBefore : [];
    const headers = input.headers === undefined ? kept : (input.headers ?? []);
    const changes = changesOf(row, after, headersBefore, headers);
    if (!changes) return presentEndpoint(row);

    after.updated_at = now;
    const isEnabledAgain = row.disabled_at !== null && after.disabled_at === null;
    await updateEndpointRow(tx, caller.workspaceId, id, {
      url: after.url,
      events: after.events,
      description: after.description,
      disabled_at: after.disabled_at,
      disabled_reason: after.disabled_reason,
      updated_at: after.updated_at,
      ...(headers !== headersBefore && {
        sealed_headers: sealer.seal('sealed_headers', JSON.stringify(headers)),
      }),
      // Earlier failures no longer count.
      ...(isEnabledAgain && { failures: '[]' }),
    });
    if (isEnabledAgain) await enqueueWaiting(context, tx, id);
    await recordChange(context, tx, 'updated', id, changes);
    return presentEndpoint(after);
  });
}

/** Disabling a disabled endpoint changes nothing; nor does enabling an enabled one. */
function enabledColumns(row: EndpointRow, enabled: boolean | undefined, now: number) {
  if (enabled === false && row.disabled_at === null) return { disabled_at: now, disabled_reason: MANUAL };
  return enabled ? { disabled_at: null, disabled_reason: null } : {};
}

/** The audit log has names only: a value may be a token. */
const namesOf = (headers: CustomHeader[]) => headers.map(({ key }) => key);

/** Headers from before are undefined if they can't be read. */
function changesOf(
  before: EndpointRow,
  after: EndpointRow,
  was: CustomHeader[] | undefined,
  is: CustomHeader[] | undefined,
) {
  const fields: (keyof Endpoint)[] = ['url', 'events', 'description', 'enabled', 'disabled_reason'];
  const changes = changesBetween(presentEndpoint(before), presentEndpoint(after), fields);
  if (JSON.stringify(was) === JSON.stringify(is)) return changes;
  return { ...changes, headers: [was ? namesOf(was) : null, namesOf(is ?? [])] } satisfies Changes;
}

/** For callers, it is gone at once, and nothing more is sent to it. `removeDeletedEndpoints` deletes its deliveries, then its row. */
export async function deleteEndpoint(context: Context, id: string): Promise<void> {
  const { database, caller, clock } = context;
  await database.transaction(async (tx) => {
    const { url } = await lockEndpoint(context, tx, id);
    const now = clock.now();
    await updateEndpointRow(tx, caller.workspaceId, id, {
      deleted_at: now,
      sealed_secret: '',
      sealed_former_secret: null,
      sealed_headers: '',
    });
    await recordChange(context, tx, 'deleted', id, {
      url: [url, null],
      deleted_at: [null, formatTimestamp(now)],
    });
  });
}

/** The former secret signs, too, for a day, so that receivers can switch. */
export async function rotateSecret(
  context: Context,
  id: string,
): Promise<Endpoint & { signing_secret: string }> {
  const { database, caller, clock } = context;
  const secret = generateSigningSecret();
  return database.transaction(async (tx) => {
    const row = await lockEndpoint(context, tx, id);
    const now = clock.now();
    const sealer = await sealerOf(context, tx, id);
    const former = sealer.open('sealed_secret', row.sealed_secret);
    const until = former === undefined ? null : now + FORMER_SECRET_MS;
    await updateEndpointRow(tx, caller.workspaceId, id, {
      sealed_secret: sealer.seal('sealed_secret', secret),
      sealed_former_secret: former === undefined ? null : sealer.seal('sealed_former_secret', former),
      former_secret_until: until,
      updated_at: now,
    });
    await recordChange(context, tx, 'secret_rotated', id, {
      former_secret_until: [formatTimestamp(row.former_secret_until), formatTimestamp(until)],
    });
    return { ...presentEndpoint({ ...row, updated_at: now }), signing_secret: secret };
  });
}

export async function testEndpoint(context: Context, id: string) {
  return context.database.transaction(async (tx) => {
    const { disabled_at } = await lockEndpoint(context, tx, id);
    requireEnabled(disabled_at);
    const message = 'This is a test of your webhook endpoint';
    const deliveryId = await announceTo(context, tx, id, { event: 'test', message });
    await recordChange(context, tx, 'tested', id, { delivery_id: [null, deliveryId] });
    return { delivery_id: deliveryId, status: 'queued' as const };
  });
}

/** Deletes endpoints that are marked as deleted, once their deliveries are gone. False when it was cut short. */
export async function removeDeletedEndpoints(removal: Removal): Promise<boolean> {
  const { database } = removal;
  for (const { workspace_id: workspaceId, id } of await selectDeletedEndpoints(database)) {
    if (!(await removeDeliveriesTo(removal, workspaceId, id))) return false;
    await database.transaction((tx) => deleteEndpointRow(tx, workspaceId, id));
  }
  return true;
}

export async function findEndpoint({ caller }: Context, reader: Reader, id: string) {
  const row = await selectEndpoint(reader, caller.workspaceId, id);
  if (!row) throw notFound('Webhook endpoint');
  return row;
}

async function lockEndpoint({ caller }: Context, tx: Transaction, id: string) {
  const row = await selectEndpointForUpdate(tx, caller.workspaceId, id);
  if (!row) throw notFound('Webhook endpoint');
  return row;
}

export function recordChange(
  context: Context,
  tx: Transaction,
  action: string,
  id: string,
  changes: Changes,
): Promise<void> {
  const target = { type: 'webhook_endpoint', id };
  return recordAudit(context, tx, { action: `webhook_endpoint.${action}`, target, changes });
}

export function presentEndpoint(row: EndpointRow) {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    enabled: row.disabled_at === null,
    events: JSON.parse(row.events) as EventType[],
    disabled_at: formatTimestamp(row.disabled_at),
    disabled_reason: row.disabled_reason,
    created_at: formatTimestamp(row.created_at),
    updated_at: formatTimestamp(row.updated_at),
  };
}
