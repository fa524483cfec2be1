import type { OfferReason } from '../../../mail-out/drafts.ts';
import { dropOffers } from '../../../mail-out/enqueue.ts';
import { afterBusinessDays } from '../../../time/business-days.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { chooseOptions } from '../../calendar/options/choose.ts';
import { offerOptions, withdrawOptions } from '../../calendar/options/operations.ts';
import type { Option } from '../../calendar/options/rules.ts';
import { findOfferTimes } from '../../calendar/slots/operations.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { mailOptions } from '../requests/mails/mails.ts';
import type { Wait } from '../requests/participants/responses.ts';
import type { MeetingRequest, Respondent } from '../requests/rules.ts';
import { askEverybody, waitFor } from './asking.ts';
import { daysAfter, daysInAll } from './rules.ts';
import { clockOf, type Search } from './search.ts';

export interface Offer {
  reason: OfferReason;
  round: number;
  times: MeetingTime[];
  /** For the first message of this organizer; null for none. */
  introduction: string | null;
}

/** Why to offer times for a request that has none on offer. */
export function reasonToOffer({ locked, respondents }: Search): OfferReason {
  const { round, starts_at } = locked.request;
  if (round === 0) return starts_at === null ? 'new' : 'rescheduling';
  // A new organizer starts again with everybody.
  return respondents.every(({ response }) => response === 'none') ? 'organizer_changed' : 'taken';
}

/** Free times for a round, without those offered in earlier rounds: they did not work. */
export async function timesFor(search: Search, round: number): Promise<MeetingTime[]> {
  const { context, tx, settings, subject, options, respondents, locked } = search;
  const slots = await findOfferTimes(context, tx, subject, { settings });
  const declined = options.filter((option) => option.round < round).map(({ starts_at }) => starts_at);
  const { starts_at } = locked.request;
  return chooseOptions(slots, {
    count: settings.options_per_round,
    zones: respondents.map((respondent) => clockOf(search, respondent).timezone),
    avoid: starts_at === null ? declined : [...declined, starts_at],
    wishes: respondents.flatMap((respondent) =>
      respondent.wishes ? [{ ...respondent.wishes, zone: clockOf(search, respondent).timezone }] : [],
    ),
    now: context.clock.now(),
  });
}

/** Replaces the offered times, and writes to every participant. */
export async function offerTimes(search: Search, offer: Offer): Promise<void> {
  const { context, tx } = search;
  const { request, options, waits } = await replaceOptions(search, offer);
  const { reason, introduction } = offer;
  await mailOptions(context, tx, request, { options, reason, introduction: introduction || null });
  await waitFor(context, tx, request.id, waits);
}

/** Replaces the offered times with these. Telling the participants is up to the caller. */
export async function replaceOptions(
  search: Search,
  { reason, round, times, introduction }: Offer,
): Promise<{ request: MeetingRequest; options: Option[]; waits: Wait[] }> {
  const { context, tx, locked, settings, subject } = search;
  const { id } = locked.request;
  const earlier = search.options.length;
  // Without earlier options, there is nothing to withdraw, and no message waiting to be sent.
  if (earlier > 0) {
    await withdrawOptions(context, tx, id);
    await dropOffers(context, tx, id, 'not sent: other times were offered instead');
  }
  const hosts = subject.hosts.map(({ member_id }) => member_id);
  const options = await offerOptions(context, tx, { request_id: id, round, times, hosts, settings, earlier });
  const request = { ...locked.request, round, introduction: introduction ?? locked.request.introduction };
  const waits = newWaits(search);
  askEverybody(context, tx, request, waits);
  await recordAudit(context, tx, {
    action: 'meeting_request.options_offered',
    target: { type: 'meeting_request', id },
    changes: {
      round: [locked.request.round, round],
      starts_at: [null, times.map(({ starts_at }) => formatTimestamp(starts_at))],
      because: [null, reason],
    },
  });
  return { request, options, waits };
}

function newWaits(search: Search): Wait[] {
  const { context, locked, settings, respondents } = search;
  const now = context.clock.now();
  const days = settings.follow_up_after_business_days;
  const waitOf = ({ unproven }: Respondent) =>
    locked.request.notify_participants && !unproven ? daysAfter(0, days) : daysInAll(days);
  return respondents.map((respondent) => ({
    place: respondent.place,
    asked_at: now,
    follow_ups: 0,
    follow_up_at: afterBusinessDays(now, waitOf(respondent), clockOf(search, respondent)),
  }));
}
