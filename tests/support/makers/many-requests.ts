// A workspace with many requests besides those that a test looks at.
import { DAY_MS } from '../../../src/time/timestamps.ts';
import type { Node } from '../server/rota.ts';
import { insertMany } from './many-rows.ts';

const REQUESTS = 3_000;

/** Half of them are over; the others wait for an answer. Each has a participant, and an option that is no longer offered. */
export async function makeManyRequests({ services, workspaceId }: Node): Promise<void> {
  const { database, ids, clock } = services;
  const member = await database.get<{ id: string }>('select id from members where workspace_id = $1', [
    workspaceId,
  ]);
  const rows = Array.from({ length: REQUESTS }, (_, place) => ({
    id: ids('meetingRequest'),
    option_id: ids('option'),
    due_at: place % 2 === 0 ? null : clock.now() + 5 * DAY_MS + place,
  }));
  const given = database.dialect.rows('$2', { id: 'text', option_id: 'text', due_at: 'bigint' });
  const insert = (sql: string, ...values: (string | number)[]) =>
    insertMany(database, sql, [workspaceId, JSON.stringify(rows), ...values]);
  await insert(
    `insert into meeting_requests (workspace_id, id, status, organizer_id, include_introduction, created_at, updated_at)
     select $1, id, case when due_at is null then 'booked' else 'active' end, $3, 0, 0, 0 from ${given}`,
    member?.id as string,
  );
  await insert(
    `insert into meeting_request_schedules (workspace_id, request_id, due_at, attempts) select $1, id, due_at, 0 from ${given}`,
  );
  await insert(
    `insert into meeting_request_participants (workspace_id, request_id, place, email, email_folded)
     select $1, id, 0, id, id from ${given}`,
  );
  await insert(
    `insert into options (workspace_id, id, request_id, starts_at, ends_at, round, status, created_at)
     select $1, option_id, id, 0, 1, 1, 'withdrawn', 0 from ${given}`,
  );
  if (database.dialect.engine === 'postgres') await database.transaction((tx) => tx.script('analyze'));
}
