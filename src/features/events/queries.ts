import type { EventRow } from '../../events/queries.ts';
import type { PageRequest } from '../../pages.ts';
import type { Reader } from '../../storage/database.ts';
import { readPage, selectNewestFirst } from '../../storage/newest-first.ts';

const columns = 'id, type, payload, created_at';

export function selectEvents(reader: Reader, workspaceId: string, page: PageRequest): Promise<EventRow[]> {
  return selectNewestFirst<EventRow>(reader, workspaceId, page, { columns, table: 'events', where: [] });
}

/** The first so many that follow, the oldest first, and one more where there is. */
export function selectEventsAfter(
  reader: Reader,
  workspaceId: string,
  after: string,
  limit: number,
): Promise<EventRow[]> {
  return readPage(limit, (rows) =>
    reader.all<EventRow>(
      `select ${columns} from events where workspace_id = $1 and id > $2 order by id limit ${rows}`,
      [workspaceId, after],
    ),
  );
}

/** The id of the newest; undefined when there is none yet. */
export async function selectNewestId(reader: Reader, workspaceId: string): Promise<string | undefined> {
  const row = await reader.get<{ id: string }>(
    'select id from events where workspace_id = $1 order by id desc limit 1',
    [workspaceId],
  );
  return row?.id;
}
