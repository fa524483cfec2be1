import type { Context, Services } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { withDetails } from '../../../icalendar/details.ts';
import { type Page, type PageRequest, takePage } from '../../../pagination.ts';
import type { Static } from '../../../shapes/type.ts';
import type { Reader } from '../../../storage/database.ts';
import { foldEmail } from '../../../text/emails.ts';
import { readTimestamp } from '../../../time/timestamps.ts';
import { findMemberByEmail } from '../../people/members/operations.ts';
import { selectInvites } from './invites/invite-queries.ts';
import { paused, resumed } from './lifecycle/announcements.ts';
import { createAt } from './lifecycle/book-at-once.ts';
import { createWithin } from './lifecycle/create.ts';
import { applyTransition, findRequest } from './lifecycle/transitions.ts';
import { type RequestFilter, selectRequests } from './lists/list-queries.ts';
import { selectWhoHosts } from './lists/overview-queries.ts';
import { detailsFor } from './mails/mails.ts';
import { selectVisit } from './participants/visit-queries.ts';
import { presentRequest } from './present.ts';
import { countRequestsOf, selectRequestsById } from './queries.ts';
import type { Visit } from './rules.ts';
import type { NewMeetingRequest } from './shapes.ts';
import { showRequest } from './show.ts';

export type ListedRequest = ReturnType<typeof presentRequest>;

interface ListFilter extends Omit<RequestFilter, 'participant_folded'> {
  organizer_email?: string | undefined;
  host_email?: string | undefined;
  participant_email?: string | undefined;
}

export async function listRequests(
  context: Context,
  { organizer_email, host_email, participant_email, ...others }: ListFilter,
  page: PageRequest,
): Promise<Page<ListedRequest>> {
  const { database, caller } = context;
  const filter: RequestFilter = { ...others };
  for (const [column, email] of Object.entries({ organizer_id: organizer_email, host_id: host_email })) {
    if (email === undefined) continue;
    const member = await findMemberByEmail(context, database, email);
    if (!member) return takePage([], page, presentRequest);
    filter[column as 'organizer_id' | 'host_id'] = member.id;
  }
  if (participant_email !== undefined) filter.participant_folded = foldEmail(participant_email);
  const rows = await selectRequests(database, caller.workspaceId, filter, page);
  return takePage(rows, page, presentRequest);
}

/** The requests that exist among these ids, by id. */
export async function findRequests(
  { database, caller }: Context,
  ids: string[],
): Promise<Map<string, ListedRequest>> {
  if (ids.length === 0) return new Map();
  const rows = await selectRequestsById(database, caller.workspaceId, ids);
  return new Map(rows.map((row) => [row.id, presentRequest(row)]));
}

export async function getRequest(context: Context, id: string) {
  return showRequest(context, context.database, id);
}

/** The team that a request was routed through, and its hosts: they decide who may see it. */
export async function whoHosts(
  { database, caller }: Context,
  requestId: string,
): Promise<{ team_id: string | null; member_ids: string[] }> {
  const row = await selectWhoHosts(database, caller.workspaceId, requestId);
  if (!row) throw notFound('Meeting request');
  return row;
}

/** How many requests with this participant were made since then, counted up to `limit`. */
export function countRequestsWith(
  { caller }: Context,
  reader: Reader,
  email: string,
  since: number,
  limit: number,
): Promise<number> {
  return countRequestsOf(reader, caller.workspaceId, foldEmail(email), since, limit);
}

/** With a time, it is booked at once. */
export async function createRequest(context: Context, body: Static<typeof NewMeetingRequest>) {
  const { starts_at, ...others } = body;
  const startsAt = readTimestamp(starts_at);
  if (startsAt !== null) return getListed(context, (await createAt(context, others, startsAt)).id);
  return context.database.transaction(async (tx) => presentRequest(await createWithin(context, tx, others)));
}

async function getListed(context: Context, id: string): Promise<ListedRequest> {
  return presentRequest(await findRequest(context, context.database, id));
}

export function pauseRequest(context: Context, id: string) {
  return applyTransition(context, id, 'pause', (before, now) => ({
    after: { ...before, paused_at: now },
    announce: () => paused(before, now),
  }));
}

export function resumeRequest(context: Context, id: string) {
  return applyTransition(context, id, 'resume', (before, now) => ({
    after: { ...before, paused_at: null },
    announce: () => resumed(before, now),
  }));
}

// What a link leads to. It names a request and the place of a participant, and nothing else.

export function findVisit(reader: Reader, requestId: string, place: number): Promise<Visit | undefined> {
  return selectVisit(reader, requestId, place);
}

/** The last invite to the meeting, as iCalendar text, as the participant in this place got it. */
export async function findInvite(
  services: Services,
  { workspace_id, id, email }: Pick<Visit, 'workspace_id' | 'id' | 'email'>,
  place: number,
): Promise<string | undefined> {
  const { database } = services;
  const shared = (await selectInvites(database, workspace_id, [id])).get(id)?.text;
  if (shared === undefined) return undefined;
  const actor = { type: 'participant', id: email } as const;
  const context: Context = { ...services, caller: { workspaceId: workspace_id, actor, scopes: [] } };
  const details = await detailsFor(context, database, id, place);
  return withDetails(shared, details);
}
