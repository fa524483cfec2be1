import type { PageRequest } from '../../pages.ts';
import type { Database, Reader, Transaction } from '../../storage/database.ts';
import { selectNewestFirst } from '../../storage/newest-first.ts';
import { idRows, insertRow, wantedRows, withoutIndex } from '../../storage/rows.ts';

export interface ApiKeyRow {
  id: string;
  name: string;
  key_prefix: string;
  scopes: string;
  expires_at: number | null;
  last_used_at: number | null;
  created_at: number;
  /** The key that made it, if one did. */
  maker_id: string | null;
}

/** The maker is looked up once it is known which keys a page has. */
const usable = {
  columns: 'id, name, key_prefix, scopes, expires_at, last_used_at, created_at, maker_id',
  table: 'api_keys',
  found: 'api_keys',
  beside: `left join api_key_makers
    on api_key_makers.workspace_id = api_keys.workspace_id and api_key_makers.api_key_id = api_keys.id`,
};

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

/**
 * How the keys begin whose value was chosen; of any workspace: asked before a caller is known. They are marked in
 * `lookalike`, whose name is older than that: it was for chosen keys that look like generated ones.
 */
export async function selectChosenPrefixes(reader: Reader): Promise<string[]> {
  const rows = await reader.all<{ key_prefix: string }>(
    'select key_prefix from api_keys where lookalike = 1',
  );
  return rows.map((row) => row.key_prefix);
}

export async function insertKey(
  tx: Transaction,
  workspaceId: string,
  { maker_id, ...row }: ApiKeyRow & { key_hash: string; lookalike: number },
): Promise<void> {
  await insertRow(tx, 'api_keys', { workspace_id: workspaceId, ...row });
  if (maker_id === null) return;
  await insertRow(tx, 'api_key_makers', { workspace_id: workspaceId, api_key_id: row.id, maker_id });
}

const unrevoked = 'from api_keys where workspace_id = $1 and id = $2 and revoked_at is null';

/** A key that is making another: it is not revoked before that one is there. */
export function selectKeyForShare(tx: Transaction, workspaceId: string, id: string) {
  return tx.get<{ expires_at: number | null }>(`select expires_at ${unrevoked} ${tx.dialect.forShare}`, [
    workspaceId,
    id,
  ]);
}

/** What decides whether a key may be revoked. */
export interface RevocableKey {
  id: string;
  scopes: string;
}

export function selectKeyForUpdate(tx: Transaction, workspaceId: string, id: string) {
  return tx.get<RevocableKey>(`select id, scopes ${unrevoked} ${tx.dialect.forUpdate}`, [workspaceId, id]);
}

/** A key that was made by another. The scopes are null of one that can't be used any more. */
export interface MadeKey {
  id: string;
  maker_id: string;
  scopes: string | null;
}

/**
 * The usable keys that were made by keys, and those above them. It goes up from what can be used, not down from one key: a
 * key may have made any number of others that are over by now.
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

/** Those of them that have not been revoked before. */
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

/** Keys of any workspace: the ids come from requests that have been authenticated. */
export async function updateLastUsed(database: Database, uses: { id: string; at: number }[]): Promise<void> {
  const given = database.dialect.rows('$1', { id: 'text', at: 'bigint' });
  await database.change(
    `update api_keys set last_used_at = used.at from (select id, at from ${given}) as used
     where api_keys.id = used.id and (last_used_at is null or last_used_at < used.at)`,
    [JSON.stringify(uses)],
  );
}
