// Several participants answer on their pages: the earliest time that works for all is booked.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { doneByParticipants, offerTo, outcomeOf } from '../../../support/makers/booking-page.ts';
import { applyTransition } from '../../../support/makers/meeting-requests.ts';
import { offeredIn, showRequest, untilIdle, writtenAbout } from '../../../support/makers/scheduling.ts';
import { takeTime } from '../../../support/makers/taken-times.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { onBothEngines } from '../../../support/server/rota.ts';

const ADA = 'ada@example.org';
const BEN = 'ben@example.org';
const CAL = 'cal@example.org';

onBothEngines('A poll of three', (node) => {
  const poll = async (fields = {}) => {
    const offered = await offerTo(node(), [ADA, BEN, CAL], fields);
    const [ada, ben, cal] = offered.pages as [string, string, string];
    const [first, second, third] = offered.ids as [string, string, string];
    return { ...offered, ada, ben, cal, first, second, third };
  };
  const mark = (page: string, options: string[], fields = {}) =>
    outcomeOf(node(), page, 'answer', { options, round: 1, ...fields });
  const decline = (page: string, fields = {}) =>
    outcomeOf(node(), page, 'answer', { none: 'yes', round: 1, ...fields });
  const roundsOf = async (id: string) =>
    new Set((await showRequest(node(), id)).options.map(({ round }) => round)).size;

  test('is booked at the earliest common time once all have answered', async () => {
    const { id, ada, ben, cal, first, second, third, options } = await poll();
    assert.equal(await mark(ada, [third, second, first]), 'answered');
    assert.equal(await mark(ben, [third, second]), 'answered');
    assert.equal((await showRequest(node(), id)).status, 'active');
    assert.equal(await mark(cal, [second, third]), 'booked');
    assert.equal((await showRequest(node(), id)).starts_at, options[1]?.starts_at);
    assert.equal(await mark(ada, [third, second, first]), 'booked', 'an old page, sent again');
    assert.equal(await mark(ben, [first]), 'outdated');
  });

  test('keeps the last marks of each, and nothing twice', async () => {
    const { id, ada, first, second } = await poll();
    assert.equal(await mark(ada, [first]), 'answered');
    assert.equal(await mark(ada, [first, first]), 'answered');
    assert.equal(await mark(ada, [second, first]), 'answered');
    assert.equal(await mark(ada, [first, second]), 'answered');
    assert.equal(await mark(ada, [second]), 'answered');
    const { options } = await showRequest(node(), id);
    assert.deepEqual(
      options.map(({ accepted_by }) => accepted_by),
      [[], [ADA], []],
    );
    assert.deepEqual(
      await doneByParticipants(node(), id),
      Array(3).fill(`meeting_request.answered by ${ADA}`),
    );
  });

  test('without a common time gets other times', async () => {
    const { id, ada, ben, cal, first, second, third } = await poll();
    await mark(ada, [first]);
    await mark(ben, [second]);
    assert.equal(await mark(cal, [third]), 'declined');
    const after = await showRequest(node(), id);
    assert.ok(after.participants.every(({ response }) => response === 'none'));
    assert.ok(offeredIn(after).every(({ round }) => round === 2));
  });

  test('whose only common time was taken gets fresh times', async () => {
    const organizer = await makeMember(node());
    const { id, ada, ben, cal, first, options } = await poll({ organizer_email: organizer.email });
    await mark(ada, [first]);
    await mark(ben, [first]);
    await takeTime(node(), organizer, [options[0]?.starts_at as string, options[0]?.ends_at as string]);
    assert.equal(await mark(cal, [first]), 'taken');
    assert.equal(offeredIn(await showRequest(node(), id)).length, 3);
  });

  test('that two decline at the same moment uses up one round, and what both said is kept', async () => {
    const { id, ada, ben } = await poll();
    const said = { comment: 'Not in the morning', parts: ['afternoon'] };
    const sent = await Promise.all([
      decline(ada, said),
      decline(ben, { comment: 'On Fridays', days: ['fri'] }),
    ]);
    assert.deepEqual(sent, ['declined', 'declined']);
    assert.equal(await roundsOf(id), 2);
    const { participants } = await showRequest(node(), id);
    assert.deepEqual(
      participants.map(({ comment, wishes }) => [comment, wishes]),
      [
        ['Not in the morning', { days: [], parts_of_day: ['afternoon'] }],
        ['On Fridays', { days: ['fri'], parts_of_day: [] }],
        [null, null],
      ],
    );
  });

  test('takes words about times that are gone, once, and saying nothing takes back nothing', async () => {
    const { id, ada, ben } = await poll();
    await decline(ada);
    assert.equal(await decline(ben, { comment: 'On Fridays' }), 'declined');
    assert.equal(await decline(ben, { comment: 'On Fridays' }), 'declined');
    assert.equal(await decline(ben), 'declined');
    assert.equal((await showRequest(node(), id)).participants[1]?.comment, 'On Fridays');
    const done = await doneByParticipants(node(), id);
    assert.deepEqual(
      done.filter((one) => one.endsWith(BEN)),
      [`meeting_request.commented by ${BEN}`],
    );
    assert.equal(await roundsOf(id), 2);
  });

  test('all at once is booked once', async () => {
    const { id, pages, ids } = await poll();
    const outcomes = await Promise.all(pages.map((page) => mark(page, ids)));
    assert.deepEqual(outcomes.sort(), ['answered', 'answered', 'booked']);
    const written = (await writtenAbout(node(), id)).filter((one) => one.startsWith('booked'));
    assert.equal(written.length, 4);
  });

  test('that is paused takes answers, and acts on them once it is resumed', async () => {
    const { id, ada, ben } = await poll();
    await applyTransition(node(), id, 'pause');
    assert.equal(await decline(ada, { comment: 'Never' }), 'declined');
    assert.equal(await decline(ben), 'declined');
    assert.equal(await roundsOf(id), 1);
    await applyTransition(node(), id, 'resume');
    await untilIdle(node());
    assert.equal(await roundsOf(id), 2);
  });
});
