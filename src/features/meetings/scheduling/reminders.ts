import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../storage/database.ts';
import { MINUTE_MS } from '../../../time/timestamps.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { mailReminder } from '../requests/mails/mails.ts';
import { bookedTime, type MeetingRequest } from '../requests/rules.ts';
import { keepReminders } from '../schedules/operations.ts';
import { remindersLeft } from '../schedules/rules.ts';

/** A reminder this shortly before the meeting, after a time without a running node, would only be read too late. */
const TOO_LATE_MS = 2 * MINUTE_MS;

/**
 * Reminds people of a booked meeting, once for all `reminders` that are due, and keeps the others. While the request is paused,
 * nobody is written to, and what is due then isn't sent later.
 */
export async function remind(
  context: Context,
  tx: Transaction,
  request: MeetingRequest,
  reminders: number[],
): Promise<void> {
  const time = bookedTime(request);
  const now = context.clock.now();
  const startsAt = time?.starts_at ?? now;
  const left = time ? remindersLeft(reminders, startsAt, now) : [];
  keepReminders(context, tx, request.id, left, startsAt);
  // A node of the last release may have moved the meeting to a later time.
  const isDue = left.length < reminders.length;
  if (!time || !isDue || request.status === 'paused' || startsAt < now + TOO_LATE_MS) return;
  const emails = await mailReminder(context, tx, request, time);
  if (emails.length === 0) return;
  await recordAudit(context, tx, {
    action: 'meeting_request.reminder_sent',
    target: { type: 'meeting_request', id: request.id },
    changes: { emails: [null, emails] },
  });
}
