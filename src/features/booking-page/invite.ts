import type { Services } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { idPrefixes } from '../../ids.ts';
import type { Named } from '../../tokens.ts';
import { selectInvites } from '../meeting-requests/invite-queries.ts';
import { selectRequest, selectWorkspaceOf } from '../meeting-requests/queries.ts';
import { heldTime } from '../meeting-requests/rules.ts';

/** The last invite that was sent, as iCalendar text, for a participant who has the link. */
export async function readInvite({ database }: Services, { ulid, place }: Named): Promise<string> {
  const id = `${idPrefixes.meetingRequest}_${ulid}`;
  const workspaceId = await selectWorkspaceOf(database, id);
  const request = workspaceId && (await selectRequest(database, workspaceId, id));
  const isBooked = request && place < request.participant_emails.length && heldTime(request);
  const invite = isBooked && (await selectInvites(database, workspaceId, [id])).get(id);
  if (!invite) throw notFound('Invite');
  return invite.text;
}
