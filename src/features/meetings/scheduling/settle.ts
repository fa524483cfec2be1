import { withdrawOption } from '../../calendar/options/operations.ts';
import { whyNotFree } from '../../calendar/slots/one-time.ts';
import { needAttention } from '../requests/lifecycle/attention.ts';
import { bookWithin } from '../requests/lifecycle/times.ts';
import { waitFor } from './asking.ts';
import { type Offer, offerTimes, timesFor } from './offers.ts';
import { leaveToOrganizer, optedOutAmong } from './opt-outs.ts';
import { commonOptions, verdictOf } from './rules.ts';
import type { Search } from './search.ts';

/**
 * The outcome of the answers. After `none_worked` and `taken`, other times are offered, or the request needs attention. When a
 * host lacks a seat, participants just see `waiting`: that is the workspace's problem, not theirs.
 */
export type Settled = 'waiting' | 'booked' | 'taken' | 'none_worked';

/** Acts on the answers so far: books, offers other times, or waits for more answers. */
export async function settle(search: Search): Promise<Settled> {
  const { context, tx, locked, respondents, options } = search;
  const verdict = verdictOf(respondents, options);
  if (verdict === 'waiting') {
    await waitFor(
      context,
      tx,
      locked.request.id,
      respondents.filter(({ response }) => response === 'none'),
    );
    return 'waiting';
  }
  if (search.withoutSeat.length > 0) {
    await askForTimes(search);
    return 'waiting';
  }
  switch (verdict) {
    case 'no_common_time':
      await offerNextRound(search);
      return 'none_worked';
    case 'to_book':
      return bookCommon(search);
  }
}

async function offerNextRound(search: Search): Promise<void> {
  const { context, tx, locked, settings } = search;
  const { request } = locked;
  if (request.round >= settings.rounds) {
    await needAttention(context, tx, request, 'no_common_time');
    return;
  }
  await offerOrAsk(search, { reason: 'none_worked', round: request.round + 1, introduction: null });
}

/**
 * Books the earliest option that works for everybody and is still free. If they have all been taken, says so at once and offers
 * other times.
 */
async function bookCommon(search: Search): Promise<'booked' | 'taken'> {
  const { context, tx, locked, respondents, options, subject } = search;
  for (const option of commonOptions(respondents, options)) {
    const refusals = await whyNotFree(context, tx, subject, option);
    if (refusals.length === 0) {
      const { starts_at, ends_at } = option;
      await bookWithin(context, tx, locked, { starts_at, ends_at }, option.accepted_by);
      return 'booked';
    }
    await withdrawOption(context, tx, option.id);
  }
  await offerOrAsk(search, { reason: 'taken', round: locked.request.round, introduction: null });
  return 'taken';
}

/** Offers times; asks for attention if none is free, or if somebody must not be written to. */
export async function offerOrAsk(search: Search, offer: Omit<Offer, 'times'>): Promise<void> {
  const optedOut = optedOutAmong(search, search.respondents);
  if (optedOut) return leaveToOrganizer(search, optedOut);
  const times = await timesFor(search, offer.round);
  if (times.length > 0) return offerTimes(search, { ...offer, times });
  await askForTimes(search);
}

/** Nothing can be offered, so the request needs attention. */
export async function askForTimes({ context, tx, locked, withoutSeat }: Search): Promise<void> {
  await needAttention(context, tx, locked.request, withoutSeat.length > 0 ? 'no_seat' : 'no_times');
}
