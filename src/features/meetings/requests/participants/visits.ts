import type { Reader } from '../../../../storage/database.ts';
import { selectInvites } from '../invites/invite-queries.ts';
import type { Visit } from '../rules.ts';
import { selectVisit } from './visit-queries.ts';

// What a link leads to. It names a request and the place of a participant, and nothing else.

export function findVisit(reader: Reader, requestId: string, place: number): Promise<Visit | undefined> {
  return selectVisit(reader, requestId, place);
}

/** The last invite to the meeting, as iCalendar text. */
export async function findInvite(
  reader: Reader,
  { workspace_id, id }: Pick<Visit, 'workspace_id' | 'id'>,
): Promise<string | undefined> {
  return (await selectInvites(reader, workspace_id, [id])).get(id)?.text;
}
