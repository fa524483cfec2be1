import type { Reader, Transaction } from '../../../storage/database.ts';
import { idRows, wantedRows } from '../../../storage/rows.ts';

/** A key whose expiry may have to be announced. */
export interface KeyWithNoticeRow {
  id: string;
  name: string;
  key_prefix: string;
  expires_at: number | null;
  /** 0 if it is not known yet. */
  expiry_notice_at: number;
  /** 1 if admins have already got a mail about it. */
  expiry_mailed: number;
}

/** Some of the workspaces that have keys to announce. */
export async function selectWorkspacesWithNotices(
  reader: Reader,
  now: number,
  limit: number,
): Promise<string[]> {
  const rows = await reader.all<{ workspace_id: string }>(
    `select distinct workspace_id from
       (select workspace_id from api_keys where expiry_notice_at <= $1 and revoked_at is null
        order by expiry_notice_at limit ${limit}) as due`,
    [now],
  );
  return rows.map(({ workspace_id }) => workspace_id);
}

/** Locks keys to announce between these times. Skips those that another transaction has locked, and never waits. */
export function lockKeysWithNotices(
  tx: Transaction,
  workspaceId: string,
  { after, until }: { after: number; until: number },
  limit: number,
) {
  return tx.all<KeyWithNoticeRow>(
    `select id, name, key_prefix, expires_at, expiry_notice_at, expiry_mailed from api_keys
     where workspace_id = $1 and expiry_notice_at > $2 and expiry_notice_at <= $3 and revoked_at is null
     order by expiry_notice_at limit ${limit} ${tx.dialect.forUpdateOfFree('api_keys')}`,
    [workspaceId, after, until],
  );
}

export async function updateNotices(
  tx: Transaction,
  workspaceId: string,
  rows: { id: string; notice_at: number | null }[],
): Promise<void> {
  const given = tx.dialect.rows('$2', { id: 'text', notice_at: 'bigint' });
  await tx.run(
    `update api_keys set expiry_notice_at = next.notice_at, expiry_mailed = 0
     from (select id, notice_at from ${given}) as next
     where api_keys.workspace_id = $1 and api_keys.id = next.id`,
    [workspaceId, JSON.stringify(rows)],
  );
}

export async function updateMailed(tx: Transaction, workspaceId: string, ids: string[]): Promise<void> {
  await tx.run(
    `with ${wantedRows(tx.dialect)}
     update api_keys set expiry_mailed = 1 from wanted
     where api_keys.workspace_id = wanted.workspace_id and api_keys.id = wanted_id`,
    [workspaceId, idRows(ids)],
  );
}
