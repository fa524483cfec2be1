import type { Services } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Named } from '../../../tokens/link-tokens.ts';
import { findInvite } from '../requests/participants/visits.ts';
import { bookedTime } from '../requests/rules.ts';
import { openVisit } from './visit.ts';

/** The last invite that was sent, as iCalendar text, for a participant who has the link. */
export async function readInvite(services: Services, link: Named): Promise<string> {
  const visited = await openVisit(services, link);
  const text = bookedTime(visited) && (await findInvite(services.database, visited));
  if (!text) throw notFound('Invite');
  return text;
}
