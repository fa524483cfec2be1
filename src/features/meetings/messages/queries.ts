import type { MessageKind } from '../../../mail-out/drafts.ts';
import type { PageRequest } from '../../../pagination.ts';
import type { Reader, Transaction, Value } from '../../../storage/database.ts';
import { optional, selectNewestFirst } from '../../../storage/newest-first.ts';
import { selectByIds, withoutIndex } from '../../../storage/rows.ts';
import type { Direction, Status } from './rules.ts';

export interface MessageRow {
  id: string;
  request_id: string | null;
  direction: Direction;
  kind: MessageKind;
  sender_name: string | null;
  sender_address: string;
  recipient_address: string;
  subject: string;
  text: string;
  status: Status;
  understood_as: string | null;
  rule: string | null;
  ignored_because: string | null;
  attempts: number;
  last_error: string | null;
  created_at: number;
  sent_at: number | null;
}

export interface MessageFilter {
  status: Status | undefined;
  direction: Direction | undefined;
  kind: MessageKind | undefined;
  /** The address it went to or came from, ignoring case. */
  address?: string | undefined;
}

const columns = `id, request_id, direction, kind, sender_name, sender_address, recipient_address, subject, text, status,
  understood_as, rule, ignored_because, attempts, last_error, created_at, sent_at`;

/** The same expression as in the index. */
const peerAddress = "lower(case when direction = 'out' then recipient_address else sender_address end)";

export function selectMessages(
  reader: Reader,
  workspaceId: string,
  { status, direction, kind, address }: MessageFilter,
  page: PageRequest,
): Promise<MessageRow[]> {
  // One address has fewer messages than any kind or state, which the planners don't know.
  const equal = (column: string, value: string | undefined): [string, Value | undefined] =>
    address === undefined ? [`${column} = ?`, value] : optional(`${withoutIndex(column)} = ?`, value);
  return selectNewestFirst<MessageRow>(reader, workspaceId, page, {
    columns,
    table: 'messages',
    where: [
      [`${peerAddress} = lower(?)`, address],
      equal('kind', kind),
      equal('status', status),
      equal('direction', direction),
    ],
  });
}

export function selectMessagesOfRequest(
  reader: Reader,
  workspaceId: string,
  requestId: string,
  page: PageRequest,
): Promise<MessageRow[]> {
  return selectNewestFirst<MessageRow>(reader, workspaceId, page, {
    columns,
    table: 'messages',
    where: [['request_id = ?', requestId]],
  });
}

export function selectMessagesById(
  reader: Reader,
  workspaceId: string,
  ids: string[],
): Promise<MessageRow[]> {
  return selectByIds<MessageRow>(reader, workspaceId, { table: 'messages', columns, ids });
}

/** What the HTML of a message is made of. */
export function selectContent(reader: Reader, workspaceId: string, id: string) {
  return reader.get<{ subject: string; content: string | null }>(
    "select subject, content from messages where workspace_id = $1 and id = $2 and direction = 'out'",
    [workspaceId, id],
  );
}

const one = `select ${columns} from messages where workspace_id = $1 and id = $2`;

export function selectMessage(reader: Reader, workspaceId: string, id: string) {
  return reader.get<MessageRow>(one, [workspaceId, id]);
}

export function selectMessageForUpdate(tx: Transaction, workspaceId: string, id: string) {
  return tx.get<MessageRow>(`${one} ${tx.dialect.forUpdate}`, [workspaceId, id]);
}
