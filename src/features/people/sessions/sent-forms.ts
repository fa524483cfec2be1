// Processes a form once even if it is sent twice, by a double click or a reload.
import type { Context } from '../../../context.ts';
import { validationError } from '../../../errors.ts';
import type { Database } from '../../../storage/database.ts';
import { within } from '../../../storage/within.ts';
import { SENT_FORM_MS } from './rules.ts';
import { insertSentForm, selectSentForm, updateLeadsTo } from './sent-form-queries.ts';

interface SentForm {
  session_id: string;
  /** A digest of the form and what was typed into it. */
  digest: string;
}

/**
 * Does the work in the transaction that also notes the form. Returns where the form leads; for a repeated one, where it led the
 * first time. Null is for a page that is shown only once. A refused form is not noted, so it can be sent again.
 */
export async function sendOnce(
  { database, caller, clock }: Context,
  form: SentForm,
  work: (database: Database) => Promise<string | null>,
): Promise<string | null> {
  return database.transaction(async (tx) => {
    const now = clock.now();
    const times = { now, expiresAt: now + SENT_FORM_MS };
    if (await insertSentForm(tx, caller.workspaceId, form, times)) {
      const leadsTo = await work(within(tx));
      if (leadsTo !== null) await updateLeadsTo(tx, caller.workspaceId, form, leadsTo);
      return leadsTo;
    }
    const sent = await selectSentForm(tx, caller.workspaceId, form);
    if (!sent?.leads_to) throw validationError(SHOWN_ONCE);
    return sent.leads_to;
  });
}

const SHOWN_ONCE =
  'This form was sent before, and what it made is shown only once. If you didn’t see it, delete it and make another';
