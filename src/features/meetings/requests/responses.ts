import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import {
  type Asking,
  type Remarks,
  selectRespondents,
  updateAskedAnew,
  updateAskings,
  updateAttendance,
  updateProven,
  updateRemarks,
  updateResponse,
  updateTimezone,
} from './participants/participant-queries.ts';
import { insertParticipants, updateRequest } from './queries.ts';
import type { Attendance, MeetingRequest, Participant, Respondent, Response } from './rules.ts';
import { scheduleAt, stopSchedule } from './schedules.ts';

// What is asked of the participants, and what they answer. Whoever changes it holds the request.

export function readRespondents(
  { caller }: Context,
  reader: Reader,
  requestId: string,
): Promise<Respondent[]> {
  return selectRespondents(reader, caller.workspaceId, requestId);
}

export type { Asking, Remarks };

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

/** The participant has done something that only who gets their mail can do. */
export async function recordProof(
  { caller }: Context,
  tx: Transaction,
  requestId: string,
  place: number,
): Promise<void> {
  await updateProven(tx, caller.workspaceId, requestId, place);
}

/** What a participant says, without an answer to what is offered. */
export async function recordRemarks(
  { caller }: Context,
  tx: Transaction,
  requestId: string,
  place: number,
  remarks: Remarks,
): Promise<void> {
  await updateRemarks(tx, caller.workspaceId, requestId, place, remarks);
}

/** Times are told to the participant on this clock from now on. */
export async function recordTimezone(
  { caller }: Context,
  tx: Transaction,
  requestId: string,
  place: number,
  zone: { timezone: string; is_chosen: boolean },
): Promise<void> {
  await updateTimezone(tx, caller.workspaceId, requestId, place, zone);
}

/** What the calendar of the participant has said to the invite. */
export async function recordAttendance(
  { caller }: Context,
  tx: Transaction,
  requestId: string,
  place: number,
  attendance: Attendance,
): Promise<void> {
  await updateAttendance(tx, caller.workspaceId, requestId, place, attendance);
}

/** People who take part from now on, in places from `first` on. Returns these. */
export async function takeIn(
  { caller }: Context,
  tx: Transaction,
  requestId: string,
  people: Participant[],
  first: number,
): Promise<number[]> {
  insertParticipants(tx, caller.workspaceId, requestId, people, { first });
  return people.map((_, index) => first + index);
}

/** Everybody is asked, and nobody has answered yet. The request has the round and the introduction from now on. */
export function askEverybody(
  { caller }: Context,
  tx: Transaction,
  request: MeetingRequest,
  askings: Asking[],
): void {
  updateRequest(tx, caller.workspaceId, request);
  updateAskedAnew(tx, caller.workspaceId, request.id, askings);
}

/** These were asked again, or will be at another time. */
export async function askAgain(
  { caller }: Context,
  tx: Transaction,
  requestId: string,
  askings: Asking[],
): Promise<void> {
  updateAskings(tx, caller.workspaceId, requestId, askings);
}

/** The next thing to do about an active request is to ask whoever has not answered by then. */
export async function waitForAnswers(context: Context, tx: Transaction, requestId: string): Promise<void> {
  const respondents = await readRespondents(context, tx, requestId);
  return waitFor(
    context,
    tx,
    requestId,
    respondents.filter(({ response }) => response === 'none'),
  );
}

/** The same where it is known who has not answered. */
export async function waitFor(
  context: Context,
  tx: Transaction,
  requestId: string,
  askings: Asking[],
): Promise<void> {
  const times = askings.flatMap(({ follow_up_at }) => follow_up_at ?? []);
  if (times.length === 0) return stopSchedule(context, tx, requestId);
  return scheduleAt(context, tx, requestId, Math.min(...times));
}
