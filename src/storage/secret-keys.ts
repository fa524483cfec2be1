import type { Reader, Transaction } from './database.ts';
import { insertRow } from './rows.ts';

/** Which secret key is in force. */
export interface Mark {
  fingerprint: string;
  /** Not null while there may be values that this key has sealed. */
  former_fingerprint: string | null;
  changed_at: number;
}

const mark = 'select fingerprint, former_fingerprint, changed_at from secret_key_marks where id = 1';

export function selectMark(reader: Reader): Promise<Mark | undefined> {
  return reader.get<Mark>(mark);
}

/** Locks it, so that it can't change before the transaction ends. */
export function selectMarkForShare(tx: Transaction): Promise<Mark | undefined> {
  return tx.get<Mark>(`${mark} ${tx.dialect.forShare}`);
}

/** Waits until nobody else has it locked. What they have sealed is committed by then. */
export function selectMarkForUpdate(tx: Transaction): Promise<Mark | undefined> {
  return tx.get<Mark>(`${mark} ${tx.dialect.forUpdate}`);
}

/** Does nothing if there is one already. */
export async function insertMark(tx: Transaction, fingerprint: string, now: number): Promise<void> {
  await tx.run(
    'insert into secret_key_marks (id, fingerprint, changed_at) values (1, $1, $2) on conflict (id) do nothing',
    [fingerprint, now],
  );
}

export async function updateMark(tx: Transaction, changed: Mark): Promise<void> {
  const { fingerprint, former_fingerprint, changed_at } = changed;
  await tx.run(
    'update secret_key_marks set fingerprint = $1, former_fingerprint = $2, changed_at = $3 where id = 1',
    [fingerprint, former_fingerprint, changed_at],
  );
}

export interface LinkKeyRow {
  id: string;
  sealed_value: string;
  used_from: number;
  read_until: number | null;
  created_at: number;
}

/** Oldest first. */
export function selectLinkKeys(reader: Reader): Promise<LinkKeyRow[]> {
  return reader.all<LinkKeyRow>(
    'select id, sealed_value, used_from, read_until, created_at from link_keys order by used_from, id',
  );
}

/** Does nothing if another node has made the first key at the same time. */
export async function insertFirstLinkKey(tx: Transaction, row: LinkKeyRow): Promise<void> {
  await tx.run(
    `insert into link_keys (id, sealed_value, used_from, read_until, created_at) values ($1, $2, $3, $4, $5)
     on conflict (id) do nothing`,
    [row.id, row.sealed_value, row.used_from, row.read_until, row.created_at],
  );
}

export async function insertLinkKey(tx: Transaction, row: LinkKeyRow): Promise<void> {
  await insertRow(tx, 'link_keys', { ...row });
}

export async function updateSealedLinkKey(tx: Transaction, id: string, sealed: string): Promise<void> {
  await tx.run('update link_keys set sealed_value = $1 where id = $2', [sealed, id]);
}

/** Shortens the time of keys that would be accepted longer. */
export async function limitLinkKeys(tx: Transaction, until: number): Promise<void> {
  await tx.run('update link_keys set read_until = $1 where read_until is null or read_until > $1', [until]);
}

export async function deleteLinkKeysUntil(tx: Transaction, now: number): Promise<void> {
  await tx.run('delete from link_keys where read_until <= $1', [now]);
}
