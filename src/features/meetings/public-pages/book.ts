// Why the turn is taken when the time is booked: docs/decisions/0019-turns-and-booking-links.md.
import { NAME_LENGTH } from '../../../limits/limits.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { plainName } from '../../../text/plain-text.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import { admitOutsider } from '../../people/notices/admins.ts';
import { NobodyFree } from '../../turns/rotation/operations.ts';
import { NoLocation } from '../../turns/rotation/rules.ts';
import { type Answer, presentAnswers } from '../meeting-types/questions.ts';
import { keepUse, markConfirmed, readLastUseOf, readUse } from '../page-bookings/operations.ts';
import { createBooked } from '../requests/lifecycle/create.ts';
import { findRequest } from '../requests/lifecycle/transitions.ts';
import { bookedTime } from '../requests/rules.ts';
import { findTimeAt } from './days.ts';
import { countBooking, lockPage, type OpenPage, unavailable } from './open.ts';
import { stillAsked } from './rules.ts';

/** What a visitor asks to book. */
export interface BookingInput {
  /** Identifies the submitted form: submitting it twice books once. */
  nonce: string;
  name: string;
  email: string;
  timezone: string | null;
  /** The language of the page that they booked on, if they chose it or their browser asks for it. */
  locale: string | null;
  note: string | null;
  phone_number: string | null;
  answers: Answer[];
  /** The member whom they have chosen, where the page has a choice. */
  host_id: string | null;
  starts_at: number;
  /** Where the form came from; null once the address is confirmed. */
  client_address: string | null;
}

/**
 * `known`: the same address has already booked this time with another form. `limited`: the workspace has mailed as many people
 * today as visitors may make it mail.
 */
export type Booked =
  | { outcome: 'booked' | 'known'; request_id: string }
  | { outcome: 'taken' }
  | { outcome: 'limited' };

/**
 * Creates a meeting request and books it in one transaction. Locks the team, then the owner of the page, then all hosts. In a pool team, the
 * first in the queue who is free at that time takes the turn. `confirmationId` is set if the address was confirmed.
 */
export async function book(opened: OpenPage, wanted: BookingInput, confirmationId?: string): Promise<Booked> {
  const { context } = opened;
  const time = await findTimeAt(opened, wanted.starts_at);
  const before = await findBooked(opened, context.database, wanted);
  // Checked before locking, so that a booking that comes too late blocks nobody.
  if (!time && !before) return { outcome: 'taken' };
  const isProven = confirmationId !== undefined;
  try {
    return await context.database.transaction(async (tx) => {
      if (!before && !isProven && (await isOutsiderLimitReached(opened, tx, wanted)))
        return { outcome: 'limited' };
      const locked = await lockPage(opened, tx);
      let result = await findBooked(opened, tx, wanted);
      if (!result) {
        if (!time) return { outcome: 'taken' };
        await countBooking(opened, tx, locked);
        result = await bookNew(opened, tx, wanted, time, isProven);
      }
      if (confirmationId) await keepConfirmed(opened, tx, confirmationId, result.request_id);
      return result;
    });
  } catch (error) {
    if (error instanceof NobodyFree) return { outcome: 'taken' };
    // Since the page was opened, the host has lost the place to meet.
    if (error instanceof NoLocation) throw unavailable(opened);
    throw error;
  }
}

type Result = Extract<Booked, { request_id: string }>;

/**
 * Counts the mail to the booker against the daily limit, before taking any other lock. A confirmed booking was counted when its
 * confirmation mail was sent.
 */
export async function isOutsiderLimitReached(
  { context }: OpenPage,
  tx: Transaction,
  { client_address }: Pick<BookingInput, 'client_address'>,
): Promise<boolean> {
  return (await admitOutsider(context, tx, { people: 1, client_address })) !== undefined;
}

/** What this form has already booked, or this person at this time. */
async function findBooked(
  { context, owner }: OpenPage,
  reader: Reader,
  { nonce, email, starts_at }: BookingInput,
): Promise<Result | undefined> {
  const byForm = await readUse(context, reader, owner, nonce);
  if (byForm) return { outcome: 'booked', request_id: byForm.request_id };
  const request_id = await readLastUseOf(context, reader, owner, { email, starts_at });
  // It may have been cancelled or moved since then.
  const time = request_id && bookedTime(await findRequest(context, reader, request_id));
  return time && time.starts_at === starts_at ? { outcome: 'known', request_id } : undefined;
}

/** If the owner was changed a moment ago, the meeting is what it was when `time` was found. */
async function bookNew(
  { context, owner, title, duration_minutes, location, team, member, type }: OpenPage,
  tx: Transaction,
  { nonce, name, email, timezone, locale, note, phone_number, answers }: BookingInput,
  time: MeetingTime,
  isProven: boolean,
): Promise<Result> {
  const guest = { email, name: plainName(name, NAME_LENGTH), timezone, locale, phone_number };
  const { id } = await createBooked(
    context,
    tx,
    {
      meeting_type_id: type?.id ?? null,
      team_id: team?.id ?? null,
      organizer_email: member?.email ?? null,
      location,
      participants: [{ ...guest, answers: presentAnswers(stillAsked(type?.questions ?? [], answers)) }],
      context: { title, duration_minutes, description: note },
    },
    time,
    { unproven: !isProven, is_chosen: member !== null },
  );
  await keepUse(context, tx, owner, { nonce, request_id: id, email, ...time });
  return { outcome: 'booked', request_id: id };
}

/** Makes the confirmation link lead to the meeting. */
async function keepConfirmed(
  { context, owner }: OpenPage,
  tx: Transaction,
  id: string,
  request_id: string,
): Promise<void> {
  const time = bookedTime(await findRequest(context, tx, request_id));
  await markConfirmed(context, tx, { owner, id }, { request_id, ends_at: time?.ends_at ?? 0 });
}
