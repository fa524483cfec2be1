import type { Logger } from 'pino';
import type { Context, Services } from '../../../../context.ts';
import type { MessageKind } from '../../../../mail-out/drafts.ts';
import type { LockRequests, MessageOutcome } from '../../../../mail-out/reports.ts';
import type { SentMessage } from '../../../../mail-out/sent.ts';
import type { Transaction } from '../../../../storage/database.ts';
import { announce } from '../../../events/events/announce.ts';
import { asScheduling } from '../../schedules/operations.ts';
import { selectRequestForUpdate } from '../queries.ts';
import type { MeetingRequest } from '../rules.ts';
import { followUpSent } from './announcements.ts';
import { needAttention } from './attention.ts';

export interface MailReportOptions {
  services: Services;
  log: Logger;
}

/**
 * Acts on the outcome of messages: announces follow-ups, and asks for attention to requests whose messages bounced or were
 * unwanted.
 */
export function createMailReports({ services, log }: MailReportOptions): LockRequests {
  return async (tx, outcomes) => {
    const requests = await lockRequestsOf(tx, outcomes.filter(matters));
    return async (recorded, now) => {
      const byRequest = Map.groupBy(recorded.filter(matters), ({ meeting_request_id }) => meeting_request_id);
      const bounced: MessageOutcome[] = [];
      for (const [id, messages] of byRequest) {
        const request = requests.get(id as string);
        const [first] = messages;
        if (!request || !first) continue;
        const context = asScheduling({ ...services, trace: first.trace }, first.workspace_id);
        bounced.push(...(await report(context, tx, request, messages, now)));
      }
      if (bounced.length === 0) return undefined;
      return () => {
        for (const { workspace_id, id, meeting_request_id } of bounced) {
          log.warn({ workspace_id, message_id: id, meeting_request_id }, 'message bounced');
        }
      };
    };
  };
}

/** Messages to members: whether they arrive says nothing about a participant. */
const toMembers: readonly MessageKind[] = [
  'assigned',
  'attention',
  'calendar_failing',
  'calendar_disconnected',
];

const isFollowUp = ({ kind, status }: MessageOutcome) => kind === 'follow_up' && status !== 'failed';
const isBounce = ({ kind, status, is_unwanted }: MessageOutcome) =>
  status === 'failed' && !is_unwanted && !toMembers.includes(kind);
const matters = (outcome: MessageOutcome) =>
  outcome.meeting_request_id !== null && (isFollowUp(outcome) || isBounce(outcome) || outcome.is_unwanted);

/** Returns those that bounced. */
async function report(
  context: Context,
  tx: Transaction,
  request: MeetingRequest,
  messages: MessageOutcome[],
  now: number,
): Promise<MessageOutcome[]> {
  const bounced = messages.filter(isBounce);
  await needAttentionFor(context, tx, request, bounced);
  const unwanted = messages.find(({ is_unwanted }) => is_unwanted);
  // Not again if they already opted out on this request's page.
  if (unwanted && request.status === 'active' && request.attention_reason !== 'opted_out') {
    const cause = { by: { name: null, address: unwanted.to }, said: null, proposed: null };
    await needAttention(context, tx, request, 'opted_out', { cause });
  }
  const emails = messages.filter(isFollowUp).map(({ to }) => to);
  if (emails.length > 0) await announce(context, tx, followUpSent(request, emails, now));
  return bounced;
}

/** Handles a message that bounced after a mail server had accepted it. The request is locked. */
export async function reportBounce(
  context: Context,
  tx: Transaction,
  request: MeetingRequest,
  { kind, recipient_address }: Pick<SentMessage, 'kind' | 'recipient_address'>,
): Promise<void> {
  if (!toMembers.includes(kind)) await needAttentionFor(context, tx, request, [{ to: recipient_address }]);
}

async function needAttentionFor(
  context: Context,
  tx: Transaction,
  request: MeetingRequest,
  bounced: { to: string }[],
): Promise<void> {
  // Nobody can do anything about a cancelled request any more.
  if (bounced.length === 0 || request.status === 'cancelled') return;
  await needAttention(context, tx, request, 'bounced', { unreached: bounced.map(({ to }) => to) });
}

/** In the order of ids, like everything that locks several requests. */
async function lockRequestsOf(
  tx: Transaction,
  outcomes: MessageOutcome[],
): Promise<Map<string, MeetingRequest>> {
  const workspaces = new Map(
    outcomes.map(({ meeting_request_id, workspace_id }) => [meeting_request_id as string, workspace_id]),
  );
  const requests = new Map<string, MeetingRequest>();
  for (const [id, workspaceId] of [...workspaces].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const request = await selectRequestForUpdate(tx, workspaceId, id);
    if (request) requests.set(id, request);
  }
  return requests;
}
