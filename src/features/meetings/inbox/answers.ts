import type { Context, Services } from '../../../context.ts';
import type { Mail } from '../../../mail-in/mail.ts';
import type { ClaimedMail } from '../../../mail-in/queries.ts';
import type { Cause } from '../../../mail-out/drafts.ts';
import { findLastOffer, findSent, type SentMessage } from '../../../mail-out/sent.ts';
import { optionsMentioned } from '../../../replies/sightings.ts';
import { understand } from '../../../replies/understand.ts';
import type { Question, Understanding } from '../../../replies/understanding.ts';
import { multiline } from '../../../text/plain-text.ts';
import { readOptions } from '../../calendar/options/operations.ts';
import type { AttentionReason } from '../../events/events/event-types.ts';
import { needAttention } from '../requests/lifecycle/attention.ts';
import { withRequestLocked } from '../requests/lifecycle/hosts.ts';
import { findRequest } from '../requests/lifecycle/transitions.ts';
import { mailboxOf } from '../requests/mails/people.ts';
import { findVisit } from '../requests/operations.ts';
import type { MeetingRequest, Respondent, Visit } from '../requests/rules.ts';
import { asScheduling } from '../schedules/operations.ts';
import { takeAnswer } from '../scheduling/answers.ts';
import { asParticipant, byParticipant, inPlace, prove } from '../scheduling/participant.ts';
import { offered } from '../scheduling/rules.ts';
import { loadSearch, type Search } from '../scheduling/search.ts';
import { waitAnew } from '../scheduling/waits.ts';
import { answeredIn } from './facts.ts';
import { type Fate, onceOpen } from './outcomes.ts';
import type { Plan } from './rules.ts';

/** Asks a model about a reply that the grammar doesn't understand. Never rejects. */
export type ReadWithModel = (question: Question, text: string) => Promise<Understanding>;

type Answer = Extract<Plan, { plan: 'answer' }>;

/** The length of the comment kept when no time works. */
const COMMENT_LENGTH = 1_000;

/** A reply by a participant, while its request is locked. */
interface Reply {
  search: Search;
  participant: Respondent;
  question: Question;
  understanding: Understanding;
  text: string;
  /** What the organizer should know of the mail. */
  aside: Pick<Cause, 'unproven' | 'may_be_new'>;
}

/** Acts on a reply as on a click on the page. Passes anything uncertain to the organizer. */
export async function takeReply(
  services: Services,
  item: ClaimedMail,
  mail: Mail,
  { request_id, place, is_authentic, tie }: Answer,
  readWithModel: ReadWithModel | undefined,
): Promise<boolean> {
  const visit = await findVisit(services.database, request_id, place);
  if (!visit) throw new Error('the participant is not known');
  const context = asParticipant(services, item.workspace_id, visit.email);
  if (tie !== 'named' && isBeforeOffer(visit) && item.attempts < ATTEMPTS_BEFORE_OFFER) {
    throw new Error('its request has offered no times yet');
  }
  const offer = await offerAnswered(context, mail, request_id, place);
  const question: Question = {
    options: await optionsOf(context, request_id, offer),
    timezone: visit.timezone ?? visit.organizer_timezone,
    now: context.clock.now(),
  };
  const doubt = doubtAbout({ is_authentic, tie }, item, offer);
  const understanding: Understanding = doubt
    ? { meaning: 'unclear', rule: doubt }
    : await understandReply(question, mail, visit.status, readWithModel);
  const aside = { unproven: !is_authentic, may_be_new: tie === 'author' };

  const work = (search: Search, participant: Respondent) =>
    onceOpen(context, search.tx, item, mail, search.locked.request, { kind: 'reply', place }, () =>
      follow({ search, participant, question, understanding, text: mail.reply, aside }),
    );
  if (understanding.meaning === 'options' || understanding.meaning === 'none') {
    return byParticipant(context, { request_id, place }, work);
  }
  // It books nothing, so the hosts need no lock and others can go on with them.
  return withRequestLocked(context, request_id, async (tx, locked) => {
    const search = await loadSearch(context, tx, locked);
    const participant = inPlace(search.respondents, place);
    return work(search, is_authentic ? await prove(search, participant) : participant);
  });
}

/** How often a mail waits for the first offer of its request: for about a minute. */
const ATTEMPTS_BEFORE_OFFER = 2;

/** Times are about to be offered. A person who was asked first would stop that. */
const isBeforeOffer = ({ status, round }: Visit) => status === 'active' && round === 0;

/** Why a mail is for a person, whatever it says; null if it can be read as a reply. */
function doubtAbout(
  { is_authentic, tie }: Pick<Answer, 'is_authentic' | 'tie'>,
  { received_at }: ClaimedMail,
  offer: SentMessage | undefined,
): string | null {
  if (!is_authentic) return 'unproven_author';
  if (tie === 'author') return 'unnamed_request';
  // It can't mean times that its author had not seen.
  if (tie === 'subject' && offer && received_at < offer.created_at) return 'before_offer';
  return null;
}

/** The message that was answered, or the last one that offered times. */
async function offerAnswered(
  context: Context,
  mail: Mail,
  requestId: string,
  place: number,
): Promise<SentMessage | undefined> {
  const { database, config } = context;
  const answered = await findSent(context, database, answeredIn(mail, config.mailDomain));
  return (
    answered.find(({ request_id, option_ids }) => request_id === requestId && option_ids.length > 0) ??
    (await findLastOffer(context, database, requestId, place))
  );
}

/** The options of that message, in its order: in a newer offer, the same number could mean another time. */
async function optionsOf(
  context: Context,
  requestId: string,
  offer: SentMessage | undefined,
): Promise<Question['options']> {
  const ids = offer?.option_ids ?? [];
  const byId = new Map(
    (await readOptions(context, context.database, requestId)).map((option) => [option.id, option]),
  );
  const options = ids.flatMap((id) => byId.get(id) ?? []);
  // With any of them missing, the numbers would no longer match the message.
  return options.length === ids.length ? options : [];
}

/** Asks a model only where the grammar is unsure, and only while a time is being looked for. */
async function understandReply(
  question: Question,
  { reply, is_encrypted, is_interleaved }: Mail,
  status: MeetingRequest['status'],
  readWithModel: ReadWithModel | undefined,
): Promise<Understanding> {
  if (is_encrypted) return { meaning: 'unclear', rule: 'encrypted' };
  if (is_interleaved) return { meaning: 'unclear', rule: 'interleaved' };
  const understanding = understand(question, reply);
  const isForModel =
    status === 'active' && understanding.meaning === 'unclear' && question.options.length > 0;
  if (readWithModel && isForModel) return readWithModel(question, reply);
  const found = status === 'booked' ? afterChoice(understanding, question, reply) : understanding;
  return { ...found, rule: `reply.${found.rule}` };
}

/** Once the meeting is booked, there is nothing left to say yes to: `see you then` is only friendly. */
function afterChoice(understanding: Understanding, question: Question, reply: string): Understanding {
  if (understanding.meaning !== 'unclear') return understanding;
  const withoutOptions = understand({ ...question, options: [] }, reply);
  return withoutOptions.meaning === 'courtesy' ? withoutOptions : understanding;
}

async function follow(reply: Reply): Promise<Fate> {
  const { search, participant, understanding } = reply;
  const { status } = search.locked.request;
  switch (understanding.meaning) {
    case 'options':
      return choose(reply, understanding);
    case 'none':
      return status === 'active' ? decline(reply, understanding) : askOrganizer(reply);
    case 'courtesy':
      await waitAnew(search, participant);
      return { understood_as: 'courtesy', rule: understanding.rule };
    case 'unclear':
      return askOrganizer(reply);
  }
}

async function choose(
  reply: Reply,
  { option_ids: ids, has_remark, rule }: Extract<Understanding, { meaning: 'options' }>,
): Promise<Fate> {
  const { search, participant, text } = reply;
  const option_ids = offeredNow(reply, ids);
  // The organizer sees what else they wrote.
  const comment = has_remark ? multiline(text, COMMENT_LENGTH) || null : participant.comment;
  const result = await takeAnswer(search, participant, {
    option_ids,
    comment,
    wishes: participant.wishes,
    named_ids: ids,
    is_current: option_ids.length >= ids.length,
    counts_again: false,
  });
  if (result !== 'outdated') return { understood_as: 'chose_options', rule };
  if (search.locked.request.status === 'booked') return askOrganizer(reply);
  // Other times were offered since, and they have been told.
  return askOrganizer(reply, 'reply.times_replaced');
}

/** Compares times, not ids: the same time may be offered again as another option. */
function offeredNow({ search, question }: Reply, ids: string[]): string[] {
  const chosen = question.options.filter(({ id }) => ids.includes(id));
  const isChosen = (option: { starts_at: number; ends_at: number }) =>
    chosen.some(({ starts_at, ends_at }) => starts_at === option.starts_at && ends_at === option.ends_at);
  return offered(search.options)
    .filter(isChosen)
    .map(({ id }) => id);
}

async function decline(
  reply: Reply,
  { wishes, tells_organizer, rule }: Extract<Understanding, { meaning: 'none' }>,
): Promise<Fate> {
  const { search, participant, question, text } = reply;
  const open = offered(search.options);
  if (open.length === 0 || question.options.length === 0) return askOrganizer(reply);
  await takeAnswer(search, participant, {
    option_ids: [],
    comment: multiline(text, COMMENT_LENGTH) || null,
    wishes,
    named_ids: [],
    is_current: question.options.some(({ id }) => open.some((option) => option.id === id)),
    counts_again: true,
  });
  if (tells_organizer) await passOnQuestion(reply);
  return { understood_as: 'none_work', rule };
}

/** Other times go out, but no reminders about them until somebody has read the question. */
async function passOnQuestion(reply: Reply): Promise<void> {
  const { context, tx, locked } = reply.search;
  const request = await findRequest(context, tx, locked.request.id);
  // Without other times, that is what needs attention. The mail has their words either way.
  const reason = request.attention_reason ?? 'unclear_reply';
  await tellOrganizer(reply, request, reason, { others_offered: reason === 'unclear_reply' });
}

/** Sends the text to the organizer, who answers the participant. */
async function askOrganizer(reply: Reply, rule: string = reply.understanding.rule): Promise<Fate> {
  const { search, participant } = reply;
  const request = await tellOrganizer(reply, search.locked.request, 'unclear_reply');
  await waitAnew({ ...search, locked: { ...search.locked, request } }, participant);
  return { understood_as: 'unclear', rule };
}

function tellOrganizer(
  { search, participant, question, text, aside }: Reply,
  request: MeetingRequest,
  reason: AttentionReason,
  more: Pick<Cause, 'others_offered'> = {},
): Promise<MeetingRequest> {
  const { context, tx } = search;
  const ids = optionsMentioned(question, text);
  const mentioned = question.options.filter(({ id }) => ids.includes(id));
  const cause = {
    by: mailboxOf(participant),
    said: text || null,
    proposed: null,
    mentioned,
    ...aside,
    ...more,
  };
  return needAttention(asScheduling(context, context.caller.workspaceId), tx, request, reason, { cause });
}
