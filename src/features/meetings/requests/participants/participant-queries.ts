// The participants of a request and their answers. Callers that write have locked the request.
import type { Reader, Transaction } from '../../../../storage/database.ts';
import { idRows, wantedRows } from '../../../../storage/rows.ts';
import { answersIn } from '../../meeting-types/questions.ts';
import type { Attendance, Respondent, Response } from '../rules.ts';

/** 1 for somebody who has opted out, in a statement about `meeting_request_participants as participants`. */
export const hasOptedOut = `(case when exists (select 1 from opt_outs where opt_outs.workspace_id = participants.workspace_id
  and opt_outs.email_folded = participants.email_folded) then 1 else 0 end)`;

export async function selectRespondents(
  reader: Reader,
  workspaceId: string,
  requestId: string,
): Promise<Respondent[]> {
  type Row = Omit<Respondent, 'wishes' | 'answers' | 'timezone_chosen' | 'unproven' | 'opted_out'> & {
    wishes: string | null;
    answers: string | null;
    timezone_chosen: number;
    unproven: number;
    opted_out: number;
  };
  const rows = await reader.all<Row>(
    `select place, email, name, timezone, locale, phone_number, timezone_chosen, unproven, response, responded_at, comment, wishes,
       answers,
       attendance, asked_at, follow_ups, follow_up_at, ${hasOptedOut} as opted_out
     from meeting_request_participants as participants where workspace_id = $1 and request_id = $2 order by place`,
    [workspaceId, requestId],
  );
  return rows.map((row) => ({
    ...row,
    wishes: row.wishes === null ? null : JSON.parse(row.wishes),
    answers: answersIn(row.answers),
    timezone_chosen: row.timezone_chosen === 1,
    unproven: row.unproven === 1,
    opted_out: row.opted_out === 1,
  }));
}

/** A participant who has answered gets no reminder. */
export async function updateResponse(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  place: number,
  { response, responded_at, comment, wishes }: { response: Response; responded_at: number } & Remarks,
): Promise<void> {
  await tx.run(
    `update meeting_request_participants
     set response = $4, responded_at = $5, comment = $6, wishes = $7, follow_up_at = null
     where workspace_id = $1 and request_id = $2 and place = $3`,
    [workspaceId, requestId, place, response, responded_at, comment, wishes && JSON.stringify(wishes)],
  );
}

/** Records proof: they did something that takes access to their mail. */
export async function updateProven(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  place: number,
): Promise<void> {
  await tx.run(
    `update meeting_request_participants set unproven = 0
     where workspace_id = $1 and request_id = $2 and place = $3 and unproven = 1`,
    [workspaceId, requestId, place],
  );
}

/** What a participant adds to an answer. */
export type Remarks = Pick<Respondent, 'comment' | 'wishes'>;

export async function updateRemarks(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  place: number,
  { comment, wishes }: Remarks,
): Promise<void> {
  await tx.run(
    `update meeting_request_participants set comment = $4, wishes = $5
     where workspace_id = $1 and request_id = $2 and place = $3`,
    [workspaceId, requestId, place, comment, wishes && JSON.stringify(wishes)],
  );
}

/** Choosing a zone takes access to their mail, so it proves them. */
export async function updateTimezone(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  place: number,
  { timezone, is_chosen }: { timezone: string; is_chosen: boolean },
): Promise<void> {
  await tx.run(
    `update meeting_request_participants set timezone = $4, timezone_chosen = $5, unproven = 0
     where workspace_id = $1 and request_id = $2 and place = $3`,
    [workspaceId, requestId, place, timezone, is_chosen ? 1 : 0],
  );
}

/** Giving a number takes access to their mail, so it proves them. */
export async function updatePhoneNumber(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  place: number,
  phoneNumber: string,
): Promise<void> {
  await tx.run(
    `update meeting_request_participants set phone_number = $4, unproven = 0
     where workspace_id = $1 and request_id = $2 and place = $3`,
    [workspaceId, requestId, place, phoneNumber],
  );
}

/** Choosing a language takes access to their mail, so it proves them. */
export async function updateLocale(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  place: number,
  locale: string,
): Promise<void> {
  await tx.run(
    `update meeting_request_participants set locale = $4, unproven = 0
     where workspace_id = $1 and request_id = $2 and place = $3`,
    [workspaceId, requestId, place, locale],
  );
}

/** Answering the invitation takes access to their mail, so it proves them. */
export async function updateAttendance(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  place: number,
  attendance: Attendance,
): Promise<void> {
  await tx.run(
    `update meeting_request_participants set attendance = $4, unproven = 0
     where workspace_id = $1 and request_id = $2 and place = $3`,
    [workspaceId, requestId, place, attendance],
  );
}

/** Forgets what calendars answered: the invitation is a new one. Those in these places have accepted it already. */
export async function resetAttendances(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  acceptedBy: readonly number[],
): Promise<void> {
  const wanted = `(case when place in (select place from ${tx.dialect.rows('$3', { place: 'bigint' })}) then 'accepted' else 'none' end)`;
  await tx.run(
    `update meeting_request_participants set attendance = ${wanted}
     where workspace_id = $1 and request_id = $2 and attendance <> ${wanted}`,
    [workspaceId, requestId, JSON.stringify(acceptedBy.map((place) => ({ place })))],
  );
}

/** Forgets the answers to these requests, and ends the waits for them. Remarks made with the last answer can still be read. */
export async function resetResponses(
  tx: Transaction,
  workspaceId: string,
  requestIds: string[],
): Promise<void> {
  await tx.run(
    `with ${wantedRows(tx.dialect)}
     update meeting_request_participants as participants
     set response = 'none', responded_at = null, asked_at = null, follow_ups = 0, follow_up_at = null
     from wanted
     where participants.workspace_id = wanted.workspace_id and participants.request_id = wanted.wanted_id`,
    [workspaceId, idRows(requestIds)],
  );
}

/** Since when Rota has waited for an answer, how many reminders went out, and when the next one is due. */
export type Wait = Pick<Respondent, 'place' | 'asked_at' | 'follow_ups' | 'follow_up_at'>;

const waitColumns = {
  place: 'bigint',
  asked_at: 'bigint',
  follow_ups: 'bigint',
  follow_up_at: 'bigint',
} as const;

export function updateWaits(tx: Transaction, workspaceId: string, requestId: string, waits: Wait[]): void {
  writeWaits(tx, workspaceId, requestId, waits, '');
}

/** The same, and forgets their answers. */
export function updateRestartedWaits(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  waits: Wait[],
): void {
  writeWaits(tx, workspaceId, requestId, waits, "response = 'none', responded_at = null,");
}

function writeWaits(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  waits: Wait[],
  assignments: string,
): void {
  tx.later(
    'meeting_request_participants',
    `update meeting_request_participants as participants
     set ${assignments} asked_at = asked.asked_at, follow_ups = asked.follow_ups, follow_up_at = asked.follow_up_at
     from (select * from ${tx.dialect.rows('$3', waitColumns)}) as asked
     where participants.workspace_id = $1 and participants.request_id = $2 and participants.place = asked.place`,
    [workspaceId, requestId, JSON.stringify(waits)],
  );
}
