// Members with more requests than one hand-over step, written directly into the database.
import type { Place } from './events.ts';

/** Makes requests of the member, paused except for every tenth, which needs a new time. Returns their ids, oldest first. */
export async function writeRequests(
  { services: { database, ids, clock }, workspaceId }: Place,
  memberId: string,
  count: number,
): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, number) => ({
    id: ids('meetingRequest'),
    status: number % 10 === 0 ? 'active' : 'paused',
  }));
  await database.change(
    `insert into meeting_requests (workspace_id, id, status, organizer_id, include_introduction, created_at, updated_at)
     select $1, id, status, $3, 0, $4, $4 from ${database.dialect.rows('$2', { id: 'text', status: 'text' })}`,
    [workspaceId, JSON.stringify(rows), memberId, clock.now()],
  );
  return rows.map(({ id }) => id);
}

/** Leaves the state of a node that died halfway: nobody was notified. */
export function writeHandOver({ services, workspaceId }: Place, memberId: string, successorId: string) {
  return services.database.change(
    `insert into hand_overs (workspace_id, member_id, heir_id, actor_type, actor_id, created_at)
     values ($1, $2, $3, 'cli', 'a test', 0)`,
    [workspaceId, memberId, successorId],
  );
}

/** The number of requests of the member. */
export async function countOf({ services }: Place, memberId: string): Promise<number> {
  const row = await services.database.get<{ count: number }>(
    'select count(*) as count from meeting_requests where organizer_id = $1',
    [memberId],
  );
  return row?.count ?? 0;
}
