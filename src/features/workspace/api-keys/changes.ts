import type { Context } from '../../../context.ts';
import { invalidKey, missingScope, notFound, validationError } from '../../../errors.ts';
import type { Scope } from '../../../scopes.ts';
import type { Transaction } from '../../../storage/database.ts';
import { formatTimestamp, HOUR_MS } from '../../../time/timestamps.ts';
import { recordAudit } from '../audit-log/operations.ts';
import { changesBetween } from '../audit-log/rules.ts';
import { networksIn, readNetworks, requireOwnAddress, requireWithin } from './network-rules.ts';
import { type ApiKey, addKey, lockMaker, type Maker, presentKey, requireRoomForKey } from './operations.ts';
import { type ApiKeyRow, selectMakerOf, selectWholeKeyForUpdate, updateKeyRow } from './queries.ts';
import { firstMissingScope, generateRawKey, isExpired } from './rules.ts';
import type { ApiKeyChanges, Reroll } from './shapes.ts';

const GRACE_HOURS = 24;

/** Where a call with a key comes from; absent for callers without a key. */
type From = { clientAddress?: string };

/** A key may change itself, and any other that holds no more scopes. */
export async function updateApiKey(
  context: Context & From,
  id: string,
  input: ApiKeyChanges,
): Promise<ApiKey> {
  const { database, caller, clientAddress } = context;
  const networks = input.allowed_networks === undefined ? undefined : readNetworks(input.allowed_networks);
  return database.transaction(async (tx) => {
    const { row, calling } = await lockKey(context, tx, id);
    if (networks !== undefined) {
      requireWithin(networks, networksIn(calling?.allowed_networks ?? null));
      if (calling?.id === id && clientAddress !== undefined) requireOwnAddress(networks, clientAddress);
    }
    const after = {
      ...row,
      name: input.name ?? row.name,
      allowed_networks: networks === undefined ? row.allowed_networks : networks && JSON.stringify(networks),
    };
    const [shownBefore, shownAfter] = [presentKey(row), presentKey(after)];
    const changes = changesBetween(shownBefore, shownAfter, ['name', 'allowed_networks']);
    if (!changes) return shownAfter;
    const { name, allowed_networks } = after;
    await updateKeyRow(tx, caller.workspaceId, id, { name, allowed_networks });
    await recordAudit(context, tx, { action: 'api_key.updated', target: { type: 'api_key', id }, changes });
    return shownAfter;
  });
}

/**
 * Makes a key that may do the same, and ends the old one after a while. The new one works no longer than the calling key, and from
 * no more networks: otherwise the holder could outlive the calling key.
 */
export async function rerollApiKey(
  context: Context,
  id: string,
  { grace_hours = GRACE_HOURS }: Reroll,
): Promise<ApiKey & { key: string }> {
  const { database, caller, clock } = context;
  return database.transaction(async (tx) => {
    const { row, calling } = await lockKey(context, tx, id);
    const now = clock.now();
    if (row.replaced_by_id !== null) {
      throw validationError(`The API key has been replaced by ${row.replaced_by_id} already`, {
        plain: 'This key has already been replaced.',
      });
    }
    const networks = networksIn(row.allowed_networks);
    requireWithin(networks, networksIn(calling?.allowed_networks ?? null));
    requireNoLonger(row, calling);
    const end = now + grace_hours * HOUR_MS;
    const expires_at = row.expires_at === null ? end : Math.min(row.expires_at, end);
    // Do this first: a key that ends at once leaves room for the new one. There is no need to announce that it expires.
    await updateKeyRow(tx, caller.workspaceId, id, { expires_at, expiry_notice_at: null });
    await requireRoomForKey(context, tx);
    const made = await addKey(context, tx, generateRawKey(), {
      name: row.name,
      scopes: JSON.parse(row.scopes) as Scope[],
      networks,
      expiresAt: row.expires_at,
      makerId: calling?.id ?? null,
      replaces: id,
    });
    await updateKeyRow(tx, caller.workspaceId, id, { replaced_by_id: made.id });
    await recordAudit(context, tx, {
      action: 'api_key.rerolled',
      target: { type: 'api_key', id },
      changes: {
        expires_at: [formatTimestamp(row.expires_at), formatTimestamp(expires_at)],
        replaced_by_api_key_id: [null, made.id],
      },
    });
    return made;
  });
}

function requireNoLonger({ expires_at }: ApiKeyRow, calling: Maker | undefined): void {
  const latest = calling?.expires_at ?? null;
  if (latest === null || (expires_at !== null && expires_at <= latest)) return;
  throw validationError(
    `The API key works longer than the calling key, which expires at ${formatTimestamp(latest)}: reroll it with another`,
  );
}

/** Locks the key and the calling key, which may be the same. Refuses to change a key that the caller may not revoke. */
async function lockKey(context: Context, tx: Transaction, id: string) {
  const { caller, clock } = context;
  const isOwn = caller.actor.type === 'api_key' && caller.actor.id === id;
  const other = isOwn ? undefined : await lockMaker(context, tx);
  const found = await selectWholeKeyForUpdate(tx, caller.workspaceId, id);
  if (!found) throw isOwn ? invalidKey() : notFound('API key');
  if (isExpired(found.expires_at, clock.now())) {
    throw isOwn ? invalidKey() : validationError('The API key has expired');
  }
  const missing = firstMissingScope(JSON.parse(found.scopes) as Scope[], caller.scopes);
  if (missing) throw missingScope(missing);
  const row: ApiKeyRow = { ...found, maker_id: await selectMakerOf(tx, caller.workspaceId, id) };
  return { row, calling: isOwn ? { ...found } : other };
}
