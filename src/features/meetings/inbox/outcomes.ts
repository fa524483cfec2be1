import type { Context } from '../../../context.ts';
import { RotaError } from '../../../errors.ts';
import type { Mail } from '../../../mail-in/mail.ts';
import type { ClaimedMail } from '../../../mail-in/queries.ts';
import { lockMail, markDone, waitUntilResumed } from '../../../mail-in/work.ts';
import type { MessageKind } from '../../../mail-out/drafts.ts';
import type { Transaction } from '../../../storage/database.ts';
import { multiline } from '../../../text/plain-text.ts';
import type { UnderstoodAs } from '../messages/rules.ts';
import type { MeetingRequest } from '../requests/rules.ts';

/** What a mail was understood as and by which rule, or why it was ignored. */
export type Fate = { understood_as: UnderstoodAs; rule: string } | { ignored_because: string };

/** What a mail belongs to. */
export interface Belonging {
  kind: MessageKind;
  request_id: string | null;
  place: number | null;
}

function usualKind({ target }: ClaimedMail, { nature }: Mail): MessageKind {
  if (nature.nature === 'bounce') return 'bounce';
  if (nature.nature === 'calendar') return 'calendar_reply';
  return target === 'reply' || target === 'bounce' ? target : 'request';
}

/**
 * Handles a mail once, however many nodes try: the mail stays locked until the transaction ends, and by then it is marked as
 * done. False if another node has it.
 */
export async function once(
  context: Context,
  tx: Transaction,
  item: ClaimedMail,
  mail: Mail,
  work: () => Promise<Belonging & { fate: Fate }>,
): Promise<boolean> {
  if (!(await lockMail(tx, item))) return false;
  const { fate, kind, request_id, place } = await work();
  // For an ignored mail, the beginning of the text is enough to see why.
  const text = 'ignored_because' in fate ? multiline(mail.text) : mail.text;
  await markDone(context, tx, item, { kind, request_id, place, text, ...columnsOf(fate) });
  return true;
}

/** The workspace does not allow it, and a retry would not change that. */
export const isRefusal = (error: unknown): error is RotaError =>
  error instanceof RotaError && ['validation_error', 'invalid_request', 'not_found'].includes(error.type);

/** Marks a mail as ignored. `requestId` is the request to file it under. */
export function ignoreMail(
  context: Context,
  item: ClaimedMail,
  mail: Mail,
  reason: string,
  requestId: string | null = null,
): Promise<boolean> {
  return context.database.transaction((tx) =>
    once(context, tx, item, mail, async () => ({
      kind: usualKind(item, mail),
      request_id: requestId,
      place: item.place,
      fate: { ignored_because: reason },
    })),
  );
}

/** Like `once`, for a locked request. While the request is paused, the mail waits; once it is over, the mail is ignored. */
export async function onceOpen(
  context: Context,
  tx: Transaction,
  item: ClaimedMail,
  mail: Mail,
  request: MeetingRequest,
  belonging: Omit<Belonging, 'request_id'>,
  work: () => Promise<Fate>,
): Promise<boolean> {
  if (request.status === 'paused') {
    if (!(await lockMail(tx, item))) return false;
    await waitUntilResumed(context, tx, item, request.id);
    return true;
  }
  return once(context, tx, item, mail, async () => {
    const reason = whyOver(request, context.clock.now());
    const fate = reason === undefined ? await work() : { ignored_because: reason };
    return { ...belonging, request_id: request.id, fate };
  });
}

function whyOver({ status, ends_at }: MeetingRequest, now: number): string | undefined {
  if (status === 'cancelled') return 'the request is cancelled';
  if (status === 'booked' && ends_at !== null && ends_at <= now) return 'the meeting is over';
  return undefined;
}

function columnsOf(fate: Fate) {
  return 'understood_as' in fate
    ? { status: 'received' as const, ...fate, ignored_because: null }
    : { status: 'ignored' as const, understood_as: null, rule: null, ...fate };
}
