import type { Context } from '../../../../context.ts';
import type { Reader, Transaction } from '../../../../storage/database.ts';
import { foldEmail } from '../../../../text/emails.ts';
import type { SuggestedParticipant } from '../rules.ts';
import { deleteSuggested, insertSuggested, selectSuggested } from './suggested-queries.ts';

// People whom somebody outside suggested. They get no mail until a member adds them.

export function readSuggested(
  { caller }: Context,
  reader: Reader,
  requestId: string,
): Promise<SuggestedParticipant[]> {
  return selectSuggested(reader, caller.workspaceId, requestId);
}

/** For a request that is new. */
export function suggest(
  { caller }: Context,
  tx: Transaction,
  requestId: string,
  people: SuggestedParticipant[],
): void {
  if (people.length === 0) return;
  const rows = people.map(({ email, name }, place) => ({
    request_id: requestId,
    place,
    email,
    email_folded: foldEmail(email),
    name,
  }));
  insertSuggested(tx, caller.workspaceId, rows);
}

/** Removes the suggestions of people who have been added. */
export async function unsuggest(
  { caller }: Context,
  tx: Transaction,
  requestId: string,
  emails: string[],
): Promise<void> {
  await deleteSuggested(tx, caller.workspaceId, requestId, emails.map(foldEmail));
}
