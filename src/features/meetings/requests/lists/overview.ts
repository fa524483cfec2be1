import type { Context } from '../../../../context.ts';
import type { Answer } from '../../meeting-types/questions.ts';
import type { ListedRequest } from '../operations.ts';
import { readRespondents } from '../participants/responses.ts';
import { presentRequest } from '../present.ts';
import {
  countNeedingAttention,
  type MeetingSpan,
  selectMeetings,
  selectPeople,
  selectRequestTitles,
} from './overview-queries.ts';

/** Counts stop there: a page then says `99+`. */
export const MAX_COUNT = 100;

/** Booked meetings in the order of their start. */
export async function listMeetingsBetween(
  { database, caller }: Context,
  { limit, ...span }: MeetingSpan & { limit: number },
): Promise<ListedRequest[]> {
  const rows = await selectMeetings(database, caller.workspaceId, span, limit);
  return rows.map(presentRequest);
}

/** How many requests a person must look at; with `member_id`, of those that the member hosts. */
export function countAttention(
  { database, caller }: Context,
  { member_id }: { member_id?: string } = {},
): Promise<number> {
  return countNeedingAttention(database, caller.workspaceId, member_id, MAX_COUNT);
}

/** Who meets whom in a request. */
export type People = Awaited<ReturnType<typeof selectPeople>>[number];

/** Who meets whom in each of these requests, by its id. */
export async function findPeople(
  { database, caller }: Context,
  ids: string[],
): Promise<ReadonlyMap<string, People>> {
  if (ids.length === 0) return new Map();
  const rows = await selectPeople(database, caller.workspaceId, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What the participants of a request answered to the questions of its meeting type, by address. */
export async function findAnswers(
  context: Context,
  requestId: string,
): Promise<ReadonlyMap<string, readonly Answer[]>> {
  const respondents = await readRespondents(context, context.database, requestId);
  return new Map(respondents.map(({ email, answers }) => [email, answers]));
}

/** What these requests are called. */
export function nameRequests({ database, caller }: Context, ids: string[]) {
  return selectRequestTitles(database, caller.workspaceId, ids);
}
