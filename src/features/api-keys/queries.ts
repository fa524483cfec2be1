import type { PageRequest } from '../../pages.ts';
import type { Database, Reader, Transaction } from '../../storage/database.ts';
import { selectNewestFirst } from '../../storage/newest-first.ts';
import { insertRow, withoutIndex } from '../../storage/rows.ts';

export interface ApiKeyRow {
  id: string;
  name: string;
  key_prefix: string;
  scopes: string;
  expires_at: number | null;
  last_used_at: number | null;
  created_at: number;
}

const shown = 'id, name, key_prefix, scopes, expires_at, last_used_at, created_at';

const usable = { columns: shown, table: 'api_keys' };

/** Usable keys without an end. */
export function selectLastingKeys(reader: Reader, workspaceId: string, page: PageRequest) {
  return selectNewestFirst<ApiKeyRow>(reader, workspaceId, page, {
    ...usable,
    where: ['revoked_at is null', 'expires_at is null'],
  });
}

/**
 * Usable keys with an end. All of them are read, by when they expire: in the order of their ids, an engine would walk
 * through the expired ones, of which there may be any number.
 */
export function selectExpiringKeys(reader: Reader, workspaceId: string, now: number, page: PageRequest) {
  return selectNewestFirst<ApiKeyRow>(reader, workspaceId, page, {
    ...usable,
    id: `(${withoutIndex('api_keys.id')})`,
    where: ['revoked_at is null', ['expires_at > ?', now]],
  });
}

/** In two parts, as they are listed. */
export async function countUsableKeys(reader: Reader, workspaceId: string, now: number): Promise<number> {
  const row = await reader.get<{ count: number }>(
    `select (select count(*) from api_keys
             where workspace_id = $1 and revoked_at is null and expires_at is null) +
            (select count(*) from api_keys
             where workspace_id = $1 and revoked_at is null and expires_at > $2) as count`,
    [workspaceId, now],
  );
  return row?.count ?? 0;
}

/**
 * Not scoped to a workspace: this is how a caller's workspace becomes known. Nor is there a time in it: it is asked with
 * every request, and so SQLite need not look each time.
 */
export function selectKeyByHash(reader: Reader, keyHash: string) {
  return reader.get<{ id: string; workspace_id: string; scopes: string; expires_at: number | null }>(
    'select id, workspace_id, scopes, expires_at from api_keys where key_hash = $1 and revoked_at is null',
    [keyHash],
  );
}

/** Keys of any workspace: asked before a caller is known. */
export async function existsLookalike(reader: Reader): Promise<boolean> {
  return (await reader.get('select id from api_keys where lookalike = 1 limit 1')) !== undefined;
}

export function insertKey(
  tx: Transaction,
  workspaceId: string,
  row: ApiKeyRow & { key_hash: string; lookalike: number },
): Promise<void> {
  return insertRow(tx, 'api_keys', { workspace_id: workspaceId, ...row });
}

/** False when there is no such key or it has been revoked before. */
export async function revokeKeyRow(
  tx: Transaction,
  workspaceId: string,
  id: string,
  now: number,
): Promise<boolean> {
  const changed = await tx.run(
    'update api_keys set revoked_at = $3 where workspace_id = $1 and id = $2 and revoked_at is null',
    [workspaceId, id, now],
  );
  return changed === 1;
}

/** Keys of any workspace: the ids come from requests that have been authenticated. */
export async function updateLastUsed(database: Database, uses: { id: string; at: number }[]): Promise<void> {
  const given = database.dialect.rows('$1', { id: 'text', at: 'bigint' });
  await database.change(
    `update api_keys set last_used_at = used.at from (select id, at from ${given}) as used
     where api_keys.id = used.id and (last_used_at is null or last_used_at < used.at)`,
    [JSON.stringify(uses)],
  );
}
