import type { Context } from '../../../../context.ts';
import { firstIdAt } from '../../../../ids.ts';
import type { Page, PageRequest } from '../../../../pagination.ts';
import type { ListedRequest } from '../operations.ts';
import { presentRequest } from '../present.ts';
import type { Status } from '../rules.ts';
import { type SearchScope, searchStretch } from './search-queries.ts';

interface Wanted extends SearchScope {
  /** A part of a title, of a purpose, or of the name or address of a participant or the organizer. */
  text: string;
  status?: Status | undefined;
  attention?: boolean | undefined;
  /** Both inclusive. */
  created_after?: number | undefined;
  created_before?: number | undefined;
}

/** Newest first. A page can have few requests, or none, and still be followed by another: each reads a stretch of them. */
export async function searchRequests(
  { database, caller }: Context,
  { created_after: after, created_before: until, ...wanted }: Wanted,
  page: PageRequest,
): Promise<Page<ListedRequest>> {
  const { rows, end } = await searchStretch(
    database,
    caller.workspaceId,
    {
      ...wanted,
      from: after === undefined ? undefined : firstIdAt('meetingRequest', after),
      before: until === undefined ? undefined : firstIdAt('meetingRequest', until + 1),
    },
    page,
  );
  const { limit } = page;
  const data = rows.slice(0, limit).map(presentRequest);
  const next = rows.length > limit ? data.at(-1)?.id : end;
  return { data, meta: { limit, has_more: next !== undefined, next_cursor: next ?? null } };
}
