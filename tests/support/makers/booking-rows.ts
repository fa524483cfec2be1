// Times that are taken for a request, as rows: for tests of what becomes of them in calendars.
import type { MeetingRequest } from '../server/resources.ts';
import type { Node } from '../server/rota.ts';
import { makeRequest } from './meeting-requests.ts';
import type { Member } from './team-members.ts';

const HOUR_MS = 60 * 60 * 1000;

/** A request of this organizer that has an hour of theirs. */
export async function takeTime(
  node: Node,
  organizer: Member,
  startsAt: string,
  fields: object = {},
): Promise<MeetingRequest> {
  const request = await makeRequest(node, { organizer_email: organizer.email, ...fields });
  const start = Date.parse(startsAt);
  await node.services.database.change(
    `insert into bookings (workspace_id, request_id, member_id, starts_at, ends_at) values ($1, $2, $3, $4, $5)`,
    [node.workspaceId, request.id, organizer.id, start, start + HOUR_MS],
  );
  return request;
}

export async function moveTime({ services }: Node, { id }: { id: string }, startsAt: string): Promise<void> {
  const start = Date.parse(startsAt);
  await services.database.change('update bookings set starts_at = $2, ends_at = $3 where request_id = $1', [
    id,
    start,
    start + HOUR_MS,
  ]);
}

export async function releaseTime({ services }: Node, { id }: { id: string }): Promise<void> {
  await services.database.change('delete from bookings where request_id = $1', [id]);
}
