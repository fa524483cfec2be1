import { requireRoom } from '../../caps.ts';
import type { Context, Services } from '../../context.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import { announce, announceTo, DELIVERIES_DUE } from '../../events/announce.ts';
import type { EventType } from '../../events/announcement.ts';
import { createAddressPolicy } from '../../network/safe-address.ts';
import { type Page, type PageRequest, takePage } from '../../pages.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import { formatTimestamp } from '../../timestamps.ts';
import type { CustomHeader } from '../../webhooks/compose.ts';
import { recordAudit } from '../audit-log/operations.ts';
import { type Changes, changesBetween, changesFromNothing } from '../audit-log/rules.ts';
import {
  countEndpoints,
  type EndpointRow,
  insertEndpoint,
  makeWaitingDue,
  selectEndpoint,
  selectEndpointForUpdate,
  selectEndpoints,
  updateEndpointRow,
} from './queries.ts';
import { checkHeaders, FORMER_SECRET_MS, generateSigningSecret, MANUAL } from './rules.ts';
import { headersIn, sealerOf } from './sealed.ts';
import { checkUrl, isSameOrigin } from './url.ts';

export type Endpoint = ReturnType<typeof presentEndpoint>;

export async function listEndpoints(
  { database, caller }: Context,
  page: PageRequest,
): Promise<Page<Endpoint>> {
  return takePage(await selectEndpoints(database, caller.workspaceId, page), page, presentEndpoint);
}

export async function getEndpoint(context: Context, id: string): Promise<Endpoint> {
  return presentEndpoint(await findEndpoint(context, context.database, id));
}

export interface NewEndpoint {
  url: string;
  events: EventType[];
  description: string | null;
  headers: CustomHeader[];
}

/** The answer, and that of a rotation, are the only places where a signing secret ever appears. */
export async function createEndpoint(
  context: Context,
  input: NewEndpoint,
): Promise<Endpoint & { signing_secret: string }> {
  const { database, caller, clock, ids, config, proxy, secretKey } = context;
  checkUrl(input.url, createAddressPolicy(config, proxy));
  checkHeaders(input.headers);
  const now = clock.now();
  const row = {
    id: ids('endpoint'),
    url: input.url,
    description: input.description,
    events: JSON.stringify([...new Set(input.events)]),
    disabled_at: null,
    disabled_reason: null,
    created_at: now,
    updated_at: now,
  };
  const secret = generateSigningSecret();
  const endpoint = presentEndpoint(row);
  await database.transaction(async (tx) => {
    await requireRoom(context, tx, 'maxWebhookEndpoints', countEndpoints);
    const sealer = sealerOf(secretKey(), caller.workspaceId, row.id);
    await insertEndpoint(tx, caller.workspaceId, {
      ...row,
      sealed_secret: sealer.seal('sealed_secret', secret),
      sealed_headers: sealer.seal('sealed_headers', JSON.stringify(input.headers)),
    });
    const { url, events, description } = endpoint;
    const headers = namesOf(input.headers);
    await record(context, tx, 'created', row.id, changesFromNothing({ url, events, description, headers }));
  });
  return { ...endpoint, signing_secret: secret };
}

export type EndpointChanges = Partial<NewEndpoint & { enabled: boolean }>;

export async function updateEndpoint(
  context: Context,
  id: string,
  input: EndpointChanges,
): Promise<Endpoint> {
  const { database, caller, clock, config, proxy, secretKey } = context;
  if (input.url !== undefined) checkUrl(input.url, createAddressPolicy(config, proxy));
  if (input.headers) checkHeaders(input.headers);
  return database.transaction(async (tx) => {
    const row = await lockEndpoint(context, tx, id);
    const now = clock.now();
    const after = {
      ...row,
      url: input.url ?? row.url,
      events: input.events ? JSON.stringify([...new Set(input.events)]) : row.events,
      description: input.description === undefined ? row.description : input.description,
      ...disabling(row, input.enabled, now),
    };
    const sealer = sealerOf(secretKey(), caller.workspaceId, id);
    const headersBefore = headersIn(sealer.open('sealed_headers', row.sealed_headers));
    // Their values may be tokens for the receiver they were given for: they do not go along to another.
    const kept = isSameOrigin(row.url, after.url) ? headersBefore : [];
    const headers = input.headers ?? kept;
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
      // What failed before does not count any more.
      ...(isEnabledAgain && { failures: '[]' }),
    });
    if (isEnabledAgain) {
      await makeWaitingDue(tx, caller.workspaceId, id);
      tx.notify(DELIVERIES_DUE);
    }
    await record(context, tx, 'updated', id, changes);
    return presentEndpoint(after);
  });
}

/** To disable a disabled endpoint again, or to enable an enabled one, changes nothing. */
function disabling(row: EndpointRow, enabled: boolean | undefined, now: number) {
  if (enabled === false && row.disabled_at === null) return { disabled_at: now, disabled_reason: MANUAL };
  return enabled ? { disabled_at: null, disabled_reason: null } : {};
}

/** All that is written down of headers: a value may be a token. */
const namesOf = (headers: CustomHeader[]) => headers.map(({ key }) => key);

/** Headers are undefined where they can't be read. */
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

/**
 * Gone at once for everybody, and nothing more is sent to it. Its deliveries, of which there may be a million, are
 * removed bit by bit, and the row with the last of them.
 */
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
    await record(context, tx, 'deleted', id, { url: [url, null], deleted_at: [null, formatTimestamp(now)] });
  });
}

/** The former secret signs too for a day, so that receivers can change over without missing anything. */
export async function rotateSecret(
  context: Context,
  id: string,
): Promise<Endpoint & { signing_secret: string }> {
  const { database, caller, clock, secretKey } = context;
  const secret = generateSigningSecret();
  return database.transaction(async (tx) => {
    const row = await lockEndpoint(context, tx, id);
    const now = clock.now();
    const sealer = sealerOf(secretKey(), caller.workspaceId, id);
    const former = sealer.open('sealed_secret', row.sealed_secret);
    const until = former === undefined ? null : now + FORMER_SECRET_MS;
    await updateEndpointRow(tx, caller.workspaceId, id, {
      sealed_secret: sealer.seal('sealed_secret', secret),
      sealed_former_secret: former === undefined ? null : sealer.seal('sealed_former_secret', former),
      former_secret_until: until,
      updated_at: now,
    });
    await record(context, tx, 'secret_rotated', id, {
      former_secret_until: [formatTimestamp(row.former_secret_until), formatTimestamp(until)],
    });
    return { ...presentEndpoint({ ...row, updated_at: now }), signing_secret: secret };
  });
}

export async function testEndpoint(context: Context, id: string) {
  return context.database.transaction(async (tx) => {
    const { disabled_at } = await lockEndpoint(context, tx, id);
    if (disabled_at !== null) throw invalidRequest('The webhook endpoint is disabled');
    const message = 'This is a test of your webhook endpoint';
    const deliveryId = await announceTo(context, tx, id, { event: 'test', message });
    await record(context, tx, 'tested', id, { delivery_id: [null, deliveryId] });
    return { delivery_id: deliveryId, status: 'queued' as const };
  });
}

/** The audit entry of an endpoint that the service itself has disabled, in the transaction that does it. */
export async function recordDisabling(
  services: Services,
  tx: Transaction,
  { workspaceId, id, reason }: { workspaceId: string; id: string; reason: string },
): Promise<void> {
  const context = asEngine(services, workspaceId);
  await record(context, tx, 'disabled', id, { enabled: [true, false], disabled_reason: [null, reason] });
}

/** Writes down that nothing more is added to the endpoint's backlog, or that it is again, and tells of it. */
export async function recordBacklog(
  services: Services,
  { workspaceId, id, pending }: { workspaceId: string; id: string; pending: number },
  isFull: boolean,
): Promise<void> {
  const context = asEngine(services, workspaceId);
  await services.storage.background.transaction(async (tx) => {
    const row = await selectEndpointForUpdate(tx, workspaceId, id);
    // Another node may have been faster, or the endpoint is gone.
    if (!row || (row.backlog_full_at !== null) === isFull) return;
    const now = services.clock.now();
    const [before, after] = [row.backlog_full_at, isFull ? now : null];
    await updateEndpointRow(tx, workspaceId, id, { backlog_full_at: after });
    await record(context, tx, isFull ? 'backlog_full' : 'backlog_cleared', id, {
      backlog_full_at: [formatTimestamp(before), formatTimestamp(after)],
    });
    const [fullAt, at] = [formatTimestamp(before ?? now), formatTimestamp(now)];
    await announce(
      context,
      tx,
      isFull
        ? { event: 'webhook_endpoint.backlog_full', id, pending, full_at: fullAt }
        : { event: 'webhook_endpoint.backlog_cleared', id, full_at: fullAt, cleared_at: at },
    );
  });
}

/** What the service does by itself about deliveries. */
function asEngine(services: Services, workspaceId: string): Context {
  return { ...services, caller: { workspaceId, actor: { type: 'system', id: 'deliveries' }, scopes: [] } };
}

export async function findEndpoint({ caller }: Context, reader: Reader, id: string): Promise<EndpointRow> {
  const row = await selectEndpoint(reader, caller.workspaceId, id);
  if (!row) throw notFound('Webhook endpoint');
  return row;
}

async function lockEndpoint({ caller }: Context, tx: Transaction, id: string) {
  const row = await selectEndpointForUpdate(tx, caller.workspaceId, id);
  if (!row) throw notFound('Webhook endpoint');
  return row;
}

function record(
  context: Context,
  tx: Transaction,
  action: string,
  id: string,
  changes: Changes,
): Promise<void> {
  const target = { type: 'webhook_endpoint', id };
  return recordAudit(context, tx, { action: `webhook_endpoint.${action}`, target, changes });
}

function presentEndpoint(row: EndpointRow) {
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
