import type { Context, Services } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { Named } from '../../tokens.ts';
import { holdWithHosts } from '../meeting-requests/hosts.ts';
import type { Respondent } from '../meeting-requests/rules.ts';
import { loadSearch, type Search } from '../scheduling/search.ts';
import { openVisit } from './visit.ts';

/** A participant who does something. The audit log names them by their address. */
interface Acting {
  context: Context;
  request_id: string;
  place: number;
}

export async function asParticipant(services: Services, link: Named): Promise<Acting> {
  const { id, workspace_id, email } = await openVisit(services, link);
  return { context: contextOf(services, workspace_id, email), request_id: id, place: link.place };
}

export function contextOf(services: Services, workspaceId: string, email: string): Context {
  return { ...services, caller: { workspaceId, actor: { type: 'participant', id: email }, scopes: [] } };
}

export function inPlace(respondents: Respondent[], place: number): Respondent {
  const participant = respondents.find((one) => one.place === place);
  if (!participant) throw notFound('Link');
  return participant;
}

/** Something that a participant does about a time, while the request and its hosts are held. */
export async function byParticipant<Result>(
  services: Services,
  link: Named,
  work: (search: Search, participant: Respondent) => Promise<Result>,
): Promise<Result> {
  const { context, request_id, place } = await asParticipant(services, link);
  // They may wait for the rows of the same hosts, as calls of the API do.
  return services.storage.inLine(`${context.caller.workspaceId} bookings`, () =>
    holdWithHosts(context, request_id, async (tx, held) => {
      const search = await loadSearch(context, tx, held);
      return work(search, inPlace(search.respondents, place));
    }),
  );
}
