import { deleteExpired } from '../../../storage/batches.ts';
import type { Database, Reader, Transaction } from '../../../storage/database.ts';
import { insertRow } from '../../../storage/rows.ts';
import type { Closable } from '../../workspace/workspaces/rules.ts';
import type { MemberRole } from '../members/rules.ts';

interface NewSession {
  id: string;
  member_id: string;
  secret_hash: string;
  user_agent: string | null;
  client_address: string;
  created_at: number;
  seen_at: number;
  expires_at: number;
}

/** A session with its member and its workspace. */
interface FoundRow extends Closable {
  id: string;
  workspace_id: string;
  seen_at: number;
  expires_at: number;
  member_id: string;
  email: string;
  name: string | null;
  role: MemberRole;
  timezone: string | null;
  workspace_name: string;
  handle: string | null;
  workspace_timezone: string;
}

/**
 * Not scoped to a workspace: this is how a caller's workspace becomes known. It has no time among its parameters, so that SQLite can
 * answer from its cache, because it runs for every page.
 */
export function selectSessionByHash(reader: Reader, secretHash: string) {
  return reader.get<FoundRow>(
    `select sessions.id, sessions.workspace_id, sessions.seen_at, sessions.expires_at, sessions.member_id,
       members.email, members.name, members.role, members.timezone,
       workspaces.name as workspace_name, workspaces.handle, workspaces.timezone as workspace_timezone,
       suspended_at, suspended_reason, delete_at
     from sessions
     join members on members.workspace_id = sessions.workspace_id and members.id = sessions.member_id
     join workspaces on workspaces.id = sessions.workspace_id
     where sessions.secret_hash = $1 and members.deactivated_at is null`,
    [secretHash],
  );
}

export interface SessionRow {
  id: string;
  user_agent: string | null;
  client_address: string;
  created_at: number;
  seen_at: number;
  expires_at: number;
}

/** Newest first. A member has few. */
export function selectSessionsOf(reader: Reader, workspaceId: string, memberId: string) {
  return reader.all<SessionRow>(
    `select id, user_agent, client_address, created_at, seen_at, expires_at from sessions
     where member_id = $2 and workspace_id = $1 order by id desc`,
    [workspaceId, memberId],
  );
}

export async function insertSession(tx: Transaction, workspaceId: string, row: NewSession): Promise<void> {
  await insertRow(tx, 'sessions', { workspace_id: workspaceId, ...row });
}

/** Several nodes may see the same session at once: one of them writes. */
export async function updateSeen(
  database: Database,
  workspaceId: string,
  id: string,
  { now, before }: { now: number; before: number },
): Promise<void> {
  await database.change(
    'update sessions set seen_at = $3 where workspace_id = $1 and id = $2 and seen_at <= $4',
    [workspaceId, id, now, before],
  );
}

export interface SessionKey {
  workspace_id: string;
  id: string;
  member_id: string;
}

/** Of any workspace: a browser with the secret may end the session. */
export function selectKeyByHash(reader: Reader, secretHash: string) {
  return reader.get<SessionKey>('select workspace_id, id, member_id from sessions where secret_hash = $1', [
    secretHash,
  ]);
}

/** Ends sessions of any workspace, and returns those that existed. Locks them in the order of their ids. */
export async function deleteSessions(tx: Transaction, keys: SessionKey[]): Promise<SessionKey[]> {
  const ended: SessionKey[] = [];
  const inOrder = keys.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  for (const key of inOrder) {
    const count = await tx.run('delete from sessions where workspace_id = $1 and id = $2', [
      key.workspace_id,
      key.id,
    ]);
    if (count > 0) ended.push(key);
  }
  return ended;
}

export function deleteExpiredSessions(tx: Transaction, now: number): Promise<{ id: string }[]> {
  return deleteExpired(
    tx,
    { table: 'sessions', key: ['workspace_id', 'id'], until: 'expires_at', id: 'id' },
    now,
  );
}
