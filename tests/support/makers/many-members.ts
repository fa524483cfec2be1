// More members than a test would make one by one.
import type { Place } from './events.ts';

/** Writes active members at once. Returns their ids and emails, oldest first. */
export async function makeManyMembers(
  { services, workspaceId }: Place,
  count: number,
): Promise<{ id: string; email: string }[]> {
  const { database, ids } = services;
  const people = Array.from({ length: count }, () => {
    const id = ids('member');
    return { id, email: `${id.toLowerCase()}@example.com` };
  });
  await database.change(
    `insert into members (workspace_id, id, email, email_folded, role, created_at)
     select $1, id, email, email, 'member', 0 from ${database.dialect.rows('$2', { id: 'text', email: 'text' })}`,
    [workspaceId, JSON.stringify(people)],
  );
  return people;
}
