// What is known about outgoing messages, for the features that handle replies and bounces.
import type { Context } from '../context.ts';
import type { Reader, Transaction } from '../storage/database.ts';
import type { Content } from './content.ts';
import type { MessageKind } from './drafts.ts';
import {
  countOfRequestSince,
  type SentRow,
  selectLastOffer,
  selectSent,
  selectStatusForUpdate,
  selectSubjects,
  updateFailed,
} from './sent-queries.ts';

export interface SentMessage extends Omit<SentRow, 'content'> {
  /** The options that it offers, in the order of their numbers. */
  option_ids: string[];
}

/** In the order of the ids, without unknown ones. */
export async function findSent({ caller }: Context, reader: Reader, ids: string[]): Promise<SentMessage[]> {
  if (ids.length === 0) return [];
  const rows = await selectSent(reader, caller.workspaceId, ids);
  const byId = new Map(rows.map((row) => [row.id, fromRow(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The last message that offered times to the participant in this place. */
export async function findLastOffer(
  { caller }: Context,
  reader: Reader,
  requestId: string,
  place: number,
): Promise<SentMessage | undefined> {
  const row = await selectLastOffer(reader, caller.workspaceId, requestId, place);
  return row && fromRow(row);
}

/** The subjects of the mail that made the request, and of the newest messages that went out about it. */
export function readSubjects(
  { caller }: Context,
  reader: Reader,
  requestId: string,
  limit: number,
): Promise<string[]> {
  return selectSubjects(reader, caller.workspaceId, requestId, limit);
}

export function countMessagesSince(
  { caller }: Context,
  reader: Reader,
  requestId: string,
  kind: MessageKind,
  since: number,
): Promise<number> {
  return countOfRequestSince(reader, caller.workspaceId, requestId, kind, since);
}

/**
 * Records that a mail server accepted the message but couldn't deliver it. Returns the state that it had: unless that was `sent`,
 * nothing was changed. The caller has locked its request.
 */
export async function markUndelivered(
  { caller }: Context,
  tx: Transaction,
  id: string,
  error: string,
): Promise<SentRow['status'] | undefined> {
  const status = await selectStatusForUpdate(tx, caller.workspaceId, id);
  if (status === 'sent') await updateFailed(tx, caller.workspaceId, id, error);
  return status;
}

function fromRow({ content, ...row }: SentRow): SentMessage {
  const { blocks } = content === null ? { blocks: [] } : (JSON.parse(content) as Content);
  const urls = blocks.flatMap((block) => (block.type === 'times' ? block.times.map(({ url }) => url) : []));
  return { ...row, option_ids: urls.map((url) => new URL(url).searchParams.get('option') ?? '') };
}
