import type { Context, Services } from '../../../context.ts';
import { gone, notFound } from '../../../errors.ts';
import { brandOfClosed, withBrand } from '../../../html/brand/brand.ts';
import type { Reader } from '../../../html/reader.ts';
import { idOf } from '../../../ids.ts';
import type { Named } from '../../../tokens/link-tokens.ts';
import { brandFrom } from '../../workspace/branding/shown.ts';
import { whyClosed } from '../../workspace/workspaces/rules.ts';
import { findInvite, findVisit } from '../requests/operations.ts';
import { bookedTime, type Respondent, type Visit } from '../requests/rules.ts';
import { asParticipant, byParticipant } from '../scheduling/participant.ts';
import type { Search } from '../scheduling/search.ts';
import { keepLanguage } from './language.ts';
import { isExpired } from './rules.ts';

/** What the link leads to, for a page or a form. Refuses a link to nothing, one into a closed workspace, and one that has expired. */
export async function openVisit({ database, clock }: Services, { ulid, place }: Named): Promise<Visit> {
  const visited = await findVisit(database, idOf('meetingRequest', ulid), place);
  if (!visited) throw notFound('Link');
  const refusal = whyClosed(visited);
  const brand = brandFrom(visited);
  if (refusal) throw withBrand(refusal, brandOfClosed(brand));
  if (isExpired(visited, clock.now())) throw withBrand(gone('The link'), brand);
  return visited;
}

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

/** The holder of the link, and the language in which they read the page. */
export interface Visitor {
  link: Named;
  reader: Reader;
}

/** Something that a visitor does about a time. The language they have chosen is kept with it, or not at all. */
export async function byVisitor<Result>(
  services: Services,
  { link, reader }: Visitor,
  work: (search: Search, participant: Respondent) => Promise<Result>,
): Promise<Result> {
  const acting = await asVisitor(services, link);
  return byParticipant(acting.context, acting, async (search, known) => {
    const { context, tx, locked } = search;
    const participant = await keepLanguage(context, tx, locked.request.id, known, reader);
    const respondents = search.respondents.map((each) =>
      each.place === participant.place ? participant : each,
    );
    return work({ ...search, respondents }, participant);
  });
}

/** The last invite, as iCalendar text, as this participant got it. */
export async function readInvite(services: Services, link: Named): Promise<string> {
  const visited = await openVisit(services, link);
  const text = bookedTime(visited) && (await findInvite(services, visited, link.place));
  if (!text) throw notFound('Invite');
  return text;
}
