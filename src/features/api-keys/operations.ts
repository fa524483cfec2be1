import { requireRoom } from '../../caps.ts';
import type { Context } from '../../context.ts';
import { missingScope, notFound, validationError } from '../../errors.ts';
import { type Page, type PageRequest, takePage } from '../../pages.ts';
import type { Scope } from '../../scopes.ts';
import { formatTimestamp } from '../../timestamps.ts';
import { recordAudit } from '../audit-log/operations.ts';
import { changesFromNothing } from '../audit-log/rules.ts';
import {
  type ApiKeyRow,
  countUsableKeys,
  insertKey,
  revokeKeyRow,
  selectExpiringKeys,
  selectLastingKeys,
} from './queries.ts';
import { firstScopeNotHeld, generateRawKey, hashKey, isMistyped, keyPrefix } from './rules.ts';

export type ApiKey = ReturnType<typeof presentKey>;

export async function listApiKeys(context: Context, page: PageRequest): Promise<Page<ApiKey>> {
  const { database, caller, clock } = context;
  const { workspaceId } = caller;
  // No index can know the time, so that those with an end are looked for by themselves.
  const lasting = await selectLastingKeys(database, workspaceId, page);
  const expiring = await selectExpiringKeys(database, workspaceId, clock.now(), page);
  const newestFirst = [...lasting, ...expiring].sort((one, other) => (one.id < other.id ? 1 : -1));
  return takePage(newestFirst, page, presentKey);
}

/** The answer is the only place where the raw key ever appears. */
export async function createApiKey(
  context: Context,
  input: { name: string; scopes: Scope[]; expiresAt: number | null },
  rawKey: string = generateRawKey(),
): Promise<ApiKey & { key: string }> {
  const { database, caller, clock, ids } = context;
  const scopes = [...new Set(input.scopes)];
  const notHeld = firstScopeNotHeld(scopes, caller.scopes);
  if (notHeld) throw missingScope(notHeld);
  const now = clock.now();
  if (input.expiresAt !== null && input.expiresAt <= now) {
    throw validationError('expires_at must be in the future');
  }
  const row = {
    id: ids('apiKey'),
    name: input.name,
    key_prefix: keyPrefix(rawKey),
    scopes: JSON.stringify(scopes),
    expires_at: input.expiresAt,
    last_used_at: null,
    created_at: now,
  };
  const apiKey = presentKey(row);
  await database.transaction(async (tx) => {
    await requireRoom(context, tx, 'maxApiKeys', (inside, id) => countUsableKeys(inside, id, now));
    await insertKey(tx, caller.workspaceId, {
      ...row,
      key_hash: hashKey(rawKey),
      lookalike: isMistyped(rawKey) ? 1 : 0,
    });
    await recordAudit(context, tx, {
      action: 'api_key.created',
      target: { type: 'api_key', id: row.id },
      changes: changesFromNothing({
        name: apiKey.name,
        scopes: apiKey.scopes,
        expires_at: apiKey.expires_at,
      }),
    });
  });
  return { ...apiKey, key: rawKey };
}

/** Permanent. A key may revoke itself. */
export async function revokeApiKey(context: Context, id: string): Promise<void> {
  const { database, caller, clock } = context;
  const now = clock.now();
  await database.transaction(async (tx) => {
    if (!(await revokeKeyRow(tx, caller.workspaceId, id, now))) throw notFound('API key');
    await recordAudit(context, tx, {
      action: 'api_key.revoked',
      target: { type: 'api_key', id },
      changes: { revoked_at: [null, formatTimestamp(now)] },
    });
  });
}

function presentKey(row: ApiKeyRow) {
  return {
    id: row.id,
    name: row.name,
    key_prefix: row.key_prefix,
    scopes: JSON.parse(row.scopes) as Scope[],
    expires_at: formatTimestamp(row.expires_at),
    last_used_at: formatTimestamp(row.last_used_at),
    created_at: formatTimestamp(row.created_at),
  };
}
