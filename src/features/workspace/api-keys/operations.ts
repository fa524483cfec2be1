import type { Context } from '../../../context.ts';
import { invalidKey, missingScope, notFound, validationError } from '../../../errors.ts';
import { type Page, type PageRequest, takePage } from '../../../pagination.ts';
import type { Scope } from '../../../scopes.ts';
import type { Transaction } from '../../../storage/database.ts';
import { formatTimestamp, readTimestamp } from '../../../time/timestamps.ts';
import { type AuditRecord, recordAudit, recordAudits } from '../audit-log/operations.ts';
import { changesFromNothing } from '../audit-log/rules.ts';
import { requireRoom } from '../workspaces/limits.ts';
import { networksIn, readNetworks, requireWithin } from './network-rules.ts';
import {
  type ApiKeyRow,
  countUsableKeys,
  insertKey,
  revokeKeyRows,
  selectExpiringKeys,
  selectKeyForShare,
  selectKeyForUpdate,
  selectKeyNames,
  selectLastingKeys,
  selectMadeKeys,
} from './queries.ts';
import {
  descendantsOf,
  firstMissingScope,
  generateRawKey,
  hashKey,
  isExpired,
  isWellFormed,
  keyPrefix,
  nextNoticeAt,
} from './rules.ts';
import type { ApiKeyInput } from './shapes.ts';

export type ApiKey = ReturnType<typeof presentKey>;

export async function listApiKeys(context: Context, page: PageRequest): Promise<Page<ApiKey>> {
  const { database, caller, clock } = context;
  const { workspaceId } = caller;
  // Two queries: no index can tell which keys have expired by now.
  const lasting = await selectLastingKeys(database, workspaceId, page);
  const expiring = await selectExpiringKeys(database, workspaceId, clock.now(), page);
  const newestFirst = [...lasting, ...expiring].sort((one, other) => (one.id < other.id ? 1 : -1));
  return takePage(newestFirst, page, presentKey);
}

/** The names of these keys, including those that no longer work. */
export function nameKeys({ database, caller }: Context, ids: string[]) {
  return selectKeyNames(database, caller.workspaceId, ids);
}

/**
 * The result is the only place where the raw key ever appears. A key made by another key expires no later than that one: otherwise
 * the holder of a key could outlive its expiry.
 */
export async function createApiKey(
  context: Context,
  input: ApiKeyInput,
  rawKey: string = generateRawKey(),
): Promise<ApiKey & { key: string }> {
  const { database, caller, clock } = context;
  const scopes = [...new Set(input.scopes ?? [])];
  const missing = firstMissingScope(scopes, caller.scopes);
  if (missing) throw missingScope(missing);
  const now = clock.now();
  const expiresAt = readTimestamp(input.expires_at);
  if (isExpired(expiresAt, now))
    throw validationError('expires_at must be in the future', {
      field: 'expires_at',
      plain: 'Choose a time in the future.',
    });
  const networks = readNetworks(input.allowed_networks ?? null);
  return database.transaction(async (tx) => {
    const maker = await lockMaker(context, tx);
    const own = networksIn(maker?.allowed_networks ?? null);
    if (networks !== null) requireWithin(networks, own);
    await requireRoomForKey(context, tx);
    return addKey(context, tx, rawKey, {
      name: input.name,
      scopes,
      networks: networks ?? own,
      expiresAt: expiryOf(expiresAt, maker),
      makerId: maker?.id ?? null,
    });
  });
}

export function requireRoomForKey(context: Context, tx: Transaction): Promise<void> {
  const now = context.clock.now();
  return requireRoom(context, tx, 'api_keys', (inside, id) => countUsableKeys(inside, id, now));
}

interface KeyToAdd {
  name: string;
  scopes: Scope[];
  networks: string[] | null;
  expiresAt: number | null;
  makerId: string | null;
  /** The id of the key that it replaces. */
  replaces?: string;
}

/** Writes the key and its audit entry. */
export async function addKey(
  context: Context,
  tx: Transaction,
  rawKey: string,
  { name, scopes, networks, expiresAt, makerId, replaces }: KeyToAdd,
): Promise<ApiKey & { key: string }> {
  const { caller, clock, ids } = context;
  const row = {
    id: ids('apiKey'),
    name,
    key_prefix: keyPrefix(rawKey),
    scopes: JSON.stringify(scopes),
    expires_at: expiresAt,
    last_used_at: null,
    created_at: clock.now(),
    allowed_networks: networks && JSON.stringify(networks),
    replaced_by_id: null,
    maker_id: makerId,
  };
  const apiKey = presentKey(row);
  await insertKey(tx, caller.workspaceId, {
    ...row,
    key_hash: hashKey(rawKey),
    lookalike: isWellFormed(rawKey) ? 0 : 1,
    expiry_notice_at: nextNoticeAt(row.expires_at, row.created_at),
  });
  await recordAudit(context, tx, {
    action: 'api_key.created',
    target: { type: 'api_key', id: row.id },
    changes: changesFromNothing({
      name: apiKey.name,
      scopes: apiKey.scopes,
      expires_at: apiKey.expires_at,
      ...(networks && { allowed_networks: networks }),
    }),
    ...(replaces !== undefined && { reason: `Takes the place of ${replaces}` }),
  });
  return { ...apiKey, key: rawKey };
}

export interface Maker {
  id: string;
  expires_at: number | null;
  allowed_networks: string | null;
}

/** Locks the calling key, if the caller is a key. Refuses one that was revoked since the request was authenticated. */
export async function lockMaker({ caller, clock }: Context, tx: Transaction): Promise<Maker | undefined> {
  const { type, id } = caller.actor;
  if (type !== 'api_key') return undefined;
  const key = await selectKeyForShare(tx, caller.workspaceId, id);
  if (!key || isExpired(key.expires_at, clock.now())) throw invalidKey();
  return { id, ...key };
}

function expiryOf(wanted: number | null, maker: Maker | undefined): number | null {
  const latest = maker?.expires_at ?? null;
  if (latest !== null && wanted !== null && wanted > latest) {
    throw validationError(
      `expires_at must be at most ${formatTimestamp(latest)}, when the calling key expires`,
    );
  }
  return wanted ?? latest;
}

/** Permanent. A key may revoke itself, and any other that holds no more scopes. Returns the ids of the revoked keys. */
export async function revokeApiKey(
  context: Context,
  id: string,
  { with_descendants = false }: { with_descendants?: boolean | undefined } = {},
): Promise<string[]> {
  const { database, caller, clock } = context;
  const { workspaceId } = caller;
  return database.transaction(async (tx) => {
    const key = await selectKeyForUpdate(tx, workspaceId, id);
    if (!key) throw notFound('API key');
    const now = clock.now();
    const revoked: string[] = [];
    // A descendant may have made a key while we waited for its row, so repeat until there are none. A revoked key can't make any.
    for (
      let keys = [key];
      keys.length > 0;
      keys = with_descendants ? await usableBelow(tx, workspaceId, id, now) : []
    ) {
      const granted = keys.flatMap(({ scopes }) => JSON.parse(scopes) as Scope[]);
      const missing = firstMissingScope(granted, caller.scopes);
      if (missing) throw missingScope(missing);
      const ids = keys.map((each) => each.id);
      await revokeKeyRows(tx, workspaceId, ids, now);
      await recordAudits(
        context,
        tx,
        ids.map((each) => revocationOf(each, id, now)),
      );
      revoked.push(...ids);
    }
    return revoked;
  });
}

async function usableBelow(tx: Transaction, workspaceId: string, id: string, now: number) {
  const descendants = descendantsOf(id, await selectMadeKeys(tx, workspaceId, now));
  return descendants.flatMap(({ scopes, ...key }) => (scopes === null ? [] : { ...key, scopes }));
}

function revocationOf(id: string, requestedId: string, now: number): AuditRecord {
  return {
    action: 'api_key.revoked',
    target: { type: 'api_key', id },
    changes: { revoked_at: [null, formatTimestamp(now)] },
    reason: id === requestedId ? null : `Revoked with ${requestedId}`,
  };
}

export function presentKey(row: ApiKeyRow) {
  return {
    id: row.id,
    name: row.name,
    key_prefix: row.key_prefix,
    scopes: JSON.parse(row.scopes) as Scope[],
    expires_at: formatTimestamp(row.expires_at),
    last_used_at: formatTimestamp(row.last_used_at),
    created_at: formatTimestamp(row.created_at),
    allowed_networks: networksIn(row.allowed_networks),
    replaced_by_api_key_id: row.replaced_by_id,
    created_by_api_key_id: row.maker_id,
  };
}
