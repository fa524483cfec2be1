import type { Context } from '../../context.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import {
  type Asking,
  type Remarks,
  resetResponses,
  selectRespondents,
  updateAskings,
  updateAttendance,
  updateRemarks,
  updateResponse,
  updateTimezone,
} from './participant-queries.ts';
import { updateRequest } from './queries.ts';
import type { Attendance, MeetingRequest, Respondent, Response } from './rules.ts';
import { scheduleAt, stopSchedule } from './schedules.ts';

// What is asked of the participants, and what they answer. Whoever changes it holds the request.

export function readRespondents(
  { caller }: Context,
  reader: Reader,
  requestId: string,
): Promise<Respondent[]> {
  return selectRespondents(reader, caller.workspaceId, requestId);
}

export type { Remarks };

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

/** Everybody is asked, and nobody has answered yet. The request has the round and the introduction from now on. */
export async function askEverybody(
  { caller }: Context,
  tx: Transaction,
  request: MeetingRequest,
  askings: Asking[],
): Promise<void> {
  await updateRequest(tx, caller.workspaceId, request);
  await resetResponses(tx, caller.workspaceId, [request.id]);
  await updateAskings(tx, caller.workspaceId, request.id, askings);
}

/** These were asked again, or will be at another time. */
export async function askAgain(
  { caller }: Context,
  tx: Transaction,
  requestId: string,
  askings: Asking[],
): Promise<void> {
  await updateAskings(tx, caller.workspaceId, requestId, askings);
}

/** The next thing to do about an active request is to ask whoever has not answered by then. */
export async function waitForAnswers(context: Context, tx: Transaction, requestId: string): Promise<void> {
  const respondents = await readRespondents(context, tx, requestId);
  const times = respondents.flatMap(({ response, follow_up_at }) =>
    response === 'none' && follow_up_at !== null ? [follow_up_at] : [],
  );
  if (times.length === 0) return stopSchedule(context, tx, requestId);
  return scheduleAt(context, tx, requestId, Math.min(...times));
}
