import type { Context } from '../context.ts';
import { type Removal, removeInBatches } from '../storage/batches.ts';
import type { Transaction } from '../storage/database.ts';
import { leadsSomewhere, onOneLine } from '../text/plain-text.ts';
import { withoutPrefixes } from '../text/subjects.ts';
import { compose, SUBJECT_LENGTH } from './compose.ts';
import type { Draft } from './drafts.ts';
import {
  deleteMessages,
  dropInviteRows,
  dropOfferRows,
  dropRowsTo,
  insertMessages,
  type NewMessageRow,
  pauseRows,
  requeueRow,
  resumeRows,
  selectLastOfThreads,
} from './enqueue-queries.ts';
import { newMessageId } from './message-ids.ts';
import { reminderEnd } from './times.ts';

/** The notification that wakes the engines. */
export const MESSAGES_DUE = 'messages_due';

/** Mail programs need the first message of a thread and the latest ones. */
const MAX_REFERENCES = 10;

/** The last message of a thread, which the next one replies to. */
interface Earlier {
  message_id: string;
  /** Message-IDs of those before it, oldest first. */
  thread: string[];
  is_ours: boolean;
  /** Null unless the next one may go on under this subject. */
  subject: string | null;
}

/**
 * Composes messages and writes them in the transaction of the change that causes them. They are due at once. Returns their ids.
 */
export async function queueMessages(context: Context, tx: Transaction, drafts: Draft[]): Promise<string[]> {
  if (drafts.length === 0) return [];
  return queueInThreads(context, tx, drafts, await threadsOf(context, tx, drafts));
}

/** The same for requests that have no message yet. */
export function queueFirstMessages(context: Context, tx: Transaction, drafts: Draft[]): string[] {
  return queueInThreads(context, tx, drafts, new Map());
}

function queueInThreads(
  context: Context,
  tx: Transaction,
  drafts: Draft[],
  threads: Map<string, Earlier>,
): string[] {
  const rows = drafts.map((draft) => {
    const key = threadKey(draft.meeting_request_id, draft.to.address);
    const row = rowOf(context, draft, threads.get(key));
    threads.set(key, {
      message_id: row.message_id,
      thread: JSON.parse(row.thread),
      is_ours: true,
      subject: isOffer(draft) ? row.subject : null,
    });
    return row;
  });
  insertMessages(tx, context.caller.workspaceId, eachInviteOnce(rows));
  tx.notify(MESSAGES_DUE);
  return rows.map(({ id }) => id);
}

/**
 * Stores the text of an invitation once: it names everybody who gets it, so storing a copy for each would grow with the square.
 */
function eachInviteOnce(rows: NewMessageRow[]): NewMessageRow[] {
  const firsts = new Map<string, string>();
  return rows.map((row) => {
    const { id, invite } = row;
    const first = invite === null ? undefined : firsts.get(invite);
    if (first !== undefined) return { ...row, invite: null, invite_of: first };
    if (invite !== null) firsts.set(invite, id);
    return row;
  });
}

const threadKey = (requestId: string | null, address: string) => `${requestId ?? ''} ${address}`;

/** There is one thread per request and recipient. */
async function threadsOf(
  { caller }: Context,
  tx: Transaction,
  drafts: Draft[],
): Promise<Map<string, Earlier>> {
  const wanted = drafts.flatMap(({ meeting_request_id, place, to }) =>
    meeting_request_id === null ? [] : { request_id: meeting_request_id, place, address: to.address },
  );
  const last = wanted.length > 0 ? await selectLastOfThreads(tx, caller.workspaceId, wanted) : [];
  return new Map(
    last.map(({ request_id, address, message_id, thread, direction, subject }) => [
      threadKey(request_id, address),
      { message_id, thread: JSON.parse(thread), is_ours: direction === 'out', subject },
    ]),
  );
}

function rowOf(
  { caller, clock, config, ids }: Context,
  draft: Draft,
  earlier: Earlier | undefined,
): NewMessageRow {
  const id = ids('message');
  const now = clock.now();
  const { subject, text, content } = compose(draft, now);
  const { from, to, invite } = draft;
  return {
    id,
    request_id: draft.meeting_request_id,
    place: draft.place,
    direction: 'out',
    kind: draft.kind,
    sender_name: from.name,
    sender_address: from.address,
    recipient_name: to.name,
    recipient_address: to.address,
    reply_to: draft.reply_to,
    subject: subjectAfter(earlier, draft) ?? subject,
    text,
    content: JSON.stringify(content),
    invite: invite?.text ?? null,
    invite_method: invite?.method ?? null,
    invite_of: null,
    invite_details: invite?.details ? JSON.stringify(invite.details) : null,
    message_id: newMessageId(id, config.mailDomain),
    in_reply_to: earlier?.message_id ?? null,
    thread: JSON.stringify(referencesAfter(earlier)),
    status: 'queued',
    attempts: 0,
    created_at: now,
    lane: laneOf(caller.workspaceId, to.address),
    due_at: now,
    expires_at: draft.kind === 'reminder' ? reminderEnd(draft.time, draft.timezone, now) : null,
  };
}

const isOffer = ({ kind }: Draft) => kind === 'options' || kind === 'follow_up';

/**
 * The search for a time is one conversation, and mail programs keep only messages with one subject together. What is booked, moved or
 * cancelled says so in its subject. Why: docs/decisions/0027-the-words-of-messages.md.
 */
function subjectAfter(earlier: Earlier | undefined, draft: Draft): string | undefined {
  if (!earlier || earlier.subject === null || !isOffer(draft)) return undefined;
  const base = withoutPrefixes(earlier.subject);
  // What somebody outside wrote must lead nobody anywhere. Our own may name an organizer by their address.
  return base === '' || (!earlier.is_ours && leadsSomewhere(base))
    ? undefined
    : onOneLine(`Re: ${base}`, SUBJECT_LENGTH);
}

function referencesAfter(earlier: Earlier | undefined): string[] {
  if (!earlier) return [];
  const [first, ...others] = [...earlier.thread, earlier.message_id];
  return [first as string, ...others.slice(1 - MAX_REFERENCES)];
}

/** The recipient's domain, within the workspace. */
function laneOf(workspaceId: string, address: string): string {
  return `${workspaceId} ${address.slice(address.lastIndexOf('@') + 1).toLowerCase()}`;
}

/** Holds back the unsent messages of a paused request until `resumeMessages`. The caller has locked the request. */
export async function pauseMessages({ caller }: Context, tx: Transaction, requestId: string): Promise<void> {
  await pauseRows(tx, caller.workspaceId, requestId);
}

/** Makes these messages due at once. */
export async function resumeMessages(
  { caller, clock }: Context,
  tx: Transaction,
  requestId: string,
): Promise<void> {
  const count = await resumeRows(tx, caller.workspaceId, requestId, clock.now());
  if (count > 0) tx.notify(MESSAGES_DUE);
}

/**
 * Drops the unsent offers and follow-ups of this request. `reason` is a sentence that is stored as their error. One that is being
 * sent isn't retried; if it arrives, it counts as sent.
 */
export async function dropOffers(
  { caller }: Context,
  tx: Transaction,
  requestId: string,
  reason: string,
): Promise<void> {
  await dropOfferRows(tx, caller.workspaceId, requestId, reason);
}

/** The same for all unsent messages to the participant in this place. */
export async function dropMessagesTo(
  { caller }: Context,
  tx: Transaction,
  requestId: string,
  place: number,
  reason: string,
): Promise<void> {
  await dropRowsTo(tx, caller.workspaceId, requestId, place, reason);
}

/** The same for invitations and reminders, of many requests. Cancellations, which take a meeting off a calendar, are still sent. */
export async function dropInvites(
  { caller }: Context,
  tx: Transaction,
  requestIds: string[],
  reason: string,
): Promise<void> {
  await dropInviteRows(tx, caller.workspaceId, requestIds, reason);
}

/** Sends a message again, with a fresh schedule. If its request is paused (`isPaused`), it waits until `resumeMessages`. */
export async function requeueMessage(
  { caller, clock }: Context,
  tx: Transaction,
  id: string,
  isPaused: boolean,
): Promise<void> {
  await requeueRow(tx, caller.workspaceId, id, isPaused ? null : clock.now());
  if (!isPaused) tx.notify(MESSAGES_DUE);
}

/** Deletes messages older than the id, except unsent ones. False if it was cut short. */
export function removeMessages(removal: Removal, workspaceId: string, before: string): Promise<boolean> {
  return removeInBatches(removal, (tx, after) => deleteMessages(tx, workspaceId, { after, before }));
}
