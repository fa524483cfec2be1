import type { Services } from '../../../context.ts';
import { gone, notFound } from '../../../errors.ts';
import { idOf } from '../../../ids.ts';
import type { Named } from '../../../tokens/link-tokens.ts';
import { whyClosed } from '../../workspace/workspaces/rules.ts';
import { findVisit } from '../requests/participants/visits.ts';
import type { Visit } from '../requests/rules.ts';
import { isExpired } from './rules.ts';

/** What the link leads to, for a page or a form. Refuses a link to nothing, one into a closed workspace, and one that has expired. */
export async function openVisit({ database, clock }: Services, { ulid, place }: Named): Promise<Visit> {
  const visited = await findVisit(database, idOf('meetingRequest', ulid), place);
  if (!visited) throw notFound('Link');
  const refusal = whyClosed(visited);
  if (refusal) throw refusal;
  if (isExpired(visited, clock.now())) throw gone('The link');
  return visited;
}
