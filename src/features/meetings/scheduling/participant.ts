import type { Context, Services } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { clearAttention } from '../requests/lifecycle/attention.ts';
import { linesOfHosts, withHostsLocked } from '../requests/lifecycle/hosts.ts';
import { recordProof } from '../requests/participants/responses.ts';
import type { Respondent } from '../requests/rules.ts';
import { loadSearch, type Search } from './search.ts';

/** The actor in the audit log: the participant, by address. */
export function asParticipant(services: Services, workspaceId: string, email: string): Context {
  return { ...services, caller: { workspaceId, actor: { type: 'participant', id: email }, scopes: [] } };
}

export function inPlace(respondents: Respondent[], place: number): Respondent {
  const participant = respondents.find((respondent) => respondent.place === place);
  if (!participant) throw notFound('Link');
  return participant;
}

/** Runs an action of a participant that concerns a time, while the request and its hosts are locked. */
export function byParticipant<Result>(
  context: Context,
  { request_id, place }: { request_id: string; place: number },
  work: (search: Search, participant: Respondent) => Promise<Result>,
): Promise<Result> {
  // Waits in the hosts' lines, like API calls that need the same rows.
  const findLines = () => linesOfHosts(request_id)(context, context.caller.workspaceId);
  return context.storage.serialized(findLines, () =>
    withHostsLocked(context, request_id, async (tx, locked) => {
      const search = await loadSearch(context, tx, locked);
      return work(search, await prove(search, inPlace(search.respondents, place)));
    }),
  );
}

/** Acting for a participant takes access to their mail, so this proves that it is really them. */
export async function prove({ context, tx, locked }: Search, participant: Respondent): Promise<Respondent> {
  if (!participant.unproven) return participant;
  await recordProof(context, tx, locked.request.id, participant.place);
  return { ...participant, unproven: false };
}

/** A participant is a person, so whatever they do clears the attention. */
export async function clearSearchAttention(search: Search): Promise<Search> {
  const { context, tx, locked } = search;
  return { ...search, locked: { ...locked, request: await clearAttention(context, tx, locked.request) } };
}
