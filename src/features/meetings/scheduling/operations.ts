import type { Context } from '../../../context.ts';
import { invalidRequest, validationError } from '../../../errors.ts';
import type { Static } from '../../../shapes/type.ts';
import type { Transaction } from '../../../storage/database.ts';
import { foldEmail } from '../../../text/emails.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import { formatTimestamp, MINUTE_MS, readTimestamp } from '../../../time/timestamps.ts';
import { type Wishes, wishesFrom } from '../../../time/wishes.ts';
import { timeOf } from '../../calendar/bookings/rules.ts';
import { whyNotFree } from '../../calendar/slots/one-time.ts';
import { lackingSeats } from '../../people/seats/needed.ts';
import { clearAttention } from '../requests/lifecycle/attention.ts';
import { type LockedRequest, withHostsLocked } from '../requests/lifecycle/hosts.ts';
import { usualMinutes } from '../requests/lifecycle/times.ts';
import { readRequestType } from '../requests/lifecycle/types.ts';
import type { NewParticipants } from '../requests/participants/shapes.ts';
import { presentRequest } from '../requests/present.ts';
import { participantsFrom, statusAfter, type TransitionName } from '../requests/rules.ts';
import { showRequest } from '../requests/show.ts';
import { answerWithin } from './answers.ts';
import { followUpByHand } from './follow-ups.ts';
import { introductionOf } from './introductions.ts';
import { addWithin } from './newcomers.ts';
import { offerTimes, timesFor } from './offers.ts';
import { requireReader } from './opt-outs.ts';
import { loadSearch, type Search } from './search.ts';
import type { NewAnswer, NewOptions } from './shapes.ts';

/** Offers these times instead of the current ones, or a fresh round if none are given. */
export function offerByHand(context: Context, id: string, { starts_at }: Static<typeof NewOptions>) {
  const starts = starts_at ? checkedStarts(starts_at, context.clock.now()) : undefined;
  return byPerson(context, id, 'offerOptions', async (tx, locked) => {
    const search = await loadSearch(context, tx, locked);
    const { request } = locked;
    if (search.withoutSeat.length > 0) throw lackingSeats(search.withoutSeat);
    requireReader(search, search.respondents);
    const round = request.round + 1;
    const times = starts ? await freeTimes(search, starts) : await timesFor(search, round);
    if (times.length === 0)
      throw validationError('The hosts have no free time that was not offered before', {
        plain: 'There are no other free times. Choose times yourself, or another host.',
      });
    const introduction = await introductionOf(context, tx, request);
    await offerTimes(search, { reason: 'by_hand', round, times, introduction });
    return showRequest(context, tx, id);
  });
}

function checkedStarts(given: string[], now: number): number[] {
  const starts = given.map((text) => readTimestamp(text) as number);
  for (const [place, start] of starts.entries()) {
    const name = `starts_at[${place}]`;
    if (start % MINUTE_MS !== 0)
      throw invalidRequest(`${name} must be a whole minute`, {
        field: name,
        plain: 'Choose a time on the minute.',
      });
    if (starts.indexOf(start) < place)
      throw invalidRequest(`${name} is given twice`, {
        field: name,
        plain: 'The same time is marked twice.',
      });
    if (start <= now)
      throw validationError(`${name} must be in the future`, {
        field: name,
        plain: (say) => `${say(start)} has passed. Reload the page and choose again.`,
      });
  }
  return starts.sort((one, other) => one - other);
}

/** Refuses a time at which a host is busy: nobody could choose it. */
async function freeTimes(
  { context, tx, locked, settings, subject }: Search,
  starts: number[],
): Promise<MeetingTime[]> {
  const minutes = usualMinutes(locked.request, settings);
  const times = starts.map((start) => timeOf(start, minutes));
  for (const time of times) {
    const reasons = await whyNotFree(context, tx, subject, time);
    if (reasons.length > 0) {
      const named = reasons.slice(0, MAX_NAMED).map(({ email, reason }) => `${email} (${reason})`);
      throw validationError(
        `starts_at is not free at ${formatTimestamp(time.starts_at)}: ${named.join(', ')}`,
        {
          field: 'starts_at',
          plain: (say) => `${say(time.starts_at)} isn’t free any more. Reload the page and choose again.`,
        },
      );
    }
  }
  return times;
}

/** How many hosts a message names. */
const MAX_NAMED = 10;

/** Answers on behalf of a participant. */
export function answerFor(context: Context, id: string, body: Static<typeof NewAnswer>) {
  const option_ids = optionIdsFrom(body);
  const wishes = wishesFrom(body.wishes);
  checkWishes(wishes);
  return byPerson(context, id, 'answer', async (tx, locked) => {
    const search = await loadSearch(context, tx, locked);
    const folded = foldEmail(body.participant_email);
    const participant = search.respondents.find(({ email }) => foldEmail(email) === folded);
    if (!participant)
      throw validationError('participant_email is not a participant of the request', {
        field: 'participant_email',
        plain: 'This person doesn’t take part in the meeting any more.',
      });
    await answerWithin(search, participant, {
      option_ids,
      comment: body.comment || null,
      wishes,
    });
    return showRequest(context, tx, id);
  });
}

function checkWishes(wishes: Wishes | null) {
  const { earliest_date, latest_date, earliest_time, latest_time } = wishes ?? {};
  if (earliest_date && latest_date && latest_date < earliest_date) {
    throw invalidRequest('wishes.latest_date must not be before wishes.earliest_date', {
      field: 'wishes.latest_date',
      plain: 'The last day can’t be before the first.',
    });
  }
  if (earliest_time && latest_time && latest_time <= earliest_time) {
    throw invalidRequest('wishes.latest_time must be after wishes.earliest_time', {
      field: 'wishes.latest_time',
      plain: 'The latest time has to be after the earliest.',
    });
  }
}

function optionIdsFrom({ option_ids, none_work }: Static<typeof NewAnswer>): string[] {
  if (option_ids && none_work)
    throw invalidRequest('option_ids must not be given with none_work', {
      field: 'option_ids',
      plain: 'Mark the times that work, or say that none does, but not both.',
    });
  if (!option_ids && !none_work)
    throw invalidRequest('option_ids or none_work is required', {
      field: 'option_ids',
      plain: 'Mark the times that work, or say that none does.',
    });
  return option_ids ?? [];
}

/** Adds people to a meeting. They are asked about the options that the others have, or invited to the booked meeting. */
export function addParticipants(
  context: Context,
  id: string,
  { participants }: Static<typeof NewParticipants>,
) {
  return byPerson(context, id, 'addParticipants', async (tx, locked) => {
    await addWithin(
      await loadSearch(context, tx, locked),
      participantsFrom({ participants }, await readRequestType(context, tx, locked.request)),
    );
    return showRequest(context, tx, id);
  });
}

/** Reminds the participants who have not answered. */
export function followUp(context: Context, id: string) {
  return byPerson(context, id, 'followUp', async (tx, locked) => {
    const search = await loadSearch(context, tx, locked);
    if (search.withoutSeat.length > 0) throw lackingSeats(search.withoutSeat);
    await followUpByHand(search);
    return presentRequest(locked.request);
  });
}

/** Runs an action of a person on the search for a time, while the request and its hosts are locked. */
function byPerson<Result>(
  context: Context,
  id: string,
  name: TransitionName,
  work: (tx: Transaction, locked: LockedRequest) => Promise<Result>,
): Promise<Result> {
  return withHostsLocked(context, id, async (tx, locked) => {
    statusAfter(name, locked.request.status);
    return work(tx, { ...locked, request: await clearAttention(context, tx, locked.request) });
  });
}
