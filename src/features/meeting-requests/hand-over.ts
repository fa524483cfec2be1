import type { Context } from '../../context.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import { recordAudits } from '../audit-log/operations.ts';
import type { Changes } from '../audit-log/rules.ts';
import { announceAll, countSubscribers } from '../events/announce.ts';
import type { MemberRow } from '../members/operations.ts';
import { organizerChanged } from './announcements.ts';
import { countRequests, hasRequests, updateOrganizer } from './queries.ts';
import { entryAbout } from './record.ts';
import { openStatuses, requestsAtOnce } from './rules.ts';

/** How many requests these members still have to organize. */
export async function countOpenRequests(
  { caller }: Context,
  reader: Reader,
  memberIds: string[],
): Promise<number> {
  let open = 0;
  for (const memberId of memberIds) {
    for (const status of openStatuses) {
      open += await countRequests(reader, caller.workspaceId, status, memberId);
    }
  }
  return open;
}

/**
 * Gives requests that the member still has to organize to the heir, as many as can be written without holding up others,
 * the oldest first; true when nothing is left. The caller holds the heir's row, and nobody gives the member new ones.
 */
export async function handOverRequests(
  context: Context,
  tx: Transaction,
  member: MemberRow,
  heir: MemberRow,
): Promise<boolean> {
  const { caller, clock } = context;
  const most = requestsAtOnce(await countSubscribers(context, tx, 'meeting_request.organizer_changed'));
  const change = { from: member.id, to: heir.id, at: clock.now() };
  const moved: string[] = [];
  for (const status of openStatuses) {
    if (moved.length === most) break;
    const some = await updateOrganizer(tx, caller.workspaceId, status, change, most - moved.length);
    moved.push(...some);
  }
  const announcements = moved.sort().map((id) => organizerChanged(id, member.email, heir.email));
  const changes: Changes = { organizer_email: [member.email, heir.email] };
  await recordAudits(
    context,
    tx,
    announcements.map((announcement) => entryAbout(announcement, changes)),
  );
  await announceAll(context, tx, announcements);
  return !(await hasRequests(tx, caller.workspaceId, openStatuses, member.id));
}
