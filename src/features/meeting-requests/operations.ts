import type { Context } from '../../context.ts';
import { foldEmail } from '../../emails.ts';
import { type Page, type PageRequest, takePage } from '../../pages.ts';
import type { Static } from '../../shapes/type.ts';
import type { Reader } from '../../storage/database.ts';
import { findMemberByEmail } from '../members/operations.ts';
import { paused, resumed } from './announcements.ts';
import { createWithin } from './create.ts';
import { move } from './moves.ts';
import { presentRequest } from './present.ts';
import { countRequestsOf, type RequestFilter, selectRequests } from './queries.ts';
import type { NewMeetingRequest } from './shapes.ts';
import { showRequest } from './show.ts';

export async function listRequests(
  context: Context,
  filter: Omit<RequestFilter, 'organizer_id' | 'participant_folded'> & {
    organizer_email: string | undefined;
    participant_email: string | undefined;
  },
  page: PageRequest,
): Promise<Page<ReturnType<typeof presentRequest>>> {
  const { database, caller } = context;
  const { organizer_email, participant_email, ...others } = filter;
  const organizer =
    organizer_email === undefined ? undefined : await findMemberByEmail(context, database, organizer_email);
  if (organizer_email !== undefined && !organizer) return takePage([], page, presentRequest);
  const participant_folded = participant_email === undefined ? undefined : foldEmail(participant_email);
  const wanted = { ...others, organizer_id: organizer?.id, participant_folded };
  const rows = await selectRequests(database, caller.workspaceId, wanted, page);
  return takePage(rows, page, presentRequest);
}

export async function getRequest(context: Context, id: string) {
  return showRequest(context, context.database, id);
}

/** How many requests since then have this participant, counted up to `limit`. */
export function countRequestsWith(
  { caller }: Context,
  reader: Reader,
  email: string,
  since: number,
  limit: number,
): Promise<number> {
  return countRequestsOf(reader, caller.workspaceId, foldEmail(email), since, limit);
}

export function createRequest(context: Context, body: Static<typeof NewMeetingRequest>) {
  return context.database.transaction(async (tx) => presentRequest(await createWithin(context, tx, body)));
}

export function pauseRequest(context: Context, id: string) {
  return move(context, id, 'pause', (before, now) => ({
    after: { ...before, paused_at: now },
    announcement: paused(before, now),
  }));
}

export function resumeRequest(context: Context, id: string) {
  return move(context, id, 'resume', (before, now) => ({
    after: { ...before, paused_at: null },
    announcement: resumed(before, now),
  }));
}
