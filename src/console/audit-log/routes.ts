import { findMemberByEmail } from '../../features/people/members/operations.ts';
import { listAuditEntries } from '../../features/workspace/audit-log/operations.ts';
import { pageQuery, textQuery } from '../../http/query.ts';
import type { Route } from '../../http/route.ts';
import { dayQuery, startOfDay } from '../day-query.ts';
import { readNames } from '../names.ts';
import { page } from '../route.ts';
import type { Screen } from '../screen.ts';
import { idsIn, LOG } from './entry.ts';
import { logPage } from './log-page.ts';

/** An entry is a row and all that is behind its button. So many stay far below the 60 KB of a page. */
const ENTRIES = 15;

const log = page({
  url: LOG,
  summary: 'The audit log',
  may: 'read_audit_log',
  query: {
    cursor: pageQuery('auditEntry').cursor,
    action: textQuery('Only what was done like this.'),
    actor: textQuery('Only what was done by whoever has this address or id.'),
    target: textQuery('Only what is about whoever has this address, or the thing with this id.'),
    since: dayQuery('Only what was done on this day or later.'),
    until: dayQuery('Only what was done on this day or earlier.'),
  },
  async show(screen, { query: { cursor, ...filter } }) {
    const { timezone } = screen.dates;
    const { action, since, until } = filter;
    const [actor_id, target_id] = await Promise.all([
      idFrom(screen, filter.actor),
      idFrom(screen, filter.target),
    ]);
    const entries = await listAuditEntries(screen, {
      action,
      actor_id,
      target_id,
      created_after: since === undefined ? undefined : startOfDay(since, timezone),
      created_before: until === undefined ? undefined : startOfDay(until, timezone, 1) - 1,
      limit: ENTRIES,
      cursor,
    });
    const names = await readNames(screen, entries.data.flatMap(idsIn));
    return logPage(screen, { entries, names, filter, cursor });
  },
});

/** Accepts an id or a member's address. Participants are recorded by address, so theirs stays as it is. */
async function idFrom(screen: Screen, text: string | undefined): Promise<string | undefined> {
  const wanted = text?.trim();
  if (!wanted?.includes('@')) return wanted;
  return (await findMemberByEmail(screen, screen.database, wanted))?.id ?? wanted;
}

export const auditLogRoutes: Route[] = [log.route];
