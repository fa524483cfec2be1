import type { Context } from '../../../../context.ts';
import type { Reader, Transaction } from '../../../../storage/database.ts';
import { insertParticipants } from '../queries.ts';
import type { Attendance, ChangingTransition, Participant, Respondent, Response } from '../rules.ts';
import {
  type Remarks,
  resetAttendances,
  resetResponses,
  selectRespondents,
  updateAttendance,
  updateLocale,
  updateProven,
  updateRemarks,
  updateResponse,
  updateRestartedWaits,
  updateTimezone,
  updateWaits,
  type Wait,
} from './participant-queries.ts';

// What participants are asked, and what they answer. The caller has locked the request.

export function readRespondents(
  { caller }: Context,
  reader: Reader,
  requestId: string,
): Promise<Respondent[]> {
  return selectRespondents(reader, caller.workspaceId, requestId);
}

export type { Remarks, Wait };

/** An answer to what is offered. */
export interface Answer extends Remarks {
  response: Exclude<Response, 'none'>;
}

export async function recordResponse(
  { caller, clock }: Context,
  tx: Transaction,
  requestId: string,
  place: number,
  answer: Answer,
): Promise<void> {
  const responded_at = clock.now();
  await updateResponse(tx, caller.workspaceId, requestId, place, { ...answer, responded_at });
}

/** Records proof: the participant did something that takes access to their mail. */
export async function recordProof(
  { caller }: Context,
  tx: Transaction,
  requestId: string,
  place: number,
): Promise<void> {
  await updateProven(tx, caller.workspaceId, requestId, place);
}

/** Records remarks that come without an answer. */
export async function recordRemarks(
  { caller }: Context,
  tx: Transaction,
  requestId: string,
  place: number,
  remarks: Remarks,
): Promise<void> {
  await updateRemarks(tx, caller.workspaceId, requestId, place, remarks);
}

/** Sets the time zone in which the participant is told times from now on. */
export async function recordTimezone(
  { caller }: Context,
  tx: Transaction,
  requestId: string,
  place: number,
  zone: { timezone: string; is_chosen: boolean },
): Promise<void> {
  await updateTimezone(tx, caller.workspaceId, requestId, place, zone);
}

/** Sets the language in which the participant is written to from now on. */
export async function recordLocale(
  { caller }: Context,
  tx: Transaction,
  requestId: string,
  place: number,
  locale: string,
): Promise<void> {
  await updateLocale(tx, caller.workspaceId, requestId, place, locale);
}

/** Records what the participant's calendar replied to the invitation. */
export async function recordAttendance(
  { caller }: Context,
  tx: Transaction,
  requestId: string,
  place: number,
  attendance: Attendance,
): Promise<void> {
  await updateAttendance(tx, caller.workspaceId, requestId, place, attendance);
}

/** Adds people in places from `first` on. Returns their places. */
export async function recordNewcomers(
  { caller }: Context,
  tx: Transaction,
  requestId: string,
  people: Participant[],
  first: number,
): Promise<number[]> {
  insertParticipants(tx, caller.workspaceId, requestId, people, { first });
  return people.map((_, index) => first + index);
}

/** Records that they were asked again, or when they will be. */
export function recordWaits({ caller }: Context, tx: Transaction, requestId: string, waits: Wait[]): void {
  updateWaits(tx, caller.workspaceId, requestId, waits);
}

/** The same, and their earlier answers no longer count. */
export function restartWaits({ caller }: Context, tx: Transaction, requestId: string, waits: Wait[]): void {
  updateRestartedWaits(tx, caller.workspaceId, requestId, waits);
}

/**
 * Clears the answers that a transition makes void: those to an invitation for another time, or to an offer that no longer stands.
 * Whoever chose the time has accepted the invitation for it.
 */
export async function resetAnswers(
  { caller }: Context,
  tx: Transaction,
  transition: ChangingTransition,
  requestId: string,
  chosenBy: readonly number[] = [],
): Promise<void> {
  if (transition === 'book' || transition === 'reschedule') {
    await resetAttendances(tx, caller.workspaceId, requestId, chosenBy);
  } else if (transition === 'reopen' || transition === 'changeOrganizer') {
    await resetResponses(tx, caller.workspaceId, [requestId]);
  }
}

/** Like `resetAnswers`, for many requests that got another organizer. */
export async function resetResponsesOf(
  { caller }: Context,
  tx: Transaction,
  requestIds: string[],
): Promise<void> {
  if (requestIds.length > 0) await resetResponses(tx, caller.workspaceId, requestIds);
}
