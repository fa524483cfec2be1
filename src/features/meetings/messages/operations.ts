import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Content } from '../../../mail-out/content.ts';
import { requeueMessage } from '../../../mail-out/enqueue.ts';
import { toHtml } from '../../../mail-out/html.ts';
import { type Logo, selectLogo } from '../../../mail-out/logo-queries.ts';
import { type Page, type PageRequest, takePage } from '../../../pagination.ts';
import type { Reader } from '../../../storage/database.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { findRequest, lockRequest } from '../requests/lifecycle/transitions.ts';
import { mayActForParticipants } from '../requests/rules.ts';
import { withoutLinks } from './links.ts';
import {
  type MessageFilter,
  type MessageRow,
  selectContent,
  selectMessage,
  selectMessageForUpdate,
  selectMessages,
  selectMessagesById,
  selectMessagesOfRequest,
} from './queries.ts';
import { checkResendable, withoutImplied, writtenMailbox } from './rules.ts';

export type Message = ReturnType<typeof presentMessage>;

export async function listMessages(
  context: Context,
  filter: MessageFilter,
  page: PageRequest,
): Promise<Page<Message>> {
  const { database, caller } = context;
  const wanted = withoutImplied(filter);
  const rows = wanted ? await selectMessages(database, caller.workspaceId, wanted, page) : [];
  return takePage(rows, page, presenterFor(context));
}

export async function listMessagesOfRequest(
  context: Context,
  requestId: string,
  page: PageRequest,
): Promise<Page<Message>> {
  const { database, caller } = context;
  await findRequest(context, database, requestId);
  const rows = await selectMessagesOfRequest(database, caller.workspaceId, requestId, page);
  return takePage(rows, page, presenterFor(context));
}

export async function getMessage(context: Context, id: string): Promise<Message> {
  return presenterFor(context)(await findMessage(context, context.database, id));
}

/**
 * The HTML of an outgoing message, as one document with its logo. Inert, its links lead nowhere: whoever may read a message mustn't answer
 * for its reader by a click.
 */
export async function renderMessage(context: Context, id: string, isInert: boolean): Promise<string> {
  const { database, caller } = context;
  const row = await selectContent(database, caller.workspaceId, id);
  if (!row || row.content === null) throw notFound('Message');
  const content = JSON.parse(row.content) as Content;
  const key = content.brand?.logo?.key;
  const logo = key === undefined ? undefined : await selectLogo(database, caller.workspaceId, key);
  return toHtml(row.subject, content, { isInert, logo: logo ? dataUrl(logo) : null });
}

const dataUrl = ({ contentType, bytes }: Logo) =>
  `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`;

/** The messages that exist among these ids, by id. */
export async function getMessages(context: Context, ids: string[]): Promise<Map<string, Message>> {
  const { database, caller } = context;
  const present = presenterFor(context);
  const rows = await selectMessagesById(database, caller.workspaceId, ids);
  return new Map(rows.map((row) => [row.id, present(row)]));
}

/** Sends a message again, even one that was already sent. While its request is paused, it waits. */
export async function resendMessage(context: Context, id: string): Promise<Message> {
  const { database, caller } = context;
  return database.transaction(async (tx) => {
    // Requests are locked before messages.
    const { request_id } = await findMessage(context, tx, id);
    const request = request_id === null ? null : await lockRequest(context, tx, request_id);
    const row = await selectMessageForUpdate(tx, caller.workspaceId, id);
    if (!row) throw notFound('Message');
    checkResendable(row);
    await requeueMessage(context, tx, id, request?.status === 'paused');
    await recordAudit(context, tx, {
      action: 'message.resent',
      target: { type: 'message', id },
      changes: { status: [row.status, 'queued'] },
    });
    return presenterFor(context)(await findMessage(context, tx, id));
  });
}

async function findMessage({ caller }: Context, reader: Reader, id: string): Promise<MessageRow> {
  const row = await selectMessage(reader, caller.workspaceId, id);
  if (!row) throw notFound('Message');
  return row;
}

/** A read-only key never sees a link with which it could answer for somebody. */
function presenterFor({ caller }: Context): (row: MessageRow) => Message {
  if (mayActForParticipants(caller)) return presentMessage;
  return (row) => {
    const message = presentMessage(row);
    return { ...message, to: withoutLinks(message.to), text: withoutLinks(message.text) };
  };
}

function presentMessage(row: MessageRow) {
  return {
    id: row.id,
    meeting_request_id: row.request_id,
    direction: row.direction,
    kind: row.kind,
    from: writtenMailbox(row.sender_name, row.sender_address),
    to: row.recipient_address,
    subject: row.subject,
    text: row.text,
    status: row.status,
    understood_as: row.understood_as,
    rule: row.rule,
    ignored_because: row.ignored_because,
    attempts: row.attempts,
    last_error: row.last_error,
    created_at: formatTimestamp(row.created_at),
    sent_at: formatTimestamp(row.sent_at),
  };
}
