import type { Services } from '../../context.ts';
import { gone, notFound } from '../../errors.ts';
import { idPrefixes } from '../../ids.ts';
import type { Named } from '../../tokens.ts';
import { heldTime } from '../meeting-requests/rules.ts';
import { findInvite, findVisit } from '../meeting-requests/visits.ts';
import { isExpired } from './rules.ts';

/** The last invite that was sent, as iCalendar text, for a participant who has the link. */
export async function readInvite({ database, clock }: Services, { ulid, place }: Named): Promise<string> {
  const id = `${idPrefixes.meetingRequest}_${ulid}`;
  const visited = await findVisit(database, id, place);
  if (visited && isExpired(visited, clock.now())) throw gone('The link');
  const isBooked = visited && heldTime(visited);
  const text = isBooked && (await findInvite(database, visited));
  if (!text) throw notFound('Invite');
  return text;
}
