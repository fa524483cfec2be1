import type { Context, Services } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { brandOfClosed } from '../../../html/brand/brand.ts';
import { readerFor } from '../../../html/reader.ts';
import { idOf } from '../../../ids.ts';
import { onOneLine } from '../../../text/plain-text.ts';
import type { Named } from '../../../tokens/link-tokens.ts';
import { findOptOut, optIn, optOut } from '../../people/opt-outs/operations.ts';
import { brandFrom } from '../../workspace/branding/shown.ts';
import { whyClosed } from '../../workspace/workspaces/rules.ts';
import { withRequestLocked } from '../requests/lifecycle/hosts.ts';
import { findVisit } from '../requests/operations.ts';
import type { Visit } from '../requests/rules.ts';
import { asScheduling } from '../schedules/operations.ts';
import { leaveToOrganizer } from '../scheduling/opt-outs.ts';
import { asParticipant, inPlace } from '../scheduling/participant.ts';
import { loadSearch } from '../scheduling/search.ts';
import { stopPage } from './pages/stop.ts';
import type { Guest } from './show.ts';

interface Stopping {
  context: Context;
  visited: Visit;
}

/** The page where a participant opts out. Opening it changes nothing: scanners open links, too. */
export async function showStop(services: Services, guest: Guest): Promise<string> {
  const { context, visited } = await open(services, guest.link);
  const isStopped = (await findOptOut(context, context.database, visited.email)) !== undefined;
  return pageOf(guest, visited, isStopped);
}

/** Safe to repeat: mail providers may call it for the participant, even several times. The organizer is told the first time. */
export async function stopMail(services: Services, guest: Guest): Promise<string> {
  const { context, visited } = await open(services, guest.link);
  await withRequestLocked(context, visited.id, async (tx, locked) => {
    if (!(await optOut(context, tx, visited.email))) return;
    const search = await loadSearch(asScheduling(services, visited.workspace_id), tx, locked);
    const participant = inPlace(search.respondents, guest.link.place);
    if (isWaitedFor({ ...visited, ...participant, status: locked.request.status })) {
      await leaveToOrganizer(search, participant);
    }
  });
  return pageOf(guest, visited, true);
}

export async function undoStop(services: Services, guest: Guest): Promise<void> {
  const { context, visited } = await open(services, guest.link);
  await context.database.transaction((tx) => optIn(context, tx, visited.email));
}

/** Whether Rota would send reminders for an answer. If so, the organizer has to know. */
const isWaitedFor = ({
  status,
  response,
  notify_participants,
}: Pick<Visit, 'status' | 'response' | 'notify_participants'>) =>
  status === 'active' && response === 'none' && notify_participants === 1;

/** The link never expires, and works while the workspace is suspended: afterwards, mail would go out again. */
async function open(services: Services, { ulid, place }: Named): Promise<Stopping> {
  const visited = await findVisit(services.database, idOf('meetingRequest', ulid), place);
  // For somebody erased, no address is left to block.
  const isGone = !visited || visited.delete_at !== null || visited.email.endsWith('.invalid');
  if (isGone) throw notFound('Link');
  return { context: asParticipant(services, visited.workspace_id, visited.email), visited };
}

function pageOf({ reader, token }: Guest, visited: Visit, isStopped: boolean): string {
  const brand = brandFrom(visited);
  return stopPage({
    // Of somebody without a language, the browser's: the workspace's settings are read for nothing else here.
    reader: readerFor(reader, { own: visited.locale, workspace: reader.locale }),
    token,
    isStopped,
    told: isWaitedFor(visited) ? onOneLine(visited.organizer ?? '') || null : null,
    brand: whyClosed(visited) ? brandOfClosed(brand) : brand,
  });
}
