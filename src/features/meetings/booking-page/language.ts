import type { Context } from '../../../context.ts';
import type { Reader } from '../../../html/reader.ts';
import type { Transaction } from '../../../storage/database.ts';
import { languageOf } from '../../../text/languages.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { recordLocale } from '../requests/participants/responses.ts';
import type { Respondent } from '../requests/rules.ts';

/**
 * Somebody who has chosen the language of the page and does something there is written to in it from now on, beginning with the mails
 * about what they do. Returns the participant as they are then.
 */
export async function keepLanguage(
  context: Context,
  tx: Transaction,
  requestId: string,
  participant: Respondent,
  reader: Reader,
): Promise<Respondent> {
  const { place, email, locale } = participant;
  // A region that somebody gave for the same language stays.
  const isKnown = locale !== null && languageOf(locale) === reader.language;
  if (!reader.chosen || isKnown) return participant;
  await recordLocale(context, tx, requestId, place, reader.locale);
  await recordAudit(context, tx, {
    action: 'meeting_request.language_chosen',
    target: { type: 'meeting_request', id: requestId },
    changes: { participant_email: [null, email], locale: [locale, reader.locale] },
  });
  return { ...participant, locale: reader.locale };
}
