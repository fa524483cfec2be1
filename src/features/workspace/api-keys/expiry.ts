import type { Context, Services } from '../../../context.ts';
import { BATCH } from '../../../storage/batches.ts';
import type { Transaction } from '../../../storage/database.ts';
import { DAY_MS } from '../../../time/timestamps.ts';
import {
  type KeyWithNoticeRow,
  lockKeysWithNotices,
  selectWorkspacesWithNotices,
  updateMailed,
  updateNotices,
} from './expiry-queries.ts';
import { firstNoticeAt, isExpired, nextNoticeAt } from './rules.ts';

type KeyWithNotice = Pick<KeyWithNoticeRow, 'id' | 'name' | 'key_prefix'> & { expires_at: number };

/** The keys to announce now, and the keys for the mail to admins. */
interface Notices {
  due: KeyWithNotice[];
  /** Includes keys that are due within a day, so that there is one mail for all. Empty if all were in an earlier mail. */
  mailed: KeyWithNotice[];
  /** Whether there may be more of them. */
  hasMore: boolean;
}

/** Some of the workspaces that have keys to announce by now. */
export function findWorkspacesWithNotices({ storage, clock }: Services): Promise<string[]> {
  return selectWorkspacesWithNotices(storage.background, clock.now(), BATCH);
}

/**
 * Takes the notices that are due, each once, however many nodes ask. One node at a time takes those of a workspace: otherwise each
 * would send it a mail. The caller announces and mails them in the same transaction.
 */
export async function takeNotices({ caller, clock }: Context, tx: Transaction): Promise<Notices> {
  const { workspaceId } = caller;
  if (!(await tx.tryLock(`key notices ${workspaceId}`))) return { due: [], mailed: [], hasMore: false };
  const now = clock.now();
  const rows = await lockKeysWithNotices(tx, workspaceId, { after: -1, until: now }, BATCH);
  await updateNotices(
    tx,
    workspaceId,
    rows.map(({ id, expires_at }) => ({ id, notice_at: nextNoticeAt(expires_at, now) })),
  );
  const due = rows.filter((row) => isToAnnounce(row, now));
  const unmailed = due.filter(({ expiry_mailed }) => expiry_mailed === 0);
  const soon = unmailed.length > 0 ? await takeSoon(tx, workspaceId, now) : [];
  return { due, mailed: [...unmailed, ...soon], hasMore: rows.length === BATCH };
}

type ExpiringRow = KeyWithNoticeRow & { expires_at: number };

/** False if the key has expired in the meantime: all nodes may have been down for that long. */
function isToAnnounce(row: KeyWithNoticeRow, now: number): row is ExpiringRow {
  const { expires_at, expiry_notice_at } = row;
  if (expires_at === null || isExpired(expires_at, now)) return false;
  return expiry_notice_at > 0 || firstNoticeAt(expires_at) <= now;
}

const isExpiring = (row: KeyWithNoticeRow): row is ExpiringRow => row.expires_at !== null;

async function takeSoon(tx: Transaction, workspaceId: string, now: number): Promise<ExpiringRow[]> {
  const rows = await lockKeysWithNotices(tx, workspaceId, { after: now, until: now + DAY_MS }, BATCH);
  const soon = rows.filter(isExpiring).filter(({ expiry_mailed }) => expiry_mailed === 0);
  await updateMailed(
    tx,
    workspaceId,
    soon.map(({ id }) => id),
  );
  return soon;
}
