import type { PageRequest } from '../../../pagination.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { selectNewestFirst } from '../../../storage/newest-first.ts';
import {
  idRows,
  insertRow,
  selectByIds,
  updateRow,
  wantedRows,
  withoutIndex,
} from '../../../storage/rows.ts';

export interface ApiKeyRow {
  id: string;
  name: string;
  key_prefix: string;
  scopes: string;
  expires_at: number | null;
  last_used_at: number | null;
  created_at: number;
  /** A list, as JSON. Null: from anywhere. */
  allowed_networks: string | null;
  replaced_by_id: string | null;
  /** The key that made it, if any. */
  maker_id: string | null;
}

/** Joins the makers only to the keys of the page. */
const usable = {
  columns:
    'id, name, key_prefix, scopes, expires_at, last_used_at, created_at, allowed_networks, replaced_by_id, maker_id',
  table: 'api_keys',
  found: 'api_keys',
  beside: `left join api_key_makers
    on api_key_makers.workspace_id = api_keys.workspace_id and api_key_makers.api_key_id = api_keys.id`,
};

/** Usable keys that never expire. */
export function selectLastingKeys(reader: Reader, workspaceId: string, page: PageRequest) {
  return selectNewestFirst<ApiKeyRow>(reader, workspaceId, page, {
    ...usable,
    where: ['revoked_at is null', 'expires_at is null'],
  });
}

/**
 * Usable keys that expire. Reads all of them, through the index by expiry: in the order of ids, an engine would read any number of
 * expired keys.
 */
export function selectExpiringKeys(reader: Reader, workspaceId: string, now: number, page: PageRequest) {
  return selectNewestFirst<ApiKeyRow>(reader, workspaceId, page, {
    ...usable,
    id: `(${withoutIndex('api_keys.id')})`,
    where: ['revoked_at is null', ['expires_at > ?', now]],
  });
}

/** Counts in two parts, like the list. */
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

/** A key that works, with what decides on calls with it. */
export interface FoundKeyRow {
  id: string;
  workspace_id: string;
  scopes: string;
  expires_at: number | null;
  allowed_networks: string | null;
  suspended_at: number | null;
  suspended_reason: string | null;
  delete_at: number | null;
  requests_per_minute: number | null;
}

/** Not scoped to a workspace: this is how a caller's workspace becomes known. It runs for every request. */
export function selectKeyByHash(reader: Reader, keyHash: string) {
  return reader.get<FoundKeyRow>(
    `select api_keys.id, api_keys.workspace_id, scopes, expires_at, allowed_networks, suspended_at, suspended_reason,
       delete_at, requests_per_minute
     from api_keys
     join workspaces on workspaces.id = api_keys.workspace_id
     left join workspace_limits on workspace_limits.workspace_id = api_keys.workspace_id
     where key_hash = $1 and revoked_at is null`,
    [keyHash],
  );
}

/**
 * Prefixes of the keys that an operator chose. Not scoped to a workspace: runs before a caller is known. The column is
 * called `lookalike` for historical reasons: it first marked chosen keys that look like generated ones.
 */
export async function selectChosenPrefixes(reader: Reader): Promise<string[]> {
  const rows = await reader.all<{ key_prefix: string }>(
    'select key_prefix from api_keys where lookalike = 1',
  );
  return rows.map((row) => row.key_prefix);
}

/** Includes keys that are revoked or expired. */
export function selectKeyNames(reader: Reader, workspaceId: string, ids: string[]) {
  return selectByIds<{ id: string; name: string }>(reader, workspaceId, {
    table: 'api_keys',
    columns: 'id, name',
    ids,
  });
}

export async function insertKey(
  tx: Transaction,
  workspaceId: string,
  { maker_id, ...row }: ApiKeyRow & { key_hash: string; lookalike: number; expiry_notice_at: number | null },
): Promise<void> {
  await insertRow(tx, 'api_keys', { workspace_id: workspaceId, ...row });
  if (maker_id === null) return;
  await insertRow(tx, 'api_key_makers', { workspace_id: workspaceId, api_key_id: row.id, maker_id });
}

const unrevoked = 'from api_keys where workspace_id = $1 and id = $2 and revoked_at is null';

/** Takes a shared lock, so that a key that makes another is not revoked before the other is written. */
export function selectKeyForShare(tx: Transaction, workspaceId: string, id: string) {
  return tx.get<Pick<ApiKeyRow, 'expires_at' | 'allowed_networks'>>(
    `select expires_at, allowed_networks ${unrevoked} ${tx.dialect.forShare}`,
    [workspaceId, id],
  );
}

interface RevocableKey {
  id: string;
  scopes: string;
}

export function selectKeyForUpdate(tx: Transaction, workspaceId: string, id: string) {
  return tx.get<RevocableKey>(`select id, scopes ${unrevoked} ${tx.dialect.forUpdate}`, [workspaceId, id]);
}

/** Leaves out the maker, which never changes. */
export function selectWholeKeyForUpdate(tx: Transaction, workspaceId: string, id: string) {
  return tx.get<Omit<ApiKeyRow, 'maker_id'>>(
    `select id, name, key_prefix, scopes, expires_at, last_used_at, created_at, allowed_networks, replaced_by_id
     ${unrevoked} ${tx.dialect.forUpdate}`,
    [workspaceId, id],
  );
}

export async function selectMakerOf(reader: Reader, workspaceId: string, id: string): Promise<string | null> {
  const row = await reader.get<{ maker_id: string }>(
    'select maker_id from api_key_makers where workspace_id = $1 and api_key_id = $2',
    [workspaceId, id],
  );
  return row?.maker_id ?? null;
}

export async function updateKeyRow(
  tx: Transaction,
  workspaceId: string,
  id: string,
  columns: Partial<
    Pick<ApiKeyRow, 'name' | 'allowed_networks' | 'expires_at' | 'replaced_by_id'> & {
      expiry_notice_at: null;
    }
  >,
): Promise<void> {
  await updateRow(tx, 'api_keys', { workspace_id: workspaceId, id }, columns);
}

/** A key made by another. `scopes` is null if it is revoked or expired. */
interface MadeKey {
  id: string;
  maker_id: string;
  scopes: string | null;
}

/**
 * The usable keys that were made by keys, and their makers. Goes up from usable keys, not down from one key, which may have made any
 * number of keys that are revoked or expired.
 */
export function selectMadeKeys(reader: Reader, workspaceId: string, now: number): Promise<MadeKey[]> {
  return reader.all<MadeKey>(
    `with recursive usable as (
       select id, scopes from api_keys where workspace_id = $1 and revoked_at is null and expires_at is null
       union all
       select id, scopes from api_keys where workspace_id = $1 and revoked_at is null and expires_at > $2
     ), made (id, maker_id) as (
       select api_key_id, maker_id from usable
       join api_key_makers on api_key_makers.workspace_id = $1 and api_key_makers.api_key_id = usable.id
       union
       select api_key_id, api_key_makers.maker_id from made
       join api_key_makers on api_key_makers.workspace_id = $1 and api_key_makers.api_key_id = made.maker_id
     )
     select made.id, made.maker_id, usable.scopes from made left join usable on usable.id = made.id
     order by made.id`,
    [workspaceId, now],
  );
}

export async function revokeKeyRows(
  tx: Transaction,
  workspaceId: string,
  ids: string[],
  now: number,
): Promise<void> {
  await tx.run(
    `with ${wantedRows(tx.dialect)}
     update api_keys set revoked_at = $3 from wanted
     where api_keys.workspace_id = wanted.workspace_id and api_keys.id = wanted_id and revoked_at is null`,
    [workspaceId, idRows(ids), now],
  );
}

/** Not scoped to a workspace: the ids come from authenticated requests. */
export async function updateLastUsed(tx: Transaction, uses: { id: string; at: number }[]): Promise<void> {
  const given = tx.dialect.rows('$1', { id: 'text', at: 'bigint' });
  await tx.run(
    `update api_keys set last_used_at = used.at from (select id, at from ${given}) as used
     where api_keys.id = used.id and (last_used_at is null or last_used_at < used.at)`,
    [JSON.stringify(uses)],
  );
}
