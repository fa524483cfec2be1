import { afterBusinessDays, nextBusinessTime } from '../../../time/business-days.ts';
import { DAY_MS, formatTimestamp, MINUTE_MS } from '../../../time/timestamps.ts';
import { firstMinuteAt, MINUTES_OF_DAY } from '../../../time/zones.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { recordWaits } from '../requests/participants/responses.ts';
import type { Respondent } from '../requests/rules.ts';
import { waitForAnswers } from './asking.ts';
import { daysAfter } from './rules.ts';
import { clockOf, type Search } from './search.ts';

// How long to wait for one participant's answer, when what they said was no answer.

/** For somebody who is out of office and does not say until when. */
const USUAL_ABSENCE_DAYS = 5;
/** The maximum, so that an automatic reply can't put off a search forever. */
const MAX_ABSENCE_MS = 92 * DAY_MS;

/**
 * Restarts the wait for somebody who wrote: the next follow-up counts from now. The number of follow-ups stays, or a machine that
 * thanks us for each one would get them forever.
 */
export async function waitAnew(search: Search, participant: Respondent): Promise<void> {
  const { context, settings } = search;
  const now = context.clock.now();
  const days = daysAfter(0, settings.follow_up_after_business_days);
  const follow_up_at = afterBusinessDays(now, days, clockOf(search, participant));
  const { follow_ups } = participant;
  await wait(search, participant, { asked_at: now, follow_ups, follow_up_at });
}

/**
 * Puts off the next follow-up until the participant is back: at the beginning of that day, a date such as `2026-11-23`. False if
 * Rota is not waiting for them.
 */
export async function waitForReturn(
  search: Search,
  participant: Respondent,
  backOn: string | null,
): Promise<boolean> {
  const { asked_at, follow_ups, follow_up_at } = participant;
  if (!isWaitedFor(search, participant) || follow_up_at === null) return false;
  const now = search.context.clock.now();
  const clock = clockOf(search, participant);
  const back = backOn === null ? null : startOf(backOn, clock.timezone);
  const earliest =
    back !== null && back > now
      ? nextBusinessTime(Math.min(back, now + MAX_ABSENCE_MS), clock)
      : afterBusinessDays(now, USUAL_ABSENCE_DAYS, clock);
  if (earliest > follow_up_at)
    await wait(search, participant, { asked_at, follow_ups, follow_up_at: earliest });
  return true;
}

const isWaitedFor = ({ locked }: Search, { response, follow_up_at }: Respondent) =>
  locked.request.status === 'active' && response === 'none' && follow_up_at !== null;

const startOf = (date: string, timezone: string) =>
  firstMinuteAt(timezone, (Date.parse(date) / DAY_MS) * MINUTES_OF_DAY) * MINUTE_MS;

async function wait(
  search: Search,
  participant: Respondent,
  next: Pick<Respondent, 'asked_at' | 'follow_ups' | 'follow_up_at'>,
): Promise<void> {
  if (!isWaitedFor(search, participant)) return;
  const { context, tx, locked } = search;
  const { id, attention_reason } = locked.request;
  const { place, email, follow_up_at } = participant;
  recordWaits(context, tx, id, [{ place, ...next }]);
  // While the request needs attention, Rota takes no step.
  if (attention_reason === null) await waitForAnswers(context, tx, id);
  await recordAudit(context, tx, {
    action: 'meeting_request.follow_up_put_off',
    target: { type: 'meeting_request', id },
    changes: {
      participant_email: [null, email],
      follow_up_at: [formatTimestamp(follow_up_at), formatTimestamp(next.follow_up_at)],
    },
  });
}
