import type { Services } from '../../../context.ts';
import type { Reader } from '../../../html/reader.ts';
import { languageOf } from '../../../text/languages.ts';
import type { Named } from '../../../tokens/link-tokens.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { withRequestLocked } from '../requests/lifecycle/hosts.ts';
import { readRespondents, recordLocale } from '../requests/participants/responses.ts';
import { inPlace } from '../scheduling/participant.ts';
import { asVisitor } from './visit.ts';

/** Somebody who has chosen the language of the page and does something there is written to in it from now on. */
export async function rememberLanguage(services: Services, link: Named, reader: Reader): Promise<void> {
  if (!reader.chosen) return;
  const { context, request_id: id, place } = await asVisitor(services, link);
  await withRequestLocked(context, id, async (tx) => {
    const participant = inPlace(await readRespondents(context, tx, id), place);
    const { locale } = participant;
    // A region that somebody gave for the same language stays.
    if (locale !== null && languageOf(locale) === reader.language) return;
    await recordLocale(context, tx, id, place, reader.locale);
    await recordAudit(context, tx, {
      action: 'meeting_request.language_chosen',
      target: { type: 'meeting_request', id },
      changes: { participant_email: [null, participant.email], locale: [locale, reader.locale] },
    });
  });
}
