import type { Context, Services } from '../../../context.ts';
import type { Named } from '../../../tokens/link-tokens.ts';
import type { Respondent } from '../requests/rules.ts';
import { asParticipant, byParticipant } from '../scheduling/participant.ts';
import type { Search } from '../scheduling/search.ts';
import { openVisit } from './visit.ts';

/** A participant who does something. */
interface Acting {
  context: Context;
  request_id: string;
  place: number;
}

export async function asVisitor(services: Services, link: Named): Promise<Acting> {
  const { id, workspace_id, email } = await openVisit(services, link);
  return { context: asParticipant(services, workspace_id, email), request_id: id, place: link.place };
}

/** Something that the holder of the link does about a time. */
export async function byVisitor<Result>(
  services: Services,
  link: Named,
  work: (search: Search, participant: Respondent) => Promise<Result>,
): Promise<Result> {
  const visitor = await asVisitor(services, link);
  return byParticipant(visitor.context, visitor, work);
}
