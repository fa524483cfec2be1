import type { Context, Services } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { clearAttention } from '../requests/lifecycle/attention.ts';
import { linesOfHosts, withHostsLocked } from '../requests/lifecycle/hosts.ts';
import { recordProof } from '../requests/participants/responses.ts';
import type { Respondent } from '../requests/rules.ts';
import { loadSearch, type Search } from './search.ts';

/** The audit log names a participant by their address. */
export function asParticipant(services: Services, workspaceId: string, email: string): Context {
  return { ...services, caller: { workspaceId, actor: { type: 'participant', id: email }, scopes: [] } };
}

export function inPlace(respondents: Respondent[], place: number): Respondent {
  const participant = respondents.find((respondent) => respondent.place === place);
  if (!participant) throw notFound('Link');
  return participant;
}

/** Something that a participant does about a time, while the request and its hosts are locked. */
export function byParticipant<Result>(
  context: Context,
  { request_id, place }: { request_id: string; place: number },
  work: (search: Search, participant: Respondent) => Promise<Result>,
): Promise<Result> {
  // They may wait for the rows of the same hosts, as calls of the API do.
  const findLines = () => linesOfHosts(request_id)(context, context.caller.workspaceId);
  return context.storage.serialized(findLines, () =>
    withHostsLocked(context, request_id, async (tx, locked) => {
      const search = await loadSearch(context, tx, locked);
      return work(search, await prove(search, inPlace(search.respondents, place)));
    }),
  );
}

/** Only who gets the mail of a participant can do something for them: it is known by now that they are who is meant. */
export async function prove({ context, tx, locked }: Search, participant: Respondent): Promise<Respondent> {
  if (!participant.unproven) return participant;
  await recordProof(context, tx, locked.request.id, participant.place);
  return { ...participant, unproven: false };
}

/** A participant is a person: what they do ends the need for attention. */
export async function clearSearchAttention(search: Search): Promise<Search> {
  const { context, tx, locked } = search;
  return { ...search, locked: { ...locked, request: await clearAttention(context, tx, locked.request) } };
}
