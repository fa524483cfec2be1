// Answers on the page of a participant: choices, marks in a poll, and "none of these", early, late and twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doneByParticipants, outcomeOf, sendForm, tokenOf } from '../../support/makers/booking-page.ts';
import { move } from '../../support/makers/meeting-requests.ts';
import { makeOffered, offeredIn, showRequest, writtenAbout } from '../../support/makers/scheduling.ts';
import { onBothEngines } from '../../support/server/rota.ts';

const ADA = 'ada@example.org';
const BEN = 'ben@example.org';
const CAL = 'cal@example.org';

onBothEngines('An answer of the only participant', (node) => {
  const offer = async () => {
    const shown = await makeOffered(node(), { participant_emails: [ADA] });
    return { ...shown, page: tokenOf(shown), ids: shown.options.map(({ id }) => id) };
  };

  test('books the option that was chosen', async () => {
    const { id, page, options, ids } = await offer();
    assert.equal(
      await outcomeOf(node(), page, 'answer', { options: [ids[1] as string], round: 1 }),
      'booked',
    );
    const { status, starts_at, participants } = await showRequest(node(), id);
    assert.deepEqual([status, starts_at], ['booked', options[1]?.starts_at]);
    assert.equal(participants[0]?.response, 'chosen');
    assert.deepEqual(await doneByParticipants(node(), id), [
      `meeting_request.answered by ${ADA}`,
      `meeting_request.booked by ${ADA}`,
    ]);
  });
});
