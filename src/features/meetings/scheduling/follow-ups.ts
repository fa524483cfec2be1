import { afterBusinessDays, nextBusinessTime } from '../../../time/business-days.ts';
import { acceptOptions } from '../../calendar/options/operations.ts';
import type { Option } from '../../calendar/options/rules.ts';
import { whyNotFree } from '../../calendar/slots/one-time.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { followUpSent, recordAndAnnounce } from '../requests/lifecycle/announcements.ts';
import { needAttention } from '../requests/lifecycle/attention.ts';
import { mailFollowUp, mailOptions } from '../requests/mails/mails.ts';
import { recordWaits } from '../requests/participants/responses.ts';
import type { Respondent } from '../requests/rules.ts';
import { askEverybody, waitForAnswers } from './asking.ts';
import { reasonToOffer, replaceOptions, timesFor } from './offers.ts';
import { leaveToOrganizer, optedOutAmong, requireReader } from './opt-outs.ts';
import { commonOptions, daysAfter, offered } from './rules.ts';
import { clockOf, type Search } from './search.ts';

/** Reminds those whose wait is over, within their business hours. After the last reminder, the request needs attention. */
export async function followUpDue(search: Search): Promise<void> {
  const { context, tx, locked, settings, respondents } = search;
  const { request } = locked;
  const now = context.clock.now();
  const due = respondents.filter(
    ({ response, follow_up_at }) => response === 'none' && follow_up_at !== null && follow_up_at <= now,
  );
  const optedOut = optedOutAmong(search, due);
  if (optedOut) return leaveToOrganizer(search, optedOut);
  // No reminder to a participant who may not have asked for the meeting.
  const isLast = ({ follow_ups, unproven }: Respondent) =>
    !request.notify_participants || unproven || follow_ups >= settings.follow_up_after_business_days.length;
  if (due.some(isLast)) {
    await needAttention(context, tx, request, 'no_answer');
    return;
  }
  // It may be late, after a time without a running node, and night where they are.
  const laterOf = (respondent: Respondent) => nextBusinessTime(now, clockOf(search, respondent));
  const early = due.filter((respondent) => laterOf(respondent) > now);
  if (early.length > 0) {
    const later = early.map((respondent) => ({ ...respondent, follow_up_at: laterOf(respondent) }));
    recordWaits(context, tx, request.id, later);
  }
  const asked = due.filter((respondent) => laterOf(respondent) <= now);
  if (asked.length > 0) {
    const options = await usableOptions(search);
    if (options.length > 0) await writeFollowUp(search, asked, options);
    else {
      // Other times would go to everybody, including those who have answered.
      const otherOptedOut = optedOutAmong(search, respondents);
      if (otherOptedOut) return leaveToOrganizer(search, otherOptedOut);
      if (!(await followUpWithOtherTimes(search, asked))) {
        await needAttention(context, tx, request, 'no_times');
        return;
      }
    }
  }
  await waitForAnswers(context, tx, request.id);
}

/** Reminds those who have not answered, or asks everybody again if all have. Without mail, it is only recorded. */
export async function followUpByHand(search: Search): Promise<void> {
  const { context, tx, locked, respondents } = search;
  const { request } = locked;
  if (!request.notify_participants) {
    const event = followUpSent(request, request.participant_emails, context.clock.now());
    await recordAndAnnounce(context, tx, event, asksOf(request.participant_emails));
    return waitForAnswers(context, tx, request.id);
  }
  const isAnswered = respondents.every(({ response }) => response !== 'none');
  const open = isAnswered ? await forgetAnswers(search) : search;
  const asked = open.respondents.filter(({ response }) => response === 'none');
  requireReader(open, asked);
  const options = await usableOptions(open);
  if (options.length > 0 || !(await followUpWithOtherTimes(open, asked))) {
    await writeFollowUp(open, asked, options);
  }
  await waitForAnswers(context, tx, request.id);
}

/** Clears all answers: they led nowhere, so everybody has to answer again. */
async function forgetAnswers(search: Search): Promise<Search> {
  const { context, tx, locked, options } = search;
  const { id } = locked.request;
  for (const { place } of search.respondents) await acceptOptions(context, tx, id, place, []);
  const respondents = search.respondents.map((respondent) => ({ ...respondent, response: 'none' as const }));
  askEverybody(context, tx, locked.request, respondents);
  return { ...search, respondents, options: options.map((option) => ({ ...option, accepted_by: [] })) };
}

/** Offered options that are still free and work for everybody who has answered. */
export async function usableOptions({
  context,
  tx,
  options,
  respondents,
  subject,
}: Search): Promise<Option[]> {
  const usable: Option[] = [];
  const answered = respondents.filter(({ response }) => response === 'chosen');
  for (const option of commonOptions(answered, options)) {
    const refusals = await whyNotFree(context, tx, subject, option);
    if (refusals.length === 0) usable.push(option);
  }
  return usable;
}

/** Asks everybody about other times, when none of the offered ones can be chosen any more. False if there are none. */
async function followUpWithOtherTimes(search: Search, asked: Respondent[]): Promise<boolean> {
  const { context, tx, locked } = search;
  const round = Math.max(locked.request.round, 1);
  const times = await timesFor(search, round);
  if (times.length === 0) return false;
  const reason = offered(search.options).length > 0 ? 'taken' : reasonToOffer(search);
  const { request, options } = await replaceOptions(search, { reason, round, times, introduction: null });
  const asked_at = context.clock.now();
  const anew = asked.map((respondent) => ({ ...respondent, asked_at }));
  await writeFollowUp({ ...search, locked: { ...locked, request } }, anew, options);
  // The others get an ordinary offer: they had answered, or are not due for a reminder yet.
  const places = asked.map(({ place }) => place);
  await mailOptions(context, tx, request, { options, reason, introduction: null }, places);
  return true;
}

async function writeFollowUp(search: Search, asked: Respondent[], options: Option[]): Promise<void> {
  const { context, tx, locked, settings } = search;
  const { request } = locked;
  const now = context.clock.now();
  const days = settings.follow_up_after_business_days;
  const waits = asked.map((respondent) => {
    const follow_ups = respondent.follow_ups + 1;
    const follow_up_at = afterBusinessDays(now, daysAfter(follow_ups, days), clockOf(search, respondent));
    return { ...respondent, follow_ups, follow_up_at };
  });
  recordWaits(context, tx, request.id, waits);
  await mailFollowUp(context, tx, request, { options, places: asked.map(({ place }) => place) });
  // The event follows once the messages are sent.
  await recordAudit(context, tx, {
    action: 'meeting_request.follow_up_sent',
    target: { type: 'meeting_request', id: request.id },
    changes: asksOf(asked.filter(({ opted_out }) => !opted_out).map(({ email }) => email)),
  });
}

const asksOf = (emails: string[]) => ({ participant_emails: [null, emails] as [null, string[]] });
