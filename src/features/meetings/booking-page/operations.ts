import type { Services } from '../../../context.ts';
import type { Static } from '../../../shapes/type.ts';
import { phoneNumberFrom } from '../../../text/phone-numbers.ts';
import { countryOf } from '../../../time/zone-countries.ts';
import { isTimeZone } from '../../../time/zone-names.ts';
import { countByParticipants, recordAudit } from '../../workspace/audit-log/operations.ts';
import { withRequestLocked } from '../requests/lifecycle/hosts.ts';
import { cancelWithin, mayReopen, reopenWithin, rescheduleWithin } from '../requests/lifecycle/times.ts';
import { lockRequest } from '../requests/lifecycle/transitions.ts';
import { readRespondents, recordTimezone } from '../requests/participants/responses.ts';
import { keepNumber } from '../requests/places/numbers.ts';
import type { Respondent } from '../requests/rules.ts';
import { takeAnswer } from '../scheduling/answers.ts';
import { introductionOf } from '../scheduling/introductions.ts';
import { clearSearchAttention, inPlace } from '../scheduling/participant.ts';
import { keepTimezone } from '../scheduling/remarks.ts';
import { areOffered } from '../scheduling/rules.ts';
import { loadSearch, type Search } from '../scheduling/search.ts';
import { offerOrAsk } from '../scheduling/settle.ts';
import { offerSuggested } from '../scheduling/suggestions.ts';
import { keepLanguage } from './language.ts';
import { areFree, bookFreeTime, parseStarts, timeAt } from './open-times.ts';
import { commentFrom, keepSaid, remarksFrom, type Said } from './remarks.ts';
import { MAX_RESCHEDULES, mayCancel, mayReschedule, type Outcome, RESCHEDULES_MS } from './rules.ts';
import { hasSuggested, outcomeOf } from './sent-forms.ts';
import type {
  AnswerForm,
  CancelForm,
  NumberForm,
  RescheduleForm,
  TimesForm,
  TimezoneForm,
} from './shapes.ts';
import { asVisitor, byVisitor, type Visitor } from './visit.ts';

/** Records which options work for the participant, or that none does. */
export function answer(
  services: Services,
  visitor: Visitor,
  form: Static<typeof AnswerForm>,
): Promise<Outcome> {
  const isDecline = Boolean(form.none);
  const named = [...new Set(form.options)];
  const option_ids = isDecline ? [] : named;
  const remarks = remarksFrom(form);
  return byVisitor(services, visitor, async (search, participant) => {
    if (!isDecline && named.length === 0) return 'empty';
    const is_current =
      Number(form.round) === search.locked.request.round && areOffered(search.options, named);
    // Nothing is offered any more once the request is booked or cancelled.
    const called = isDecline || !is_current ? search : await withNumber(search, participant, form);
    if (typeof called === 'string') return called;
    const result = await takeAnswer(called, participant, {
      ...remarks,
      option_ids,
      named_ids: option_ids,
      is_current,
      counts_again: false,
      timezone: form.timezone,
    });
    return outcomeOf(result, isDecline);
  });
}

/** Takes free times that weren't offered: the only participant books one; one of several suggests some to everybody. */
export function takeTimes(
  services: Services,
  visitor: Visitor,
  form: Static<typeof TimesForm>,
): Promise<Outcome> {
  const starts = parseStarts(form.starts_at);
  return byVisitor(services, visitor, async (search, participant) => {
    const { status, round, starts_at } = search.locked.request;
    if (starts.length === 0) return 'empty';
    if (status === 'booked') {
      return isAlone(search) && starts_at === starts[0] ? 'booked' : 'outdated';
    }
    if (status === 'cancelled') return 'outdated';
    if (Number(form.round) !== round) {
      return hasSuggested(search, participant, starts) ? 'suggested' : 'outdated';
    }
    if (status === 'paused') return 'refused';
    const called = await withNumber(search, participant, form);
    if (typeof called === 'string') return called;
    const take = isAlone(search) ? bookFreeTime : suggest;
    return take(called, participant, starts, form.timezone);
  });
}

async function suggest(
  search: Search,
  participant: Respondent,
  starts: number[],
  timezone: string | undefined,
): Promise<Outcome> {
  const { settings, locked } = search;
  if (starts.length > settings.options_per_round || locked.request.round >= settings.rounds) return 'refused';
  const times = starts.map((start) => timeAt(search, start));
  if (!(await areFree(search, times))) return 'taken';
  const changes = await keepTimezone(search, participant, timezone);
  await offerSuggested(await clearSearchAttention(search), participant, times, changes);
  return 'suggested';
}

/** Reschedules a booked meeting, to the given time or by offering new ones. */
export function reschedule(
  services: Services,
  visitor: Visitor,
  form: Static<typeof RescheduleForm>,
): Promise<Outcome> {
  const [given] = parseStarts(form.starts_at);
  const said = { ...remarksFrom(form), timezone: form.timezone };
  return byVisitor(services, visitor, async (search, participant) => {
    const { status, starts_at } = search.locked.request;
    const start = isAlone(search) ? given : null;
    if (start === undefined) return 'empty';
    // Submitted twice: it is already open again, and still has its booked time.
    if (start === null && status === 'active' && starts_at !== null) return 'reopened';
    if (status !== 'booked') return 'outdated';
    if (!mayReschedule(search.settings, changeable(search))) return 'refused';
    if (start === starts_at) return 'moved';
    if ((await countReschedules(search)) >= MAX_RESCHEDULES) return 'often';
    return start === null
      ? openAgain(search, participant, said)
      : rescheduleTo(search, participant, said, start);
  });
}

/** Counts only those by participants: members and keys are not limited. */
function countReschedules({ context, tx, locked }: Search): Promise<number> {
  const done = { action: 'meeting_request.rescheduled', target_id: locked.request.id };
  return countByParticipants(context, tx, done, context.clock.now() - RESCHEDULES_MS);
}

async function rescheduleTo(
  search: Search,
  participant: Respondent,
  said: Said,
  start: number,
): Promise<Outcome> {
  const { context, tx, locked } = search;
  const time = timeAt(search, start);
  if (!(await areFree(search, [time]))) return 'taken';
  const changes = await keepSaid(search, participant, said);
  await rescheduleWithin(context, tx, locked, time, { changes, chosen_by: [participant.place] });
  return 'moved';
}

/** Reopens the request and offers everybody other times, in one transaction. */
async function openAgain(search: Search, participant: Respondent, said: Said): Promise<Outcome> {
  const { context, tx, locked } = search;
  if (!mayReopen(locked.hosts)) return 'refused';
  await reopenWithin(context, tx, locked, await keepSaid(search, participant, said));
  const request = await lockRequest(context, tx, locked.request.id);
  const introduction = await introductionOf(context, tx, request);
  const open = await loadSearch(context, tx, { ...locked, request });
  await offerOrAsk(open, { reason: 'rescheduling', round: 1, introduction });
  return 'reopened';
}

/** Keeps where the participant can be called. */
export function giveNumber(
  services: Services,
  visitor: Visitor,
  form: Static<typeof NumberForm>,
): Promise<Outcome> {
  return byVisitor(services, visitor, async (search, participant) => {
    if (search.locked.request.status === 'cancelled') return 'cancelled';
    const called = await withNumber(search, participant, { ...form, phone_number: form.phone_number ?? '' });
    return typeof called === 'string' ? called : 'number';
  });
}

/**
 * The same search, with the number kept that a form gives; a form without the field asks for none. `phone` if the number is missing or
 * wrong, `refused` if it can't be changed.
 */
async function withNumber(
  search: Search,
  participant: Respondent,
  { phone_number: typed, timezone }: { phone_number?: string; timezone?: string },
): Promise<Search | 'phone' | 'refused'> {
  if (typed === undefined) return search;
  const number = phoneNumberFrom(typed.trim(), countryOf(participant.timezone ?? timezone));
  if (number === undefined) return 'phone';
  const { context, tx, locked } = search;
  const request = await keepNumber(context, tx, locked.request, participant, number);
  if (!request) return 'refused';
  return { ...search, locked: { ...locked, request } };
}

/** Cancels the whole meeting, for everybody. */
export function cancel(
  services: Services,
  visitor: Visitor,
  form: Static<typeof CancelForm>,
): Promise<Outcome> {
  const comment = commentFrom(form.comment);
  return byVisitor(services, visitor, async (search, participant) => {
    const { context, tx, locked, settings } = search;
    if (locked.request.status === 'cancelled') return 'cancelled';
    if (!mayCancel(settings, changeable(search))) return 'refused';
    const changes = await keepSaid(search, participant, { comment, wishes: participant.wishes });
    await cancelWithin(context, tx, locked, changes);
    return 'cancelled';
  });
}

/** From now on, pages and mails give times in this zone. */
export async function chooseTimezone(
  services: Services,
  visitor: Visitor,
  { timezone }: Static<typeof TimezoneForm>,
): Promise<Outcome> {
  const { context, request_id: id, place } = await asVisitor(services, visitor.link);
  if (!isTimeZone(timezone)) return 'refused';
  return withRequestLocked(context, id, async (tx): Promise<Outcome> => {
    const known = inPlace(await readRespondents(context, tx, id), place);
    const participant = await keepLanguage(context, tx, id, known, visitor.reader);
    if (participant.timezone_chosen && participant.timezone === timezone) return 'timezone';
    await recordTimezone(context, tx, id, place, { timezone, is_chosen: true });
    await recordAudit(context, tx, {
      action: 'meeting_request.timezone_chosen',
      target: { type: 'meeting_request', id },
      changes: { participant_email: [null, participant.email], timezone: [participant.timezone, timezone] },
    });
    return 'timezone';
  });
}

/** The only participant decides alone; several have to agree. */
const isAlone = ({ respondents }: Search) => respondents.length === 1;

const changeable = (search: Search) => ({
  ...search.locked.request,
  is_alone: isAlone(search),
  now: search.context.clock.now(),
});
