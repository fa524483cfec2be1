import type { Services } from '../../../context.ts';
import { gone, notFound } from '../../../errors.ts';
import { idOf } from '../../../ids.ts';
import type { Named } from '../../../tokens/link-tokens.ts';
import { whyHeld } from '../../workspace/workspaces/rules.ts';
import { findVisit } from '../requests/participants/visits.ts';
import type { Visit } from '../requests/rules.ts';
import { isExpired } from './rules.ts';

/** What the link leads to, for a page or a form. Refuses a link to nothing, into a held workspace, and one that has expired. */
export async function openVisit({ database, clock }: Services, { ulid, place }: Named): Promise<Visit> {
  const visited = await findVisit(database, idOf('meetingRequest', ulid), place);
  if (!visited) throw notFound('Link');
  const refusal = whyHeld(visited);
  if (refusal) throw refusal;
  if (isExpired(visited, clock.now())) throw gone('The link');
  return visited;
}
