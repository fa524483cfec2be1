// The language that a participant chooses on the page is the one that they are written to in from then on.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { doneByParticipants, offerTo } from '../../../support/makers/booking-page.ts';
import { messagesAbout, showRequest } from '../../../support/makers/scheduling.ts';
import type { AuditEntry } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';
import { sendForm } from '../../../support/server/visits.ts';

const ADA = 'ada@example.org';
const LANGUAGE_CHOSEN = `meeting_request.language_chosen by ${ADA}`;

onBothEngines('The language of a participant', (node) => {
  const localeOf = async (id: string) => (await showRequest(node(), id)).participants[0]?.locale;
  const declineOn = (page: string, query: string, headers = {}) =>
    sendForm(node(), `/m/${page}/answer${query}`, { fields: { none: 'yes', round: '1' }, headers });

  test('is the one chosen on the page, once they do something there', async () => {
    const { id, page } = await offerTo(node(), [ADA]);
    assert.equal(await localeOf(id), null);
    await declineOn(page, '?lang=de', { 'accept-language': 'en-US,de-AT' });
    assert.equal(await localeOf(id), 'de-AT');
    const written = (await messagesAbout(node(), id)).filter(
      ({ recipient_address }) => recipient_address === ADA,
    );
    assert.match(written.at(0)?.text ?? '', /^Hello,/);
    assert.match(
      written.at(-1)?.text ?? '',
      /^Guten Tag,\n\nvon den bisherigen Terminen passte keiner/,
      'so is the next mail',
    );
    assert.deepEqual((await doneByParticipants(node(), id))[0], LANGUAGE_CHOSEN);
    const path = `/api/v1/audit_log?target_id=${id}&action=meeting_request.language_chosen`;
    const entries = dataOf<AuditEntry[]>(await node().get(path));
    assert.deepEqual(
      entries.map(({ changes }) => changes),
      [{ participant_email: [null, ADA], locale: [null, 'de-AT'] }],
    );
  });

  test('is kept with what they do, or not at all', async () => {
    const { id, page } = await offerTo(node(), [ADA]);
    const fields = { starts_at: '2030-01-01T09:00:30Z', round: '1' };
    assert.equal((await sendForm(node(), `/m/${page}/times?lang=de`, { fields })).status, 422);
    assert.equal(await localeOf(id), null);
    assert.ok(!(await doneByParticipants(node(), id)).includes(LANGUAGE_CHOSEN));
  });

  test('is kept with a time zone, too', async () => {
    const { id, page } = await offerTo(node(), [ADA]);
    await sendForm(node(), `/m/${page}/timezone?lang=fr`, { fields: { timezone: 'Europe/Paris' } });
    assert.match((await localeOf(id)) ?? '', /^fr/);
  });

  test('is not what the browser says, and keeps the region that was given', async () => {
    const { id, page } = await offerTo(node(), [ADA]);
    await declineOn(page, '', { 'accept-language': 'de' });
    assert.equal(await localeOf(id), null);
    const given = { participant_emails: null, participants: [{ email: ADA, locale: 'de-CH' }] };
    const swiss = await offerTo(node(), [ADA], given);
    await declineOn(swiss.page, '?lang=de');
    assert.equal(await localeOf(swiss.id), 'de-CH');
    assert.ok(!(await doneByParticipants(node(), swiss.id)).includes(LANGUAGE_CHOSEN));
  });
});
