import type { Context } from '../../../context.ts';
import { validationError } from '../../../errors.ts';
import { foldEmail } from '../../../text/emails.ts';
import { afterBusinessDays } from '../../../time/business-days.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { mailInvitesTo, mailOptions } from '../requests/mails/mails.ts';
import { recordNewcomers, recordWaits } from '../requests/participants/responses.ts';
import { unsuggest } from '../requests/participants/suggested.ts';
import { bookedTime, MAX_PARTICIPANTS, type MeetingRequest, type Participant } from '../requests/rules.ts';
import { waitForAnswers } from './asking.ts';
import { leaveToOrganizer, optedOutAmong } from './opt-outs.ts';
import { daysAfter, daysInAll, offered } from './rules.ts';
import { clockOf, loadSearch, type Search } from './search.ts';

/** Adds people to a meeting that others were already asked about, or that is booked. The caller has locked the request. */
export async function addWithin(search: Search, added: Participant[]): Promise<void> {
  const { context, tx, locked, respondents } = search;
  const { request } = locked;
  check(search, added);
  const emails = added.map(({ email }) => email);
  const first = (respondents.at(-1)?.place ?? -1) + 1;
  const places = await recordNewcomers(context, tx, request.id, added, first);
  await unsuggest(context, tx, request.id, emails);
  await recordAudit(context, tx, {
    action: 'meeting_request.participants_added',
    target: { type: 'meeting_request', id: request.id },
    changes: { participant_emails: [null, emails] },
  });
  if (request.status === 'booked') await mailInvitesTo(context, tx, request, places);
  else await askNewcomers(await loadSearch(context, tx, locked), places);
}

function check({ context, locked, respondents }: Search, added: Participant[]): void {
  const known = new Set(respondents.map(({ email }) => foldEmail(email)));
  for (const [place, { email }] of added.entries()) {
    if (known.has(foldEmail(email)))
      throw validationError(`participants[${place}] takes part already`, {
        field: `participants[${place}]`,
        plain: `${email} already takes part.`,
      });
  }
  if (known.size + added.length > MAX_PARTICIPANTS) {
    throw validationError(`participants must be at most ${MAX_PARTICIPANTS} in all`, {
      field: 'participants',
      plain: `A meeting can have at most ${MAX_PARTICIPANTS} guests.`,
    });
  }
  if (isOver(locked.request, context)) throw validationError('The meeting is over');
}

const isOver = (request: MeetingRequest, { clock }: Context) =>
  request.status === 'booked' && (bookedTime(request)?.ends_at ?? 0) <= clock.now();

/** Asks them about the options that the others have. Before anything is offered, they are asked together with the others. */
async function askNewcomers(search: Search, places: number[]): Promise<void> {
  const { context, tx, locked, settings, respondents } = search;
  const { request } = locked;
  const options = offered(search.options);
  if (options.length === 0) return;
  const now = context.clock.now();
  const days = settings.follow_up_after_business_days;
  const waitDays = request.notify_participants ? daysAfter(0, days) : daysInAll(days);
  const newcomers = respondents.filter(({ place }) => places.includes(place));
  const waits = newcomers.map((newcomer) => ({
    ...newcomer,
    asked_at: now,
    follow_up_at: afterBusinessDays(now, waitDays, clockOf(search, newcomer)),
  }));
  recordWaits(context, tx, request.id, waits);
  const others = respondents.map(({ place }) => place).filter((place) => !places.includes(place));
  const { introduction } = request;
  await mailOptions(context, tx, request, { options, reason: 'new', introduction }, others);
  if (request.status !== 'active') return;
  const optedOut = optedOutAmong(search, newcomers);
  if (optedOut) await leaveToOrganizer(search, optedOut);
  // While the request needs attention, Rota takes no step.
  else if (request.attention_reason === null) await waitForAnswers(context, tx, request.id);
}
