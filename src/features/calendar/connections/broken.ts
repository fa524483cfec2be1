import type { Logger } from 'pino';
import type { AccountNews } from '../../../calendar-sync/accounts/news.ts';
import { providerNames } from '../../../calendar-sync/provider-kinds.ts';
import type { Services } from '../../../context.ts';
import { queueMessages } from '../../../mail-out/enqueue.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { announce } from '../../events/events/announce.ts';
import { findMember } from '../../people/members/operations.ts';
import { readLetterhead, toMember } from '../../workspace/letterhead/operations.ts';
import { asConnections, recordChange } from './operations.ts';

/** Records and announces that an account has no access any more, and writes to its member at once. */
export function createBrokenNews({
  services,
  log,
}: {
  services: Services;
  log: Logger;
}): AccountNews['broken'] {
  return async (tx, { workspace_id, id, member_id, provider, account_email, trace }, now) => {
    const context = asConnections({ ...services, trace }, workspace_id);
    log.warn({ workspace_id, connection_id: id, provider }, 'account disconnected by its provider');
    const member = await findMember(context, tx, member_id);
    if (!member) return;
    await recordChange(context, tx, 'broken', id, {
      status: ['connected', 'broken'],
      account_email: [account_email, account_email],
    });
    if (member.deactivated_at === null) {
      const { name, email, timezone } = member;
      const links = { console: `${context.address.url}/console/members/${member_id}/calendars` };
      await queueMessages(context, tx, [
        {
          kind: 'calendar_disconnected',
          ...toMember(await readLetterhead(context, tx), { name, email, timezone }, links),
          provider: providerNames[provider],
          account: account_email,
        },
      ]);
    }
    await announce(context, tx, {
      event: 'calendar_connection.broken',
      ...{ id, workspace_membership_id: member_id, email: member.email, provider, account_email },
      broken_at: formatTimestamp(now),
    });
  };
}
