// People whom somebody outside suggested. Callers that write have locked the request.
import type { Reader, Transaction } from '../../../../storage/database.ts';
import { insertRowsLater } from '../../../../storage/rows.ts';
import type { SuggestedParticipant } from '../rules.ts';

export function selectSuggested(
  reader: Reader,
  workspaceId: string,
  requestId: string,
): Promise<SuggestedParticipant[]> {
  return reader.all<SuggestedParticipant>(
    `select email, name from suggested_participants where workspace_id = $1 and request_id = $2 order by place`,
    [workspaceId, requestId],
  );
}

export function insertSuggested(
  tx: Transaction,
  workspaceId: string,
  rows: (SuggestedParticipant & { request_id: string; place: number; email_folded: string })[],
): void {
  const columns = {
    request_id: 'text',
    place: 'bigint',
    email: 'text',
    email_folded: 'text',
    name: 'text',
  } as const;
  insertRowsLater(tx, 'suggested_participants', workspaceId, columns, rows);
}

export async function deleteSuggested(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  folded: string[],
): Promise<void> {
  const given = tx.dialect.rows('$3', { email_folded: 'text' });
  await tx.run(
    `delete from suggested_participants where workspace_id = $1 and request_id = $2
       and email_folded in (select email_folded from ${given})`,
    [workspaceId, requestId, JSON.stringify(folded.map((email_folded) => ({ email_folded })))],
  );
}
